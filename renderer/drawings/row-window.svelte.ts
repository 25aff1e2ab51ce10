/** Which of many rows of one height are near what is seen: a long list draws only those. */
const OVERSCAN = 6;

export class RowWindow {
  scrollTop = $state(0);
  viewHeight = $state(0);
  readonly #count: () => number;
  readonly #rowHeight: () => number;
  #isForeseen = false;

  readonly #overscan: number;

  /** `overscan`: rows drawn beyond what is seen, on either side. */
  constructor(count: () => number, rowHeight: () => number, overscan = OVERSCAN) {
    this.#count = count;
    this.#rowHeight = rowHeight;
    this.#overscan = overscan;
  }

  readonly first = $derived.by(() =>
    Math.max(0, Math.floor(this.scrollTop / this.#rowHeight()) - this.#overscan),
  );

  /** One past the last row that is drawn. */
  readonly end = $derived.by(() => {
    const seen = Math.ceil((this.scrollTop + this.viewHeight) / this.#rowHeight());
    return Math.min(this.#count(), seen + this.#overscan);
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

  /** Before rows are drawn: those around this one will be seen, so that others need not be drawn first. `reveal` comes after it. */
  foresee(index: number): void {
    this.scrollTop = this.revealing(index) ?? this.scrollTop;
    this.#isForeseen = true;
  }

  /** Scrolls `box`, which shows the rows, so that one of them is seen; what comes into sight is drawn at once. */
  reveal(box: HTMLElement, index: number): void {
    // Events of scrolling and of sizes come a frame late: what was just scrolled to is seen already.
    this.viewHeight = box.clientHeight;
    if (!this.#isForeseen) this.scrollTop = box.scrollTop;
    this.#isForeseen = false;
    box.scrollTop = this.revealing(index) ?? this.scrollTop;
    this.scrollTop = box.scrollTop;
  }

  /** Scroll position that shows a row, or undefined when it is seen already. */
  revealing(index: number): number | undefined {
    const height = this.#rowHeight();
    const top = index * height;
    if (top >= this.scrollTop && top + height <= this.scrollTop + this.viewHeight) return undefined;
    return Math.max(0, top - (this.viewHeight - height) / 2);
  }
}
