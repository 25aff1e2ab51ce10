/** Which of many rows of one height are near what is seen: a long list draws only those. */
const OVERSCAN = 6;

export class RowWindow {
  scrollTop = $state(0);
  viewHeight = $state(0);
  readonly #count: () => number;
  readonly #rowHeight: () => number;

  constructor(count: () => number, rowHeight: () => number) {
    this.#count = count;
    this.#rowHeight = rowHeight;
  }

  readonly first = $derived.by(() => Math.max(0, Math.floor(this.scrollTop / this.#rowHeight()) - OVERSCAN));

  /** One past the last row that is drawn. */
  readonly end = $derived.by(() => {
    const seen = Math.ceil((this.scrollTop + this.viewHeight) / this.#rowHeight());
    return Math.min(this.#count(), seen + OVERSCAN);
  });

  /** Rows drawn, by index. */
  readonly rows = $derived.by(() =>
    Array.from({ length: Math.max(0, this.end - this.first) }, (_, index) => this.first + index),
  );

  get spaceBefore(): number {
    return this.first * this.#rowHeight();
  }

  get spaceAfter(): number {
    return Math.max(0, this.#count() - this.end) * this.#rowHeight();
  }

  /** Scroll position that shows a row, or undefined when it is seen already. */
  revealing(index: number): number | undefined {
    const height = this.#rowHeight();
    const top = index * height;
    if (top >= this.scrollTop && top + height <= this.scrollTop + this.viewHeight) return undefined;
    return Math.max(0, top - (this.viewHeight - height) / 2);
  }
}
