/**
 * A `.snapshot` file: what the log knew of every producer id when it ended at the offset in the file's name.
 *
 *   int16 version 1 │ uint32 crc of all that follows │ int32 count │ count entries of 46 bytes:
 *   int64 producer id │ int16 epoch │ int32 last sequence │ int64 last offset │ int32 offset delta │ int64 timestamp
 *   │ int32 coordinator epoch │ int64 first offset of the open transaction, −1 none
 *
 * Only the newest of the five remembered batches is kept. (source: ProducerStateManager)
 */
import { crc32c } from '@node-rs/crc32';
import { readInt64, writeInt64 } from '#core/base/int64.ts';
import { NONE } from '#core/protocol/records/record-batch.ts';
import { ProducerStateEntry } from './producer-state-entry.ts';

const VERSION = 1;
const CRC_AT = 2;
const COUNT_AT = 6;
const HEADER_SIZE = 10;
const ENTRY_SIZE = 46;

/** The whole file, entries in the given order. */
export function encodeSnapshot(entries: readonly ProducerStateEntry[]): Buffer {
  const bytes = Buffer.alloc(HEADER_SIZE + entries.length * ENTRY_SIZE);
  bytes.writeInt16BE(VERSION, 0);
  bytes.writeInt32BE(entries.length, COUNT_AT);
  let at = HEADER_SIZE;
  for (const entry of entries) {
    const newest = entry.newestBatch;
    writeInt64(bytes, at, entry.producerId);
    bytes.writeInt16BE(entry.producerEpoch, at + 8);
    bytes.writeInt32BE(entry.lastSequence, at + 10);
    writeInt64(bytes, at + 14, newest?.lastOffset ?? NONE);
    bytes.writeInt32BE(newest?.offsetDelta ?? 0, at + 22);
    writeInt64(bytes, at + 26, entry.lastTimestamp);
    bytes.writeInt32BE(entry.coordinatorEpoch, at + 34);
    writeInt64(bytes, at + 38, entry.currentTxnFirstOffset);
    at += ENTRY_SIZE;
  }
  bytes.writeUInt32BE(crc32c(bytes.subarray(COUNT_AT)) >>> 0, CRC_AT);
  return bytes;
}

/** The entries; undefined when the file is not a valid snapshot. */
export function decodeSnapshot(bytes: Buffer): ProducerStateEntry[] | undefined {
  if (bytes.length < HEADER_SIZE || bytes.readInt16BE(0) !== VERSION) return undefined;
  if (bytes.readUInt32BE(CRC_AT) !== crc32c(bytes.subarray(COUNT_AT)) >>> 0) return undefined;
  const count = bytes.readInt32BE(COUNT_AT);
  if (count < 0 || HEADER_SIZE + count * ENTRY_SIZE > bytes.length) return undefined;
  const entries: ProducerStateEntry[] = [];
  for (let i = 0; i < count; i++) entries.push(decodeEntry(bytes, HEADER_SIZE + i * ENTRY_SIZE));
  return entries;
}

function decodeEntry(bytes: Buffer, at: number): ProducerStateEntry {
  const entry = new ProducerStateEntry(readInt64(bytes, at));
  entry.producerEpoch = bytes.readInt16BE(at + 8);
  entry.lastTimestamp = readInt64(bytes, at + 26);
  entry.coordinatorEpoch = bytes.readInt32BE(at + 34);
  const openFrom = readInt64(bytes, at + 38);
  entry.currentTxnFirstOffset = openFrom >= 0 ? openFrom : NONE;
  const lastOffset = readInt64(bytes, at + 14);
  if (lastOffset >= 0) {
    entry.batches.push({
      lastSequence: bytes.readInt32BE(at + 10),
      lastOffset,
      offsetDelta: bytes.readInt32BE(at + 22),
      timestamp: entry.lastTimestamp,
    });
  }
  return entry;
}
