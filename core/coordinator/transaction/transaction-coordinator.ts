/**
 * The transaction coordinator: for every transactional id, who may write under it, which partitions are in its transaction, and
 * how that ends.
 *
 * Methods answer Kafka's newest error names; a handler turns PRODUCER_FENCED into INVALID_PRODUCER_EPOCH for old API versions.
 * They answer within the turn they are called in; only markers come later. (source: TransactionCoordinator)
 *
 * Called by the broker: handlers, leadership of __transaction_state, and partitions that verify a transaction.
 */
import type { Cancel, Clock } from '#core/base/clock.ts';
import { repeat } from '#core/base/clock.ts';
import { coordinatorPartition } from '#core/base/java-hash.ts';
import { Scope } from '#core/base/scope.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { NONE } from '#core/protocol/records/record-batch.ts';
import type { CoordinatorLog } from '../runtime/partition-writer.ts';
import { decideAdd, verify } from './add-to-transaction.ts';
import type { Decision } from './decision.ts';
import { decideEnd } from './end-transaction.ts';
import { askedOf, decideInit, errorOfInit } from './init-producer-id.ts';
import type { ListedTransactions, TransactionDescription, TransactionFilter } from './list-transactions.ts';
import { describeEntry, listTransactions } from './list-transactions.ts';
import type { MarkerLog } from './marker-log.ts';
import type { ProducerIdAllocator } from './producer-id-blocks.ts';
import { ProducerIdBlocks } from './producer-id-blocks.ts';
import { isExpired, isOverdue, tombstoneBatches } from './timeouts.ts';
import type { TransactionMetadata } from './transaction-metadata.ts';
import { completed, raisesEpoch } from './transaction-metadata.ts';
import type {
  AddPartitionsRequest,
  EndTransactionRequest,
  InitProducerIdRequest,
  ProducerAnswer,
  ProducerOfTransaction,
  TransactionConfig,
} from './transaction-requests.ts';
import type { TransactionEntry } from './transaction-shard.ts';
import type { Asker, TurnResult } from './transaction-turns.ts';
import { TransactionTurns } from './transaction-turns.ts';

export interface TransactionCoordinatorInit {
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly config: TransactionConfig;
  readonly log: CoordinatorLog;
  readonly markers: MarkerLog;
  readonly producerIds: ProducerIdAllocator;
  /** Partitions of __transaction_state: as they are, or as they will be when the topic is created. */
  partitionCount(): number;
  /** The cluster's finalized level of the feature; may change while running. */
  transactionVersion(): number;
  /** Pause between the answer of EndTxn and its markers, in ms; 0 when absent. */
  markerDelayMs?(): number;
}

export class TransactionCoordinator {
  readonly #init: TransactionCoordinatorInit;
  readonly #producerIds: ProducerIdBlocks;
  readonly #turns: TransactionTurns;
  #background = new Scope();

  constructor(init: TransactionCoordinatorInit) {
    this.#init = init;
    this.#producerIds = new ProducerIdBlocks(init.producerIds);
    this.#turns = new TransactionTurns({
      clock: init.clock,
      bus: init.bus,
      log: init.log,
      markers: init.markers,
      producerIds: this.#producerIds,
      transactionVersion: () => init.transactionVersion(),
      markerDelayMs: () => init.markerDelayMs?.() ?? 0,
    });
  }

  /** Begins to answer requests, and to look for overdue transactions and forgotten ids. */
  start(): void {
    const { clock, config } = this.#init;
    this.#turns.runtime.start();
    this.#background = new Scope();
    const every = (key: keyof TransactionConfig & `${string}interval.ms`, task: () => void): Cancel =>
      repeat(clock, config[key], task);
    this.#background.add(
      every('transaction.abort.timed.out.transaction.cleanup.interval.ms', () => this.abortOverdue()),
    );
    this.#background.add(
      every('transaction.remove.expired.transaction.cleanup.interval.ms', () => this.forgetExpired()),
    );
  }

  /** Stops; markers that are not written yet are written after the next start. */
  close(): void {
    this.#background.close();
    this.#turns.runtime.close();
  }

  /** The partition of __transaction_state that owns the id. */
  partitionFor(transactionalId: string): number {
    return coordinatorPartition(transactionalId, this.#init.partitionCount());
  }

  /** This broker leads `partition` from now on; settles when its ids are loaded. */
  onElection(partition: number, epoch: number): Promise<void> {
    return this.#turns.runtime.elect(partition, epoch);
  }

  onResignation(partition: number): void {
    this.#turns.runtime.resign(partition);
  }

  /** NONE when this coordinator would answer requests about the id. */
  availability(transactionalId: string): ErrorName {
    return this.#turns.runtime.availability(this.partitionFor(transactionalId));
  }

  initProducerId(request: InitProducerIdRequest): ProducerAnswer {
    const { transactionalId, producerId, producerEpoch } = request;
    // Half a producer is refused by Kafka's request layer, before anything is looked at.
    if ((producerId === NONE) !== (producerEpoch === NONE)) return refused('INVALID_REQUEST');
    if (transactionalId === null) {
      const fresh = this.#producerIds.next();
      return fresh === undefined
        ? refused('COORDINATOR_LOAD_IN_PROGRESS')
        : { error: 'NONE', producerId: fresh, producerEpoch: 0 };
    }
    const asker = { transactionalId, api: 'InitProducerId', producerId, producerEpoch };
    const wrong = errorOfInit(transactionalId, request, this.#init.config);
    if (wrong !== 'NONE') return this.#refuse(asker, wrong, undefined);
    const partition = this.partitionFor(transactionalId);
    let mustFence = false;
    const result = this.#turns.run(partition, transactionalId, 'initProducerId', (entry) => {
      const nowMs = this.#init.clock.nowMs();
      const allocate = (): number | undefined => this.#producerIds.next();
      const decision = decideInit({ transactionalId, entry, ...askedOf(request), nowMs, allocate });
      mustFence = decision.kind === 'fence';
      return decision.kind === 'fence' ? { kind: 'agree' } : decision;
    });
    if (!mustFence) return this.#answer(asker, result, result.entry?.metadata);
    const error = this.#turns.fence(partition, transactionalId, 'fence');
    return this.#refuse(asker, error === 'NONE' ? 'CONCURRENT_TRANSACTIONS' : error, result.entry);
  }

  /** Adds partitions; opens the transaction when none is open. */
  addPartitions(request: AddPartitionsRequest): ErrorName {
    const { transactionalId, producerId, producerEpoch, partitions, clientTransactionVersion } = request;
    const asker = { transactionalId, api: request.api ?? 'AddPartitionsToTxn', producerId, producerEpoch };
    if (transactionalId === '') return this.#refuse(asker, 'INVALID_REQUEST', undefined).error;
    const nowMs = this.#init.clock.nowMs();
    const result = this.#run(transactionalId, 'addPartitions', (entry) =>
      decideAdd({ entry, producerId, producerEpoch, partitions, clientTransactionVersion, nowMs }),
    );
    return this.#answer(asker, result, undefined).error;
  }

  /** Whether each partition, in order, is in the producer's open transaction. Changes nothing. */
  verifyPartitions(
    request: ProducerOfTransaction & { readonly partitions: readonly TopicPartition[] },
  ): readonly ErrorName[] {
    const { transactionalId, partitions } = request;
    if (transactionalId === '') return partitions.map(() => 'INVALID_REQUEST');
    const outcome = this.#turns.runtime.read(this.partitionFor(transactionalId), (shard) =>
      shard.get(transactionalId),
    );
    if (outcome.error !== 'NONE') return partitions.map(() => outcome.error);
    const errors = verify(outcome.answer, request, partitions);
    const first = errors.find((error) => error !== 'NONE');
    if (first !== undefined) {
      const { producerId, producerEpoch } = request;
      const asker = { transactionalId, api: 'AddPartitionsToTxn', producerId, producerEpoch };
      this.#turns.announceRefusal(asker, first, outcome.answer);
    }
    return errors;
  }

  /** Ends a transaction. Under version 2 the answer says which producer id and epoch come next. */
  endTransaction(request: EndTransactionRequest): ProducerAnswer {
    const { transactionalId, producerId, producerEpoch, transactionVersion } = request;
    const asker = { transactionalId, api: 'EndTxn', producerId, producerEpoch };
    if (transactionalId === '') return this.#refuse(asker, 'INVALID_REQUEST', undefined);
    const nowMs = this.#init.clock.nowMs();
    const allocate = (): number | undefined => this.#producerIds.next();
    const result = this.#run(transactionalId, 'endTxn', (entry) =>
      decideEnd({ ...request, entry, nowMs, allocate }),
    );
    const { decision, entry } = result;
    const next = decision?.kind === 'write' ? completed(decision.next, nowMs) : entry?.metadata;
    return this.#answer(asker, result, raisesEpoch(transactionVersion) ? next : undefined);
  }

  /** Transactional ids that pass every given filter (ListTransactions). */
  list(filter: TransactionFilter): ListedTransactions {
    const { runtime } = this.#turns;
    const error = !runtime.isStarted
      ? 'COORDINATOR_NOT_AVAILABLE'
      : runtime.isLoading
        ? 'COORDINATOR_LOAD_IN_PROGRESS'
        : 'NONE';
    if (error !== 'NONE') return { error, unknownStates: [], transactions: [] };
    return listTransactions(runtime.shards(), filter, this.#init.clock.nowMs());
  }

  /** Everything about one id (DescribeTransactions). */
  describe(transactionalId: string): {
    readonly error: ErrorName;
    readonly transaction: TransactionDescription | undefined;
  } {
    if (this.#turns.runtime.isStarted && transactionalId === '') {
      return { error: 'INVALID_REQUEST', transaction: undefined };
    }
    const outcome = this.#turns.runtime.read(this.partitionFor(transactionalId), (shard) => {
      const entry = shard.get(transactionalId);
      return entry === undefined ? undefined : describeEntry(shard, entry);
    });
    if (outcome.error !== 'NONE') return { error: outcome.error, transaction: undefined };
    const error = outcome.answer === undefined ? 'TRANSACTIONAL_ID_NOT_FOUND' : 'NONE';
    return { error, transaction: outcome.answer };
  }

  /** Every id of every loaded partition. */
  transactions(): readonly TransactionDescription[] {
    return [...this.#turns.runtime.shards()].flatMap((shard) =>
      [...shard.entries()].map((entry) => describeEntry(shard, entry)),
    );
  }

  /** The id that has, or had, a producer id; undefined when no record of a loaded partition tells. */
  transactionalIdOf(producerId: number): string | undefined {
    for (const shard of this.#turns.runtime.shards()) {
      const transactionalId = shard.transactionalIdOf(producerId);
      if (transactionalId !== undefined) return transactionalId;
    }
    return undefined;
  }

  /** Fences and aborts what is open for longer than its timeout. Runs by itself every cleanup interval. */
  abortOverdue(): void {
    const nowMs = this.#init.clock.nowMs();
    for (const shard of [...this.#turns.runtime.shards()]) {
      for (const entry of [...shard.entries()].filter((candidate) => isOverdue(candidate, nowMs))) {
        const { transactionalId } = entry.metadata;
        this.#turns.fence(shard.partition, transactionalId, 'timeout', (now) => isOverdue(now, nowMs));
      }
    }
  }

  /** Writes tombstones for ids that nobody has used for `transactional.id.expiration.ms`. Runs by itself, too. */
  forgetExpired(): void {
    const nowMs = this.#init.clock.nowMs();
    const limits = { nowMs, expirationMs: this.#init.config['transactional.id.expiration.ms'] };
    for (const shard of [...this.#turns.runtime.shards()]) {
      const ids = [...shard.entries()]
        .filter((entry) => isExpired(entry, limits))
        .map(({ metadata }) => metadata.transactionalId);
      for (const batch of tombstoneBatches(ids)) this.#turns.forget(shard, batch);
    }
  }

  #run(
    transactionalId: string,
    cause: 'addPartitions' | 'endTxn',
    decide: (entry: TransactionEntry | undefined) => Decision,
  ): TurnResult {
    return this.#turns.run(this.partitionFor(transactionalId), transactionalId, cause, decide);
  }

  /** `producer`: whom the client continues as, where the answer has room for it. */
  #answer(
    asker: Asker,
    { error, entry }: TurnResult,
    producer: TransactionMetadata | undefined,
  ): ProducerAnswer {
    if (error !== 'NONE') return this.#refuse(asker, error, entry);
    return {
      error: 'NONE',
      producerId: producer?.producerId ?? NONE,
      producerEpoch: producer?.producerEpoch ?? NONE,
    };
  }

  #refuse(asker: Asker, error: ErrorName, entry: TransactionEntry | undefined): ProducerAnswer {
    this.#turns.announceRefusal(asker, error, entry);
    return refused(error);
  }
}

function refused(error: ErrorName): ProducerAnswer {
  return { error, producerId: NONE, producerEpoch: NONE };
}
