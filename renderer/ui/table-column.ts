import type { Snippet } from 'svelte';

/** One column of a table. */
export interface TableColumn<T> {
  readonly id: string;
  readonly title: string;
  /** What the cell says; also what is copied. */
  readonly text: (row: T) => string;
  /** Drawn instead of the text. */
  readonly cell?: Snippet<[T]> | undefined;
  readonly isNumeric?: boolean;
  readonly isMono?: boolean;
  readonly isDim?: boolean;
  /** Takes the room that is left, where columns have fixed widths. */
  readonly isWide?: boolean;
  /** CSS width. */
  readonly width?: string;
}
