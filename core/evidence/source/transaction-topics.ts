/** Which topics a transactional id wrote to, as far as `__transaction_state` of a directory still says. */
import type { Disk } from '#core/base/disk.ts';
import { decodeTransactionRecord } from '#core/coordinator/transaction/transaction-record.ts';
import { findPartitions } from '#core/inspect/read/partition-files.ts';
import { SegmentReader } from '#core/inspect/read/segment-reader.ts';
import { isInternalTopic } from './log-snapshot.ts';
import { refuseUnreadable } from './refuse-unreadable.ts';

const STATE_TOPIC = '__transaction_state';

/** Undefined when there is no record of the id. Rejects with NotALogError when a file that may name it cannot be read. */
export async function topicsOfTransactions(
  disk: Disk,
  directory: string,
  transactionalId: string,
): Promise<ReadonlySet<string> | undefined> {
  let topics: Set<string> | undefined;
  for (const files of findPartitions(disk, directory)) {
    if (files.topic !== STATE_TOPIC) continue;
    refuseUnreadable(disk, files);
    for (const { path, baseOffset } of files.segments) {
      await SegmentReader.reading(disk, path, baseOffset, async (reader) => {
        for await (const { control, records } of reader.batches()) {
          if (control) continue;
          for (const { key, value } of records) {
            const decoded = key === null ? undefined : decodeTransactionRecord(key, value);
            if (decoded?.transactionalId !== transactionalId) continue;
            topics ??= new Set();
            for (const { topic } of decoded.metadata?.partitions ?? []) {
              if (!isInternalTopic(topic)) topics.add(topic);
            }
          }
        }
      });
    }
  }
  return topics;
}
