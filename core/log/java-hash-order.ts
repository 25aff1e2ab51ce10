/**
 * The order in which Java's HashMap<Long, …> is walked. Kafka writes the entries of a producer snapshot in that order; writing
 * them in the same one makes our file its file, byte for byte.
 */

const FIRST_CAPACITY = 16;
const LOAD_FACTOR = 0.75;

/**
 * `keys` are in the order of their insertion; `sizeMax` is the greatest number of keys the table ever held, since it only grows.
 * Keys of one bucket keep their order; tables so crowded that Java turns buckets into trees are not imitated.
 */
export function javaHashOrder(keys: readonly number[], sizeMax: number): number[] {
  let capacity = FIRST_CAPACITY;
  while (sizeMax > capacity * LOAD_FACTOR) capacity *= 2;
  const mask = capacity - 1;
  return [...keys].sort((a, b) => (spreadHash(a) & mask) - (spreadHash(b) & mask));
}

/** Long.hashCode, then HashMap's mixing of the upper half into the lower. */
function spreadHash(key: number): number {
  const high = Math.floor(key / 4294967296);
  const hash = (key | 0) ^ (high | 0);
  return hash ^ (hash >>> 16);
}
