import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Disk } from '#core/base/disk.ts';
import type { BrokerConfig } from '#core/config/broker-config.ts';
import { BROKER_CONFIG } from '#core/config/broker-config.ts';
import { parseConfig } from '#core/config/config-def.ts';
import { TOPIC_CONFIG } from '#core/config/topic-config.ts';
import type { LogConfig } from '#core/log/log-config.ts';
import { LogManager } from '#core/log/log-manager.ts';
import type { AppendOptions, AppendResult } from '#core/log/log-types.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import { EventBus } from '#core/observe/event-bus.ts';
import type { EventOf, EventType } from '#core/observe/events.ts';
import { NodeDisk } from '#core/platform/node/node-disk.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';
import { markerBatch } from '#core/protocol/records/control-record.ts';
import { SeededRandom } from './seeded-random.ts';

/** Wall clock at the start of a test, unless it says otherwise: the timestamp of records that say nothing. */
export const START_MS = 1_700_000_000_000;

export type Given = { readonly [key: string]: string };

/** Where the fixtures of `set` lie, e.g. `log-dirs/rolled`. */
export function fixture(set: string): string {
  return fileURLToPath(new URL(`../fixtures/${set}`, import.meta.url));
}

/** A data directory on the real disk, a simulated clock, and the log manager over both. */
export class LogWorld {
  readonly directory = mkdtempSync(join(tmpdir(), 'fencepost-log-'));
  readonly clock: SimClock;
  readonly bus: EventBus;
  readonly events: { readonly type: EventType; readonly data: unknown }[] = [];
  disk: Disk = new NodeDisk();
  topicConfig: (topic: string) => LogConfig = () => topicConfig();

  constructor(startMs = START_MS) {
    this.clock = new SimClock(startMs);
    this.bus = new EventBus(this.clock);
    this.bus.subscribe(({ type, data }) => this.events.push({ type, data }));
  }

  /** Fills the data directory with a copy of `test/fixtures/<set>/data`. */
  copy(set: string): this {
    cpSync(join(fixture(set), 'data'), this.directory, { recursive: true });
    return this;
  }

  open(config: Given = {}, bus = this.bus): Promise<LogManager> {
    return LogManager.open({
      disk: this.disk,
      clock: this.clock,
      bus,
      random: new SeededRandom(7),
      directory: this.directory,
      config: brokerConfig(config),
      topicConfig: this.topicConfig,
    });
  }

  /** Payloads of the events of one type, oldest first. */
  of<T extends EventType>(type: T): EventOf<T>[] {
    return this.events.filter((event) => event.type === type).map((event) => event.data as EventOf<T>);
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}

/** Settings of the broker. */
export function brokerConfig(given: Given = {}): BrokerConfig {
  return parseConfig(BROKER_CONFIG, given);
}

/** Settings of a topic. Segments may be smaller than Kafka allows, as its own tests make them (internal.segment.bytes). */
export function topicConfig(given: Given = {}): LogConfig {
  const { 'segment.bytes': segmentBytes, ...others } = given;
  const config = parseConfig(TOPIC_CONFIG, others);
  return segmentBytes === undefined ? config : { ...config, 'segment.bytes': Number(segmentBytes) };
}

/** Creates `orders-0`, led in epoch 0. */
export function createOrders(manager: LogManager, given: Given = {}, partition = 0): PartitionLog {
  const log = manager.create(
    { topic: 'orders', partition },
    { topicId: 'k5T05MNcR3q2hykuMyem9A', config: topicConfig(given) },
  );
  log.becomeLeader(0);
  return log;
}

/** What a test says of a batch; the rest is ordinary. */
export interface BatchSaying {
  readonly producerId?: number;
  readonly epoch?: number;
  readonly sequence?: number;
  readonly isTransactional?: boolean;
  /** How many records. */
  readonly count?: number;
  readonly codec?: number;
  readonly timestamp?: number;
  /** Bytes of each value. */
  readonly valueSize?: number;
}

/** A batch as a producer sends it: no offsets yet. */
export function aBatch(saying: BatchSaying = {}): Buffer {
  const { count = 1, timestamp = START_MS, valueSize = 8 } = saying;
  const records = Array.from({ length: count }, (_, i) => ({
    timestamp: timestamp + i,
    key: Buffer.from(`key-${i}`),
    value: Buffer.alloc(valueSize, 97 + (i % 26)),
    headers: [],
  }));
  return buildBatch({
    records,
    codec: saying.codec,
    producerState: {
      producerId: saying.producerId ?? -1,
      producerEpoch: saying.epoch ?? (saying.producerId === undefined ? -1 : 0),
      baseSequence: saying.sequence ?? (saying.producerId === undefined ? -1 : 0),
      isTransactional: saying.isTransactional ?? false,
    },
  });
}

/** A marker as the transaction coordinator sends it. */
export function aMarker(
  type: 'COMMIT' | 'ABORT',
  saying: { readonly producerId: number; readonly epoch?: number; readonly coordinatorEpoch?: number },
): Buffer {
  return markerBatch({
    type,
    producerId: saying.producerId,
    producerEpoch: saying.epoch ?? 0,
    coordinatorEpoch: saying.coordinatorEpoch ?? 0,
    timestamp: START_MS,
  });
}

/** Appends what needs no waiting, as a client unless said otherwise. */
export function append(log: PartitionLog, batch: Buffer, options: Partial<AppendOptions> = {}): AppendResult {
  const result = log.append(batch, { origin: 'client', leaderEpoch: log.leaderEpoch, ...options });
  if (result instanceof Promise) throw new Error('the append was not made at once');
  return result;
}

/** Appends a transactional batch with the guard that verification would have brought. */
export function appendVerified(
  log: PartitionLog,
  saying: BatchSaying & { readonly producerId: number },
): AppendResult {
  const verificationGuard = log.startVerification({
    producerId: saying.producerId,
    producerEpoch: saying.epoch ?? 0,
    baseSequence: saying.sequence ?? 0,
    supportsEpochBump: false,
  });
  return append(log, aBatch({ ...saying, isTransactional: true }), { verificationGuard });
}

/** Appends a marker as the coordinator does. */
export function end(
  log: PartitionLog,
  type: 'COMMIT' | 'ABORT',
  saying: { readonly producerId: number; readonly epoch?: number; readonly coordinatorEpoch?: number },
  transactionVersion = 0,
): AppendResult {
  return append(log, aMarker(type, saying), { origin: 'coordinator', transactionVersion });
}
