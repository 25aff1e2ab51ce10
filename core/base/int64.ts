/** 64-bit integers of files, as numbers: exact within ±2^53, rounded beyond (which only damaged files hold). */

const HIGH = 4294967296;

/** The big-endian int64 at `offset`. */
export function readInt64(bytes: Buffer, offset: number): number {
  return bytes.readInt32BE(offset) * HIGH + bytes.readUInt32BE(offset + 4);
}

/** Writes `value`, a whole number within ±2^53, big-endian at `offset`. */
export function writeInt64(bytes: Buffer, offset: number, value: number): void {
  const high = Math.floor(value / HIGH);
  bytes.writeInt32BE(high, offset);
  bytes.writeUInt32BE(value - high * HIGH, offset + 4);
}
