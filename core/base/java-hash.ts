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
