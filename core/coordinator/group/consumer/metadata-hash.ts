/**
 * The hash of the topics a group reads: ids, names and partition counts. A group whose hash is another than the one in its record has
 * seen a topic appear, go, or grow. (KIP-1101, source: Utils.computeGroupHash, Utils.computeTopicHash)
 */
import { xxh3 } from '#core/base/xxh3.ts';
import { uuidToBytes } from '#core/protocol/uuid.ts';
import type { TopicImage, TopicMetadata } from './topic-image.ts';

/** Version of what is hashed. */
const MAGIC = 0;

export class MetadataHashes {
  readonly #topics: TopicImage;
  /** By topic id; valid for as many partitions as are noted. */
  readonly #known = new Map<string, { readonly partitionCount: number; readonly hash: bigint }>();

  constructor(topics: TopicImage) {
    this.#topics = topics;
  }

  /** Of the topics among `names` that exist; 0 when none does. */
  ofGroup(names: Iterable<string>): bigint {
    const topics = [...names].sort(byUtf16).flatMap((name) => this.#topics.byName(name) ?? []);
    if (topics.length === 0) return 0n;
    const bytes = Buffer.alloc(8 * topics.length);
    topics.forEach((topic, i) => {
      bytes.writeBigInt64LE(this.#ofTopic(topic), 8 * i);
    });
    return xxh3(bytes);
  }

  #ofTopic(topic: TopicMetadata): bigint {
    const known = this.#known.get(topic.id);
    if (known?.partitionCount === topic.partitionCount) return known.hash;
    const hash = xxh3(bytesOf(topic));
    this.#known.set(topic.id, { partitionCount: topic.partitionCount, hash });
    return hash;
  }

  /** The topic is gone. */
  forget(topicId: string): void {
    this.#known.delete(topicId);
  }
}

function byUtf16(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** As hash4j's stream lays it out: longs and ints little-endian, text as UTF-16 with its length behind. Racks there are none. */
function bytesOf({ id, name, partitionCount }: TopicMetadata): Buffer {
  const uuid = uuidToBytes(id);
  const text = Buffer.from(name, 'utf16le');
  const bytes = Buffer.alloc(1 + 16 + text.length + 4 + 4 + 4 * partitionCount);
  let at = bytes.writeUInt8(MAGIC, 0);
  at = bytes.writeBigInt64LE(uuid.readBigInt64BE(0), at);
  at = bytes.writeBigInt64LE(uuid.readBigInt64BE(8), at);
  at += text.copy(bytes, at);
  at = bytes.writeInt32LE(name.length, at);
  at = bytes.writeInt32LE(partitionCount, at);
  for (let partition = 0; partition < partitionCount; partition++) at = bytes.writeInt32LE(partition, at);
  return bytes;
}
