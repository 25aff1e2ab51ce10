/**
 * A request of the transaction protocol as the queue sees it, and what an error in its answer does.
 *
 * One is in flight at a time; the queue is ordered by `priority`. (source: TransactionManager.TxnRequestHandler)
 */
import { unreachable } from '#core/base/assert.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import type { KafkaError } from '#core/protocol/kafka-error.ts';
import type { ResponseOf } from '#core/protocol/schema/api.ts';
import { ClientError, errorOf } from '../client-error.ts';
import type { Node } from '../network/cluster.ts';
import type { ClientRequest } from '../network/network-client.ts';
import type { ProducerIdAndEpoch } from './producer.ts';
import type { TransactionalApi } from './transaction-outcomes.ts';
import { outcomeOf } from './transaction-outcomes.ts';
import { TransactionalResult } from './transactional-result.ts';

/** Which broker a request must go to; null when any will do. */
export type CoordinatorType = 'transaction' | 'group';

/** Lower ones go first. The end of a transaction comes last, but for the epoch bump that may follow it. */
export const PRIORITY = { findCoordinator: 0, initProducerId: 1, add: 2, endTxn: 3, epochBump: 4 } as const;

/** A queued request. */
export interface TransactionalRequest {
  readonly api: TransactionalApi;
  readonly priority: number;
  readonly coordinator: { readonly type: CoordinatorType; readonly key: string } | null;
  readonly result: TransactionalResult;
  /** It was sent before: it waits for the pause first. */
  isRetry: boolean;
  /** Undefined: retry.backoff.ms. */
  backoffMs: number | undefined;
  readonly request: ClientRequest<unknown>;
  handle(body: unknown): void;
}

/** What the answers do to the transaction manager. */
export interface TransactionControl {
  readonly transactionalId: string | null;
  reenqueue(request: TransactionalRequest): void;
  lookupCoordinator(request: TransactionalRequest): void;
  fatal(request: TransactionalRequest, error: Error): void;
  abortable(request: TransactionalRequest, error: Error): void;
  abortableWithBump(request: TransactionalRequest, error: Error): void;
  coordinatorFound(type: CoordinatorType, node: Node): void;
  initialized(producer: ProducerIdAndEpoch, isEpochBump: boolean): void;
  hasPartitionsInTransaction(): boolean;
  partitionsAnswered(partitions: readonly TopicPartition[], isAdded: boolean): void;
  offsetsAdded(next: TransactionalRequest): void;
  /** `producer` is who the next transaction is written by, when the answer said so. */
  transactionEnded(producer: ProducerIdAndEpoch | undefined): void;
}

/** What a request is made of. */
type Init<A> = Pick<TransactionalRequest, 'api' | 'priority' | 'coordinator'> & {
  readonly request: ClientRequest<A>;
  readonly result?: TransactionalResult | undefined;
  handle(body: ResponseOf<A>, request: TransactionalRequest): void;
};

/** A request with its answer's type put back. */
export function newRequest<A>({
  api,
  priority,
  coordinator,
  request,
  result,
  handle,
}: Init<A>): TransactionalRequest {
  const built: TransactionalRequest = {
    api,
    priority,
    coordinator,
    result: result ?? new TransactionalResult(api),
    isRetry: false,
    backoffMs: undefined,
    request: request as ClientRequest<unknown>,
    handle: (body) => handle(body as ResponseOf<A>, built),
  };
  return built;
}

/** Does what the table says about `error`, which is neither NONE nor a partition's own. */
export function applyError(
  control: TransactionControl,
  request: TransactionalRequest,
  error: ErrorName,
  failure: KafkaError = errorOf(error),
): void {
  const outcome = outcomeOf(request.api, error);
  switch (outcome) {
    case 'retry':
      control.reenqueue(request);
      break;
    case 'lookup':
      control.lookupCoordinator(request);
      control.reenqueue(request);
      break;
    case 'abortable':
      control.abortable(request, failure);
      break;
    case 'abortableWithBump':
      control.abortableWithBump(request, failure);
      break;
    case 'commitFailed': {
      const message = `Transaction offset Commit failed due to consumer group metadata mismatch: ${failure.message}`;
      control.abortable(request, new ClientError('CommitFailedException', message));
      break;
    }
    case 'fenced':
      control.fatal(request, errorOf('PRODUCER_FENCED'));
      break;
    case 'fatal':
      control.fatal(request, failure);
      break;
    case 'partition':
    case 'unexpected': {
      const message = `Unexpected error in ${request.api}Response; ${failure.message}`;
      control.fatal(request, new ClientError('KafkaException', message, { cause: failure }));
      break;
    }
    default:
      unreachable(outcome);
  }
}

/** Where requests about the transactional id go; anywhere without one. */
export function coordinatorOf(transactionalId: string | null): TransactionalRequest['coordinator'] {
  return transactionalId === null ? null : { type: 'transaction', key: transactionalId };
}
