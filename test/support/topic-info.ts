import type { TopicInfo } from '#core/client/network/cluster.ts';

/** The topic `t` as a client knows it: all partitions led by node 1 but those in `leaderless`. */
export function topicOf(partitionCount: number, leaderless: readonly number[] = []): TopicInfo {
  const partitions = Array.from({ length: partitionCount }, (_, partition) => ({
    topic: 't',
    partition,
    leader: leaderless.includes(partition) ? -1 : 1,
    leaderEpoch: 0,
    replicas: [1],
    inSyncReplicas: [1],
  }));
  const available = partitions.filter(({ leader }) => leader >= 0);
  return { name: 't', topicId: '', isInternal: false, partitions, available };
}
