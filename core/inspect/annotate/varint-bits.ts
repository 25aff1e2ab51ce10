import type { VarintBits } from '#core/lab-api/byte-views.ts';

/** Types of fields that are varints, and whether they are zig-zag. */
const VARINTS: { readonly [type: string]: boolean } = {
  varint: true,
  varlong: true,
  'unsigned varint': false,
};
/** A varlong has ten bytes at most. */
const BYTES_MAX = 10;
/** Up to here a number holds all bits. */
const SMALL_BYTES_MAX = 7;

/** The seven bits of every byte. */
const GROUPS = Array.from({ length: 128 }, (_, value) => value.toString(2).padStart(7, '0'));

/** The bits of the field of `size` bytes at `at`, if it is a varint. */
export function varintBits(
  type: string,
  bytes: Buffer,
  { at, size }: { readonly at: number; readonly size: number },
): VarintBits | undefined {
  const isZigZag = VARINTS[type];
  if (isZigZag === undefined || size === 0 || size > BYTES_MAX || at + size > bytes.length) return undefined;
  const groups: string[] = [];
  for (let i = 0; i < size; i++) {
    const byte = bytes[at + i] as number;
    // The last byte of a number ends it: a field of more than a varint is none.
    if (byte < 0x80 !== (i === size - 1)) return undefined;
    groups.push(GROUPS[byte & 0x7f] as string);
  }
  return {
    groups,
    raw: size <= SMALL_BYTES_MAX ? String(smallRaw(bytes, at, size)) : largeRaw(groups),
    isZigZag,
  };
}

function smallRaw(bytes: Buffer, at: number, size: number): number {
  let raw = 0;
  for (let i = size - 1; i >= 0; i--) raw = raw * 128 + ((bytes[at + i] as number) & 0x7f);
  return raw;
}

function largeRaw(groups: readonly string[]): string {
  return String(BigInt(`0b${groups.toReversed().join('')}`));
}
