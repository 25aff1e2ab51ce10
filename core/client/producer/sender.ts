/**
 * Moves batches and transactional requests to the brokers, and their answers back.
 *
 * One pass does everything that can be done now; afterwards a pass follows whenever something has changed: an append that filled
 * a batch, an answer, a connection, new metadata, or a time that was waited for. While a transactional request is on its way no
 * new batch goes out, as in Java. (source: Sender)
 */
import type { Cancel } from '#core/base/clock.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';
import { Produce } from '#core/protocol/messages/00-produce.ts';
import type { ResponseOf } from '#core/protocol/schema/api.ts';
import { ZERO_UUID } from '#core/protocol/uuid.ts';
import { byTopic } from '../by-topic.ts';
import { ClientError } from '../client-error.ts';
import type { ClientObserver } from '../client-observer.ts';
import type { ClientPlatform } from '../client-platform.ts';
import type { Node } from '../network/cluster.ts';
import type { Metadata } from '../network/metadata.ts';
import type { NetworkClient } from '../network/network-client.ts';
import type { BatchCompletion } from './batch-completion.ts';
import type { BatchDrainer } from './batch-drainer.ts';
import { nameOf } from './batch-factory.ts';
import type { BatchFate } from './batch-fate.ts';
import type { BatchAnswer } from './produce-response.ts';
import { answerOf, noAnswer } from './produce-response.ts';
import type { ProducerBatch } from './producer-batch.ts';
import type { ProducerMetrics } from './producer-metrics.ts';
import type { RecordAccumulator } from './record-accumulator.ts';
import type { TransactionManager } from './transaction-manager.ts';
import type { TransactionalSender } from './transactional-sender.ts';

export interface SenderOptions {
  readonly acks: number;
  readonly requestTimeoutMs: number;
  /** One request in flight: a partition waits for its answer. */
  readonly guaranteesOrder: boolean;
}

/** What the sender works with. */
export interface SenderParts {
  readonly client: NetworkClient;
  readonly metadata: Metadata;
  readonly accumulator: RecordAccumulator;
  readonly drainer: BatchDrainer;
  readonly completion: BatchCompletion;
  readonly metrics: ProducerMetrics;
  readonly observer: ClientObserver;
  /** The three are there for an idempotent producer. */
  readonly transactions:
    | { readonly manager: TransactionManager; readonly fate: BatchFate; readonly sender: TransactionalSender }
    | undefined;
}

export class Sender {
  readonly #platform: ClientPlatform;
  readonly #parts: SenderParts;
  readonly #options: SenderOptions;
  readonly #inFlight = new Set<ProducerBatch>();
  #cancelTimer: Cancel = () => undefined;
  readonly #watchers = new Set<() => void>();
  #isScheduled = false;
  #isEnded = false;

  constructor(platform: ClientPlatform, parts: SenderParts, options: SenderOptions) {
    this.#platform = platform;
    this.#parts = parts;
    this.#options = options;
  }

  /** Requests with batches that are not answered. */
  get hasInFlight(): boolean {
    return this.#inFlight.size > 0;
  }

  /** Something may have changed: a pass follows, after the code that runs now. */
  wakeup(): void {
    if (this.#isScheduled || this.#isEnded) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      if (this.#isEnded) return;
      this.#pass();
      for (const watch of this.#watchers) watch();
    });
  }

  /** Resolves true when `condition` holds after a pass, false at the monotonic time `deadlineMs`. */
  until(condition: () => boolean, deadlineMs: number): Promise<boolean> {
    if (condition()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const done = (holds: boolean): void => {
        cancelTimer();
        this.#watchers.delete(watch);
        resolve(holds);
      };
      const watch = (): void => {
        if (condition()) done(true);
      };
      const cancelTimer = this.#platform.clock.schedule(deadlineMs - this.#platform.clock.monotonicMs(), () =>
        done(false),
      );
      this.#watchers.add(watch);
    });
  }

  /** No pass follows. */
  end(): void {
    this.#isEnded = true;
    this.#cancelTimer();
  }

  #pass(): void {
    this.#cancelTimer();
    if (this.#passTransactions()) return;
    const nextMs = this.#sendBatches();
    this.#parts.observer.onSenderIdle?.({
      nextMs: nextMs === Number.POSITIVE_INFINITY ? null : Math.max(nextMs, 0),
      inFlightCount: this.#inFlight.size,
    });
    if (nextMs !== Number.POSITIVE_INFINITY) {
      this.#cancelTimer = this.#platform.clock.schedule(Math.max(nextMs, 0), () => this.wakeup());
    }
  }

  /** True when no batch may go out now. */
  #passTransactions(): boolean {
    const { transactions, accumulator } = this.#parts;
    if (transactions === undefined) return false;
    const { manager, fate, sender } = transactions;
    const { machine } = manager;
    fate.resolveSequences();
    if (machine.hasFatalError) {
      if (machine.error !== undefined) this.#abortBatches(machine.error);
      return true;
    }
    if (machine.hasAbortableError && isUnauthorized(machine.error)) {
      this.#abortBatches(machine.error);
      manager.toUninitialized(machine.error);
      return true;
    }
    fate.bumpIdempotentEpoch();
    manager.requestProducerIdIfNeeded();
    return sender.pass(accumulator);
  }

  #abortBatches(reason: Error): void {
    this.#parts.accumulator.abort('all', reason);
    this.#inFlight.clear();
  }

  /** Sends what can be sent; answers in how many milliseconds there may be more. */
  #sendBatches(): number {
    const { client, drainer, metadata } = this.#parts;
    for (;;) {
      const nowMs = this.#platform.clock.monotonicMs();
      const ready = drainer.ready(nowMs);
      if (ready.hasUnknownLeader) metadata.requestUpdate();
      let nextMs = ready.nextCheckDelayMs;
      let hasSent = false;
      for (const node of ready.nodes) {
        const canSend = client.ready(node);
        drainer.observeNode(node, canSend, nowMs);
        if (!canSend) {
          const delayMs = client.connectionDelayMs(node);
          if (delayMs > 0) nextMs = Math.min(nextMs, delayMs);
          continue;
        }
        const batches = drainer.drain(node, nowMs);
        if (batches.length === 0) continue;
        hasSent = true;
        this.#send(node, batches);
      }
      this.#expire(nowMs);
      if (!hasSent) return Math.min(nextMs, this.#nextExpiryDelayMs(nowMs));
    }
  }

  #expire(nowMs: number): void {
    const { accumulator, transactions } = this.#parts;
    const { deliveryTimeoutMs } = accumulator.options;
    const expired = [...accumulator.takeExpired(nowMs)];
    for (const batch of this.#inFlight) {
      if (batch.hasReachedDeliveryTimeout(deliveryTimeoutMs, nowMs)) expired.push(batch);
    }
    for (const batch of expired) {
      this.#inFlight.delete(batch);
      const ageMs = Math.round(nowMs - batch.createdMs);
      const message =
        `Expiring ${batch.recordCount} record(s) for ${batch.key}:${ageMs} ms has passed since batch creation. ` +
        'The request has not been sent, or no server response has been received yet.';
      this.#parts.completion.fail(batch, noAnswer('REQUEST_TIMED_OUT', message), false);
      if (batch.isInRetry && batch.hasSequence) transactions?.fate.expiredInFlight(batch);
    }
  }

  #nextExpiryDelayMs(nowMs: number): number {
    const { accumulator } = this.#parts;
    const { deliveryTimeoutMs } = accumulator.options;
    let oldestMs = Number.POSITIVE_INFINITY;
    for (const batch of this.#inFlight) oldestMs = Math.min(oldestMs, batch.createdMs);
    for (const { partitions } of accumulator.topics.values()) {
      for (const { first } of partitions.values()) {
        if (first !== undefined) oldestMs = Math.min(oldestMs, first.createdMs);
      }
    }
    return oldestMs + deliveryTimeoutMs - nowMs;
  }

  #send(node: Node, batches: readonly ProducerBatch[]): void {
    for (const batch of batches) {
      this.#inFlight.add(batch);
      if (this.#options.guaranteesOrder) this.#parts.accumulator.mute(batch.key);
    }
    void this.#exchange(node, batches).then(() => this.wakeup());
  }

  async #exchange(node: Node, batches: readonly ProducerBatch[]): Promise<void> {
    const { client, metadata, metrics, transactions } = this.#parts;
    const { acks, requestTimeoutMs } = this.#options;
    const topicData = byTopic(batches).map(({ topic, items }) => ({
      name: topic,
      topicId: metadata.topic(topic)?.topicId,
      partitionData: items.map((batch) => ({ index: batch.partition, records: batch.bytes })),
    }));
    const names = new Map(topicData.map(({ name, topicId }) => [topicId ?? '', name]));
    const manager = transactions?.manager;
    const isTransactional = manager?.isTransactional === true;
    const { clock } = this.#platform;
    const sentMs = clock.monotonicMs();
    metrics.requestSent(batches);
    try {
      const { body } = await client.send(node, {
        api: Produce,
        versions: { max: maxProduceVersion(topicData, isTransactional && !manager.isV2) },
        body: {
          transactionalId: isTransactional ? manager.transactionalId : null,
          acks,
          timeoutMs: requestTimeoutMs,
          topicData,
        },
        expectsResponse: acks !== 0,
        onSent: (correlationId) => this.#announceSent(batches, node, correlationId),
      });
      if (acks !== 0) metrics.answered(clock.monotonicMs() - sentMs, body.throttleTimeMs);
      if (acks === 0) for (const batch of batches) this.#complete(batch, noAnswer('NONE'));
      else this.#answered(batches, body, names);
    } catch (error) {
      if (!(error instanceof KafkaError)) throw error;
      for (const batch of batches) this.#complete(batch, noAnswer(error.error, error.message));
    }
  }

  #announceSent(batches: readonly ProducerBatch[], node: Node, correlationId: number): void {
    const { observer } = this.#parts;
    if (observer.onBatchSent === undefined) return;
    for (const batch of batches) {
      observer.onBatchSent({
        ...nameOf(batch),
        attempt: batch.sendCount,
        correlationId,
        nodeId: node.id,
        recordCount: batch.recordCount,
        sizeBytes: batch.size,
        compressionRatio: batch.compressionRatio,
        producerId: batch.producerId,
        producerEpoch: batch.producerEpoch,
        baseSequence: batch.baseSequence,
        isTransactional: batch.isTransactional,
      });
    }
  }

  #answered(
    batches: readonly ProducerBatch[],
    body: ResponseOf<typeof Produce>,
    names: ReadonlyMap<string, string>,
  ): void {
    const { metadata } = this.#parts;
    const open = new Map(batches.map((batch) => [batch.key, batch]));
    for (const { nodeId, host, port } of body.nodeEndpoints) metadata.updateNode({ id: nodeId, host, port });
    for (const { name, topicId, partitionResponses } of body.responses) {
      for (const partition of partitionResponses) {
        const topic = names.get(topicId) ?? name;
        const key = partitionName({ topic, partition: partition.index });
        const batch = open.get(key);
        open.delete(key);
        if (batch !== undefined) this.#complete(batch, answerOf(partition));
      }
    }
    // A broker that says nothing about a batch leaves its fate open.
    for (const batch of open.values()) this.#complete(batch, noAnswer('NETWORK_EXCEPTION'));
  }

  #complete(batch: ProducerBatch, answer: BatchAnswer): void {
    this.#inFlight.delete(batch);
    this.#parts.completion.complete(batch, answer);
  }

  /** Ends everything at once: what is left fails with KafkaException. */
  abandon(): void {
    const { accumulator, transactions } = this.#parts;
    transactions?.manager.close();
    accumulator.abort('all', new ClientError('KafkaException', 'Producer is closed forcefully.'));
    this.#inFlight.clear();
  }
}

function isUnauthorized(error: Error | undefined): error is KafkaError {
  return (
    error instanceof KafkaError &&
    (error.error === 'TRANSACTIONAL_ID_AUTHORIZATION_FAILED' ||
      error.error === 'CLUSTER_AUTHORIZATION_FAILED')
  );
}

/** Topic ids are only used when all are known; without KIP-890 a transactional batch must not add its partition by itself. */
function maxProduceVersion(
  topics: readonly { readonly topicId: string | undefined }[],
  isTransactionV1: boolean,
): number {
  if (isTransactionV1) return 11;
  return topics.every(({ topicId }) => topicId !== undefined && topicId !== ZERO_UUID) ? 13 : 12;
}
