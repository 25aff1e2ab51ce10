/**
 * Takes one decision about one transactional id to its end: the record, the memory beside it, markers, and what is announced.
 *
 *   decide ─▶ append, replay ─▶ Prepare*? note what follows, send markers ─▶ Complete*
 *                          └──▶ refused: announce
 *
 * (source: TransactionStateManager.appendTransactionToLog and its callbacks in TransactionCoordinator)
 */
import type { Clock } from '#core/base/clock.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { ERRORS } from '#core/protocol/errors.ts';
import { NONE } from '#core/protocol/records/record-batch.ts';
import { CoordinatorRuntime } from '../runtime/coordinator-runtime.ts';
import type { CoordinatorLog } from '../runtime/partition-writer.ts';
import type { Decision } from './decision.ts';
import { decideFence, fencedInMemory } from './end-transaction.ts';
import type { MarkerLog } from './marker-log.ts';
import { MarkerSender } from './marker-sender.ts';
import type { ProducerIdBlocks } from './producer-id-blocks.ts';
import { completed, EPOCH_MAX, raisesEpoch } from './transaction-metadata.ts';
import type { TransactionRecord } from './transaction-record.ts';
import { canBeStored, valueVersionOf } from './transaction-record.ts';
import type { TransactionEntry } from './transaction-shard.ts';
import { openPartitions, TransactionShard } from './transaction-shard.ts';
import type { TransactionState } from './transaction-state.ts';
import { isPrepared } from './transaction-state.ts';

export const TRANSACTION_TOPIC = '__transaction_state';

/** Why an id moved to another state, as `txn.stateChanged` says it. */
export type TransactionCause =
  | 'initProducerId'
  | 'addPartitions'
  | 'endTxn'
  | 'timeout'
  | 'fence'
  | 'markersWritten'
  | 'expired'
  | 'loaded';

/** Who asks for what, for the announcement when it is refused. */
export interface Asker {
  readonly transactionalId: string;
  readonly api: string;
  readonly producerId: number;
  readonly producerEpoch: number;
}

export interface TransactionTurnsInit {
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly log: CoordinatorLog;
  readonly markers: MarkerLog;
  readonly producerIds: ProducerIdBlocks;
  /** Of the cluster. */
  transactionVersion(): number;
  markerDelayMs(): number;
}

/** How a turn ended, and the id as it is then. */
export interface TurnResult {
  readonly error: ErrorName;
  /** What was decided; undefined when nothing could be. */
  readonly decision?: Decision;
  readonly entry: TransactionEntry | undefined;
}

export class TransactionTurns {
  readonly #init: TransactionTurnsInit;
  readonly #markers: MarkerSender;
  readonly runtime: CoordinatorRuntime<TransactionRecord, TransactionShard>;

  constructor(init: TransactionTurnsInit) {
    this.#init = init;
    this.runtime = new CoordinatorRuntime({
      clock: init.clock,
      bus: init.bus,
      log: init.log,
      topic: TRANSACTION_TOPIC,
      baseSequence: NONE,
      createShard: (context) =>
        new TransactionShard({ ...context, onLoaded: (shard) => this.#onLoaded(shard) }),
    });
    this.#markers = new MarkerSender({
      bus: init.bus,
      markers: init.markers,
      delayMs: init.markerDelayMs,
      complete: (shard, transactionalId) => this.#complete(shard, transactionalId),
    });
  }

  /** One turn about one id of `partition`. */
  run(
    partition: number,
    transactionalId: string,
    cause: TransactionCause,
    decide: (entry: TransactionEntry | undefined) => Decision,
  ): TurnResult {
    const version = valueVersionOf(this.#init.transactionVersion());
    const outcome = this.runtime.write(partition, (shard) => {
      const before = shard.get(transactionalId);
      const decision = storable(decide(before), version);
      const records =
        decision.kind === 'write' ? [{ transactionalId, metadata: decision.next, version }] : [];
      return { records, answer: { shard, before, decision } };
    });
    if (outcome.error !== 'NONE') return { error: outcome.error, entry: undefined };
    const { shard, before, decision } = outcome.answer;
    if (decision.kind === 'refuse') return { error: decision.error, decision, entry: before };
    if (decision.kind === 'write') this.#onWritten(shard, before, transactionalId, cause);
    return { error: 'NONE', decision, entry: shard.get(transactionalId) };
  }

  /** Aborts the open transaction of an id under a raised epoch. `mayStill` is asked within the turn. */
  fence(
    partition: number,
    transactionalId: string,
    cause: 'fence' | 'timeout',
    mayStill: (entry: TransactionEntry) => boolean = () => true,
  ): ErrorName {
    const transactionVersion = this.#init.transactionVersion();
    const result = this.run(partition, transactionalId, cause, (entry) => {
      if (entry === undefined || !mayStill(entry)) return { kind: 'agree' };
      const nowMs = this.#init.clock.nowMs();
      const allocate = (): number | undefined => this.#init.producerIds.next();
      return decideFence({ entry, transactionVersion, nowMs, allocate });
    });
    if (result.error !== 'NONE' && result.decision === undefined && !raisesEpoch(transactionVersion)) {
      this.#rememberFailedFence(partition, transactionalId);
    }
    return result.error;
  }

  /** Writes tombstones for the ids, as one batch. */
  forget(shard: TransactionShard, transactionalIds: readonly string[]): ErrorName {
    const outcome = this.runtime.write(shard.partition, (current) => {
      const entries = transactionalIds.flatMap((id) => current.get(id) ?? []);
      const records = entries.map(({ metadata }) => ({
        transactionalId: metadata.transactionalId,
        metadata: null,
        version: 0,
      }));
      return { records, answer: entries };
    });
    if (outcome.error !== 'NONE') return outcome.error;
    outcome.answer.forEach((entry, index) => {
      const offset = outcome.baseOffset + index;
      this.#announce(shard, { ...entry, offset }, entry.metadata.state, 'Dead', 'expired');
    });
    return 'NONE';
  }

  /** Says that a request was refused. */
  announceRefusal(asker: Asker, error: ErrorName, entry: TransactionEntry | undefined): void {
    if (!this.#init.bus.isObserved) return;
    this.#init.bus.publish('txn.refused', {
      ...asker,
      currentProducerId: entry?.metadata.producerId ?? NONE,
      currentEpoch: entry?.metadata.producerEpoch ?? NONE,
      state: entry?.metadata.state ?? '',
      errorCode: ERRORS[error].code,
    });
  }

  #onWritten(
    shard: TransactionShard,
    before: TransactionEntry | undefined,
    transactionalId: string,
    cause: TransactionCause,
  ): void {
    const entry = shard.get(transactionalId);
    if (entry === undefined) return;
    this.#announce(shard, entry, before?.metadata.state ?? 'Empty', entry.metadata.state, cause);
    if (isPrepared(entry.metadata.state)) this.#startCompletion(shard, entry);
  }

  #startCompletion(shard: TransactionShard, { metadata }: TransactionEntry): void {
    shard.note(metadata.transactionalId, {
      completion: completed(metadata, this.#init.clock.nowMs()),
      unmarked: metadata.partitions,
      hasFailedEpochFence: false,
    });
    this.#markers.send(shard, metadata.transactionalId);
  }

  #complete(shard: TransactionShard, transactionalId: string): ErrorName {
    return this.run(shard.partition, transactionalId, 'markersWritten', (entry) =>
      entry?.completion === undefined ? { kind: 'agree' } : { kind: 'write', next: entry.completion },
    ).error;
  }

  #rememberFailedFence(partition: number, transactionalId: string): void {
    this.runtime.read(partition, (shard) => {
      const entry = shard.get(transactionalId);
      if (entry === undefined) return;
      const { metadata, hasFailedEpochFence } = entry;
      const isRaised = hasFailedEpochFence || metadata.producerEpoch === EPOCH_MAX;
      shard.note(transactionalId, {
        metadata: fencedInMemory(metadata, isRaised ? 0 : 1),
        hasFailedEpochFence: true,
      });
    });
  }

  #onLoaded(shard: TransactionShard): void {
    for (const entry of [...shard.entries()]) {
      const { state } = entry.metadata;
      this.#announce(shard, entry, state, state, 'loaded');
      if (isPrepared(state)) this.#startCompletion(shard, entry);
    }
  }

  #announce(
    shard: TransactionShard,
    entry: TransactionEntry,
    from: TransactionState,
    to: TransactionState,
    cause: TransactionCause,
  ): void {
    if (!this.#init.bus.isObserved) return;
    const { metadata, offset } = entry;
    this.#init.bus.publish('txn.stateChanged', {
      transactionalId: metadata.transactionalId,
      producerId: metadata.producerId,
      producerEpoch: metadata.producerEpoch,
      from,
      to,
      cause,
      timeoutMs: metadata.timeoutMs,
      startedAtMs: metadata.startedAtMs,
      partitions: openPartitions(entry).map(partitionName),
      logPartition: shard.partition,
      logOffset: offset,
    });
  }
}

/** A step that the cluster's record format cannot hold is refused before anything is written. */
function storable(decision: Decision, version: number): Decision {
  return decision.kind === 'write' && !canBeStored(decision.next, version)
    ? { kind: 'refuse', error: 'UNSUPPORTED_VERSION' }
    : decision;
}
