/** At the start: what the cluster file says and what the disk holds become one list of topics. */
import { present } from '#core/base/assert.ts';
import type { LogManager } from '#core/log/log-manager.ts';
import type { ClusterFile, StoredTopic } from './cluster-file.ts';

/** The leader epoch of a new partition. */
export const FIRST_EPOCH = 0;

/** A crash may have come between forgetting a topic and removing its partitions. */
export function finishDeletions(file: ClusterFile, logs: LogManager): void {
  const deleted = new Set(file.state.deletedTopicIds);
  if (deleted.size === 0) return;
  for (const log of [...logs.partitions()]) {
    if (deleted.has(log.topicId)) logs.delete(log.topicPartition);
  }
  file.update({ deletedTopicIds: [] });
}

/** The topics of the file and those that only the disk knows, each partition at an epoch that neither has seen. */
export function topicsAtNextEpoch(
  stored: readonly StoredTopic[],
  logs: LogManager,
  internalCounts: ReadonlyMap<string, number>,
): StoredTopic[] {
  return storedAndFound(stored, logs, internalCounts).map((topic) => ({
    ...topic,
    leaderEpochs: topic.leaderEpochs.map((epoch, partition) => {
      const log = logs.get({ topic: topic.name, partition });
      return Math.max(epoch, log?.leaderEpoch ?? epoch) + 1;
    }),
  }));
}

function storedAndFound(
  stored: readonly StoredTopic[],
  logs: LogManager,
  internalCounts: ReadonlyMap<string, number>,
): StoredTopic[] {
  const counts = new Map<string, number>();
  for (const { topicPartition } of logs.partitions()) {
    const { topic, partition } = topicPartition;
    counts.set(topic, Math.max(counts.get(topic) ?? 0, partition + 1));
  }
  const completed = stored.map((topic) => {
    const missing = (counts.get(topic.name) ?? 0) - topic.leaderEpochs.length;
    if (missing <= 0) return topic;
    return { ...topic, leaderEpochs: [...topic.leaderEpochs, ...noEpochs(missing)] };
  });
  const names = new Set(stored.map(({ name }) => name));
  const found = [...counts]
    .filter(([name]) => !names.has(name))
    .map(([name, count]) => ({
      name,
      id: present(logs.topicIdOf(name), `topic id of ${name}`),
      // Copies often have only those partitions of the coordinators' topics that hold something; ids are found by the count of all.
      leaderEpochs: noEpochs(Math.max(count, internalCounts.get(name) ?? 0)),
      configs: {},
    }));
  return [...completed, ...found];
}

/** Partitions that were never led by this node: the log may know more. */
function noEpochs(count: number): number[] {
  return new Array<number>(count).fill(FIRST_EPOCH - 1);
}
