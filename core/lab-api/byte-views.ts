/** Parts of a byte ruler: the bits of a varint, and the place where reading stopped. */
import type { Said } from './said.ts';

/** How a varint spells its number: seven bits a byte, the lowest first; the top bit says whether another byte follows. */
export type VarintBits = {
  /** The seven bits of each byte, in the order of the bytes. */
  readonly groups: readonly string[];
  /** The number that the groups spell, last group first, before zig-zag is undone. */
  readonly raw: string;
  /** Zig-zag: even numbers are n / 2, odd ones −(n + 1) / 2. */
  readonly isZigZag: boolean;
};

/** Where reading stopped. The last good byte is the one before `at`; `opened.nextBatch` finds where reading goes on. */
export type ByteStop = {
  readonly at: number;
  /** In English. */
  readonly reason: string;
  /** What does not fit: for the window. Without `expected`, `found` says all. */
  readonly expected: Said | null;
  readonly found: Said;
};
