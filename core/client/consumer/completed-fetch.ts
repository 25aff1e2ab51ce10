/**
 * What came back for one partition, and how far it has been handed out.
 *
 * Batches are returned whole by the broker: records below the position are passed over. The position also moves over batches that
 * deliver nothing, markers and aborted ones; that is why offsets have holes. (source: CompletedFetch)
 */
import type { Fetch } from '#core/protocol/messages/01-fetch.ts';
import { DecodeError } from '#core/protocol/reader.ts';
import { openRecordsAsync } from '#core/protocol/records/batch-reader.ts';
import { batchesIn } from '#core/protocol/records/batch-scanner.ts';
import { CompressionError } from '#core/protocol/records/compression-error.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { NONE } from '#core/protocol/records/record-batch.ts';
import type { RecordCursor } from '#core/protocol/records/record-cursor.ts';
import type { ResponseOf } from '#core/protocol/schema/api.ts';
import { ClientError } from '../client-error.ts';
import { CommittedFilter } from './committed-filter.ts';
import type { ConsumerRecord } from './consumer.ts';
import type { FetchPartition } from './fetch-session.ts';

type PartitionAnswer = ResponseOf<typeof Fetch>['responses'][number]['partitions'][number];

export interface CompletedFetchOptions {
  readonly isReadCommitted: boolean;
  readonly checkCrcs: boolean;
}

export class CompletedFetch {
  readonly request: FetchPartition;
  readonly answer: PartitionAnswer;
  readonly #options: CompletedFetchOptions;
  readonly #batches: Iterator<RecordBatch, void>;
  readonly #filter: CommittedFilter | undefined;
  #batch: RecordBatch | undefined;
  #cursor: RecordCursor | undefined;
  #nextOffset: number;
  #leaderEpoch = NONE;
  #hasBatch = false;
  #isConsumed = false;
  #damage: Error | undefined;

  constructor(request: FetchPartition, answer: PartitionAnswer, options: CompletedFetchOptions) {
    this.request = request;
    this.answer = answer;
    this.#options = options;
    this.#nextOffset = request.fetchOffset;
    this.#batches = batchesIn(answer.records ?? Buffer.alloc(0));
    this.#filter = options.isReadCommitted
      ? new CommittedFilter(answer.abortedTransactions ?? [])
      : undefined;
  }

  /** Next offset to read when everything handed out so far counts as read. */
  get nextOffset(): number {
    return this.#nextOffset;
  }
  /** Leader epoch of the batch handed out last; −1 before the first. */
  get leaderEpoch(): number {
    return this.#leaderEpoch;
  }
  /** Nothing more comes out of it. */
  get isConsumed(): boolean {
    return this.#isConsumed;
  }
  get sizeBytes(): number {
    return this.answer.records?.length ?? 0;
  }

  drain(): void {
    this.#isConsumed = true;
    this.#cursor = undefined;
    this.#batch = undefined;
  }

  /**
   * Up to `recordsMax` further records. Rejects with KafkaException at a batch that is damaged, each time anew: only a seek gets
   * past it.
   */
  async take(recordsMax: number): Promise<readonly ConsumerRecord[]> {
    const records: ConsumerRecord[] = [];
    while (records.length < recordsMax && !this.#isConsumed && this.#damage === undefined) {
      try {
        if (this.#cursor === undefined && !(await this.#openNext())) break;
        this.#takeFromBatch(records, recordsMax);
      } catch (error) {
        if (!(error instanceof DecodeError || error instanceof CompressionError)) throw error;
        this.#damage = this.#damagedBy(error);
      }
    }
    // What came before the damage is handed out first.
    if (records.length === 0 && this.#damage !== undefined) throw this.#damage;
    return records;
  }

  /** Opens the next batch that delivers anything; false when there is none. */
  async #openNext(): Promise<boolean> {
    for (;;) {
      const batch = this.#batch ?? this.#batches.next().value;
      if (batch === undefined) {
        this.#ensureProgress();
        this.drain();
        return false;
      }
      this.#batch = batch;
      this.#hasBatch = true;
      if (this.#options.checkCrcs && batch.lastOffset >= this.#nextOffset && !batch.isCrcValid) {
        throw new DecodeError('Record is corrupt: its checksum does not match', batch.start);
      }
      const isAborted = this.#filter?.isAborted(batch) === true;
      if (!isAborted && !batch.isControl) {
        this.#cursor = await openRecordsAsync(batch);
        return true;
      }
      this.#passBatch(batch);
    }
  }

  #takeFromBatch(records: ConsumerRecord[], recordsMax: number): void {
    const batch = this.#batch as RecordBatch;
    const cursor = this.#cursor as RecordCursor;
    const { topic, partition } = this.request;
    const { baseOffset, baseTimestamp, maxTimestamp, isLogAppendTime, partitionLeaderEpoch } = batch;
    while (records.length < recordsMax) {
      if (!cursor.next()) {
        this.#cursor = undefined;
        this.#passBatch(batch);
        return;
      }
      const offset = baseOffset + cursor.offsetDelta;
      if (offset < this.#nextOffset) continue;
      records.push({
        topic,
        partition,
        offset,
        leaderEpoch: partitionLeaderEpoch,
        timestamp: isLogAppendTime ? maxTimestamp : baseTimestamp + cursor.timestampDelta,
        timestampType: isLogAppendTime ? 'LogAppendTime' : 'CreateTime',
        key: cursor.key,
        value: cursor.value,
        headers: cursor.headers,
      });
      this.#nextOffset = offset + 1;
      this.#leaderEpoch = partitionLeaderEpoch;
    }
  }

  #passBatch(batch: RecordBatch): void {
    this.#batch = undefined;
    this.#nextOffset = Math.max(this.#nextOffset, batch.nextOffset);
    this.#leaderEpoch = batch.partitionLeaderEpoch;
  }

  #ensureProgress(): void {
    if (this.#hasBatch || this.sizeBytes === 0) return;
    throw new ClientError(
      'KafkaException',
      `Failed to make progress reading messages at ${this.request.key}=${this.#nextOffset}. Received a non-empty fetch ` +
        'response from the server, but no complete records were found.',
    );
  }

  #damagedBy(cause: Error): ClientError {
    const offset = this.#batch?.baseOffset ?? this.#nextOffset;
    return new ClientError(
      'KafkaException',
      `Record batch for partition ${this.request.key} at offset ${offset} is invalid, cause: ${cause.message}. ` +
        'If needed, please seek past the record to continue consumption.',
      { cause },
    );
  }
}
