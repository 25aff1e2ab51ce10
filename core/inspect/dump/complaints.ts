/**
 * What does not fit together, collected while files are dumped and printed behind all of them: a log's gaps, an index's entries that
 * the log does not bear out. (source: DumpLogSegments, TimeIndexDumpErrors)
 */
import { hashMapOrder } from './java-text.ts';

const FIRST_CAPACITY = 64;

/** Pairs of 64-bit numbers in little memory: a compacted log can have millions of gaps. */
export class LongPairs {
  #values = new BigInt64Array(FIRST_CAPACITY);
  #size = 0;
  #isAscending = true;

  add(key: bigint, value: bigint): void {
    if (this.#size === this.#values.length) {
      const grown = new BigInt64Array(this.#size * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    const last = this.#size - 2;
    if (last >= 0 && this.#key(last) >= key) this.#isAscending = false;
    this.#values[this.#size] = key;
    this.#values[this.#size + 1] = value;
    this.#size += 2;
  }

  #key(at: number): bigint {
    return this.#values[at] as bigint;
  }

  #pair(at: number): readonly [bigint, bigint] {
    return [this.#key(at), this.#values[at + 1] as bigint];
  }

  /** In the order of `add`. */
  *inOrder(): Generator<readonly [bigint, bigint]> {
    for (let at = 0; at < this.#size; at += 2) yield this.#pair(at);
  }

  /** By key; of several with one key, the last. */
  *byKey(direction: 'ascending' | 'descending'): Generator<readonly [bigint, bigint]> {
    const places = this.#sortedPlaces();
    const count = places.length;
    for (let i = 0; i < count; i++) {
      yield this.#pair(places[direction === 'ascending' ? i : count - 1 - i] as number);
    }
  }

  #sortedPlaces(): Uint32Array {
    const places = Uint32Array.from({ length: this.#size / 2 }, (_, i) => i * 2);
    if (this.#isAscending) return places;
    places.sort((a, b) => {
      const [left, right] = [this.#key(a), this.#key(b)];
      if (left !== right) return left < right ? -1 : 1;
      return a - b;
    });
    return places.filter(
      (at, i) => i + 1 === places.length || this.#key(places[i + 1] as number) !== this.#key(at),
    );
  }
}

/** Complaints of one kind, by the absolute path of the file. */
class ByFile {
  readonly #files = new Map<string, LongPairs>();

  of(path: string): LongPairs {
    let pairs = this.#files.get(path);
    if (pairs === undefined) {
      pairs = new LongPairs();
      this.#files.set(path, pairs);
    }
    return pairs;
  }

  *entries(): Generator<readonly [string, LongPairs]> {
    for (const path of hashMapOrder(this.#files.keys())) yield [path, this.of(path)];
  }
}

export class Complaints {
  /** Offset of a record → offset of the next one, where they do not follow each other. */
  readonly nonConsecutive = new ByFile();
  /** Offset in an index → last offset of the batch it points to. */
  readonly indexMismatches = new ByFile();
  /** Timestamp in a time index → the greatest of the batch it points to. */
  readonly timestampMismatches = new ByFile();
  /** Timestamp in a time index → the one before it, where that is not smaller. */
  readonly outOfOrderTimestamps = new ByFile();
  /** Offset in a time index → the last offset of the batch found for it, −1 without one. */
  readonly offsetsNotFound = new ByFile();

  /** The lines of standard error, in Kafka's order. */
  *lines(): Generator<string> {
    for (const [path, pairs] of this.indexMismatches.entries()) {
      yield `Mismatches in :${path}`;
      for (const [offset, found] of pairs.byKey('descending')) {
        yield `  Index offset: ${offset}, log offset: ${found}`;
      }
    }
    yield* this.#timeIndexLines();
    for (const [path, pairs] of this.nonConsecutive.entries()) {
      yield `Non-consecutive offsets in ${path}`;
      for (const [offset, next] of pairs.byKey('ascending')) yield `  ${offset} is followed by ${next}`;
    }
  }

  *#timeIndexLines(): Generator<string> {
    for (const [path, pairs] of this.timestampMismatches.entries()) {
      yield `Found timestamp mismatch in :${path}`;
      for (const [timestamp, found] of pairs.inOrder()) {
        yield `  Index timestamp: ${timestamp}, log timestamp: ${found}`;
      }
    }
    for (const [path, pairs] of this.outOfOrderTimestamps.entries()) {
      yield `Found out of order timestamp in :${path}`;
      for (const [timestamp, previous] of pairs.inOrder()) {
        yield `  Index timestamp: ${timestamp}, Previously indexed timestamp: ${previous}`;
      }
    }
    for (const [path, pairs] of this.offsetsNotFound.entries()) {
      yield `The following indexed offsets are not found in :${path}`;
      for (const [offset, found] of pairs.inOrder()) {
        yield `Indexed offset: ${offset}, found log offset: ${found}`;
      }
    }
  }
}
