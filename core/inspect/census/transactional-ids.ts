/** Which transactional id a producer id belongs to, as `__transaction_state` of the same directory tells. */
import type { Disk } from '#core/base/disk.ts';
import { DecodeError } from '#core/protocol/reader.ts';
import type { RecordCursor } from '#core/protocol/records/record-cursor.ts';
import { decodeStored } from '#core/protocol/schema/codec.ts';
import { TransactionLogKey, TransactionLogValue } from '#core/protocol/stored/transaction-log.ts';
import type { PartitionFiles } from '../read/partition-files.ts';
import type { SegmentFile } from '../read/partition-folder.ts';
import { openLog } from '../read/unreadable.ts';
import type { ScanControl } from '../scan/scan-control.ts';
import { SegmentScanner } from '../scan/segment-scanner.ts';

const STATE_TOPIC = '__transaction_state';
const IDS_MAX = 200_000;
/** Beyond this the topic is left alone: names are a help for the eye, no part of the count. */
const BYTES_MAX = 1 << 29;

/** True for a partition of `__transaction_state`. */
export function holdsTransactionalIds({ topic }: PartitionFiles): boolean {
  return topic === STATE_TOPIC;
}

/** Producer id → transactional id; the newest record about a producer id names it. `stateLogs` are partitions that hold them. */
export async function readTransactionalIds(
  disk: Disk,
  stateLogs: readonly PartitionFiles[],
  control: ScanControl,
): Promise<ReadonlyMap<number, string>> {
  const ids = new Map<number, string>();
  const segments = stateLogs.flatMap((files) => files.segments);
  if (segments.reduce((sum, { size }) => sum + size, 0) > BYTES_MAX) return ids;
  for (const segment of segments) await readSegment(disk, segment, ids, control);
  return ids;
}

async function readSegment(
  disk: Disk,
  log: SegmentFile,
  ids: Map<number, string>,
  control: ScanControl,
): Promise<void> {
  const file = log.size === 0 ? undefined : openLog(disk, log);
  if (file === undefined) return;
  try {
    const segment = log.baseOffset;
    const scanner = new SegmentScanner(file, { segment, depth: 'contents' });
    for (let read = 0; ; read = scanner.readBytes) {
      const step = scanner.next();
      if (step === 'end') return;
      if (step === 'batch' && scanner.head.magic === 2 && !scanner.head.isControl) {
        await readBatch(scanner, ids);
      }
      if (scanner.readBytes > read) await control.pulse(scanner.readBytes - read);
    }
  } finally {
    file.close();
  }
}

async function readBatch(scanner: SegmentScanner, ids: Map<number, string>): Promise<void> {
  try {
    const records = scanner.records();
    const cursor = records instanceof Promise ? await records : records;
    while (cursor.next()) takeRecord(cursor, ids);
  } catch (error) {
    // What cannot be read names nobody; the census of the partition says why.
    if (!(error instanceof DecodeError)) throw error;
  }
}

function takeRecord({ key, value }: RecordCursor, ids: Map<number, string>): void {
  if (key === null || value === null || ids.size >= IDS_MAX) return;
  const { transactionalId } = decodeStored(TransactionLogKey, key).value;
  const { producerId } = decodeStored(TransactionLogValue, value).value;
  ids.delete(producerId);
  ids.set(producerId, transactionalId);
}
