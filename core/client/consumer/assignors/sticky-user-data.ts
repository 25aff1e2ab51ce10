/** What the sticky assignors add to a subscription. (source: StickyAssignor, CooperativeStickyAssignor) */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { ByteReader, DecodeError } from '#core/protocol/reader.ts';
import { ByteWriter } from '#core/protocol/writer.ts';
import { byTopic } from '../../by-topic.ts';
import type { LastAssignment } from './assignor.ts';
import { inHashOrder, javaHash } from './java-hash-order.ts';
import { NO_GENERATION } from './sticky-owners.ts';

/** The assignment and its generation: format 1 of the sticky assignor. */
export function writeLastAssignment({ partitions, generationId }: LastAssignment): Buffer {
  const writer = new ByteWriter();
  const topics = inHashOrder(byTopic(partitions), ({ topic }) => javaHash(topic));
  writer.int32(topics.length);
  for (const { topic, items } of topics) {
    const name = Buffer.from(topic);
    writer.int16(name.length);
    writer.bytes(name);
    writer.int32(items.length);
    for (const { partition } of items) writer.int32(partition);
  }
  writer.int32(generationId);
  return writer.toBuffer();
}

/** Format 0 has no generation; bytes that make no sense count as nothing. */
export function readLastAssignment(bytes: Buffer): Partial<LastAssignment> {
  try {
    const reader = new ByteReader(bytes);
    const partitions: TopicPartition[] = [];
    for (let topics = reader.int32(); topics > 0; topics--) {
      const topic = reader.text(reader.int16());
      for (let count = reader.int32(); count > 0; count--)
        partitions.push({ topic, partition: reader.int32() });
    }
    return reader.remaining < 4 ? { partitions } : { partitions, generationId: reader.int32() };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return { generationId: NO_GENERATION };
  }
}

/** The generation alone: what the cooperative sticky assignor adds. */
export function writeGeneration(generationId: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(generationId);
  return bytes;
}

/** Bytes too short for it count as no generation. */
export function readGeneration(bytes: Buffer): number {
  return bytes.length < 4 ? NO_GENERATION : bytes.readInt32BE(0);
}
