/** Java's ways that show in the text of a dump: how it decodes bytes, counts in 32 bits and walks hash maps. */
import { javaStringHash } from '#core/base/java-hash.ts';

const FIRST_CAPACITY = 16;
const LOAD_FACTOR = 0.75;

/**
 * The bytes as UTF-8, as `new String(bytes, UTF_8)` reads them. Java and the web's standard put the replacement character at the same
 * places, but for encoded surrogates (ED A0 80 to ED BF BF): Java replaces each by one character.
 */
export function javaText(bytes: Buffer): string {
  let text = '';
  let from = 0;
  for (let at = bytes.indexOf(0xed); at >= 0; at = bytes.indexOf(0xed, at + 1)) {
    const second = bytes[at + 1] ?? 0;
    // A byte ED that follows the lead of a longer sequence still begins a sequence of its own: no ED continues one.
    if (second < 0xa0 || second > 0xbf) continue;
    const third = bytes[at + 2] ?? 0;
    text += `${bytes.toString('utf8', from, at)}\ufffd`;
    from = at + (third >= 0x80 && third <= 0xbf ? 3 : 2);
  }
  return text + bytes.toString('utf8', from);
}

/** `sequence` + `increment` in the ring 0 … 2^31 − 1, with Java's overflow where the numbers are not sequences. */
export function incrementSequence(sequence: number, increment: number): number {
  const room = (2147483647 - increment) | 0;
  return sequence > room ? (increment - ((2147483647 - sequence) | 0) - 1) | 0 : (sequence + increment) | 0;
}

/** `sequence` − `decrement` in the same ring. */
export function decrementSequence(sequence: number, decrement: number): number {
  return sequence < decrement
    ? (2147483647 - ((decrement - sequence) | 0) + 1) | 0
    : (sequence - decrement) | 0;
}

/** An OptionalLong as Java prints it. */
export function optionalLong(value: bigint | undefined): string {
  return value === undefined ? 'OptionalLong.empty' : `OptionalLong[${value}]`;
}

/**
 * The keys, given in the order in which computeIfAbsent inserted them, in the order in which a HashMap<String, …> is walked: bucket by
 * bucket, the newest first in each. computeIfAbsent looks whether the table is too full before it inserts, and put afterwards: the
 * last key does not make it grow. Tables so crowded that Java turns buckets into trees are not imitated. (source: java.util.HashMap)
 */
export function hashMapOrder(keys: Iterable<string>): string[] {
  const newestFirst = [...keys].reverse();
  let capacity = FIRST_CAPACITY;
  while (newestFirst.length - 1 > capacity * LOAD_FACTOR) capacity *= 2;
  const bucket = (key: string): number => {
    const hash = javaStringHash(key);
    return (hash ^ (hash >>> 16)) & (capacity - 1);
  };
  return newestFirst.sort((a, b) => bucket(a) - bucket(b));
}
