/**
 * AlterPartitionReassignments (45), v0 and v1: a partition can be assigned to this one node, where it is already; that is done at
 * once. There is never a reassignment to cancel.
 */
import { errorCode } from '#core/protocol/errors.ts';
import { AlterPartitionReassignments } from '#core/protocol/messages/45-alter-partition-reassignments.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { ConfigProblem } from '../config-resources.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';
import type { Services } from '../services.ts';

type AlterRequest = RequestOf<typeof AlterPartitionReassignments>;

export const alterPartitionReassignments = serve(AlterPartitionReassignments, handle);

function handle(
  { topics, allowReplicationFactorChange }: AlterRequest,
  { services }: RequestContext,
): ResponseInit<typeof AlterPartitionReassignments> {
  return {
    allowReplicationFactorChange,
    errorCode: 0,
    errorMessage: topics.length === 0 ? '' : null,
    responses: topics.map(({ name, partitions }) => ({
      name,
      partitions: partitions.map(({ partitionIndex, replicas }) => {
        const { error, message } = reassign({ name, partitionIndex, replicas }, services);
        return { partitionIndex, errorCode: errorCode(error), errorMessage: message };
      }),
    })),
  };
}

function reassign(
  asked: {
    readonly name: string;
    readonly partitionIndex: number;
    readonly replicas: readonly number[] | null;
  },
  { topics, topicCreation }: Services,
): ConfigProblem {
  const { name, partitionIndex, replicas } = asked;
  const topic = topics.get(name);
  if (topic === undefined) return unknown(`Unable to find a topic named ${name}.`);
  if (!(partitionIndex >= 0 && partitionIndex < topic.partitionCount)) {
    return unknown(`Unable to find partition ${name}:${partitionIndex}.`);
  }
  if (replicas === null) return { error: 'NO_REASSIGNMENT_IN_PROGRESS', message: null };
  return topicCreation.assignmentProblem(replicas) ?? { error: 'NONE', message: null };
}

function unknown(message: string): ConfigProblem {
  return { error: 'UNKNOWN_TOPIC_OR_PARTITION', message };
}
