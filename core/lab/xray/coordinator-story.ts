/** What `__transaction_state` says of a transactional id: its records, and which of them are about one transaction. */
import type { Disk } from '#core/base/disk.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import {
  decodeTransactionRecord,
  type TransactionRecord,
} from '#core/coordinator/transaction/transaction-record.ts';
import type { SidePartition, SnapshotSide } from '#core/evidence/compare/snapshot-side.ts';
import type { SurveyedTransaction } from '#core/evidence/survey/survey-partition.ts';
import { walkBatches } from '#core/evidence/survey/walk-batches.ts';
import { canReadSync, readRecords, recordTimestamp } from '#core/protocol/records/batch-reader.ts';

export const STATE_TOPIC = '__transaction_state';

export interface StateFact {
  readonly transactionalId: string;
  readonly partition: number;
  readonly offset: number;
  readonly timestampMs: number;
  readonly state: string;
  readonly producerId: number;
  readonly epoch: number;
  readonly partitions: readonly string[];
  readonly timeoutMs: number;
  readonly clientTransactionVersion: number;
  readonly segment: number;
  readonly position: number;
  readonly size: number;
  readonly baseOffset: number;
}

/** Records about one transaction, oldest first: what gave the producer its epoch, then from Ongoing to Complete. */
export interface Episode {
  readonly before: StateFact | null;
  readonly facts: readonly StateFact[];
}

/** Records that `concerns` accepts, oldest first. A record that does not parse is left out. */
export async function readStates(
  disk: Disk,
  logs: SnapshotSide,
  options: {
    readonly concerns: (record: TransactionRecord) => boolean;
    readonly breathe: () => Promise<void> | undefined;
  },
): Promise<readonly StateFact[]> {
  const facts: StateFact[] = [];
  for (const files of logs.partitions) {
    if (files.topic === STATE_TOPIC) await readPartition(disk, files, facts, options);
  }
  return facts;
}

async function readPartition(
  disk: Disk,
  files: SidePartition,
  facts: StateFact[],
  { concerns, breathe }: Parameters<typeof readStates>[2],
): Promise<void> {
  for (const { batch, segment, position } of walkBatches(disk, files)) {
    const pause = breathe();
    if (pause !== undefined) await pause;
    if (batch.magic < 2 || batch.isControl || !canReadSync(batch)) continue;
    for (const record of readRecords(batch)) {
      const decoded = decodedOf(record.key, record.value);
      if (decoded?.metadata == null || !concerns(decoded)) continue;
      const { metadata, transactionalId } = decoded;
      facts.push({
        transactionalId,
        partition: files.partition,
        offset: batch.baseOffset + record.offsetDelta,
        timestampMs: recordTimestamp(batch, record),
        state: metadata.state,
        producerId: metadata.producerId,
        epoch: metadata.producerEpoch,
        partitions: metadata.partitions.map(partitionName),
        timeoutMs: metadata.timeoutMs,
        clientTransactionVersion: metadata.clientTransactionVersion,
        segment,
        position,
        size: batch.size,
        baseOffset: batch.baseOffset,
      });
    }
  }
}

function decodedOf(key: Buffer | null, value: Buffer | null): TransactionRecord | undefined {
  try {
    return key === null ? undefined : decodeTransactionRecord(key, value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The transactions of an id, in order. Compaction may have left only the end of some. */
export function episodesOf(facts: readonly StateFact[]): readonly Episode[] {
  const episodes: { before: StateFact | null; facts: StateFact[] }[] = [];
  let open: StateFact[] | undefined;
  let before: StateFact | null = null;
  for (const fact of facts) {
    if (fact.state === 'Empty' || fact.state === 'Dead') {
      before = fact;
      open = undefined;
      continue;
    }
    const isNew = fact.state === 'Ongoing' && open?.at(-1)?.state !== 'Ongoing';
    if (open === undefined || isNew) {
      open = [];
      episodes.push({ before, facts: open });
      before = null;
    }
    open.push(fact);
    if (fact.state.startsWith('Complete')) {
      before = fact;
      open = undefined;
    }
  }
  return episodes;
}

/** The episode that a transaction of one partition belongs to; undefined when the records do not say. */
export function episodeOf(
  episodes: readonly Episode[],
  transaction: SurveyedTransaction,
  place: { readonly name: string; readonly markerMs: number | null },
): Episode | undefined {
  const candidates = episodes.filter(({ facts }) => {
    const epochs = facts.filter(({ producerId }) => producerId === transaction.producerId);
    if (epochs.length === 0) return false;
    const named = facts.flatMap(({ partitions }) => partitions);
    if (named.length > 0 && !named.includes(place.name)) return false;
    const ongoing = facts.find(({ state }) => state === 'Ongoing');
    return ongoing === undefined || ongoing.epoch === transaction.epoch;
  });
  const { markerMs } = place;
  if (markerMs === null)
    return candidates.findLast(({ facts }) => !facts.at(-1)?.state.startsWith('Complete'));
  return (
    candidates.find((episode) => endsAround(episode, markerMs)) ??
    (candidates.length === 1 ? candidates[0] : undefined)
  );
}

/** Markers are stamped between the record that decides and the one that says it is done. */
export function endsAround({ facts }: Episode, markerMs: number): boolean {
  const decided = facts.find(({ state }) => state.startsWith('Prepare'));
  const done = facts.find(({ state }) => state.startsWith('Complete'));
  if (decided === undefined && done === undefined) return false;
  return (
    (decided?.timestampMs ?? 0) <= markerMs && markerMs <= (done?.timestampMs ?? Number.POSITIVE_INFINITY)
  );
}
