/** Where new rows come in, and whether the list still follows them. */
export type TailSide = 'top' | 'bottom';

/** Closer than this to the tail counts as being there. */
const NEAR_PX = 8;

export class ListTail {
  isFollowing = $state(true);
  /** Rows that came in since the list was scrolled away. */
  newCount = $state(0);
  #firstKey: string | null = null;
  #count = 0;

  /** Rows that came in at the tail since the last call; 0 when the list is another one or became shorter. */
  arrived(side: TailSide | null, list: { readonly firstKey: string | null; readonly count: number }): number {
    const added = list.count - this.#count;
    const isGrown = side === 'top' ? this.#firstKey !== null && list.firstKey !== this.#firstKey : added > 0;
    this.#firstKey = list.firstKey;
    this.#count = list.count;
    if (side === null || added <= 0 || !isGrown) return 0;
    if (!this.isFollowing) this.newCount += added;
    return added;
  }

  scrolled(side: TailSide | null, box: HTMLElement): void {
    const { scrollTop, clientHeight, scrollHeight } = box;
    this.isFollowing =
      side === 'bottom' ? scrollTop + clientHeight >= scrollHeight - NEAR_PX : scrollTop < NEAR_PX;
    if (this.isFollowing) this.newCount = 0;
  }
}
