/**
 * Who is behind a producer id and epoch, and what became of it: joins what processes say they believe with what was seen on the
 * wire and in the logs. Answers "which process wrote this batch" and "how did its last transaction end".
 */
import type { Cancel } from '#core/base/clock.ts';
import { comparePartitions, parsePartitionName, partitionName } from '#core/base/topic-partition.ts';
import type { ProducerStanding } from '#core/lab-api/views.ts';
import type { AnyEvent, EventBus, LabEvent } from '#core/observe/event-bus.ts';
import { NONE } from '#core/protocol/records/record-batch.ts';
import { ANY_API } from '../producers/output-tone.ts';

/** Producer ids that are remembered; the oldest are forgotten. */
const PRODUCERS_MAX = 20_000;

type EndMarker = NonNullable<ProducerStanding['lastMarker']>;

interface KnownProducer {
  transactionalId: string | null;
  /** Process by epoch. */
  readonly processes: Map<number, string>;
  /** The transaction that was written to last. */
  transaction: number;
  /** Its partitions that have no marker yet, and the epoch that wrote to each: a marker itself may carry a higher one. */
  readonly unended: Map<string, number>;
  /** How the last transaction of each process ended. */
  readonly endings: Map<string, { readonly transaction: number; readonly marker: EndMarker }>;
}

export class ProducerHistory {
  readonly #producers = new Map<number, KnownProducer>();
  /** Newest exchange by client id, API and error code (of the answer or of one of its partitions). */
  readonly #lastFrames = new Map<string, number>();
  readonly #processOf: (clientId: string | null) => string | null;
  readonly #recordedIdOf: (producerId: number) => string | undefined;
  readonly #unsubscribe: Cancel;
  #revision = 0;

  /** `recordedIdOf`: what the coordinator has on record, also of sessions before this one. */
  constructor(
    bus: EventBus,
    processOf: (clientId: string | null) => string | null,
    recordedIdOf: (producerId: number) => string | undefined = () => undefined,
  ) {
    this.#processOf = processOf;
    this.#recordedIdOf = recordedIdOf;
    this.#unsubscribe = bus.subscribe((event) => this.#take(event));
  }

  close(): void {
    this.#unsubscribe();
  }

  /** Grows whenever `processOf` or `transactionalIdOf` may answer otherwise than before. */
  get revision(): number {
    return this.#revision;
  }

  /** The lab process that writes, or wrote, under this epoch; null for strangers. */
  processOf(producerId: number, epoch: number): string | null {
    return this.#producers.get(producerId)?.processes.get(epoch) ?? null;
  }

  transactionalIdOf(producerId: number): string | null {
    return this.#producers.get(producerId)?.transactionalId ?? this.#recordedIdOf(producerId) ?? null;
  }

  /** The marker that ended the last transaction of a process, in the first partition the process wrote to. */
  lastMarkerOf(producerId: number, process: string): ProducerStanding['lastMarker'] {
    return this.#producers.get(producerId)?.endings.get(process)?.marker ?? null;
  }

  /** Number of the newest exchange in which `clientId` called `api`; with `errorCode`, of the newest that answered so. */
  lastFrame(clientId: string, api: string, errorCode?: number): number | null {
    return this.#lastFrames.get(frameKey(clientId, api, errorCode)) ?? null;
  }

  #take(event: AnyEvent): void {
    switch (event.type) {
      case 'process.belief': {
        const { process, producerId, producerEpoch } = event.data;
        this.#credit(producerId, producerEpoch, process);
        return;
      }
      case 'frame.exchanged':
        this.#takeFrame(event.data);
        return;
      case 'txn.stateChanged':
        this.#name(event.data.producerId, event.data.transactionalId);
        return;
      case 'log.appended':
        this.#takeAppend(event.data);
        return;
      case 'topic.deleted':
        this.#forgetTopic(event.data.topic);
        return;
      default:
        return;
    }
  }

  #takeFrame(frame: LabEvent<'frame.exchanged'>['data']): void {
    const { clientId, api, errorCode, partitionErrors, transactionalId, producerId } = frame;
    const process = this.#processOf(clientId);
    if (clientId === null || process === null) return;
    this.#lastFrames.set(frameKey(clientId, api), frame.frame);
    for (const code of new Set([errorCode, ...partitionErrors.map((error) => error.errorCode)])) {
      this.#lastFrames.set(frameKey(clientId, api, code), frame.frame);
      this.#lastFrames.set(frameKey(clientId, ANY_API, code), frame.frame);
    }
    if (producerId < 0) return;
    this.#credit(producerId, frame.producerEpoch, process);
    if (transactionalId !== null) this.#name(producerId, transactionalId);
  }

  #name(producerId: number, transactionalId: string): void {
    if (producerId < 0) return;
    const producer = this.#producer(producerId);
    if (producer.transactionalId === transactionalId) return;
    producer.transactionalId = transactionalId;
    this.#revision++;
  }

  #takeAppend(append: LabEvent<'log.appended'>['data']): void {
    const { topic, partition, baseOffset: offset, marker: type, producerId, producerEpoch } = append;
    // Offsets in a transaction put a marker on __consumer_offsets too; people look at data.
    if (topic.startsWith('__') || !append.isTransactional) return;
    const producer = this.#producer(producerId);
    const { unended, endings } = producer;
    const place = partitionName({ topic, partition });
    if (type === '') {
      if (unended.size === 0) producer.transaction++;
      unended.set(place, producerEpoch);
      return;
    }
    const process = producer.processes.get(unended.get(place) ?? NONE);
    unended.delete(place);
    if (process === undefined) return;
    const { transaction } = producer;
    const known = endings.get(process);
    const marker: EndMarker = { type, topic, partition, offset };
    // Of the markers that end one transaction, the first partition's stands for all.
    if (known?.transaction !== transaction || comparePartitions(marker, known.marker) < 0) {
      endings.set(process, { transaction, marker });
    }
  }

  #forgetTopic(topic: string): void {
    for (const { unended, endings } of this.#producers.values()) {
      for (const place of unended.keys()) {
        if (parsePartitionName(place)?.topic === topic) unended.delete(place);
      }
      for (const [process, { marker }] of endings) if (marker.topic === topic) endings.delete(process);
    }
  }

  /** The first process that is seen with an epoch has it: a zombie that still uses it later is the same process. */
  #credit(producerId: number, epoch: number, process: string): void {
    if (producerId < 0 || epoch < 0) return;
    const { processes } = this.#producer(producerId);
    if (processes.has(epoch)) return;
    processes.set(epoch, process);
    this.#revision++;
  }

  #producer(producerId: number): KnownProducer {
    let known = this.#producers.get(producerId);
    if (known === undefined) {
      known = {
        transactionalId: null,
        processes: new Map(),
        transaction: 0,
        unended: new Map(),
        endings: new Map(),
      };
      this.#producers.set(producerId, known);
      const [oldest] = this.#producers.keys();
      if (this.#producers.size > PRODUCERS_MAX && oldest !== undefined) this.#producers.delete(oldest);
    }
    return known;
  }
}

function frameKey(clientId: string, api: string, errorCode?: number): string {
  return `${clientId}\0${api}\0${errorCode ?? ''}`;
}
