/**
 * Who is behind a producer id and epoch, and what became of it: joins what processes say they believe with what was seen on the
 * wire and in the logs. Answers "which process wrote this batch" and "which marker came last".
 */
import type { Cancel } from '#core/base/clock.ts';
import type { ProducerStanding } from '#core/lab-api/views.ts';
import type { AnyEvent, EventBus, LabEvent } from '#core/observe/event-bus.ts';

/** Producer ids that are remembered; the oldest are forgotten. */
const PRODUCERS_MAX = 20_000;

interface KnownProducer {
  transactionalId: string | null;
  lastMarker: ProducerStanding['lastMarker'];
  /** Records were appended after that marker: the next one ends another transaction. */
  hasWrittenSince: boolean;
  /** Process by epoch. */
  readonly processes: Map<number, string>;
}

export class ProducerHistory {
  readonly #producers = new Map<number, KnownProducer>();
  /** Newest exchange by client id, API and error code (of the answer or of one of its partitions). */
  readonly #lastFrames = new Map<string, number>();
  readonly #processOf: (clientId: string | null) => string | null;
  readonly #unsubscribe: Cancel;
  #revision = 0;

  constructor(bus: EventBus, processOf: (clientId: string | null) => string | null) {
    this.#processOf = processOf;
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
    return this.#producers.get(producerId)?.transactionalId ?? null;
  }

  lastMarkerOf(producerId: number): ProducerStanding['lastMarker'] {
    return this.#producers.get(producerId)?.lastMarker ?? null;
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
    const { topic, partition, baseOffset: offset, marker: type, producerId } = append;
    // Offsets in a transaction put a marker on __consumer_offsets too; people look at data.
    if (topic.startsWith('__') || producerId < 0) return;
    const producer = this.#producer(producerId);
    if (type === '') {
      producer.hasWrittenSince = true;
      return;
    }
    // Of the markers that end one transaction, the one in the first partition stands for all.
    const known = producer.lastMarker;
    const isFirst =
      known === null || topic < known.topic || (topic === known.topic && partition < known.partition);
    if (producer.hasWrittenSince || isFirst) producer.lastMarker = { type, topic, partition, offset };
    producer.hasWrittenSince = false;
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
      known = { transactionalId: null, lastMarker: null, hasWrittenSince: false, processes: new Map() };
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
