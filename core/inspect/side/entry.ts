/** What the files beside a `.log` are read into: entries of named numbers and texts. */

/** One entry of a file. Numbers that a JavaScript number cannot hold exactly are texts. */
export type SideEntry = { readonly [field: string]: number | string };

/** The entries of a file; what is returned behind them says what is wrong with it, null when nothing is. */
export type SideEntries = Generator<SideEntry, string | null>;

/** A 64-bit number for an entry. */
export function exact(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
