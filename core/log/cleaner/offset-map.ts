/**
 * Key → greatest offset, for the dirty part of a log. Kafka keeps hashes of keys in a buffer of fixed size; here it is the keys
 * themselves, and what is bounded is their number and size. (source: SkimpyOffsetMap)
 */

/** Keys that fit; more are left for the next round. */
const KEYS_MAX = 1_000_000;
/** Bytes of all keys together. */
const KEY_BYTES_MAX = 67_108_864;

export class OffsetMap {
  readonly #keysMax: number;
  readonly #offsets = new Map<string, number>();
  #keyBytes = 0;
  #latestOffset = -1;

  /** `keysMax`: 1 or more. */
  constructor(keysMax = KEYS_MAX) {
    this.#keysMax = keysMax;
  }

  /** Up to which offset records have been taken into account, −1 when none have. */
  get latestOffset(): number {
    return this.#latestOffset;
  }

  /** As in Kafka, a full map does not take a greater offset for a key it has, either. */
  get isFull(): boolean {
    return this.#offsets.size >= this.#keysMax || this.#keyBytes >= KEY_BYTES_MAX;
  }

  /** The offset of `key`; −1 when it is not there. */
  get(key: Buffer): number {
    return this.#offsets.get(key.toString('latin1')) ?? -1;
  }

  /** Sets the offset of `key`; the map is not full. */
  put(key: Buffer, offset: number): void {
    const text = key.toString('latin1');
    const before = this.#offsets.size;
    this.#offsets.set(text, offset);
    if (this.#offsets.size > before) this.#keyBytes += key.length;
  }

  updateLatestOffset(offset: number): void {
    this.#latestOffset = offset;
  }
}
