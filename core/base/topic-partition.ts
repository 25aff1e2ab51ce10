/** One partition of one topic. */
export interface TopicPartition {
  readonly topic: string;
  readonly partition: number;
}

/** `orders-0`: how Kafka names the partition's directory, and our key for maps. */
export function partitionName({ topic, partition }: TopicPartition): string {
  return `${topic}-${partition}`;
}

/** Reads a partition name back; undefined when it is none. The last `-` separates topic from partition. */
export function parsePartitionName(name: string): TopicPartition | undefined {
  const dash = name.lastIndexOf('-');
  const digits = name.slice(dash + 1);
  if (dash <= 0 || !/^(0|[1-9][0-9]{0,9})$/.test(digits)) return undefined;
  return { topic: name.slice(0, dash), partition: Number(digits) };
}

/** By topic, then by partition number. */
export function comparePartitions(a: TopicPartition, b: TopicPartition): number {
  if (a.topic !== b.topic) return a.topic < b.topic ? -1 : 1;
  return a.partition - b.partition;
}
