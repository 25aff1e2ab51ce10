/**
 * What a producer counts, under Java's names. Recorded per batch or request, never per record; averages, maxima and rates are of
 * the last half minute or so, NaN when there was nothing. (source: SenderMetricsRegistry, Sender.SenderMetrics, BufferPool,
 * KafkaProducerMetrics)
 */
import type { Clock } from '#core/base/clock.ts';
import type { MetricValues } from '../metrics/metric-values.ts';
import { SampledStat } from '../metrics/sampled-stat.ts';
import type { ProducerBatch } from './producer-batch.ts';

const NS_PER_MS = 1e6;

/** Calls whose whole time is summed up, as `<name>-time-ns-total`. */
export type TimedCall =
  | 'flush'
  | 'txn-init'
  | 'txn-begin'
  | 'txn-send-offsets'
  | 'txn-commit'
  | 'txn-abort'
  | 'metadata-wait';

const TIMED_CALLS: readonly TimedCall[] = [
  'flush',
  'txn-init',
  'txn-begin',
  'txn-send-offsets',
  'txn-commit',
  'txn-abort',
  'metadata-wait',
];

/** Values that are asked for when the metrics are. */
export interface ProducerGauges {
  readonly bufferTotalBytes: number;
  readonly bufferAvailableBytes: number;
  /** Records that wait for buffer memory. */
  readonly waitingThreads: number;
  readonly requestsInFlight: number;
  readonly metadataAgeS: number;
}

class TopicStats {
  readonly records = new SampledStat();
  readonly bytes = new SampledStat();
  readonly compression = new SampledStat();
  readonly retries = new SampledStat();
  readonly errors = new SampledStat();
}

export class ProducerMetrics {
  readonly #clock: Clock;
  readonly #batchSize = new SampledStat();
  readonly #queueTime = new SampledStat();
  readonly #compression = new SampledStat();
  readonly #recordSize = new SampledStat();
  readonly #recordsPerRequest = new SampledStat();
  readonly #latency = new SampledStat();
  readonly #throttle = new SampledStat();
  readonly #retries = new SampledStat();
  readonly #errors = new SampledStat();
  readonly #splits = new SampledStat();
  readonly #memoryWait = new SampledStat();
  readonly #exhausted = new SampledStat();
  readonly #callNs = new Map<TimedCall, number>();
  readonly #topics = new Map<string, TopicStats>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A Produce request with these batches is on its way. */
  requestSent(batches: readonly ProducerBatch[]): void {
    const nowMs = this.#clock.monotonicMs();
    let records = 0;
    for (const batch of batches) {
      const topic = this.#topic(batch.topic);
      topic.records.record(batch.recordCount, nowMs);
      topic.bytes.record(batch.size, nowMs);
      topic.compression.record(batch.compressionRatio, nowMs);
      this.#batchSize.record(batch.size, nowMs);
      this.#queueTime.record(batch.queueTimeMs, nowMs);
      this.#compression.record(batch.compressionRatio, nowMs);
      this.#recordSize.record(batch.maxRecordSize, nowMs);
      records += batch.recordCount;
    }
    this.#recordsPerRequest.record(records, nowMs);
  }

  /** A Produce request was answered. */
  answered(latencyMs: number, throttleTimeMs: number): void {
    const nowMs = this.#clock.monotonicMs();
    this.#latency.record(latencyMs, nowMs);
    this.#throttle.record(throttleTimeMs, nowMs);
  }

  retried(topic: string, recordCount: number): void {
    const nowMs = this.#clock.monotonicMs();
    this.#retries.record(recordCount, nowMs);
    this.#topics.get(topic)?.retries.record(recordCount, nowMs);
  }

  /** `topic` only for batches: a record that send() itself refuses counts for the producer alone. */
  failed(recordCount: number, topic?: string): void {
    const nowMs = this.#clock.monotonicMs();
    this.#errors.record(recordCount, nowMs);
    if (topic !== undefined) this.#topics.get(topic)?.errors.record(recordCount, nowMs);
  }

  split(): void {
    this.#splits.record(1, this.#clock.monotonicMs());
  }

  waitedForMemory(waitedMs: number, isExhausted: boolean): void {
    const nowMs = this.#clock.monotonicMs();
    this.#memoryWait.record(waitedMs, nowMs);
    if (isExhausted) this.#exhausted.record(1, nowMs);
  }

  /** Adds the time that the call takes to what such calls took before. */
  async timed<T>(call: TimedCall, action: () => Promise<T>): Promise<T> {
    const startMs = this.#clock.monotonicMs();
    try {
      return await action();
    } finally {
      this.took(call, this.#clock.monotonicMs() - startMs);
    }
  }

  took(call: TimedCall, ms: number): void {
    this.#callNs.set(call, (this.#callNs.get(call) ?? 0) + ms * NS_PER_MS);
  }

  /** Everything of the group `producer-metrics`. */
  values(gauges: ProducerGauges): MetricValues {
    const nowMs = this.#clock.monotonicMs();
    const calls = TIMED_CALLS.map((call) => [`${call}-time-ns-total`, this.#callNs.get(call) ?? 0]);
    return {
      'batch-size-avg': this.#batchSize.average(nowMs),
      'batch-size-max': this.#batchSize.max(nowMs),
      'compression-rate-avg': this.#compression.average(nowMs),
      'record-queue-time-avg': this.#queueTime.average(nowMs),
      'record-queue-time-max': this.#queueTime.max(nowMs),
      'request-latency-avg': this.#latency.average(nowMs),
      'request-latency-max': this.#latency.max(nowMs),
      'produce-throttle-time-avg': this.#throttle.average(nowMs),
      'produce-throttle-time-max': this.#throttle.max(nowMs),
      'record-send-rate': this.#recordsPerRequest.rate(nowMs),
      'record-send-total': this.#recordsPerRequest.total,
      'records-per-request-avg': this.#recordsPerRequest.average(nowMs),
      'record-retry-rate': this.#retries.rate(nowMs),
      'record-retry-total': this.#retries.total,
      'record-error-rate': this.#errors.rate(nowMs),
      'record-error-total': this.#errors.total,
      'record-size-avg': this.#recordSize.average(nowMs),
      'record-size-max': this.#recordSize.max(nowMs),
      'batch-split-rate': this.#splits.rate(nowMs),
      'batch-split-total': this.#splits.total,
      'bufferpool-wait-time-ns-total': this.#memoryWait.total * NS_PER_MS,
      'bufferpool-wait-ratio': this.#memoryWait.rate(nowMs) / 1000,
      'buffer-exhausted-rate': this.#exhausted.rate(nowMs),
      'buffer-exhausted-total': this.#exhausted.total,
      'buffer-total-bytes': gauges.bufferTotalBytes,
      'buffer-available-bytes': gauges.bufferAvailableBytes,
      'waiting-threads': gauges.waitingThreads,
      'requests-in-flight': gauges.requestsInFlight,
      'metadata-age': gauges.metadataAgeS,
      ...Object.fromEntries(calls),
    };
  }

  /** Everything of the group `producer-topic-metrics` about one topic; empty before anything of it was sent. */
  topicValues(topic: string): MetricValues {
    const stats = this.#topics.get(topic);
    if (stats === undefined) return {};
    const nowMs = this.#clock.monotonicMs();
    return {
      'record-send-rate': stats.records.rate(nowMs),
      'record-send-total': stats.records.total,
      'byte-rate': stats.bytes.rate(nowMs),
      'byte-total': stats.bytes.total,
      'compression-rate': stats.compression.average(nowMs),
      'record-retry-rate': stats.retries.rate(nowMs),
      'record-retry-total': stats.retries.total,
      'record-error-rate': stats.errors.rate(nowMs),
      'record-error-total': stats.errors.total,
    };
  }

  #topic(name: string): TopicStats {
    let stats = this.#topics.get(name);
    if (stats === undefined) {
      stats = new TopicStats();
      this.#topics.set(name, stats);
    }
    return stats;
  }
}
