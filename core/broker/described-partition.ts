/** What Metadata and DescribeTopicPartitions say of a partition: this node leads it, and is its only replica. */
import { errorCode } from '#core/protocol/errors.ts';
import type { Services } from './services.ts';
import type { Topic } from './topic-catalog.ts';

/** Leader −1 and LEADER_NOT_AVAILABLE while a large topic is still being made. */
export function describedPartition(topic: Topic, partition: number, { topics, node }: Services) {
  const log = topics.log({ topic: topic.name, partition });
  return {
    errorCode: errorCode(log === undefined ? 'LEADER_NOT_AVAILABLE' : 'NONE'),
    partitionIndex: partition,
    leaderId: log === undefined ? -1 : node.nodeId,
    leaderEpoch: log?.leaderEpoch ?? -1,
    replicaNodes: [node.nodeId],
    isrNodes: [node.nodeId],
    offlineReplicas: [],
  };
}
