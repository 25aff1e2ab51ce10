/**
 * The sticky assignment where members subscribe to different topics: everyone keeps what it may keep, what is left goes to whoever
 * has least, and then partitions move as long as that makes it fairer. (source: AbstractStickyAssignor.GeneralAssignmentBuilder)
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import { compareText } from './assignor.ts';
import { MembersByLoad } from './members-by-load.ts';
import { PartitionMovements } from './partition-movements.ts';
import type { StickyBasis } from './sticky-owners.ts';
import { NO_GENERATION, removePartition } from './sticky-owners.ts';
import type { StickyAssignment } from './sticky-result.ts';

export function assignGeneral(basis: StickyBasis): StickyAssignment {
  return { assignment: new GeneralAssignment(basis).build(), transferring: undefined };
}

class GeneralAssignment {
  readonly #basis: StickyBasis;
  /** Who may have partitions of a topic. */
  readonly #takersOf = new Map<string, string[]>();
  /** Topics that exist and that a member subscribes to. */
  readonly #topicsOf = new Map<string, readonly string[]>();
  /** By name of the partition. */
  readonly #ownerOf = new Map<string, string>();
  readonly #movements = new PartitionMovements();
  /** Owners in older generations, by name of the partition. */
  readonly #olderOwnerOf: ReadonlyMap<string, string>;
  #assignment: Map<string, TopicPartition[]>;
  #byLoad: MembersByLoad;
  #mustRevoke = false;

  constructor(basis: StickyBasis) {
    this.#basis = basis;
    this.#assignment = new Map(basis.owned);
    for (const topic of basis.partitionCounts.keys()) this.#takersOf.set(topic, []);
    for (const { memberId, topics } of basis.members) {
      const existing = topics.filter((topic) => this.#takersOf.has(topic));
      this.#topicsOf.set(memberId, existing);
      for (const topic of existing) this.#takersOf.get(topic)?.push(memberId);
    }
    this.#olderOwnerOf = olderOwners(basis);
    this.#byLoad = new MembersByLoad((memberId) => this.#load(memberId));
  }

  build(): Map<string, TopicPartition[]> {
    const all = this.#sortedPartitions();
    this.#keepSubscribed();
    const kept = new Set(this.#ownerOf.keys());
    this.#byLoad.addAll([...this.#assignment.keys()]);
    const last = this.#byLoad.last;
    const isFirst = last === undefined || this.#load(last) === 0;
    const open = all.filter((partition) => !kept.has(partitionName(partition)));
    for (const partition of open) this.#give(partition);
    this.#balance(all, open, isFirst);
    return this.#assignment;
  }

  #load(memberId: string): number {
    return this.#assignment.get(memberId)?.length ?? 0;
  }
  #takers(topic: string): readonly string[] {
    return this.#takersOf.get(topic) ?? [];
  }
  #subscribes(memberId: string, topic: string): boolean {
    return this.#topicsOf.get(memberId)?.includes(topic) === true;
  }

  /** Topics with the fewest takers first. */
  #sortedPartitions(): readonly TopicPartition[] {
    const { partitionCounts } = this.#basis;
    return [...partitionCounts]
      .sort(([a], [b]) => this.#takers(a).length - this.#takers(b).length || compareText(a, b))
      .flatMap(([topic, count]) => Array.from({ length: count }, (_, partition) => ({ topic, partition })));
  }

  #keepSubscribed(): void {
    for (const [memberId, partitions] of this.#assignment) {
      const kept = partitions.filter(({ topic }) => this.#subscribes(memberId, topic));
      if (kept.length < partitions.length) this.#mustRevoke = true;
      this.#assignment.set(memberId, kept);
      for (const partition of kept) this.#ownerOf.set(partitionName(partition), memberId);
    }
  }

  /** To the member with the fewest partitions that subscribes to the topic, if there is one. */
  #give(partition: TopicPartition): void {
    const memberId = this.#byLoad.find((candidate) => this.#subscribes(candidate, partition.topic));
    if (memberId === undefined) return;
    this.#byLoad.changing([memberId], () => this.#assignment.get(memberId)?.push(partition));
    this.#ownerOf.set(partitionName(partition), memberId);
  }

  #balance(all: readonly TopicPartition[], open: readonly TopicPartition[], isFirst: boolean): void {
    const isMovable = ({ topic }: TopicPartition): boolean => this.#takers(topic).length >= 2;
    const settled = [...this.#assignment].filter(([memberId]) => !this.#takesPart(memberId));
    for (const [memberId] of settled) {
      this.#byLoad.remove(memberId);
      this.#assignment.delete(memberId);
    }
    const before = new Map(
      [...this.#assignment].map(([memberId, partitions]) => [memberId, [...partitions]]),
    );
    // The result of moving what is new does not count as a change: it was given out just now.
    if (!this.#mustRevoke) this.#moveSome(open.filter(isMovable));
    const hasMoved = this.#moveSome(all.filter(isMovable));
    if (!isFirst && hasMoved && unfairness(this.#assignment) >= unfairness(before)) this.#assignment = before;
    for (const [memberId, partitions] of settled) this.#assignment.set(memberId, partitions);
  }

  /** A member takes part when it could get more, or has what others could get. */
  #takesPart(memberId: string): boolean {
    const mine = this.#assignment.get(memberId) ?? [];
    return mine.length < this.#mostOf(memberId) || mine.some(({ topic }) => this.#takers(topic).length >= 2);
  }

  #mostOf(memberId: string): number {
    const { partitionCounts } = this.#basis;
    return (this.#topicsOf.get(memberId) ?? []).reduce(
      (sum, topic) => sum + (partitionCounts.get(topic) ?? 0),
      0,
    );
  }

  /** True when anything moved. */
  #moveSome(partitions: readonly TopicPartition[]): boolean {
    let hasMoved = false;
    for (let isAgain = true; isAgain; ) {
      isAgain = false;
      for (const partition of partitions) {
        if (this.#isBalanced()) break;
        if (this.#moveIfBetter(partition)) isAgain = true;
      }
      hasMoved ||= isAgain;
    }
    return hasMoved;
  }

  #moveIfBetter(partition: TopicPartition): boolean {
    const name = partitionName(partition);
    const owner = this.#ownerOf.get(name);
    if (owner === undefined) return false;
    const load = this.#load(owner);
    const older = this.#olderOwnerOf.get(name);
    if (older !== undefined && load > this.#load(older) + 1) {
      this.#move(partition, older);
      return true;
    }
    if (!this.#takers(partition.topic).some((other) => load > this.#load(other) + 1)) return false;
    const to = this.#byLoad.find((memberId) => this.#subscribes(memberId, partition.topic));
    if (to === undefined) return false;
    this.#move(partition, to);
    return true;
  }

  #move(wanted: TopicPartition, to: string): void {
    const owner = this.#ownerOf.get(partitionName(wanted)) as string;
    const partition = this.#movements.better(wanted, { from: owner, to });
    const name = partitionName(partition);
    const from = this.#ownerOf.get(name) as string;
    this.#byLoad.changing([from, to], () => {
      this.#movements.move(partition, { from, to });
      removePartition(this.#assignment.get(from) ?? [], partition);
      this.#assignment.get(to)?.push(partition);
    });
    this.#ownerOf.set(name, to);
  }

  /** Nobody could get a partition of somebody who has two more. */
  #isBalanced(): boolean {
    const { first, last } = this.#byLoad;
    if (first === undefined || last === undefined || this.#load(first) >= this.#load(last) - 1) return true;
    const { partitionCounts } = this.#basis;
    for (const memberId of this.#byLoad.all) {
      const load = this.#load(memberId);
      if (load === this.#mostOf(memberId)) continue;
      for (const topic of this.#topicsOf.get(memberId) ?? []) {
        const count = partitionCounts.get(topic) ?? 0;
        for (let partition = 0; partition < count; partition++) {
          const owner = this.#ownerOf.get(partitionName({ topic, partition }));
          if (owner !== undefined && owner !== memberId && load + 1 < this.#load(owner)) return false;
        }
      }
    }
    return true;
  }
}

/** Of owners before the newest generation the latest; without a generation as the oldest. */
function olderOwners({ members, lastOf, generationMax }: StickyBasis): ReadonlyMap<string, string> {
  const owners = new Map<string, { readonly memberId: string; readonly generationId: number }>();
  for (const member of members) {
    const { partitions = [], generationId } = lastOf(member);
    const isOlder = generationId === undefined ? generationMax > NO_GENERATION : generationId < generationMax;
    if (!isOlder) continue;
    for (const partition of partitions) {
      const key = partitionName(partition);
      const known = owners.get(key);
      if (known !== undefined && (generationId ?? NO_GENERATION) <= known.generationId) continue;
      owners.set(key, { memberId: member.memberId, generationId: generationId ?? NO_GENERATION });
    }
  }
  return new Map([...owners].map(([key, { memberId }]) => [key, memberId]));
}

/** Sum of the differences between any two members. */
function unfairness(assignment: ReadonlyMap<string, readonly TopicPartition[]>): number {
  const loads = [...assignment.values()].map(({ length }) => length);
  let score = 0;
  for (const [i, load] of loads.entries())
    for (const other of loads.slice(i + 1)) score += Math.abs(load - other);
  return score;
}
