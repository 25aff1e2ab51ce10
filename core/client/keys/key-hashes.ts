/**
 * How the clients of Kafka choose the partition of a key. They do not agree: a topic that is written by two of them may hold one
 * key in two partitions. (sources: BuiltInPartitioner; librdkafka rdkafka_msg.c, rdcrc32, rdmurmur2, rdfnv1a; kafkajs
 * producer/partitioners; sarama partitioner.go; franz-go kgo/partitioner.go)
 */
import { crc32 } from '@node-rs/crc32';
import { murmur2 } from '../producer/partitioner.ts';
import { kafkajsLegacyMurmur2 } from './kafkajs-legacy.ts';

/** One client's rule. */
interface KeyHash {
  /** 32 bits, signed or unsigned as that client has them. */
  readonly hash: (key: Uint8Array) => number;
  /** From the hash to a partition of `count` (1 or more). */
  readonly toPartition: (hash: number, count: number) => number;
  /** Keys that have no partition of their own: it is chosen at random, in turn, or sticky. */
  readonly leaves: 'nothing' | 'null' | 'null-and-empty';
}

const positiveModulo = (hash: number, count: number): number => (hash & 0x7fffffff) % count;
const unsignedModulo = (hash: number, count: number): number => (hash >>> 0) % count;
/** sarama's sign rule, which librdkafka copied: the remainder of a signed hash, without its sign. */
const absoluteModulo = (hash: number, count: number): number => Math.abs(hash % count);

/** FNV-1a, 32 bits, signed. */
export function fnv1a(bytes: Uint8Array): number {
  let hash = 0x811c9dc5 | 0;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}

const crc = (bytes: Uint8Array): number => crc32(bytes);
const java = { hash: murmur2, toPartition: positiveModulo, leaves: 'null' } as const;
const legacyKafkajs = { hash: kafkajsLegacyMurmur2, toPartition: positiveModulo, leaves: 'null' } as const;

/** The rules by name, in the order in which they are shown. */
export const KEY_HASHES = {
  java,
  'librdkafka-consistent-random': { hash: crc, toPartition: unsignedModulo, leaves: 'null-and-empty' },
  'librdkafka-consistent': { hash: crc, toPartition: unsignedModulo, leaves: 'nothing' },
  'librdkafka-murmur2-random': java,
  'librdkafka-murmur2': { ...java, leaves: 'nothing' },
  'librdkafka-fnv1a-random': { hash: fnv1a, toPartition: absoluteModulo, leaves: 'null' },
  'librdkafka-fnv1a': { hash: fnv1a, toPartition: absoluteModulo, leaves: 'nothing' },
  kafkajs: java,
  'kafkajs-legacy': legacyKafkajs,
  sarama: { hash: fnv1a, toPartition: absoluteModulo, leaves: 'null' },
  'franz-go': java,
} as const satisfies { readonly [name: string]: KeyHash };

export type KeyHashName = keyof typeof KEY_HASHES;

/** Every name of `KEY_HASHES`. */
export const KEY_HASH_NAMES = Object.keys(KEY_HASHES) as readonly KeyHashName[];

const NO_BYTES = new Uint8Array(0);

/** The hash of a key (null: a record without one) and its partition among `count`; null where that client does not go by the key. */
export function hashOfKey(name: KeyHashName, key: Uint8Array | null): number | null {
  const { hash, leaves }: KeyHash = KEY_HASHES[name];
  if (key === null && leaves !== 'nothing') return null;
  if (key?.length === 0 && leaves === 'null-and-empty') return null;
  return hash(key ?? NO_BYTES);
}

/** The partition among `count` (1 or more) to which a hash leads. */
export function partitionOfHash(name: KeyHashName, hash: number, count: number): number {
  const { toPartition }: KeyHash = KEY_HASHES[name];
  return toPartition(hash, count);
}
