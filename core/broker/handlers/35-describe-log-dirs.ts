/** DescribeLogDirs (35), v1 to v5: the data directory and the size of each partition in it. v4 also the size of the volume. */
import { groupBy } from '#core/base/group-by.ts';
import { DescribeLogDirs } from '#core/protocol/messages/35-describe-log-dirs.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';

const VOLUME_SINCE = 4;

export const describeLogDirs = serve(DescribeLogDirs, handle);

function handle(
  { topics }: RequestOf<typeof DescribeLogDirs>,
  { version, services }: RequestContext,
): ResponseInit<typeof DescribeLogDirs> {
  const wanted = topics && new Map(topics.map(({ topic, partitions }) => [topic, partitions]));
  const logs = [...services.logs.partitions()].filter(
    ({ topicPartition: { topic, partition } }) => wanted?.get(topic)?.includes(partition) ?? wanted === null,
  );
  return {
    errorCode: 0,
    results: [
      {
        errorCode: 0,
        ...(version < VOLUME_SINCE ? {} : services.disk.volumeOf(services.logs.directory)),
        logDir: services.logs.directory,
        topics: [...groupBy(logs, ({ topicPartition }) => topicPartition.topic)].map(([name, ofTopic]) => ({
          name,
          partitions: ofTopic.map(({ topicPartition, sizeBytes }) => ({
            partitionIndex: topicPartition.partition,
            partitionSize: sizeBytes,
            offsetLag: 0,
            isFutureKey: false,
          })),
        })),
      },
    ],
  };
}
