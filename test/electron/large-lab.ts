import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { crc32c } from '@node-rs/crc32';
import { LOG_DIRECTORY } from './desktop-window.ts';

/** A signed number as records have it: seven bits a byte, the sign in the last bit. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value < 0 ? -value * 2 - 1 : value * 2;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}

/** A batch of Kafka's newest format with one record of so many bytes, at offset 0. */
function batchOf(valueBytes: number): Buffer {
  const body = Buffer.concat([
    Buffer.from([0]),
    ...[0, 0, -1, valueBytes].map(varint),
    randomBytes(valueBytes),
    varint(0),
  ]);
  const head = Buffer.alloc(61);
  const records = Buffer.concat([varint(body.length), body]);
  head.writeInt32BE(head.length + records.length - 12, 8);
  head.writeInt8(2, 16);
  head.writeBigInt64BE(1_764_500_000_000n, 27);
  head.writeBigInt64BE(1_764_500_000_000n, 35);
  // No producer id, epoch or sequence.
  head.fill(0xff, 43, 57);
  head.writeInt32BE(1, 57);
  const batch = Buffer.concat([head, records]);
  batch.writeUInt32BE(crc32c(batch.subarray(21)), 17);
  return batch;
}

/** Makes a data directory of which partition `orders-0` is about `bytes` large: one batch, again and again. */
export function makeLargeLab(
  directory: string,
  { bytes, valueBytes }: { readonly bytes: number; readonly valueBytes: number },
): void {
  fs.cpSync(LOG_DIRECTORY, directory, { recursive: true });
  const folder = path.join(directory, 'orders-0');
  for (const name of fs.readdirSync(folder)) {
    if (/^\d+\./.test(name)) fs.rmSync(path.join(folder, name));
  }
  const batch = batchOf(valueBytes);
  const count = Math.ceil(bytes / batch.length);
  const large = Buffer.alloc(count * batch.length, batch);
  // The checksum does not cover the base offset.
  for (let offset = 0; offset < count; offset++) large.writeBigInt64BE(BigInt(offset), offset * batch.length);
  fs.writeFileSync(path.join(folder, '00000000000000000000.log'), large);
}
