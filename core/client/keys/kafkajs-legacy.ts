/**
 * The murmur2 of kafkajs 1, and of LegacyPartitioner in kafkajs 2: computed with doubles, which lose low bits in every product, and
 * with one block too many at the end. Different from Java's for almost every key. (source: kafkajs legacy/murmur2.js)
 */

const SEED = 0x9747b28c;
const M = 0x5bd1e995;
const R = 24;

/** Signed, 32 bits. The products are meant to be those of doubles: `Math.imul` would mend what must stay as it is. */
export function kafkajsLegacyMurmur2(bytes: Uint8Array): number {
  const { length } = bytes;
  const at = (index: number): number => bytes[index] ?? 0;
  let hash = SEED ^ length;
  for (let start = 0; start < length; start += 4) {
    let k = at(start) + (at(start + 1) << 8) + (at(start + 2) << 16) + (at(start + 3) << 24);
    k *= M;
    k ^= k >>> R;
    k *= M;
    hash *= M;
    hash ^= k;
  }
  const tail = length & ~3;
  const rest = length & 3;
  if (rest === 3) hash ^= at(tail + 2) << 16;
  if (rest >= 2) hash ^= at(tail + 1) << 8;
  if (rest >= 1) {
    hash ^= at(tail);
    hash *= M;
  }
  hash ^= hash >>> 13;
  hash *= M;
  return hash ^ (hash >>> 15);
}
