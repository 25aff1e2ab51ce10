/** Members in order of how many partitions they have, then of their ids. (source: AbstractStickyAssignor.SubscriptionComparator) */
import { compareText } from './assignor.ts';

export class MembersByLoad {
  readonly #load: (memberId: string) => number;
  #sorted: string[] = [];

  constructor(load: (memberId: string) => number) {
    this.#load = load;
  }

  get all(): readonly string[] {
    return this.#sorted;
  }
  get first(): string | undefined {
    return this.#sorted[0];
  }
  get last(): string | undefined {
    return this.#sorted.at(-1);
  }

  addAll(memberIds: readonly string[]): void {
    this.#sorted = [...this.#sorted, ...memberIds].sort((a, b) => this.#compare(a, b));
  }

  remove(memberId: string): void {
    const at = this.#sorted.indexOf(memberId);
    if (at >= 0) this.#sorted.splice(at, 1);
  }

  find(isWanted: (memberId: string) => boolean): string | undefined {
    return this.#sorted.find(isWanted);
  }

  /** Runs `change`, which gives or takes partitions of these members, and puts them where they belong then. */
  changing(memberIds: readonly string[], change: () => void): void {
    for (const memberId of memberIds) this.remove(memberId);
    change();
    for (const memberId of memberIds) this.#insert(memberId);
  }

  #insert(memberId: string): void {
    let from = 0;
    let to = this.#sorted.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#compare(this.#sorted[middle] as string, memberId) < 0) from = middle + 1;
      else to = middle;
    }
    this.#sorted.splice(from, 0, memberId);
  }

  #compare(a: string, b: string): number {
    return this.#load(a) - this.#load(b) || compareText(a, b);
  }
}
