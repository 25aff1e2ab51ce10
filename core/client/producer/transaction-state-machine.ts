/**
 * Which state a producer is in, why, and who it is to the brokers.
 *
 * An illegal transition asked for by the application is its mistake: it is told, and nothing changes. One that the sender
 * comes to is ours: the producer goes to FATAL_ERROR, so that no guarantee can be broken after it. (source: TransactionManager)
 */
import { IllegalStateError, KafkaError } from '#core/protocol/kafka-error.ts';
import { ClientError, errorOf } from '../client-error.ts';
import type { ProducerStateNotice } from '../client-observer.ts';
import type { ProducerIdAndEpoch } from './producer.ts';
import { isSameProducer, NO_PRODUCER_ID } from './sequence-book.ts';
import type { TransactionState } from './transaction-state.ts';
import { isTransitionValid } from './transaction-state.ts';

/** Who asks for a transition. */
export type Initiator = 'application' | 'sender';

export class TransactionStateMachine {
  readonly #transactionalId: string | null;
  readonly #onChange: (notice: ProducerStateNotice) => void;
  #state: TransactionState = 'UNINITIALIZED';
  #error: Error | undefined;
  #producer: ProducerIdAndEpoch = NO_PRODUCER_ID;

  constructor(transactionalId: string | null, onChange: (notice: ProducerStateNotice) => void) {
    this.#transactionalId = transactionalId;
    this.#onChange = onChange;
  }

  get state(): TransactionState {
    return this.#state;
  }
  /** Why it is in an error state. */
  get error(): Error | undefined {
    return this.#error;
  }
  get producer(): ProducerIdAndEpoch {
    return this.#producer;
  }
  get hasProducerId(): boolean {
    return this.#producer.producerId >= 0;
  }
  get hasError(): boolean {
    return this.#state === 'ABORTABLE_ERROR' || this.#state === 'FATAL_ERROR';
  }
  get hasFatalError(): boolean {
    return this.#state === 'FATAL_ERROR';
  }
  get hasAbortableError(): boolean {
    return this.#state === 'ABORTABLE_ERROR';
  }
  get isCompleting(): boolean {
    return this.#state === 'COMMITTING_TRANSACTION' || this.#state === 'ABORTING_TRANSACTION';
  }
  /** A transaction counts as ongoing from its begin until it is completed or the producer has failed for good. */
  get hasOngoingTransaction(): boolean {
    return this.#state === 'IN_TRANSACTION' || this.isCompleting || this.hasAbortableError;
  }

  setProducer(producer: ProducerIdAndEpoch): void {
    if (isSameProducer(producer, this.#producer)) return;
    this.#producer = producer;
    this.#announce();
  }

  /** @throws {IllegalStateError} when `target` cannot follow the state. */
  transitionTo(target: TransactionState, by: Initiator, error?: Error): void {
    if (!isTransitionValid(this.#state, target)) {
      const id = this.#transactionalId === null ? '' : `TransactionalId ${this.#transactionalId}: `;
      const illegal = new IllegalStateError(
        `${id}Invalid transition attempted from state ${this.#state} to state ${target}`,
      );
      if (by === 'sender') this.#enter('FATAL_ERROR', illegal);
      throw illegal;
    }
    this.#enter(target, error);
  }

  #enter(target: TransactionState, error: Error | undefined): void {
    this.#state = target;
    this.#error = error;
    this.#announce();
  }

  #announce(): void {
    const { producerId, epoch } = this.#producer;
    this.#onChange({ state: this.#state, producerId, producerEpoch: epoch, error: this.#error });
  }

  /** @throws what stands in the way of a further call, once the producer is in an error state. */
  failIfInError(): void {
    if (!this.hasError) return;
    const { producerId, epoch } = this.#producer;
    const who =
      `Producer with transactionalId '${this.#transactionalId}' and ` +
      `ProducerIdAndEpoch(producerId=${producerId}, epoch=${epoch})`;
    const error = this.#error;
    if (error instanceof KafkaError && error.exception === 'ProducerFencedException') {
      throw errorOf(
        'PRODUCER_FENCED',
        `${who} has been fenced by another producer with the same transactionalId`,
      );
    }
    if (error instanceof KafkaError && error.exception === 'InvalidProducerEpochException') {
      throw errorOf('INVALID_PRODUCER_EPOCH', `${who} attempted to produce with an old epoch`);
    }
    if (error instanceof IllegalStateError) {
      throw new IllegalStateError(
        `${who} cannot execute transactional method because of previous invalid state transition attempt`,
        { cause: error },
      );
    }
    throw new ClientError(
      'KafkaException',
      'Cannot execute transactional method because we are in an error state',
      { cause: error },
    );
  }
}
