/** What a control record says, as it is printed behind its metadata. (source: DumpLogSegments.printControlRecord, ControlRecordUtils) */
import { ByteReader, DecodeError } from '#core/protocol/reader.ts';
import type { ControlType } from '#core/protocol/records/control-record.ts';
import { readControlKey, readMarkerValue } from '#core/protocol/records/control-record.ts';
import type { StoredDefinition } from '#core/protocol/schema/api.ts';
import {
  KRaftVersionRecord,
  LeaderChangeMessage,
  SnapshotFooterRecord,
  SnapshotHeaderRecord,
  VotersRecord,
} from '#core/protocol/stored/raft-control-records.ts';
import { jsonText, readStored } from './stored-json.ts';

/** The control records of a Raft log, and the words in front of them. */
const RAFT: {
  readonly [type in ControlType]?: { readonly label: string; readonly definition: StoredDefinition };
} = {
  LEADER_CHANGE: { label: 'LeaderChange:', definition: LeaderChangeMessage },
  SNAPSHOT_HEADER: { label: 'SnapshotHeader', definition: SnapshotHeaderRecord },
  SNAPSHOT_FOOTER: { label: 'SnapshotFooter', definition: SnapshotFooterRecord },
  KRAFT_VERSION: { label: 'KRaftVersion', definition: KRaftVersionRecord },
  KRAFT_VOTERS: { label: 'KRaftVoters', definition: VotersRecord },
};

/** @throws {DecodeError} when key or value do not parse. */
export function controlText(key: Buffer | null, value: Buffer | null): string {
  const { type, name } = readControlKey(key);
  if (name === 'ABORT' || name === 'COMMIT') {
    return ` endTxnMarker: ${name} coordinatorEpoch: ${readMarkerValue(value)}`;
  }
  const raft = RAFT[name];
  if (raft === undefined) return ` controlType: ${name}(${type})`;
  if (value === null) throw new DecodeError(`control record ${name} without a value`, 0);
  // Whatever version these records claim in their first field, they are written and read at version 0.
  const claimed = new ByteReader(value).int16();
  return ` ${raft.label} ${jsonText(readStored(raft.definition, new ByteReader(value), 0, Math.max(0, claimed)))}`;
}
