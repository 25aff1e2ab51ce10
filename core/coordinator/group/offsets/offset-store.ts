/**
 * Committed offsets of the groups of one partition, and those that wait for the end of a transaction.
 *
 * A transactional offset becomes visible with the COMMIT marker, and only if no offset that was written later stands already:
 * the place of the record in the log decides, not the time of the commit. (source: OffsetMetadataManager)
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import type { OffsetEntry } from '../group-records.ts';

/** An entry, and where its record lies. */
interface PlacedOffset extends TopicPartition {
  readonly entry: OffsetEntry;
  readonly recordOffset: number;
}

type Offsets = Map<string, PlacedOffset>;

export class OffsetStore {
  readonly #committed = new Map<string, Offsets>();
  /** Producer id → group → partition. */
  readonly #pending = new Map<number, Map<string, Offsets>>();

  /** Groups with at least one committed offset. */
  groups(): Iterable<string> {
    return this.#committed.keys();
  }

  get(group: string, place: TopicPartition): OffsetEntry | undefined {
    return this.#committed.get(group)?.get(partitionName(place))?.entry;
  }

  /** Everything the group has committed, in order of the first commit. */
  *all(group: string): Generator<TopicPartition & { readonly entry: OffsetEntry }> {
    yield* this.#committed.get(group)?.values() ?? [];
  }

  /** What open transactions hold of the group; a partition may come more than once. */
  *pendingOf(group: string): Generator<TopicPartition & { readonly entry: OffsetEntry }> {
    for (const groups of this.#pending.values()) yield* groups.get(group)?.values() ?? [];
  }

  /** True while an open transaction holds an offset for this partition. */
  isPending(group: string, place: TopicPartition): boolean {
    const name = partitionName(place);
    for (const groups of this.#pending.values()) if (groups.get(group)?.has(name) === true) return true;
    return false;
  }

  /** A plain commit. */
  commit(group: string, place: TopicPartition, entry: OffsetEntry, recordOffset: number): void {
    this.#put(group, { topic: place.topic, partition: place.partition, entry, recordOffset });
  }

  /** A commit inside a transaction: seen by nobody until the marker. */
  commitPending(
    producerId: number,
    group: string,
    place: TopicPartition,
    entry: OffsetEntry,
    recordOffset: number,
  ): void {
    const groups = getOrAdd(this.#pending, producerId, () => new Map<string, Offsets>());
    const offsets = getOrAdd(groups, group, () => new Map());
    offsets.set(partitionName(place), {
      topic: place.topic,
      partition: place.partition,
      entry,
      recordOffset,
    });
  }

  /** A tombstone: the committed offset goes, and pending ones with it. */
  delete(group: string, place: TopicPartition): void {
    const name = partitionName(place);
    const offsets = this.#committed.get(group);
    offsets?.delete(name);
    if (offsets?.size === 0) this.#committed.delete(group);
    for (const groups of this.#pending.values()) groups.get(group)?.delete(name);
  }

  /** The producer's transaction is over. */
  endTransaction(producerId: number, isCommit: boolean): void {
    const groups = this.#pending.get(producerId);
    this.#pending.delete(producerId);
    if (groups === undefined || !isCommit) return;
    for (const [group, offsets] of groups) {
      for (const placed of offsets.values()) {
        const standing = this.#committed.get(group)?.get(partitionName(placed));
        if (standing === undefined || standing.recordOffset < placed.recordOffset) this.#put(group, placed);
      }
    }
  }

  #put(group: string, placed: PlacedOffset): void {
    getOrAdd(this.#committed, group, () => new Map()).set(partitionName(placed), placed);
  }
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
