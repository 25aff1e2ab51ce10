/**
 * Writes that never reached a log, by partition: taken from the Produce exchanges that were answered with an error. What a client
 * tries again by itself is not a refusal.
 */
import type { AnsweredExchange } from '#core/broker/interceptor.ts';
import { preview } from '#core/inspect/preview.ts';
import type { RefusedView } from '#core/lab-api/views.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import { ERRORS, errorName } from '#core/protocol/errors.ts';
import { Produce } from '#core/protocol/messages/00-produce.ts';
import { canReadSync, readRecords } from '#core/protocol/records/batch-reader.ts';
import { BATCH_HEADER_SIZE, NONE, RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { RequestOf, ResponseOf } from '#core/protocol/schema/api.ts';

/** Refusals of one partition that are kept. */
const REFUSED_MAX = 50;
const KEYS_MAX = 20;

/** A refusal, and the exchange it happened in. */
export interface RefusedWrite extends RefusedView {
  readonly frame: number;
  readonly topic: string;
  readonly partition: number;
  readonly version: number;
  readonly crc: number;
  readonly baseSequence: number;
  readonly lastSequence: number;
}

export interface RefusedWritesOptions {
  readonly topicName: (topicId: string) => string | undefined;
  /** What the coordinator knows of a transactional id. */
  readonly transaction: (
    transactionalId: string,
  ) => { readonly producerId: number; readonly producerEpoch: number } | undefined;
  readonly log: (topic: string, partition: number) => PartitionLog | undefined;
  readonly processOf: (clientId: string | null) => string | null;
}

export class RefusedWrites {
  readonly #options: RefusedWritesOptions;
  readonly #byPartition = new Map<string, RefusedWrite[]>();

  constructor(options: RefusedWritesOptions) {
    this.#options = options;
  }

  /** Oldest first. */
  of(topic: string, partition: number): readonly RefusedWrite[] {
    return this.#byPartition.get(`${topic}-${partition}`) ?? [];
  }

  /** The topic was deleted: another one of its name has not refused anything yet. */
  forget(topic: string): void {
    for (const [place, list] of this.#byPartition) {
      if (list[0]?.topic === topic) this.#byPartition.delete(place);
    }
  }

  /** Looks at an exchange as it ends. */
  observe(exchange: AnsweredExchange): void {
    if (exchange.api.key !== Produce.key || exchange.response === null) return;
    const request = exchange.request as RequestOf<typeof Produce>;
    const response = exchange.response as ResponseOf<typeof Produce>;
    for (const [t, { name, topicId, partitionResponses }] of response.responses.entries()) {
      for (const [p, { index, errorCode }] of partitionResponses.entries()) {
        if (errorCode === 0 || ERRORS[errorName(errorCode)].retriable) continue;
        const topic = name || this.#options.topicName(topicId);
        const records = request.topicData[t]?.partitionData[p]?.records ?? null;
        if (topic === undefined) continue;
        const { transactionalId } = request;
        this.#keep(exchange, { topic, partition: index, errorCode, records, transactionalId });
      }
    }
  }

  #keep(
    exchange: AnsweredExchange,
    refused: {
      readonly topic: string;
      readonly partition: number;
      readonly errorCode: number;
      readonly records: Buffer | null;
      readonly transactionalId: string | null;
    },
  ): void {
    const { topic, partition, errorCode, records, transactionalId } = refused;
    const batch =
      records !== null && records.length >= BATCH_HEADER_SIZE ? new RecordBatch(records) : undefined;
    const producerId = batch?.producerId ?? NONE;
    const known = this.#options
      .log(topic, partition)
      ?.activeProducers()
      .find((producer) => producer.producerId === producerId);
    const transaction = transactionalId === null ? undefined : this.#options.transaction(transactionalId);
    // The coordinator may be ahead: a partition learns of an epoch with the first batch or marker that carries it.
    const assigned = transaction?.producerId === producerId ? transaction.producerEpoch : NONE;
    const list = this.#byPartition.get(`${topic}-${partition}`) ?? [];
    this.#byPartition.set(`${topic}-${partition}`, list);
    list.push({
      frame: exchange.frame,
      topic,
      partition,
      version: exchange.version,
      crc: batch?.crc ?? 0,
      atMs: exchange.receivedAtMs,
      producerId,
      producerEpoch: batch?.producerEpoch ?? NONE,
      currentEpoch: Math.max(known?.producerEpoch ?? NONE, assigned),
      errorCode,
      process: this.#options.processOf(exchange.clientId),
      keys: batch === undefined ? [] : keysOf(batch),
      recordCount: batch?.recordCount ?? 0,
      baseSequence: batch?.baseSequence ?? NONE,
      lastSequence: batch?.lastSequence ?? NONE,
    });
    if (list.length > REFUSED_MAX) list.shift();
  }
}

/** The first keys of a batch; none when it cannot be read, which may be why it was refused. */
function keysOf(batch: RecordBatch): (string | null)[] {
  const keys: (string | null)[] = [];
  if (batch.size > batch.bytes.length || !canReadSync(batch)) return keys;
  try {
    for (const record of readRecords(batch)) {
      keys.push(preview(record.key));
      if (keys.length === KEYS_MAX) break;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return keys;
}
