/** Finds the record that is asked about, and what its batch says. */
import type { SidePartition } from '#core/evidence/compare/snapshot-side.ts';
import { walkBatches } from '#core/evidence/survey/walk-batches.ts';
import { preview } from '#core/inspect/preview.ts';
import { labError } from '#core/lab-api/lab-error.ts';
import type { Verdict } from '#core/lab-api/views.ts';
import type { XrayTarget } from '#core/lab-api/xray-views.ts';
import { isOldFormat } from '#core/log/stored-batch.ts';
import { readRecordsAsync } from '#core/protocol/records/batch-reader.ts';
import { readMarker } from '#core/protocol/records/control-record.ts';
import { LegacyMessage, readLegacyRecords } from '#core/protocol/records/legacy-record.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { logBytes } from './file-bytes.ts';
import type { XraySource } from './xray-source.ts';

export type RecordTarget = Extract<XrayTarget, { kind: 'record' }>;

/** A record with what its batch says. */
export interface FoundRecord {
  readonly files: SidePartition;
  readonly producerId: number;
  readonly epoch: number;
  readonly isTransactional: boolean;
  readonly marker: ReturnType<typeof readMarker>;
  readonly verdict: Verdict;
  readonly timestampMs: number;
  readonly place: Parameters<typeof logBytes>[1];
  readonly batch: { readonly baseOffset: number; readonly lastOffset: number; readonly records: number };
  readonly key: string | null;
  readonly value: string | null;
}

/** Rejects with LabError when there is no such partition or record. */
export async function findRecord(source: XraySource, target: RecordTarget): Promise<FoundRecord> {
  const files = source.logs.partitions.find(
    ({ topic, partition }) => topic === target.topic && partition === target.partition,
  );
  if (files === undefined) {
    throw labError(
      'NO_SUCH_PARTITION',
      `There is no partition ${target.topic}-${target.partition}.`,
      'Choose another.',
    );
  }
  const from = files.segments.findLastIndex(({ baseOffset }) => baseOffset <= target.offset);
  const nearby = { ...files, segments: files.segments.slice(Math.max(0, from)) };
  for (const { batch, segment, position, count } of walkBatches(source.disk, nearby)) {
    const pause = source.breathe();
    if (pause !== undefined) await pause;
    const last = isOldFormat(batch) ? batch.baseOffset : batch.lastOffset;
    if (last < target.offset) continue;
    const record = await recordAt(batch, target.offset);
    if (record === undefined) break;
    const isOld = isOldFormat(batch);
    const marker = isOld ? undefined : readMarker(batch);
    return {
      files,
      producerId: isOld ? -1 : batch.producerId,
      epoch: isOld ? -1 : batch.producerEpoch,
      isTransactional: !isOld && batch.isTransactional && batch.producerId >= 0,
      marker,
      verdict: marker === undefined ? 'plain' : marker.type === 'COMMIT' ? 'marker-commit' : 'marker-abort',
      timestampMs: isOld ? -1 : batch.maxTimestamp,
      place: { segment, position, size: batch.size, baseOffset: batch.baseOffset },
      batch: { baseOffset: batch.baseOffset, lastOffset: last, records: count },
      ...record,
    };
  }
  throw labError(
    'NO_SUCH_RECORD',
    `${target.topic}-${target.partition} has no record at offset ${target.offset}.`,
    'It may be a hole: see the census.',
  );
}

/** Copies what it answers: the batch is overwritten when the walk goes on. */
async function recordAt(
  batch: RecordBatch,
  offset: number,
): Promise<{ readonly key: string | null; readonly value: string | null } | undefined> {
  if (isOldFormat(batch)) {
    const found = readLegacyRecords(new LegacyMessage(batch.bytes, batch.start)).find(
      (one) => one.offset === offset,
    );
    return found === undefined ? undefined : { key: preview(found.key), value: preview(found.value) };
  }
  const records = await readRecordsAsync(batch);
  const found = records.find(({ offsetDelta }) => batch.baseOffset + offsetDelta === offset);
  if (found === undefined) return undefined;
  return batch.isControl
    ? { key: null, value: null }
    : { key: preview(found.key), value: preview(found.value) };
}
