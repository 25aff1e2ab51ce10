/** Zig-zag varints of records (section "Record" of the message format): small magnitudes of either sign take few bytes. */
import type { ByteReader } from './reader.ts';

/** Bytes that `value` (int32) takes as a zig-zag varint. */
export function varintSize(value: number): number {
  let rest = ((value << 1) ^ (value >> 31)) >>> 0;
  let size = 1;
  while (rest >= 0x80) {
    rest >>>= 7;
    size++;
  }
  return size;
}

/** Writes `value` (int32) at `offset`; answers the offset behind it. */
export function writeVarint(target: Buffer, offset: number, value: number): number {
  let rest = ((value << 1) ^ (value >> 31)) >>> 0;
  let at = offset;
  while (rest >= 0x80) {
    target[at++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  target[at++] = rest;
  return at;
}

/** An int32. */
export function readVarint(reader: ByteReader): number {
  let raw = 0;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = reader.uint8();
    raw |= (byte & 0x7f) << shift;
    if (byte < 0x80) return (raw >>> 1) ^ -(raw & 1);
  }
  return reader.fail('varint longer than 5 bytes');
}

/** Bytes that `value` (a whole number within ±2^53) takes as a zig-zag varlong. */
export function varlongSize(value: number): number {
  if (value >= -1073741824 && value <= 1073741823) return varintSize(value);
  let rest = zigZag(value);
  let size = 1;
  while (rest >= 128n) {
    rest >>= 7n;
    size++;
  }
  return size;
}

/** Writes `value` (a whole number within ±2^53) at `offset`; answers the offset behind it. */
export function writeVarlong(target: Buffer, offset: number, value: number): number {
  if (value >= -1073741824 && value <= 1073741823) return writeVarint(target, offset, value);
  let rest = zigZag(value);
  let at = offset;
  while (rest >= 128n) {
    target[at++] = Number(rest & 127n) | 0x80;
    rest >>= 7n;
  }
  target[at++] = Number(rest);
  return at;
}

/** A 64-bit value as a number; beyond ±2^53 it is rounded, as only timestamps of strangers can be. */
export function readVarlong(reader: ByteReader): number {
  let low = 0;
  let shift = 0;
  // Up to four bytes stay within plain 32-bit arithmetic; that is every ordinary timestamp delta.
  for (; shift < 28; shift += 7) {
    const byte = reader.uint8();
    low |= (byte & 0x7f) << shift;
    if (byte < 0x80) return (low >>> 1) ^ -(low & 1);
  }
  let raw = BigInt(low >>> 0);
  for (; shift < 70; shift += 7) {
    const byte = reader.uint8();
    raw |= BigInt(byte & 0x7f) << BigInt(shift);
    if (byte < 0x80) return Number(BigInt.asIntN(64, (raw >> 1n) ^ -(raw & 1n)));
  }
  return reader.fail('varlong longer than 10 bytes');
}

function zigZag(value: number): bigint {
  return value >= 0 ? BigInt(value) * 2n : BigInt(-value) * 2n - 1n;
}
