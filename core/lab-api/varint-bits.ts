/** The bits of a varint, found where they are shown: a ruler has thousands of varints, and one of them is looked at. */
import type { VarintBits } from './byte-views.ts';

/** Types of fields that are varints, and whether they are zig-zag. */
const VARINTS: { readonly [type: string]: boolean } = {
  varint: true,
  varlong: true,
  'unsigned varint': false,
};
/** A varlong has ten bytes at most. */
const BYTES_MAX = 10;

/** The bits of a field of this type (`varint`, `varlong`, `unsigned varint`) with these bytes in hex; undefined when it is no varint. */
export function varintBits(type: string, hex: string): VarintBits | undefined {
  const isZigZag = VARINTS[type];
  const size = hex.length / 2;
  if (isZigZag === undefined || size === 0 || size > BYTES_MAX) return undefined;
  const bytes = Array.from({ length: size }, (_, i) => Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16));
  // The last byte of a number ends it: a field of more than a varint is none.
  if (bytes.some((byte, i) => byte < 0x80 !== (i === size - 1))) return undefined;
  const groups = bytes.map((byte) => (byte & 0x7f).toString(2).padStart(7, '0'));
  return { groups, raw: String(BigInt(`0b${groups.toReversed().join('')}`)), isZigZag };
}
