/** Where each client puts each of some keys, and which of them move when the number of partitions changes. */
import { hashOfKey, KEY_HASH_NAMES, type KeyHashName, partitionOfHash } from './key-hashes.ts';

/** Where one client puts one key. Null: that client does not go by this key. */
export interface KeyPlace {
  readonly hash: KeyHashName;
  readonly value: number | null;
  readonly partition: number | null;
  readonly partitionAfter: number | null;
}

/** What one client does with all of the keys. */
export interface KeyHashSum {
  readonly hash: KeyHashName;
  /** Keys whose partition the key decides. */
  readonly decided: number;
  /** Those of them that have another partition afterwards. */
  readonly moved: number;
  /** Keys that Java puts into the same partition. */
  readonly likeJava: number;
}

export interface KeyPlaces {
  /** By key, then by client in the order of `KEY_HASH_NAMES`. */
  readonly places: readonly (readonly KeyPlace[])[];
  readonly sums: readonly KeyHashSum[];
}

/** `partitions` and `partitionsAfter` (null: no change to look at) are 1 or more. A null key is a record without one. */
export function placeKeys(
  keys: readonly (Uint8Array | null)[],
  partitions: number,
  partitionsAfter: number | null,
): KeyPlaces {
  const places = keys.map((key) =>
    KEY_HASH_NAMES.map((hash): KeyPlace => {
      const value = hashOfKey(hash, key);
      const among = (count: number | null): number | null =>
        value === null || count === null ? null : partitionOfHash(hash, value, count);
      return { hash, value, partition: among(partitions), partitionAfter: among(partitionsAfter) };
    }),
  );
  return { places, sums: KEY_HASH_NAMES.map((hash, index) => sumOf(hash, index, places)) };
}

function sumOf(hash: KeyHashName, index: number, places: readonly (readonly KeyPlace[])[]): KeyHashSum {
  let decided = 0;
  let moved = 0;
  let likeJava = 0;
  for (const row of places) {
    const place = row[index] as KeyPlace;
    if (place.partition === row[0]?.partition) likeJava++;
    if (place.partition === null) continue;
    decided++;
    if (place.partitionAfter !== null && place.partitionAfter !== place.partition) moved++;
  }
  return { hash, decided, moved, likeJava };
}

/**
 * Share of all keys, 0 to 1, that move when a topic goes from `before` to `after` partitions (1 or more each). A hash keeps its
 * partition only if it leaves the same remainder for both, which min(before, after) of every lcm(before, after) do.
 */
export function movedShare(before: number, after: number): number {
  return 1 - Math.min(before, after) / ((before / greatestCommonDivisor(before, after)) * after);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
