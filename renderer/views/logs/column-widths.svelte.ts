/** Widths of a long table's columns: what was drawn so far fits, and no column becomes narrower while one log is scrolled. */
import type { TableColumn } from '../../ui/table-column.ts';

const PADDING_PX = 20;
/** A character of the mono typeface, and a Korean one, in em. */
const CHARACTER_EM = 0.6;
const WIDE_CHARACTER_EM = 1;
/** The head is set in smaller type. */
const HEAD_SCALE = 0.9;
const FIRST_WIDE = 0x1100;
/** The column that takes what is left shows at least so much. */
const WIDE_COLUMN_EM_MAX = 9;

function emOf(text: string): number {
  let em = 0;
  for (const character of text) {
    em += (character.codePointAt(0) ?? 0) >= FIRST_WIDE ? WIDE_CHARACTER_EM : CHARACTER_EM;
  }
  return em;
}

export class ColumnWidths<T> {
  #ems: { readonly [id: string]: number } = $state.raw({});
  #sum = $state('0px');
  #table = '';

  /** Makes room for these rows; `table` names what is shown: another one begins anew. */
  grow(table: string, columns: readonly TableColumn<T>[], rows: readonly T[]): void {
    const known = table === this.#table ? this.#ems : {};
    const ems: { [id: string]: number } = {};
    let isSame = table === this.#table;
    for (const column of columns) {
      let em = Math.max(known[column.id] ?? 0, emOf(column.title) * HEAD_SCALE);
      if (column.cell === undefined) for (const row of rows) em = Math.max(em, emOf(column.text(row)));
      ems[column.id] = em;
      if (em !== known[column.id]) isSame = false;
    }
    if (isSame) return;
    this.#table = table;
    this.#ems = ems;
    this.#sum = `calc(${columns.map((column) => this.#css(column)).join(' + ')})`;
  }

  /** Least width of the table, as CSS. */
  get sum(): string {
    return this.#sum;
  }

  /** As CSS; undefined for the column that takes what is left. */
  of(column: TableColumn<T>): string | undefined {
    return column.isWide ? undefined : this.#css(column);
  }

  #css(column: TableColumn<T>): string {
    const full = this.#ems[column.id] ?? 0;
    const em = column.isWide === true ? Math.min(full, WIDE_COLUMN_EM_MAX) : full;
    const needed = `var(--fs-dense) * ${em.toFixed(1)} + ${PADDING_PX}px`;
    return column.width === undefined ? `calc(${needed})` : `max(${column.width}, ${needed})`;
  }
}
