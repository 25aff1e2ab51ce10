/** Writes the three checkpoint files of a data directory, each only when it would say something new. */
import type { Disk } from '#core/base/disk.ts';
import { comparePartitions } from '#core/base/topic-partition.ts';
import type { PartitionOffset } from './checkpoint-file.ts';
import {
  HIGH_WATERMARK_CHECKPOINT,
  LOG_START_CHECKPOINT,
  offsetCheckpointText,
  RECOVERY_POINT_CHECKPOINT,
} from './checkpoint-file.ts';
import type { PartitionLog } from './partition-log.ts';

export class CheckpointWriter {
  readonly #disk: Disk;
  readonly #directory: string;
  readonly #written = new Map<string, string>();

  constructor(disk: Disk, directory: string) {
    this.#disk = disk;
    this.#directory = directory;
  }

  writeRecoveryPoints(logs: Iterable<PartitionLog>): void {
    this.#write(RECOVERY_POINT_CHECKPOINT, logs, (log) => log.recoveryPoint);
  }

  /** Only partitions whose log start lies above their first segment. */
  writeLogStarts(logs: Iterable<PartitionLog>): void {
    this.#write(LOG_START_CHECKPOINT, logs, (log) =>
      log.logStartOffset > log.firstSegmentOffset ? log.logStartOffset : undefined,
    );
  }

  writeHighWatermarks(logs: Iterable<PartitionLog>): void {
    this.#write(HIGH_WATERMARK_CHECKPOINT, logs, (log) => log.highWatermark);
  }

  #write(
    name: string,
    logs: Iterable<PartitionLog>,
    offsetOf: (log: PartitionLog) => number | undefined,
  ): void {
    const offsets: PartitionOffset[] = [];
    for (const log of logs) {
      const offset = offsetOf(log);
      if (offset !== undefined) offsets.push({ partition: log.topicPartition, offset });
    }
    offsets.sort((a, b) => comparePartitions(a.partition, b.partition));
    const text = offsetCheckpointText(offsets);
    if (this.#written.get(name) === text) return;
    this.#disk.replace(`${this.#directory}/${name}`, text);
    this.#written.set(name, text);
  }
}
