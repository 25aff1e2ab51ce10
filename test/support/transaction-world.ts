import type { TopicPartition } from '#core/base/topic-partition.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import { BROKER_CONFIG } from '#core/config/broker-config.ts';
import { parseConfig } from '#core/config/config-def.ts';
import type { MarkerLog, TransactionMarkers } from '#core/coordinator/transaction/marker-log.ts';
import type { ProducerIdAllocator } from '#core/coordinator/transaction/producer-id-blocks.ts';
import { TransactionCoordinator } from '#core/coordinator/transaction/transaction-coordinator.ts';
import type { TransactionMetadata } from '#core/coordinator/transaction/transaction-metadata.ts';
import {
  decodeTransactionRecord,
  encodeTransactionRecord,
} from '#core/coordinator/transaction/transaction-record.ts';
import { TRANSACTION_TOPIC } from '#core/coordinator/transaction/transaction-turns.ts';
import type { AnyEvent } from '#core/observe/event-bus.ts';
import { EventBus } from '#core/observe/event-bus.ts';
import type { EventOf, EventType } from '#core/observe/events.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';
import { readRecords } from '#core/protocol/records/batch-reader.ts';
import { InMemoryCoordinatorLog } from './in-memory-coordinator-log.ts';

/** Remembers markers; refuses where told to. */
export class InMemoryMarkerLog implements MarkerLog {
  readonly written: (Omit<TransactionMarkers, 'partitions'> & { readonly partition: string })[] = [];
  /** Answers of the attempts to come, by partition name; when none is left, NONE. */
  readonly refusals = new Map<string, ErrorName[]>();
  /** Every attempt on a partition is answered so, until it is taken away. */
  readonly refuseAlways = new Map<string, ErrorName>();
  readonly deletedTopics = new Set<string>();
  attempts = 0;

  writeMarkers(markers: readonly TransactionMarkers[]): ErrorName[][] {
    return markers.map(({ partitions, ...marker }) =>
      partitions.map((one) => {
        this.attempts++;
        const partition = partitionName(one);
        const error = this.refuseAlways.get(partition) ?? this.refusals.get(partition)?.shift() ?? 'NONE';
        if (error === 'NONE') this.written.push({ ...marker, partition });
        return error;
      }),
    );
  }

  exists({ topic }: TopicPartition): boolean {
    return !this.deletedTopics.has(topic);
  }
}

/** Blocks of producer ids that outlive the coordinator. */
export class InMemoryProducerIds implements ProducerIdAllocator {
  next = 1000;
  isAvailable = true;

  allocateBlock(size: number): number | undefined {
    if (!this.isAvailable) return undefined;
    this.next += size;
    return this.next - size;
  }
}

export type TransactionVersion = 0 | 1 | 2;

/** A transaction coordinator on simulated time, with logs that outlive it. */
export class TransactionWorld {
  readonly clock = new SimClock();
  readonly bus = new EventBus(this.clock);
  readonly log = new InMemoryCoordinatorLog();
  readonly markers = new InMemoryMarkerLog();
  readonly producerIds = new InMemoryProducerIds();
  readonly events: AnyEvent[] = [];
  transactionVersion: TransactionVersion;
  markerDelayMs = 0;
  coordinator: TransactionCoordinator;
  readonly #settings: { readonly [key: string]: string };
  readonly #partitionCount: number;
  #epoch = 0;

  constructor(
    transactionVersion: TransactionVersion,
    settings: { readonly [key: string]: string } = {},
    partitionCount = 1,
  ) {
    this.transactionVersion = transactionVersion;
    this.#settings = settings;
    this.#partitionCount = partitionCount;
    this.bus.subscribe((event) => this.events.push(event));
    this.coordinator = this.#make();
  }

  #make(): TransactionCoordinator {
    return new TransactionCoordinator({
      clock: this.clock,
      bus: this.bus,
      config: parseConfig(BROKER_CONFIG, this.#settings),
      log: this.log,
      markers: this.markers,
      producerIds: this.producerIds,
      partitionCount: () => this.#partitionCount,
      transactionVersion: () => this.transactionVersion,
      markerDelayMs: () => this.markerDelayMs,
    });
  }

  /** Leads every partition, and answers requests. */
  async start(): Promise<this> {
    this.coordinator.start();
    for (let partition = 0; partition < this.#partitionCount; partition++) {
      await this.coordinator.onElection(partition, this.#epoch);
    }
    return this;
  }

  /** The coordinator ends without a word, and another one loads what it left. */
  async restart(): Promise<void> {
    this.coordinator.close();
    this.#epoch++;
    this.coordinator = this.#make();
    await this.start();
  }

  /** Lets what is due happen. */
  async settle(byMs = 5): Promise<void> {
    await this.clock.advance(byMs);
  }

  /** Puts a record into the log as if an earlier coordinator had written it. Call before `start`. */
  store(metadata: TransactionMetadata, version: 0 | 1 = 1): void {
    const { transactionalId } = metadata;
    const { key, value } = encodeTransactionRecord({ transactionalId, metadata, version });
    const timestamp = this.clock.nowMs();
    const batch = buildBatch({ records: [{ timestamp, key, value, headers: [] }] });
    this.log.append({ topic: TRANSACTION_TOPIC, partition: 0 }, batch);
  }

  /** Every record of one partition, decoded; null is a tombstone. */
  records(partition = 0): (TransactionMetadata | null)[] {
    return [...this.log.readAll({ topic: TRANSACTION_TOPIC, partition })].flatMap((batch) =>
      [...readRecords(batch)].map(({ key, value }) => {
        const record = key === null ? undefined : decodeTransactionRecord(key, value);
        return record?.metadata ?? null;
      }),
    );
  }

  /** `Ongoing 1000/0` and so on, for the newest `last` records. */
  history(last = 99): string[] {
    return this.records()
      .slice(-last)
      .map((one) =>
        one === null
          ? 'tombstone'
          : [
              `${one.state} ${one.producerId}/${one.producerEpoch}`,
              one.previousProducerId === one.producerId || one.previousProducerId === -1
                ? ''
                : ` previous ${one.previousProducerId}`,
              one.nextProducerId === -1 ? '' : ` next ${one.nextProducerId}`,
            ].join(''),
      );
  }

  eventsOf<T extends EventType>(type: T): EventOf<T>[] {
    return this.events.flatMap((event) => (event.type === type ? [event.data as unknown as EventOf<T>] : []));
  }
}
