/** `partition.metadata`: which topic, by id, a partition directory belongs to. (source: PartitionMetadataFile) */
import type { Disk } from '#core/base/disk.ts';
import { PARTITION_METADATA_FILE } from './file-names.ts';

/** The topic id in Kafka's text form; undefined when the file is missing or says something else. */
export function readTopicId(disk: Disk, directory: string): string | undefined {
  const path = `${directory}/${PARTITION_METADATA_FILE}`;
  if (!disk.exists(path)) return undefined;
  const match = /^version: 0\ntopic_id: ([A-Za-z0-9_-]{22})\n?$/.exec(disk.readWhole(path).toString('utf8'));
  return match?.[1];
}

/** What the file contains. */
export function topicIdText(topicId: string): string {
  return `version: 0\ntopic_id: ${topicId}`;
}

/** Not forced to the device: a crash of the machine that loses it loses the young partition as well. */
export function writeTopicId(disk: Disk, directory: string, topicId: string): void {
  const file = disk.open(`${directory}/${PARTITION_METADATA_FILE}`, 'write');
  try {
    const text = Buffer.from(topicIdText(topicId));
    file.write(0, text);
    file.truncate(text.length);
  } finally {
    file.close();
  }
}
