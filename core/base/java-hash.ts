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
