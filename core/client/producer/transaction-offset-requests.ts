/**
 * The requests that make a group's offsets part of a transaction. (source: AddOffsetsToTxnHandler, TxnOffsetCommitHandler)
 */
import { partitionName } from '#core/base/topic-partition.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { errorName } from '#core/protocol/errors.ts';
import type { KafkaError } from '#core/protocol/kafka-error.ts';
import { AddOffsetsToTxn } from '#core/protocol/messages/25-add-offsets-to-txn.ts';
import { TxnOffsetCommit } from '#core/protocol/messages/28-txn-offset-commit.ts';
import type { ResponseOf } from '#core/protocol/schema/api.ts';
import { byTopic } from '../by-topic.ts';
import { errorOf } from '../client-error.ts';
import type { ConsumerGroupMetadata, PartitionOffset } from '../offsets.ts';
import type { ProducerIdAndEpoch } from './producer.ts';
import { outcomeOf } from './transaction-outcomes.ts';
import type { TransactionalRequest, TransactionControl } from './transactional-request.ts';
import { applyError, coordinatorOf, newRequest, PRIORITY } from './transactional-request.ts';
import type { TransactionalResult } from './transactional-result.ts';

/** What a group's offsets are committed with. */
interface OffsetsOfGroup {
  readonly offsets: readonly PartitionOffset[];
  readonly group: ConsumerGroupMetadata;
}

/** Registers the group's offsets partition; its answer is followed by the commit itself. */
export function addOffsetsRequest(
  control: TransactionControl,
  producer: ProducerIdAndEpoch,
  { offsets, group }: OffsetsOfGroup,
): TransactionalRequest {
  const transactionalId = control.transactionalId as string;
  return newRequest<typeof AddOffsetsToTxn>({
    api: 'AddOffsetsToTxn',
    priority: PRIORITY.add,
    coordinator: coordinatorOf(transactionalId),
    request: {
      api: AddOffsetsToTxn,
      body: {
        transactionalId,
        producerId: producer.producerId,
        producerEpoch: producer.epoch,
        groupId: group.groupId,
      },
    },
    handle(body, request) {
      const error = errorName(body.errorCode);
      if (error === 'GROUP_AUTHORIZATION_FAILED') {
        applyError(control, request, error, groupNotAuthorized(group.groupId));
        return;
      }
      if (error !== 'NONE') {
        applyError(control, request, error);
        return;
      }
      const commit = { offsets, group, isV2: false, result: request.result };
      control.offsetsAdded(txnOffsetCommitRequest(control, producer, commit));
    },
  });
}

/** `result` is that of the call when AddOffsetsToTxn came before. */
export function txnOffsetCommitRequest(
  control: TransactionControl,
  producer: ProducerIdAndEpoch,
  commit: OffsetsOfGroup & { readonly isV2: boolean; readonly result?: TransactionalResult },
): TransactionalRequest {
  const transactionalId = control.transactionalId as string;
  const { group } = commit;
  const pending = new Map(commit.offsets.map((offset) => [partitionName(offset), offset]));
  return newRequest<typeof TxnOffsetCommit>({
    api: 'TxnOffsetCommit',
    priority: PRIORITY.add,
    coordinator: { type: 'group', key: group.groupId },
    result: commit.result,
    request: {
      api: TxnOffsetCommit,
      versions: commit.isV2 ? undefined : { max: 4 },
      body: (version) => ({
        transactionalId,
        groupId: group.groupId,
        producerId: producer.producerId,
        producerEpoch: producer.epoch,
        ...(version >= 3 && {
          generationId: group.generationId,
          memberId: group.memberId,
          groupInstanceId: group.groupInstanceId,
        }),
        topics: byTopic([...pending.values()]).map(({ topic, items }) => ({
          name: topic,
          partitions: items.map(({ partition, offset, leaderEpoch, metadata }) => ({
            partitionIndex: partition,
            committedOffset: offset,
            committedLeaderEpoch: leaderEpoch ?? -1,
            committedMetadata: metadata ?? '',
          })),
        })),
      }),
    },
    handle: (body, request) =>
      handleOffsetCommit(control, request, { body, pending, groupId: group.groupId }),
  });
}

function handleOffsetCommit(
  control: TransactionControl,
  request: TransactionalRequest,
  answer: {
    readonly body: ResponseOf<typeof TxnOffsetCommit>;
    readonly pending: Map<string, PartitionOffset>;
    readonly groupId: string;
  },
): void {
  let again: ErrorName | undefined;
  for (const { name: topic, partitions } of answer.body.topics) {
    for (const { partitionIndex: partition, errorCode } of partitions) {
      const error = errorName(errorCode);
      const outcome = error === 'NONE' ? 'done' : outcomeOf('TxnOffsetCommit', error);
      if (outcome === 'done') answer.pending.delete(partitionName({ topic, partition }));
      else if (outcome === 'lookup') again = error;
      else if (outcome === 'retry') again ??= error;
      else {
        const isForbidden = error === 'GROUP_AUTHORIZATION_FAILED';
        applyError(control, request, error, isForbidden ? groupNotAuthorized(answer.groupId) : undefined);
        return;
      }
    }
  }
  if (answer.pending.size === 0) request.result.done();
  else applyError(control, request, again ?? 'UNKNOWN_SERVER_ERROR');
}

function groupNotAuthorized(groupId: string): KafkaError {
  return errorOf('GROUP_AUTHORIZATION_FAILED', `Not authorized to access group: ${groupId}`);
}
