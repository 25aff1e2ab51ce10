import type { VarintBits } from '#core/lab-api/byte-views.ts';

/** Types of fields that are varints, and whether they are zig-zag. */
const VARINTS: { readonly [type: string]: boolean } = {
  varint: true,
  varlong: true,
  'unsigned varint': false,
};
/** A varlong has ten bytes at most. */
const BYTES_MAX = 10;

/** The bits of a field, if it is a varint. */
export function varintBits(type: string, bytes: Buffer): VarintBits | undefined {
  const isZigZag = VARINTS[type];
  if (isZigZag === undefined || bytes.length === 0 || bytes.length > BYTES_MAX) return undefined;
  let raw = 0n;
  const groups = [...bytes].map((byte, i) => {
    raw |= BigInt(byte & 0x7f) << BigInt(7 * i);
    return (byte & 0x7f).toString(2).padStart(7, '0');
  });
  // The last byte of a number ends it: fields of more than a varint are none.
  const isOne = [...bytes].every((byte, i) => byte < 0x80 === (i === bytes.length - 1));
  return isOne ? { groups, raw: String(raw), isZigZag } : undefined;
}
