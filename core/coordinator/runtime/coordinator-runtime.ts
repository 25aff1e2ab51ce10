/**
 * Runs the shards of one internal topic: loads them on election, gives them write and read turns, drops them on resignation.
 *
 *   elect ──▶ loading ──▶ active ──▶ (resign) gone
 *                 └─────▶ failed: the log does not parse
 *
 * A write turn is: handle, append one batch, replay its records, release the answer. It runs within one turn of the event loop,
 * so no other request ever sees a record that is decided but not in the log. (source: CoordinatorRuntime)
 *
 * Called by the broker's leadership code (`elect`, `resign`) and by the transaction and group coordinators.
 */
import { AssertionError, assert } from '#core/base/assert.ts';
import type { Clock } from '#core/base/clock.ts';
import { sleep } from '#core/base/clock.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';
import { markerBatch } from '#core/protocol/records/control-record.ts';
import { NONE } from '#core/protocol/records/record-batch.ts';
import { clientErrorOfAppend } from './append-errors.ts';
import type { CoordinatorAppendOptions, CoordinatorLog } from './partition-writer.ts';
import { recordsOf, replayBatch } from './replay-batch.ts';
import type { EncodedRecord, Shard, TransactionEnd, Turn } from './shard.ts';
import { CoordinatorTimer } from './timer.ts';

/** Batches replayed in one turn of the event loop: a long log does not hold it up. */
const BATCHES_PER_TURN = 2000;

/** A turn that happened, with its answer, or why it did not happen. */
export type Outcome<A> =
  | {
      readonly error: 'NONE';
      readonly answer: A;
      /** Offset of the first record written; −1 when nothing was. */
      readonly baseOffset: number;
    }
  | { readonly error: Exclude<ErrorName, 'NONE'> };

/** What a shard is given when it is made. */
export interface ShardContext {
  readonly partition: number;
  /** Leader epoch of the partition, which goes into markers. */
  readonly coordinatorEpoch: number;
  /** Its timeouts; all of them are cancelled when it is unloaded. */
  readonly timer: CoordinatorTimer;
}

/** What makes one coordinator's runtime different from another's. */
export interface RuntimeOptions<R, S extends Shard<R>> {
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly log: CoordinatorLog;
  /** The internal topic. */
  readonly topic: string;
  createShard(context: ShardContext): S;
  /** Sequence in the header of every batch: −1 in __transaction_state, 0 in __consumer_offsets. */
  readonly baseSequence: number;
  /** Codec of the batches; none when absent. */
  readonly codec?: number;
}

interface Owned<S> {
  status: 'loading' | 'active' | 'failed';
  readonly epoch: number;
  readonly shard: S;
  readonly timer: CoordinatorTimer;
}

export class CoordinatorRuntime<R, S extends Shard<R>> {
  readonly #options: RuntimeOptions<R, S>;
  readonly #owned = new Map<number, Owned<S>>();
  #isStarted = false;
  #isWriting = false;

  constructor(options: RuntimeOptions<R, S>) {
    this.#options = options;
  }

  /** Requests are answered from now on; before, each gets COORDINATOR_NOT_AVAILABLE. */
  start(): void {
    this.#isStarted = true;
  }

  /** Drops every shard; requests get COORDINATOR_NOT_AVAILABLE. */
  close(): void {
    for (const partition of [...this.#owned.keys()]) this.resign(partition);
    this.#isStarted = false;
  }

  get isStarted(): boolean {
    return this.#isStarted;
  }

  /** True while a partition is being read. */
  get isLoading(): boolean {
    return [...this.#owned.values()].some(({ status }) => status === 'loading');
  }

  /** The partitions whose shards are loaded, in order of election. */
  *partitions(): Generator<number> {
    for (const [partition, { status }] of this.#owned) if (status === 'active') yield partition;
  }

  /** The loaded shards, in order of election. */
  *shards(): Generator<S> {
    for (const { status, shard } of this.#owned.values()) if (status === 'active') yield shard;
  }

  /**
   * This broker leads `partition` at `epoch` from now on. What fits into one turn is loaded before the call returns; requests
   * that come before the end of a longer log get COORDINATOR_LOAD_IN_PROGRESS. An epoch that is not newer changes nothing.
   * @returns a promise that settles when the partition is loaded, was given up, or has turned out not to parse.
   */
  elect(partition: number, epoch: number): Promise<void> {
    const before = this.#owned.get(partition);
    if (before !== undefined) {
      if (before.epoch >= epoch) return Promise.resolve();
      this.resign(partition);
    }
    const timer = new CoordinatorTimer(this.#options.clock);
    const shard = this.#options.createShard({ partition, coordinatorEpoch: epoch, timer });
    const owned: Owned<S> = { status: 'loading', epoch, shard, timer };
    this.#owned.set(partition, owned);
    return this.#load(this.#place(partition), owned);
  }

  /** This broker does not lead `partition` any more: its state and timeouts are dropped. */
  resign(partition: number): void {
    const owned = this.#owned.get(partition);
    if (owned === undefined) return;
    this.#owned.delete(partition);
    owned.timer.cancelAll();
    owned.shard.onUnloaded();
  }

  /** Epoch at which this broker leads `partition`; undefined when it does not. */
  coordinatorEpoch(partition: number): number | undefined {
    return this.#owned.get(partition)?.epoch;
  }

  /** Why `partition` cannot answer now; NONE when it can. */
  availability(partition: number): ErrorName {
    if (!this.#isStarted) return 'COORDINATOR_NOT_AVAILABLE';
    const owned = this.#owned.get(partition);
    if (owned === undefined || owned.status === 'failed') return 'NOT_COORDINATOR';
    return owned.status === 'loading' ? 'COORDINATOR_LOAD_IN_PROGRESS' : 'NONE';
  }

  /** A turn that only looks. */
  read<A>(partition: number, look: (shard: S) => A): Outcome<A> {
    const error = this.availability(partition);
    if (error !== 'NONE') return { error };
    return { error: 'NONE', answer: look(this.#active(partition).shard), baseOffset: NONE };
  }

  /** A turn that may write. When the append fails, nothing has changed and the client's error is answered. */
  write<A>(
    partition: number,
    handle: (shard: S) => Turn<R, A>,
    options?: CoordinatorAppendOptions,
  ): Outcome<A> {
    const error = this.availability(partition);
    if (error !== 'NONE') return { error };
    return this.#exclusively(() => {
      const { shard } = this.#active(partition);
      const { records, answer, producer } = handle(shard);
      if (records.length === 0) return { error: 'NONE', answer, baseOffset: NONE };
      const timestampMs = this.#options.clock.nowMs();
      const batch = this.#batchOf(
        records.map((record) => shard.encode(record)),
        timestampMs,
        producer,
      );
      const appended = this.#options.log.append(this.#place(partition), batch, options);
      if (appended.error !== 'NONE') return failed(appended.error);
      records.forEach((record, index) => {
        shard.replay(record, {
          offset: appended.baseOffset + index,
          timestampMs,
          producerId: producer?.producerId ?? NONE,
          producerEpoch: producer?.producerEpoch ?? NONE,
        });
      });
      return { error: 'NONE', answer, baseOffset: appended.baseOffset };
    });
  }

  /** Writes a marker into `partition` and applies it, in one step. The answer is the marker's offset. */
  writeMarker(partition: number, end: TransactionEnd, options?: CoordinatorAppendOptions): Outcome<number> {
    const error = this.availability(partition);
    if (error !== 'NONE') return { error };
    return this.#exclusively(() => {
      const batch = markerBatch({
        producerId: end.producerId,
        producerEpoch: end.producerEpoch,
        type: end.commit ? 'COMMIT' : 'ABORT',
        coordinatorEpoch: end.coordinatorEpoch,
        timestamp: this.#options.clock.nowMs(),
      });
      const appended = this.#options.log.append(this.#place(partition), batch, options);
      if (appended.error !== 'NONE') return failed(appended.error);
      this.#active(partition).shard.replayTransactionEnd?.(end, appended.baseOffset);
      return { error: 'NONE', answer: appended.baseOffset, baseOffset: appended.baseOffset };
    });
  }

  #place(partition: number): TopicPartition {
    return { topic: this.#options.topic, partition };
  }

  #active(partition: number): Owned<S> {
    const owned = this.#owned.get(partition);
    assert(owned?.status === 'active', `partition ${partition} is not active`);
    return owned;
  }

  /** A turn inside a turn would decide on state that the outer one is about to change. */
  #exclusively<T>(turn: () => T): T {
    assert(!this.#isWriting, 'a write turn must not start another one');
    this.#isWriting = true;
    try {
      return turn();
    } finally {
      this.#isWriting = false;
    }
  }

  #batchOf(
    records: readonly EncodedRecord[],
    timestampMs: number,
    producer: { readonly producerId: number; readonly producerEpoch: number } | undefined,
  ): Buffer {
    return buildBatch({
      records: records.map(({ key, value }) => ({ timestamp: timestampMs, key, value, headers: [] })),
      codec: this.#options.codec ?? 0,
      producerState: {
        producerId: producer?.producerId ?? NONE,
        producerEpoch: producer?.producerEpoch ?? NONE,
        baseSequence: this.#options.baseSequence,
        isTransactional: producer !== undefined,
      },
    });
  }

  async #load(place: TopicPartition, owned: Owned<S>): Promise<void> {
    const { bus, clock, log } = this.#options;
    let records = 0;
    let batches = 0;
    try {
      for (const batch of log.readAll(place)) {
        const found = recordsOf(batch);
        const read = found instanceof Promise ? await found : found;
        if (this.#owned.get(place.partition) !== owned) return;
        records += replayBatch(owned.shard, batch, read);
        if (++batches % BATCHES_PER_TURN !== 0) continue;
        await sleep(clock, 0);
        if (this.#owned.get(place.partition) !== owned) return;
      }
    } catch (cause) {
      // Bytes that do not parse, or a disk that does not read: the partition stays away. A mistake of ours is no such thing.
      if (cause instanceof AssertionError) throw cause;
      owned.status = 'failed';
      bus.publish('coordinator.loadFailed', { ...place, message: String(cause) });
      return;
    }
    owned.status = 'active';
    bus.publish('coordinator.loaded', { ...place, records });
    owned.shard.onLoaded();
  }
}

function failed(error: Exclude<ErrorName, 'NONE'>): { readonly error: Exclude<ErrorName, 'NONE'> } {
  const mapped = clientErrorOfAppend(error);
  assert(mapped !== 'NONE', `${error} must not become NONE`);
  return { error: mapped };
}
