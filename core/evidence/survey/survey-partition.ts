/**
 * One pass over a partition's logs: where it ends, what became of its records, and where the first byte is that cannot be used. Holds
 * no records: a line for each open transaction, and one for each that the caller wants to hear of.
 */
import type { Disk } from '#core/base/disk.ts';
import type { VerdictCounts } from '#core/lab-api/evidence-views.ts';
import { BatchWalker, CorruptBatchError } from '#core/log/batch-walker.ts';
import { isIntactInPieces } from '#core/log/intact-batch.ts';
import { isOldFormat, lastOffsetOf } from '#core/log/stored-batch.ts';
import { DecodeError } from '#core/protocol/reader.ts';
import { readMarker } from '#core/protocol/records/control-record.ts';
import { LegacyMessage, readLegacyRecords } from '#core/protocol/records/legacy-record.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { openSource } from '../source/log-snapshot.ts';

/** What there is to survey; as the inspector finds it. */
export interface SurveyedFiles {
  readonly checkpointedLogStart: number;
  readonly segments: readonly {
    readonly baseOffset: number;
    readonly path: string;
    readonly size: number;
  }[];
}

export interface PartitionSurvey {
  readonly logStartOffset: number;
  readonly logEndOffset: number;
  readonly lastStableOffset: number;
  readonly records: number;
  readonly verdicts: VerdictCounts;
  /** Producer ids whose transactions are open at the end. */
  readonly openProducers: readonly number[];
  /** By segment, in order: bytes up to the first that cannot be used. A segment behind a damaged one is not in it. */
  readonly soundBytes: readonly number[];
  readonly damage: { readonly path: string; readonly position: number; readonly reason: string } | null;
}

/** A batch with its place. */
export interface SurveyedBatch {
  readonly batch: RecordBatch;
  readonly segment: number;
  readonly position: number;
  /** Records in it; 0 for one that the cleaner emptied. */
  readonly count: number;
}

/** A transaction of this partition, once its marker was read or the end of the log was reached. */
export interface SurveyedTransaction {
  readonly producerId: number;
  /** Of its first batch. */
  readonly epoch: number;
  readonly firstOffset: number;
  readonly lastOffset: number;
  readonly records: number;
  readonly outcome: 'committed' | 'aborted' | 'open';
  readonly markerOffset: number | null;
}

export interface SurveyOptions {
  /** Compute checksums; otherwise only what does not parse is damage. */
  readonly checksCrc: boolean;
  /** Gives others their turn; called for every batch. */
  readonly breathe: () => Promise<void> | undefined;
  readonly onBatch?: (batch: SurveyedBatch) => void;
  readonly onTransaction?: (transaction: SurveyedTransaction) => void;
}

type Open = { -readonly [K in keyof SurveyedTransaction]: SurveyedTransaction[K] };

/** Rejects with the platform's error. */
export async function surveyPartition(
  disk: Disk,
  files: SurveyedFiles,
  options: SurveyOptions,
): Promise<PartitionSurvey> {
  const survey = new Survey(options);
  const soundBytes: number[] = [];
  let damage: PartitionSurvey['damage'] = null;
  for (const segment of files.segments) {
    survey.end = segment.baseOffset;
    const { sound, reason } = await walkSegment(disk, segment, survey, options);
    soundBytes.push(sound);
    if (reason === undefined) continue;
    damage = { path: segment.path, position: sound, reason };
    break;
  }
  return { ...survey.result(files), soundBytes, damage };
}

async function walkSegment(
  disk: Disk,
  segment: SurveyedFiles['segments'][number],
  survey: Survey,
  { checksCrc, breathe }: SurveyOptions,
): Promise<{ readonly sound: number; readonly reason: string | undefined }> {
  const file = openSource(disk, segment.path);
  let sound = 0;
  try {
    const readAt = (position: number, target: Buffer, length: number): number =>
      file.read(position, target, 0, length);
    const walker = new BatchWalker(readAt, {
      position: 0,
      end: segment.size,
      want: 'contents',
      reusesWindow: true,
    });
    for (let batch = walker.next(); batch !== undefined; batch = walker.next()) {
      if (checksCrc && !(await isIntactInPieces(batch, { readAt, position: sound, pulse: breathe })))
        return { sound, reason: 'a batch whose checksum does not fit' };
      survey.take(batch, { segment: segment.baseOffset, position: sound });
      sound = walker.nextPosition;
      const pause = breathe();
      if (pause !== undefined) await pause;
    }
  } catch (error) {
    if (
      !(error instanceof CorruptBatchError || error instanceof DecodeError || error instanceof RangeError)
    ) {
      throw error;
    }
    return { sound, reason: error.message };
  } finally {
    file.close();
  }
  return {
    sound,
    reason: sound < segment.size ? `${segment.size - sound} bytes that are no batch` : undefined,
  };
}

class Survey {
  readonly #options: SurveyOptions;
  readonly #open = new Map<number, Open>();
  readonly #verdicts = new Map<string, number>();
  #records = 0;
  /** The log ends where its newest segment does, whatever an older one claims. (source: LogSegment.readNextOffset) */
  end = 0;

  constructor(options: SurveyOptions) {
    this.#options = options;
  }

  take(batch: RecordBatch, place: { readonly segment: number; readonly position: number }): void {
    const count = countOf(batch);
    this.#options.onBatch?.({ batch, count, ...place });
    this.#records += count;
    this.end = lastOffsetOf(batch) + 1;
    if (isOldFormat(batch) || !batch.isTransactional || batch.producerId < 0) {
      this.#count(batch.isControl && !isOldFormat(batch) ? 'control' : 'plain', count);
    } else if (batch.isControl) {
      this.#finish(batch, count);
    } else {
      this.#extend(batch, count);
    }
  }

  result(files: SurveyedFiles): Omit<PartitionSurvey, 'soundBytes' | 'damage'> {
    const logStartOffset = Math.max(files.checkpointedLogStart, files.segments[0]?.baseOffset ?? 0);
    const logEndOffset = Math.max(this.end, logStartOffset);
    let unstable = logEndOffset;
    for (const transaction of this.#open.values()) {
      this.#count('open', transaction.records);
      unstable = Math.min(unstable, transaction.firstOffset);
      this.#options.onTransaction?.(transaction);
    }
    return {
      logStartOffset,
      logEndOffset,
      lastStableOffset: Math.max(unstable, logStartOffset),
      records: this.#records,
      verdicts: Object.fromEntries([...this.#verdicts].sort(([a], [b]) => (a < b ? -1 : 1))),
      openProducers: [...this.#open.keys()],
    };
  }

  /** A batch that the cleaner emptied opens its transaction all the same, as in Kafka's producer state. */
  #extend(batch: RecordBatch, records: number): void {
    const open = this.#open.get(batch.producerId);
    if (open !== undefined) {
      open.records += records;
      if (records > 0) open.lastOffset = batch.lastOffset;
      return;
    }
    this.#open.set(batch.producerId, {
      producerId: batch.producerId,
      epoch: batch.producerEpoch,
      firstOffset: batch.baseOffset,
      lastOffset: batch.lastOffset,
      records,
      outcome: 'open',
      markerOffset: null,
    });
  }

  #finish(batch: RecordBatch, count: number): void {
    const marker = readMarker(batch);
    if (marker === undefined) {
      this.#count('control', count);
      return;
    }
    this.#count(marker.type === 'COMMIT' ? 'marker-commit' : 'marker-abort', count);
    const open = this.#open.get(batch.producerId);
    if (open === undefined) return;
    this.#open.delete(batch.producerId);
    open.outcome = marker.type === 'COMMIT' ? 'committed' : 'aborted';
    open.markerOffset = batch.baseOffset;
    this.#count(open.outcome, open.records);
    this.#options.onTransaction?.(open);
  }

  #count(verdict: string, records: number): void {
    if (records > 0) this.#verdicts.set(verdict, (this.#verdicts.get(verdict) ?? 0) + records);
  }
}

/** A wrapper of an old format holds many records; everything else says how many. */
export function countOf(batch: RecordBatch): number {
  if (!isOldFormat(batch)) return batch.recordCount;
  return readLegacyRecords(new LegacyMessage(batch.bytes, batch.start)).length;
}
