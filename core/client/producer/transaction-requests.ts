/**
 * The requests that get a producer its id and carry its transactions: what each asks, and what its answer does. How errors are
 * treated stands in `transaction-outcomes.ts`. (source: TransactionManager, the handlers of its requests)
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import { errorName } from '#core/protocol/errors.ts';
import { FindCoordinator } from '#core/protocol/messages/10-find-coordinator.ts';
import { InitProducerId } from '#core/protocol/messages/22-init-producer-id.ts';
import { AddPartitionsToTxn } from '#core/protocol/messages/24-add-partitions-to-txn.ts';
import { EndTxn } from '#core/protocol/messages/26-end-txn.ts';
import type { ResponseOf } from '#core/protocol/schema/api.ts';
import { byTopic } from '../by-topic.ts';
import { ClientError, errorOf } from '../client-error.ts';
import type { ProducerIdAndEpoch } from './producer.ts';
import { outcomeOf } from './transaction-outcomes.ts';
import type { CoordinatorType, TransactionalRequest, TransactionControl } from './transactional-request.ts';
import { applyError, coordinatorOf, newRequest, PRIORITY } from './transactional-request.ts';

/** After the first AddPartitionsToTxn of a transaction was told that the one before is still being completed. */
const ADD_PARTITIONS_BACKOFF_MS = 20;
/** Integer.MAX_VALUE: without a transactional id the timeout means nothing. */
const NO_TIMEOUT_MS = 2147483647;

export function findCoordinatorRequest(
  control: TransactionControl,
  type: CoordinatorType,
  key: string,
): TransactionalRequest {
  const keyType = type === 'transaction' ? 1 : 0;
  return newRequest<typeof FindCoordinator>({
    api: 'FindCoordinator',
    priority: PRIORITY.findCoordinator,
    coordinator: null,
    request: {
      api: FindCoordinator,
      body: (version) => (version >= 4 ? { keyType, coordinatorKeys: [key] } : { keyType, key }),
    },
    handle(body, request) {
      const answer = body.coordinators[0] ?? body;
      const error = errorName(answer.errorCode);
      if (error !== 'NONE') {
        applyError(control, request, error);
        return;
      }
      const { nodeId, host, port } = answer;
      control.coordinatorFound(type, { id: nodeId, host, port });
      request.result.done();
    },
  });
}

/** `bumped` is the id and epoch whose epoch should be raised; undefined to get an id. */
export function initProducerIdRequest(
  control: TransactionControl,
  transactionTimeoutMs: number,
  bumped: ProducerIdAndEpoch | undefined,
): TransactionalRequest {
  const { transactionalId } = control;
  return newRequest<typeof InitProducerId>({
    api: 'InitProducerId',
    priority: bumped === undefined ? PRIORITY.initProducerId : PRIORITY.epochBump,
    coordinator: coordinatorOf(transactionalId),
    request: {
      api: InitProducerId,
      body: {
        transactionalId,
        transactionTimeoutMs: transactionalId === null ? NO_TIMEOUT_MS : transactionTimeoutMs,
        producerId: bumped?.producerId ?? -1,
        producerEpoch: bumped?.epoch ?? -1,
      },
    },
    handle(body, request) {
      const error = errorName(body.errorCode);
      if (error !== 'NONE') {
        applyError(control, request, error);
        return;
      }
      control.initialized({ producerId: body.producerId, epoch: body.producerEpoch }, bumped !== undefined);
      request.result.done();
    },
  });
}

export function addPartitionsRequest(
  control: TransactionControl,
  producer: ProducerIdAndEpoch,
  partitions: readonly TopicPartition[],
): TransactionalRequest {
  const transactionalId = control.transactionalId as string;
  return newRequest<typeof AddPartitionsToTxn>({
    api: 'AddPartitionsToTxn',
    priority: PRIORITY.add,
    coordinator: coordinatorOf(transactionalId),
    request: {
      api: AddPartitionsToTxn,
      body: {
        v3AndBelowTransactionalId: transactionalId,
        v3AndBelowProducerId: producer.producerId,
        v3AndBelowProducerEpoch: producer.epoch,
        v3AndBelowTopics: byTopic(partitions).map(({ topic, items }) => ({
          name: topic,
          partitions: items.map(({ partition }) => partition),
        })),
      },
    },
    handle(body, request) {
      request.backoffMs = undefined;
      handlePartitions(control, request, partitions, body);
    },
  });
}

function handlePartitions(
  control: TransactionControl,
  request: TransactionalRequest,
  partitions: readonly TopicPartition[],
  body: ResponseOf<typeof AddPartitionsToTxn>,
): void {
  const refused: string[] = [];
  const forbiddenTopics = new Set<string>();
  for (const { name: topic, resultsByPartition } of body.resultsByTopicV3AndBelow) {
    for (const { partitionIndex: partition, partitionErrorCode } of resultsByPartition) {
      const error = errorName(partitionErrorCode);
      if (error === 'NONE') continue;
      if (outcomeOf('AddPartitionsToTxn', error) !== 'partition') {
        const isBusy = error === 'CONCURRENT_TRANSACTIONS' && !control.hasPartitionsInTransaction();
        if (isBusy) request.backoffMs = ADD_PARTITIONS_BACKOFF_MS;
        applyError(control, request, error);
        return;
      }
      if (error === 'TOPIC_AUTHORIZATION_FAILED') forbiddenTopics.add(topic);
      refused.push(`${partitionName({ topic, partition })}=${error}`);
    }
  }
  control.partitionsAnswered(partitions, refused.length === 0);
  if (forbiddenTopics.size > 0) {
    const names = [...forbiddenTopics].join(', ');
    control.abortable(
      request,
      errorOf('TOPIC_AUTHORIZATION_FAILED', `Not authorized to access topics: [${names}]`),
    );
  } else if (refused.length > 0) {
    const message = `Could not add partitions to transaction due to errors: {${refused.join(', ')}}`;
    control.abortable(request, new ClientError('KafkaException', message));
  } else {
    request.result.done();
  }
}

export function endTxnRequest(
  control: TransactionControl,
  producer: ProducerIdAndEpoch,
  { isCommit, isV2 }: { readonly isCommit: boolean; readonly isV2: boolean },
): TransactionalRequest {
  const transactionalId = control.transactionalId as string;
  const { producerId, epoch } = producer;
  return newRequest<typeof EndTxn>({
    api: 'EndTxn',
    priority: PRIORITY.endTxn,
    coordinator: coordinatorOf(transactionalId),
    request: {
      api: EndTxn,
      versions: isV2 ? undefined : { max: 4 },
      body: { transactionalId, producerId, producerEpoch: epoch, committed: isCommit },
    },
    handle(body, request) {
      const error = errorName(body.errorCode);
      if (error === 'NONE') {
        const next = { producerId: body.producerId, epoch: body.producerEpoch };
        control.transactionEnded(next.producerId === -1 ? undefined : next);
        request.result.done();
      } else if (error === 'TRANSACTION_ABORTABLE' && !isCommit) {
        // An abort that has to be aborted would go in circles.
        const failure = new ClientError('KafkaException', 'Failed to abort transaction', {
          cause: errorOf(error),
        });
        control.fatal(request, failure);
      } else {
        applyError(control, request, error);
      }
    },
  });
}
