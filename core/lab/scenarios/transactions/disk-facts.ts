/** What lies in a data directory, read from its files: also when no broker runs on it. */
import type { Disk } from '#core/base/disk.ts';
import { coordinatorPartition } from '#core/base/java-hash.ts';
import { decodeTransactionRecord } from '#core/coordinator/transaction/transaction-record.ts';
import type { InspectedBatch } from '#core/inspect/read/inspected.ts';
import { findPartitions } from '#core/inspect/read/partition-files.ts';
import { SegmentReader } from '#core/inspect/read/segment-reader.ts';
import { readControlKey } from '#core/protocol/records/control-record.ts';
import { TRANSACTION_STATE } from './facts.ts';

/** Kafka's transaction.state.log.num.partitions. */
const STATE_PARTITIONS = 50;

export class DataDirectory {
  readonly #disk: Disk;
  readonly #directory: string;

  constructor(disk: Disk, directory: string) {
    this.#disk = disk;
    this.#directory = directory;
  }

  /** The states that a transactional id went through: `Empty Ongoing PrepareCommit`. */
  async statesOf(transactionalId: string): Promise<string> {
    const partition = coordinatorPartition(transactionalId, STATE_PARTITIONS);
    const states: string[] = [];
    for (const { records } of await this.#batches(`${TRANSACTION_STATE}-${partition}`)) {
      for (const { key, value } of records) {
        const decoded = key === null ? undefined : decodeTransactionRecord(key, value);
        if (decoded?.transactionalId === transactionalId) states.push(decoded.metadata?.state ?? 'null');
      }
    }
    return states.join(' ');
  }

  /** Keys of data and types of markers, in order of their offsets: `o-1 COMMIT`. */
  async contentsOf(topic: string): Promise<string> {
    const batches = await this.#batches(`${topic}-0`);
    const words = batches.flatMap(({ control, records }) =>
      records.map(({ key }) => {
        if (key === null) return 'null';
        return control ? readControlKey(key).name : key.toString('utf8');
      }),
    );
    return words.join(' ');
  }

  async #batches(partitionDirectory: string): Promise<InspectedBatch[]> {
    const batches: InspectedBatch[] = [];
    for (const { segments } of findPartitions(this.#disk, `${this.#directory}/${partitionDirectory}`)) {
      for (const { path, baseOffset } of segments) {
        await SegmentReader.reading(this.#disk, path, baseOffset, async (reader) => {
          for await (const batch of reader.batches()) batches.push(batch);
        });
      }
    }
    return batches;
  }
}
