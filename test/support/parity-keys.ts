/** Keys of records by the thousand: the same ones as test/compat/java/KeyPartitions.java makes. */

/** A generator of whole numbers of 32 bits (xorshift32). */
function numbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state;
  };
}

/** `count` keys of 0 to 32 bytes: printable ones and any bytes in turn. */
export function parityKeys(seed: number, count: number): readonly Uint8Array[] {
  const next = numbers(seed);
  return Array.from({ length: count }, (_, index) => {
    const length = (next() >>> 8) % 33;
    return Uint8Array.from({ length }, () => {
      const number = next();
      return index % 2 === 0 ? 33 + ((number >>> 8) % 94) : number >>> 24;
    });
  });
}
