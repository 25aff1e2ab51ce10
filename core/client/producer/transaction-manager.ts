/**
 * What a producer must keep straight so that its batches are written once, in order, and in whole transactions.
 *
 * It owns the producer id and epoch, the state of the transaction, the partitions that take part, and the queue of requests to
 * the coordinator; batches and their sequences are in `batch-fate.ts` and `sequence-book.ts`. It sends nothing itself: the
 * sender takes requests from `nextRequest`, one at a time.
 *
 * Two protocols: under the old one (TV1) partitions and offsets are announced to the coordinator first and the epoch stays;
 * under KIP-890 (TV2) Produce and TxnOffsetCommit announce them by themselves, and each EndTxn answers with the epoch of the
 * next transaction. Which one the cluster speaks is learnt between transactions, never inside one.
 * (source: TransactionManager)
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { IllegalStateError, KafkaError } from '#core/protocol/kafka-error.ts';
import { ClientError } from '../client-error.ts';
import type { ProducerStateNotice } from '../client-observer.ts';
import type { FinalizedFeatures } from '../network/api-versions.ts';
import type { Node } from '../network/cluster.ts';
import type { ConsumerGroupMetadata, PartitionOffset } from '../offsets.ts';
import { PendingCall } from './pending-call.ts';
import type { ProducerIdAndEpoch } from './producer.ts';
import { SequenceBook } from './sequence-book.ts';
import { addOffsetsRequest, txnOffsetCommitRequest } from './transaction-offset-requests.ts';
import { FATAL_PRODUCE_ERRORS } from './transaction-outcomes.ts';
import { TransactionPartitions } from './transaction-partitions.ts';
import {
  addPartitionsRequest,
  endTxnRequest,
  findCoordinatorRequest,
  initProducerIdRequest,
} from './transaction-requests.ts';
import type { Initiator } from './transaction-state-machine.ts';
import { TransactionStateMachine } from './transaction-state-machine.ts';
import type { CoordinatorType, TransactionalRequest, TransactionControl } from './transactional-request.ts';
import { TransactionalRequestQueue } from './transactional-request-queue.ts';
import type { TransactionalResult } from './transactional-result.ts';

/** First version of InitProducerId that raises an epoch (KIP-360). */
const EPOCH_BUMP_VERSION = 3;

export interface TransactionManagerOptions {
  /** Null: idempotent only. */
  readonly transactionalId: string | null;
  readonly transactionTimeoutMs: number;
  readonly features: FinalizedFeatures;
  readonly onStateChange: (notice: ProducerStateNotice) => void;
}

export class TransactionManager {
  readonly transactionalId: string | null;
  readonly machine: TransactionStateMachine;
  readonly sequences = new SequenceBook();
  readonly #options: TransactionManagerOptions;
  readonly #control: TransactionControl;
  readonly #requests = new TransactionalRequestQueue();
  readonly #pendingCall = new PendingCall();
  readonly #partitions = new TransactionPartitions();
  readonly #coordinators = new Map<CoordinatorType, Node>();
  #canBumpEpoch = false;
  #isEpochBumpRequired = false;
  #hasStarted = false;
  #featuresEpoch = -1;
  #isV2 = false;

  constructor(options: TransactionManagerOptions) {
    this.#options = options;
    this.transactionalId = options.transactionalId;
    this.machine = new TransactionStateMachine(options.transactionalId, options.onStateChange);
    this.#control = this.#makeControl();
  }

  get isTransactional(): boolean {
    return this.transactionalId !== null;
  }
  get producer(): ProducerIdAndEpoch {
    return this.machine.producer;
  }
  get isV2(): boolean {
    return this.#isV2;
  }
  get isEpochBumpRequired(): boolean {
    return this.#isEpochBumpRequired;
  }
  get isAborting(): boolean {
    return this.machine.state === 'ABORTING_TRANSACTION';
  }
  get hasPendingRequests(): boolean {
    return !this.#requests.isEmpty;
  }
  coordinator(type: CoordinatorType): Node | undefined {
    return this.#coordinators.get(type);
  }

  // What the application calls.

  initializeTransactions(): TransactionalResult {
    this.#ensureTransactional();
    return this.#pendingCall.joinOrBegin({ target: 'INITIALIZING', operation: 'initTransactions' }, () => {
      this.machine.failIfInError();
      this.machine.transitionTo('INITIALIZING', 'application');
      return this.#enqueueInit(undefined);
    });
  }

  beginTransaction(): void {
    this.#ensureTransactional();
    this.#pendingCall.refuse('beginTransaction');
    this.machine.failIfInError();
    this.machine.transitionTo('IN_TRANSACTION', 'application');
  }

  beginCommit(): TransactionalResult {
    this.#ensureTransactional();
    return this.#pendingCall.joinOrBegin(
      { target: 'COMMITTING_TRANSACTION', operation: 'commitTransaction' },
      () => {
        this.machine.failIfInError();
        this.machine.transitionTo('COMMITTING_TRANSACTION', 'application');
        return this.#enqueueEnd(true);
      },
    );
  }

  beginAbort(): TransactionalResult {
    this.#ensureTransactional();
    return this.#pendingCall.joinOrBegin(
      { target: 'ABORTING_TRANSACTION', operation: 'abortTransaction' },
      () => {
        if (!this.machine.hasAbortableError) this.machine.failIfInError();
        this.machine.transitionTo('ABORTING_TRANSACTION', 'application');
        this.#partitions.forgetNew();
        return this.#enqueueEnd(false);
      },
    );
  }

  sendOffsets(offsets: readonly PartitionOffset[], group: ConsumerGroupMetadata): TransactionalResult {
    this.#ensureTransactional();
    this.#pendingCall.refuse('sendOffsetsToTransaction');
    this.machine.failIfInError();
    const { state } = this.machine;
    if (state !== 'IN_TRANSACTION') {
      throw new IllegalStateError(
        `Cannot send offsets if a transaction is not in progress (currentState= ${state})`,
      );
    }
    if (this.#isV2) this.#hasStarted = true;
    const request = this.#isV2
      ? txnOffsetCommitRequest(this.#control, this.producer, { offsets, group, isV2: true })
      : addOffsetsRequest(this.#control, this.producer, { offsets, group });
    this.#requests.enqueue(request);
    return request.result;
  }

  /** @throws when there is no transaction that the record could be part of. `partition` is −1 while not chosen. */
  ensureSendAllowed(topic: string, partition: number): void {
    this.machine.failIfInError();
    this.#pendingCall.refuse('send');
    const { state, hasProducerId } = this.machine;
    if (!this.isTransactional || (hasProducerId && state === 'IN_TRANSACTION')) return;
    const why = hasProducerId ? `while in state  ${state}` : 'before completing a call to initTransactions';
    throw new IllegalStateError(`Cannot add partition ${topic}-${partition} to transaction ${why}`);
  }

  /** Makes the partition of an appended record part of the transaction; false when it was already, or there is none. */
  addPartition(partition: TopicPartition, key: string): boolean {
    if (!this.isTransactional) return false;
    if (!this.#isV2) return this.#partitions.want(key, partition);
    this.#hasStarted = true;
    return this.#partitions.add(key);
  }

  /** Learns which protocol the cluster speaks, from the newest ApiVersions answer. */
  learnProtocol(isInitializing: boolean): void {
    const { features } = this.#options;
    if (this.#featuresEpoch >= features.epoch) return;
    this.#featuresEpoch = features.epoch;
    const wasV2 = this.#isV2;
    this.#isV2 = features.level('transaction.version') >= 2;
    // Under the new protocol nothing of the old epoch may count as added.
    if (!isInitializing && !wasV2 && this.#isV2) this.#isEpochBumpRequired = true;
  }

  // What the sender and the accumulator ask.

  /** True when batches of the partition may be drained. */
  isSendAllowed(key: string): boolean {
    if (this.machine.hasFatalError) return false;
    return !this.isTransactional || this.#partitions.isAdded(key);
  }

  /** The request to send now; EndTxn waits until no batch is incomplete. */
  nextRequest(hasIncompleteBatches: boolean): TransactionalRequest | undefined {
    if (this.#partitions.hasNew) this.#announceNewPartitions();
    const next = this.#requests.first;
    if (next === undefined || (next.api === 'EndTxn' && hasIncompleteBatches)) return undefined;
    this.#requests.dequeue();
    if (this.#isTerminated(next)) return undefined;
    if (next.api !== 'EndTxn' || this.#hasStarted) return next;
    // The coordinator has never heard of this transaction.
    next.result.done();
    if (!this.machine.hasFatalError) this.#resetTransaction();
    return this.#requests.dequeue();
  }

  /** Puts a request that could not be sent back into the queue; `hasFailed` makes it wait before it is tried again. */
  putBack(request: TransactionalRequest, hasFailed: boolean): void {
    if (hasFailed) request.isRetry = true;
    this.#requests.enqueue(request);
  }

  /** Forgets the coordinator that the request was for, and looks for it again. */
  lookupCoordinator(request: TransactionalRequest): void {
    this.#control.lookupCoordinator(request);
  }

  /** A request ended in a way that no answer explains. */
  failRequest(request: TransactionalRequest, error: Error): void {
    this.#control.fatal(request, error);
  }

  /** `initProducerIdVersion`: the newest that the transaction coordinator speaks. */
  coordinatorReady(initProducerIdVersion: number): void {
    this.#canBumpEpoch = initProducerIdVersion >= EPOCH_BUMP_VERSION;
  }

  /** An idempotent producer without an id asks for one. */
  requestProducerIdIfNeeded(): void {
    if (this.isTransactional || this.machine.hasProducerId || this.machine.state === 'INITIALIZING') return;
    this.machine.transitionTo('INITIALIZING', 'sender');
    this.#enqueueInit(undefined);
  }

  requireEpochBump(isRequired: boolean): void {
    this.#isEpochBumpRequired = isRequired;
  }

  /** A batch failed for good, or send() did: the transaction cannot be completed, or the producer cannot go on at all. */
  toErrorState(error: Error, by: Initiator = 'sender'): void {
    const code = error instanceof KafkaError && !(error instanceof ClientError) ? error.error : undefined;
    if (code !== undefined && FATAL_PRODUCE_ERRORS.has(code)) {
      this.toFatalError(error);
      return;
    }
    if (!this.isTransactional) return;
    const isWrapped = error instanceof KafkaError && (error.retriable || code === 'INVALID_TXN_STATE');
    const cause = isWrapped
      ? new KafkaError('TRANSACTION_ABORTABLE', 'Transaction Request was aborted after exhausting retries.', {
          cause: error,
        })
      : error;
    if (this.#mustBumpFromHere && !this.machine.isCompleting) this.#isEpochBumpRequired = true;
    this.toAbortableError(cause, by);
  }

  /** Records were lost on the way; `orElse` says so where the broker cannot raise the epoch. */
  toAbortableErrorWithBump(error: Error, orElse: Error): void {
    if (!this.#canBumpEpoch && !this.#isV2) {
      this.toFatalError(orElse);
      return;
    }
    if (this.#mustBumpFromHere) this.#isEpochBumpRequired = true;
    this.toAbortableError(error);
  }

  toAbortableError(error: Error, by: Initiator = 'sender'): void {
    // What goes wrong while aborting makes no difference: it ends in an abort.
    if (!this.isAborting) this.machine.transitionTo('ABORTABLE_ERROR', by, error);
  }

  toFatalError(error: Error): void {
    this.machine.transitionTo('FATAL_ERROR', 'sender', error);
    this.#requests.failAll(error);
    this.#pendingCall.fail(error);
  }

  /** Missing authorisation is not for ever: the application may call initTransactions again (KIP-1119). */
  toUninitialized(error: Error): void {
    this.#requests.failAll(new ClientError('AuthenticationException', error.message, { cause: error }));
    this.machine.transitionTo('UNINITIALIZED', 'sender');
    this.#pendingCall.fail(error);
  }

  /** The producer is closed without waiting: whoever waits is told. */
  close(): void {
    const error = new ClientError('KafkaException', 'The producer closed forcefully');
    this.#requests.failAll(error);
    this.#pendingCall.fail(error);
  }

  /** The broker raises the epoch only if the client asks for it: it can, and does not do so at each EndTxn. */
  get #mustBumpFromHere(): boolean {
    return this.#canBumpEpoch && !this.#isV2;
  }

  #makeControl(): TransactionControl {
    return {
      transactionalId: this.transactionalId,
      reenqueue: (request) => {
        request.isRetry = true;
        this.#requests.enqueue(request);
      },
      lookupCoordinator: ({ coordinator }) => {
        if (coordinator !== null) this.#lookup(coordinator.type, coordinator.key);
      },
      fatal: (request, error) => {
        request.result.fail(error);
        this.toFatalError(error);
      },
      abortable: (request, error) => {
        request.result.fail(error);
        this.toAbortableError(error);
      },
      abortableWithBump: (request, error) => {
        request.result.fail(error);
        this.toAbortableErrorWithBump(error, error);
      },
      coordinatorFound: (type, node) => {
        this.#coordinators.set(type, node);
      },
      initialized: (producer, isEpochBump) => {
        this.machine.setProducer(producer);
        this.machine.transitionTo('READY', 'sender');
        if (isEpochBump) this.sequences.forgetAll();
      },
      hasPartitionsInTransaction: () => this.#partitions.hasAdded,
      partitionsAnswered: (partitions, isAdded) => {
        this.#partitions.answered(partitions, isAdded);
        if (isAdded) this.#hasStarted = true;
      },
      offsetsAdded: (next) => {
        this.#requests.enqueue(next);
        this.#hasStarted = true;
      },
      transactionEnded: (producer) => {
        if (producer !== undefined) {
          this.machine.setProducer(producer);
          this.sequences.forgetAll();
        }
        this.#resetTransaction();
      },
    };
  }

  #ensureTransactional(): void {
    if (this.isTransactional) return;
    throw new IllegalStateError('Transactional method invoked on a non-transactional producer.');
  }

  #enqueueInit(bumped: ProducerIdAndEpoch | undefined): TransactionalResult {
    const request = initProducerIdRequest(this.#control, this.#options.transactionTimeoutMs, bumped);
    this.#requests.enqueue(request);
    return request.result;
  }

  #enqueueEnd(isCommit: boolean): TransactionalResult {
    if (this.#partitions.hasNew) this.#announceNewPartitions();
    const end = endTxnRequest(this.#control, this.producer, { isCommit, isV2: this.#isV2 });
    // The transaction ends under the protocol it began with; the next one may speak another.
    this.learnProtocol(false);
    this.#requests.enqueue(end);
    return this.#isEpochBumpRequired ? this.#enqueueInit(this.producer) : end.result;
  }

  #announceNewPartitions(): void {
    const partitions = this.#partitions.announce();
    this.#requests.enqueue(addPartitionsRequest(this.#control, this.producer, partitions));
  }

  #lookup(type: CoordinatorType, key: string): void {
    this.#coordinators.delete(type);
    this.#requests.enqueue(findCoordinatorRequest(this.#control, type, key));
  }

  /** In an error state only the search for a coordinator goes on: the abort will need it. */
  #isTerminated(request: TransactionalRequest): boolean {
    const { error } = this.machine;
    if (!this.machine.hasError || error === undefined) return false;
    if (this.machine.hasAbortableError && request.api === 'FindCoordinator') return false;
    request.result.fail(error);
    return true;
  }

  #resetTransaction(): void {
    this.machine.transitionTo(this.#isEpochBumpRequired ? 'INITIALIZING' : 'READY', 'sender');
    this.#isEpochBumpRequired = false;
    this.#hasStarted = false;
    this.#partitions.clear();
  }
}
