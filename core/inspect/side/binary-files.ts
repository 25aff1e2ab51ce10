/** The entries of indexes and snapshots, and what is wrong with them. */
import type { DiskFile } from '#core/base/disk.ts';
import { OffsetIndexFile, TimeIndexFile } from '../dump/index-file.ts';
import {
  ABORTED_SIZE,
  abortedTransactions,
  snapshotBytes,
  snapshotFault,
  snapshotProducers,
} from '../dump/side-files.ts';
import { BatchStarts } from './batch-starts.ts';
import type { SideEntries } from './entry.ts';
import { exact } from './entry.ts';

const OFFSET_ENTRY_SIZE = 8;
const TIME_ENTRY_SIZE = 12;
const ABORTED_VERSION = 0;

/** `size` of what is not a whole number of entries, as damage. */
function oddSize(size: number, entrySize: number): string | null {
  const rest = size % entrySize;
  return rest === 0
    ? null
    : `${size} bytes are not a multiple of ${entrySize}: the last ${rest} are no entry`;
}

/**
 * An `.index`. Offsets and positions must not run backwards, and must point to where a batch of the log begins, not behind the offset.
 * `log` is undefined when there is none to compare with. @throws {DumpFailure}
 */
export function* offsetIndexEntries(
  file: DiskFile,
  baseOffset: bigint,
  log: DiskFile | undefined,
): SideEntries {
  const index = new OffsetIndexFile(file, baseOffset);
  const starts = log === undefined ? undefined : new BatchStarts(log, Number(baseOffset));
  let damage: string | null = null;
  let previous = { offset: baseOffset, position: 0 };
  for (let i = 0; i < index.entries; i++) {
    const entry = index.entry(i);
    // A preallocated file ends in zeros; so does an empty one.
    if (entry.offset === baseOffset && entry.position === 0) break;
    const { offset, position } = entry;
    if (offset < previous.offset || position < previous.position) {
      damage ??= `entry ${i} (offset ${offset}, position ${position}) is not sorted: the one before it is offset ${previous.offset}, position ${previous.position}`;
    } else {
      const fault = starts?.fault(position, Number(offset));
      if (fault !== undefined)
        damage ??= `entry ${i} (offset ${offset}) points to byte ${position}, ${fault}`;
    }
    previous = entry;
    yield { offset: exact(offset), position };
  }
  return oddSize(index.size, OFFSET_ENTRY_SIZE) ?? damage;
}

/** A `.timeindex`. Neither timestamps nor offsets may run backwards. @throws {DumpFailure} */
export function* timeIndexEntries(file: DiskFile, baseOffset: bigint): SideEntries {
  const index = new TimeIndexFile(file, baseOffset);
  let damage: string | null = null;
  let previous = { timestamp: -1n, offset: baseOffset };
  for (let i = 0; i < index.entries; i++) {
    const entry = index.entry(i);
    if (entry.offset === baseOffset && entry.timestamp === 0n) break;
    const { timestamp, offset } = entry;
    if (timestamp < previous.timestamp || offset < previous.offset) {
      damage ??= `entry ${i} (timestamp ${timestamp}, offset ${offset}) is not sorted: the one before it is timestamp ${previous.timestamp}, offset ${previous.offset}`;
    }
    previous = entry;
    yield { timestamp: exact(timestamp), offset: exact(offset) };
  }
  return oddSize(index.size, TIME_ENTRY_SIZE) ?? damage;
}

/** A `.txnindex`: aborted transactions in the order of their markers, which lie in the segment. Ends at an unknown version. */
export function* transactionIndexEntries(file: DiskFile, baseOffset: bigint): SideEntries {
  let damage: string | null = null;
  let previous = baseOffset;
  let i = 0;
  for (const entry of abortedTransactions(file)) {
    const version = entry.readInt16BE(0);
    if (version !== ABORTED_VERSION) {
      return `entry ${i} (byte ${i * ABORTED_SIZE}) has version ${version}, ${ABORTED_VERSION} is the only known`;
    }
    const [firstOffset, lastOffset] = [entry.readBigInt64BE(10), entry.readBigInt64BE(18)];
    if (lastOffset < previous) damage ??= `entry ${i} ends at offset ${lastOffset}, below ${previous}`;
    if (firstOffset > lastOffset)
      damage ??= `entry ${i} begins at offset ${firstOffset}, behind its end at ${lastOffset}`;
    previous = lastOffset;
    i++;
    yield {
      producerId: exact(entry.readBigInt64BE(2)),
      firstOffset: exact(firstOffset),
      lastOffset: exact(lastOffset),
      lastStableOffset: exact(entry.readBigInt64BE(26)),
    };
  }
  return oddSize(file.size(), ABORTED_SIZE) ?? damage;
}

/** A `.snapshot`, whose entries are shown as they lie there even when its checksum is wrong. @throws {DumpFailure} */
export function* snapshotEntries(file: DiskFile): SideEntries {
  const bytes = snapshotBytes(file);
  for (const producer of snapshotProducers(bytes)) {
    yield {
      ...producer,
      producerId: exact(producer.producerId),
      lastOffset: exact(producer.lastOffset),
      timestamp: exact(producer.timestamp),
      currentTxnFirstOffset: exact(producer.currentTxnFirstOffset),
    };
  }
  const fault = snapshotFault(bytes);
  // Kafka has no words for a snapshot that is cut.
  if (fault?.endsWith(': null') === true)
    return `the snapshot is cut: ${bytes.length} bytes are less than it claims to hold`;
  return fault ?? null;
}
