/** The text of a `.snapshot` and a `.txnindex`. (source: DumpLogSegments, ProducerStateManager.readSnapshot, TransactionIndex) */
import { crc32c } from '@node-rs/crc32';
import type { Disk, DiskFile } from '#core/base/disk.ts';
import type { DumpFile, DumpOutput } from './dump-options.ts';
import { DumpFailure } from './dump-options.ts';
import { baseOffsetOf, opened, pathOf } from './files.ts';
import { decrementSequence, optionalLong } from './java-text.ts';

const SNAPSHOT_VERSION = 1;
const SNAPSHOT_SIZE_MAX = 268435456;
/** Behind version:int16 and crc:uint32; the checksum covers what follows. */
const SNAPSHOT_COUNT_AT = 6;
const SNAPSHOT_HEADER_SIZE = 10;
/** producerId:int64 epoch:int16 lastSequence:int32 lastOffset:int64 offsetDelta:int32 timestamp:int64 coordinatorEpoch:int32 currentTxnFirstOffset:int64 */
const SNAPSHOT_ENTRY_SIZE = 46;

/** version:int16 producerId firstOffset lastOffset lastStableOffset, each int64 */
export const ABORTED_SIZE = 34;
const ABORTED_VERSION_MAX = 0;

/** Prints the producers of a snapshot; one that cannot be believed is a complaint. */
export async function dumpSnapshot(disk: Disk, source: DumpFile, output: DumpOutput): Promise<void> {
  const bytes = await opened(disk, pathOf(source), async (file) => snapshotBytes(file));
  const fault = snapshotFault(bytes);
  if (fault !== undefined) {
    output.complain(fault);
    return;
  }
  for (const producer of snapshotProducers(bytes)) {
    output.print(`${producerText(producer)}\n`);
    if (output.isFull) await output.taken();
  }
}

/** The whole file. @throws {DumpFailure} when it is too large for a snapshot. */
export function snapshotBytes(file: DiskFile): Buffer {
  const size = file.size();
  if (size > SNAPSHOT_SIZE_MAX) {
    throw new DumpFailure(`a snapshot of ${size} bytes, more than ${SNAPSHOT_SIZE_MAX}`);
  }
  const all = Buffer.alloc(size);
  return all.subarray(0, file.read(0, all, 0, size));
}

/** Why a snapshot cannot be believed, in Kafka's words; a cut one has none. */
export function snapshotFault(bytes: Buffer): string | undefined {
  const malformed = (why: string): string => `Snapshot failed schema validation: ${why}`;
  if (bytes.length < 2) return malformed('null');
  const version = bytes.readInt16BE(0);
  if (version !== SNAPSHOT_VERSION) return malformed(`Snapshot contained an unknown file version ${version}`);
  if (bytes.length < SNAPSHOT_HEADER_SIZE) return malformed('null');
  const count = bytes.readInt32BE(SNAPSHOT_COUNT_AT);
  const remaining = bytes.length - SNAPSHOT_HEADER_SIZE;
  if (count < 0) return malformed('non-nullable field producerEntries was serialized as null');
  if (count > remaining) {
    return malformed(
      `Tried to allocate a collection of size ${count}, but there are only ${remaining} bytes remaining.`,
    );
  }
  if (count * SNAPSHOT_ENTRY_SIZE > remaining) return malformed('null');
  const stored = bytes.readUInt32BE(2);
  const computed = crc32c(bytes.subarray(SNAPSHOT_COUNT_AT)) >>> 0;
  if (stored === computed) return undefined;
  return `Snapshot is corrupt (CRC is no longer valid). Stored crc: ${stored}. Computed crc: ${computed}`;
}

/** What a snapshot knows of one producer id, as it is stored. */
export interface SnapshotProducer {
  readonly producerId: bigint;
  readonly producerEpoch: number;
  readonly lastSequence: number;
  /** Below 0: no batch is remembered. */
  readonly lastOffset: bigint;
  readonly offsetDelta: number;
  readonly timestamp: bigint;
  readonly coordinatorEpoch: number;
  /** Below 0: no transaction is open. */
  readonly currentTxnFirstOffset: bigint;
}

/** The whole entries of a snapshot of the known version, as many as it claims, believed or not. */
export function* snapshotProducers(bytes: Buffer): Generator<SnapshotProducer, void> {
  if (bytes.length < SNAPSHOT_HEADER_SIZE || bytes.readInt16BE(0) !== SNAPSHOT_VERSION) return;
  const count = bytes.readInt32BE(SNAPSHOT_COUNT_AT);
  for (let i = 0; i < count; i++) {
    const at = SNAPSHOT_HEADER_SIZE + i * SNAPSHOT_ENTRY_SIZE;
    if (at + SNAPSHOT_ENTRY_SIZE > bytes.length) return;
    yield {
      producerId: bytes.readBigInt64BE(at),
      producerEpoch: bytes.readInt16BE(at + 8),
      lastSequence: bytes.readInt32BE(at + 10),
      lastOffset: bytes.readBigInt64BE(at + 14),
      offsetDelta: bytes.readInt32BE(at + 22),
      timestamp: bytes.readBigInt64BE(at + 26),
      coordinatorEpoch: bytes.readInt32BE(at + 34),
      currentTxnFirstOffset: bytes.readBigInt64BE(at + 38),
    };
  }
}

function producerText(entry: SnapshotProducer): string {
  const { lastSequence, lastOffset, offsetDelta, timestamp, currentTxnFirstOffset: firstOffset } = entry;
  const producer =
    `producerId: ${entry.producerId} producerEpoch: ${entry.producerEpoch} coordinatorEpoch: ${entry.coordinatorEpoch}` +
    ` currentTxnFirstOffset: ${optionalLong(firstOffset < 0n ? undefined : firstOffset)} lastTimestamp: ${timestamp}`;
  if (lastOffset < 0n) return producer;
  return (
    `${producer} firstSequence: ${decrementSequence(lastSequence, offsetDelta)} lastSequence: ${lastSequence}` +
    ` lastOffset: ${lastOffset} offsetDelta: ${offsetDelta} timestamp: ${timestamp}`
  );
}

/** Prints the aborted transactions of an index; a missing file and a cut last entry print nothing. @throws {DumpFailure} */
export async function dumpTransactionIndex(disk: Disk, source: DumpFile, output: DumpOutput): Promise<void> {
  baseOffsetOf(source.name);
  if (!disk.exists(pathOf(source))) return;
  await opened(disk, pathOf(source), async (file) => {
    // Kafka reads all entries before it prints the first; and of the version it looks at the first byte only.
    let at = 0;
    for (const entry of abortedTransactions(file)) {
      const version = entry.readInt8(0);
      if (version > ABORTED_VERSION_MAX) {
        throw new DumpFailure(
          `the entry at byte ${at} has version ${version}, ${ABORTED_VERSION_MAX} is the last known`,
        );
      }
      at += ABORTED_SIZE;
    }
    for (const entry of abortedTransactions(file)) {
      output.print(
        `version: ${entry.readInt8(0)} producerId: ${entry.readBigInt64BE(2)} firstOffset: ${entry.readBigInt64BE(10)}` +
          ` lastOffset: ${entry.readBigInt64BE(18)} lastStableOffset: ${entry.readBigInt64BE(26)}\n`,
      );
      if (output.isFull) await output.taken();
    }
  });
}

/** The whole entries. Each is valid until the next is asked for. */
export function* abortedTransactions(file: DiskFile): Generator<Buffer, void> {
  const entries = Buffer.alloc(ABORTED_SIZE * 1024);
  for (let position = 0; ; position += entries.length) {
    const read = file.read(position, entries, 0, entries.length);
    for (let at = 0; read - at >= ABORTED_SIZE; at += ABORTED_SIZE) {
      yield entries.subarray(at, at + ABORTED_SIZE);
    }
    if (read < entries.length) return;
  }
}
