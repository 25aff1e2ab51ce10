/**
 * Picks, among the readers of one topic, who has least and who has most, in turns: members with equally much are taken one after the
 * other, and each pick is expected to change that member's size by one.
 * (source: UniformHeterogeneousAssignmentBuilder.MemberAssignmentBalancer)
 */
import { present } from '#core/base/assert.ts';

export class LoadBalancer {
  /** Partitions of each member, by its index; kept up to date by whoever assigns. */
  readonly #sizes: readonly number[];
  #members: number[] = [];
  /** Members with least: [0, end), each with `count` partitions. */
  readonly #least = { end: 0, count: 0, next: 0 };
  /** Members with most: [start, end), each with `count` partitions. Those from `end` on are out. */
  readonly #most = { start: 0, end: 0, count: 0, next: 0 };

  constructor(sizes: readonly number[]) {
    this.#sizes = sizes;
  }

  /** Begins with these members, at least one; answers how far apart their sizes are. */
  begin(members: readonly number[]): number {
    this.#members = [...members].sort((a, b) => this.#sizeOf(a) - this.#sizeOf(b) || a - b);
    const least = this.#sizeAt(0);
    const most = this.#sizeAt(this.#members.length - 1);
    Object.assign(this.#least, { end: 0, count: least - 1, next: 0 });
    const end = this.#members.length;
    Object.assign(this.#most, { start: end, end, count: most + 1, next: end - 1 });
    return most - least;
  }

  #sizeOf(member: number): number {
    return this.#sizes[member] ?? 0;
  }

  #sizeAt(position: number): number {
    return this.#sizeOf(present(this.#members[position], 'member'));
  }

  nextLeastLoaded(): number {
    const range = this.#least;
    if (range.next >= range.end) {
      range.count++;
      while (range.end < this.#members.length && this.#sizeAt(range.end) === range.count) range.end++;
      range.next = 0;
    }
    return present(this.#members[range.next++], 'least loaded member');
  }

  /** Undefined when no member is left. */
  nextMostLoaded(): number | undefined {
    const range = this.#most;
    if (range.next < range.start) {
      // When all of the range are out, the next size may be any smaller one.
      const isUsedUp = range.end <= range.start && range.start > 0;
      range.count = isUsedUp ? this.#sizeAt(range.start - 1) : range.count - 1;
      while (range.start > 0 && this.#sizeAt(range.start - 1) === range.count) range.start--;
      range.next = range.end - 1;
    }
    return range.next < 0 ? undefined : this.#members[range.next--];
  }

  /** Leaves out the member that `nextMostLoaded` answered last: it has nothing to give. */
  excludeMostLoaded(): void {
    const range = this.#most;
    const last = range.end - 1;
    const excluded = present(this.#members[range.next + 1], 'most loaded member');
    this.#members[range.next + 1] = present(this.#members[last], 'last of the range');
    this.#members[last] = excluded;
    range.end--;
  }

  get isBalanced(): boolean {
    return this.#most.count - this.#least.count <= 1;
  }
}
