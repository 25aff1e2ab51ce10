/** Finds the record that is asked about, and what its batch says. */
import type { SidePartition } from '#core/evidence/compare/snapshot-side.ts';
import { preview } from '#core/inspect/preview.ts';
import { SegmentScanner, SMALL_CHUNK_SIZE } from '#core/inspect/scan/segment-scanner.ts';
import { labError } from '#core/lab-api/lab-error.ts';
import type { Verdict } from '#core/lab-api/views.ts';
import type { XrayTarget } from '#core/lab-api/xray-views.ts';
import { DecodeError } from '#core/protocol/reader.ts';
import type { Marker } from '#core/protocol/records/control-record.ts';
import { readLegacyRecords } from '#core/protocol/records/legacy-record.ts';
import { transactionalIdOf } from './coordinator-story.ts';
import type { logBytes } from './file-bytes.ts';
import { STATE_TOPIC } from './state-topic.ts';
import { markerIn, placeOf, walkFrom } from './walk.ts';
import type { XraySource } from './xray-source.ts';

/** Records of a batch between two looks at the clock. */
const RECORDS_A_PULSE = 1_000;
const NO_TEXTS = { key: null, value: null, transactionalId: null } as const;

export type RecordTarget = Extract<XrayTarget, { kind: 'record' }>;

/** A record with what its batch says. */
export interface FoundRecord {
  readonly files: SidePartition;
  readonly producerId: number;
  readonly epoch: number;
  readonly isTransactional: boolean;
  readonly isControl: boolean;
  readonly marker: Marker | undefined;
  readonly verdict: Verdict;
  readonly timestampMs: number;
  readonly place: Parameters<typeof logBytes>[1];
  readonly batch: { readonly baseOffset: number; readonly lastOffset: number; readonly records: number };
  readonly key: string | null;
  readonly value: string | null;
  /** That the key of a coordinator's record names. */
  readonly transactionalId: string | null;
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
  let isBehindDamage = false;
  const onDamage = (): void => {
    isBehindDamage = true;
  };
  const from = placeOf(source, files, target.offset);
  for await (const { segment, scanner } of walkFrom(source, files, from, onDamage)) {
    const { head } = scanner;
    if (head.lastOffset < target.offset || head.lastOffset < files.checkpointedLogStart) {
      isBehindDamage = false;
      continue;
    }
    if (head.baseOffset > target.offset) break;
    const { segments } = files;
    const path = segments.find(({ baseOffset }) => baseOffset === segment)?.path ?? '';
    if (!(await isIntact(source, { path, segment, scanner }))) throw damaged(target);
    const record = await recordAt(scanner, target, source);
    if (record === undefined) break;
    const marker = markerIn(scanner);
    const { position, size, baseOffset, lastOffset, count: records } = head;
    return {
      files,
      producerId: head.producerId,
      epoch: head.producerEpoch,
      isTransactional: head.isTransactional && head.producerId >= 0,
      isControl: head.isControl,
      marker,
      verdict: marker === undefined ? 'plain' : marker.type === 'COMMIT' ? 'marker-commit' : 'marker-abort',
      timestampMs: head.maxTimestamp,
      place: { segment, position, size, baseOffset },
      batch: { baseOffset, lastOffset, records },
      ...record,
    };
  }
  if (isBehindDamage) throw damaged(target);
  throw labError(
    'NO_SUCH_RECORD',
    `${target.topic}-${target.partition} has no record at offset ${target.offset}.`,
    'It may be a hole: see the census.',
  );
}

function damaged({ topic, partition, offset }: RecordTarget): Error {
  return labError(
    'DAMAGED',
    `${topic}-${partition} is damaged where offset ${offset} should be.`,
    'Nothing there can be believed. The byte ruler shows the place; other records of the transaction may be whole.',
  );
}

/** Whether the checksum of the batch of the scanner's head fits; in turns. */
async function isIntact(
  { disk, pace }: XraySource,
  {
    path,
    segment,
    scanner,
  }: { readonly path: string; readonly segment: number; readonly scanner: SegmentScanner },
): Promise<boolean> {
  const { position, size, baseOffset } = scanner.head;
  const file = disk.open(path, 'read');
  try {
    const check = new SegmentScanner(file, {
      segment,
      depth: 'contents',
      from: position,
      fromOffset: baseOffset,
      size: position + size,
      chunkSize: SMALL_CHUNK_SIZE,
    });
    for (;;) {
      const step = check.next();
      if (step === 'batch') return true;
      if (step !== 'checking') return false;
      const pause = pace.pulse(0);
      if (pause !== undefined) await pause;
    }
  } finally {
    file.close();
  }
}

interface FoundTexts {
  readonly key: string | null;
  readonly value: string | null;
  readonly transactionalId: string | null;
}

/** What of the batch of the scanner's head is at the offset; undefined when nothing is. */
async function recordAt(
  scanner: SegmentScanner,
  { topic, offset }: RecordTarget,
  { pace }: XraySource,
): Promise<FoundTexts | undefined> {
  const { head } = scanner;
  try {
    if (head.magic < 2) {
      const found = readLegacyRecords(scanner.message()).find((one) => one.offset === offset);
      if (found === undefined) return undefined;
      return { ...NO_TEXTS, key: preview(found.key), value: preview(found.value) };
    }
    const cursor = await scanner.records();
    while (cursor.next()) {
      if (head.baseOffset + cursor.offsetDelta === offset) {
        if (head.isControl) return NO_TEXTS;
        const transactionalId = topic === STATE_TOPIC ? transactionalIdOf(cursor.key) : null;
        return { key: preview(cursor.key), value: preview(cursor.value), transactionalId };
      }
      const pause = cursor.index % RECORDS_A_PULSE === 0 ? pace.pulse(0) : undefined;
      if (pause !== undefined) await pause;
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    // The batch is whole, and too large to be unfolded, or written by something that is no Kafka.
    return NO_TEXTS;
  }
}
