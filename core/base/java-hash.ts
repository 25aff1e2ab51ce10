/** Java's String.hashCode: h = 31·h + c over UTF-16 code units, in 32 bits. */
export function javaStringHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(31, hash) + text.charCodeAt(i)) | 0;
  return hash;
}

/**
 * The partition of an internal topic that owns a transactional id or group id.
 * As Kafka's Utils.abs, the smallest int32 becomes 0, not itself.
 */
export function coordinatorPartition(id: string, partitionCount: number): number {
  const hash = javaStringHash(id);
  return (hash === -2147483648 ? 0 : Math.abs(hash)) % partitionCount;
}

/** Hash of a Kafka uuid in its text form (base64url, 22 characters), as Kafka's Uuid has it. */
export function javaUuidHash(id: string): number {
  const bytes = Buffer.from(id, 'base64url');
  return bytes.readInt32BE(0) ^ bytes.readInt32BE(4) ^ bytes.readInt32BE(8) ^ bytes.readInt32BE(12);
}

/** Buckets of a HashMap that grew to `size` entries one by one. */
export function grownCapacity(size: number): number {
  let capacity = 16;
  while (size > capacity * 0.75) capacity *= 2;
  return capacity;
}

/** Buckets of a HashSet that was made as a copy of `size` elements. */
export function copiedCapacity(size: number): number {
  const wanted = Math.max(Math.floor(size / 0.75) + 1, 16);
  let capacity = 16;
  while (capacity < wanted) capacity *= 2;
  return capacity;
}

/**
 * The items in the order in which a Java HashMap walks them. Some of Kafka's choices depend on it: which member keeps the odd
 * partition, for one. Items that share a bucket stay in the order given. `capacity`: buckets, a power of two.
 */
export function inHashOrder<T>(
  items: readonly T[],
  hashOf: (item: T) => number,
  capacity = grownCapacity(items.length),
): T[] {
  const bucketOf = (item: T): number => {
    const hash = hashOf(item);
    return (hash ^ (hash >>> 16)) & (capacity - 1);
  };
  return items
    .map((item) => ({ item, bucket: bucketOf(item) }))
    .sort((a, b) => a.bucket - b.bucket)
    .map(({ item }) => item);
}

/** 2⁶⁴ over the golden ratio, as Kafka's own hash table multiplies with it. */
const FIBONACCI = 0x9e3779b97f4a7c15n;

/**
 * The items, in the order in which they were put in, as Kafka's TimelineHashMap walks them. It spreads hashes by a multiplication
 * and walks those that share a slot backwards. (source: BaseHashTable.findSlot, SnapshottableHashTable)
 */
export function inTimelineOrder<T>(items: readonly T[], hashOf: (item: T) => number): T[] {
  let bits = 1;
  while (items.length * 0.75 > 2 ** bits) bits++;
  const shift = BigInt(64 - bits);
  const slotOf = (item: T): number => Number(BigInt.asUintN(64, BigInt(hashOf(item)) * FIBONACCI) >> shift);
  return items
    .map((item, index) => ({ item, index, slot: slotOf(item) }))
    .sort((a, b) => a.slot - b.slot || b.index - a.index)
    .map(({ item }) => item);
}
