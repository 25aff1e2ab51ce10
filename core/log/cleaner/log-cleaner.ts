/**
 * Keeps compacted topics compact: again and again the dirtiest log that is due is cleaned, one at a time; when none is due the
 * cleaner pauses. In between it does for compacted logs what retention does for the others. (source: LogCleaner, LogCleanerManager)
 *
 * `cleaner-offset-checkpoint` says up to where each log has been cleaned.
 */
import type { Cancel } from '#core/base/clock.ts';
import { isDiskError } from '#core/base/disk-error.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { comparePartitions, partitionName } from '#core/base/topic-partition.ts';
import { CLEANER_CHECKPOINT, offsetCheckpointText } from '../checkpoint-file.ts';
import { ignoringDisk } from '../delayed-tasks.ts';
import type { LogEnvironment } from '../log-state.ts';
import type { PartitionLog } from '../partition-log.ts';
import type { CleanableRange } from './cleanable-range.ts';

export interface LogCleanerOptions {
  readonly environment: LogEnvironment;
  /** The data directory. */
  readonly directory: string;
  /** Offsets by partition name, from the checkpoint. */
  readonly cleanedTo: ReadonlyMap<string, number>;
  readonly logs: () => Iterable<PartitionLog>;
}

interface DueLog {
  readonly log: PartitionLog;
  readonly range: CleanableRange;
}

export class LogCleaner {
  readonly #options: LogCleanerOptions;
  readonly #cleanedTo: Map<string, number>;
  /** Logs that could not be cleaned. */
  readonly #uncleanable = new WeakSet<PartitionLog>();
  #cancelNext: Cancel = () => undefined;
  #isClosed = false;
  /** Between two rounds; false where the cleaner is off. */
  #isPausing = false;
  #working: Promise<void> = Promise.resolve();

  constructor(options: LogCleanerOptions) {
    this.#options = options;
    this.#cleanedTo = new Map(options.cleanedTo);
  }

  /** Begins to clean, after one pause. */
  start(): void {
    this.#isPausing = true;
    this.#cancelNext = this.#options.environment.clock.schedule(
      this.#options.environment.settings.cleanerBackoffMs,
      () => {
        this.#isPausing = false;
        this.#working = this.#work();
        this.#working.then(
          () => {
            if (!this.#isClosed) this.start();
          },
          (error: unknown) => {
            // Nothing that `#work` expects: let it be seen as what it is.
            throw error;
          },
        );
      },
    );
  }

  /** The pause has another length: one that has begun begins anew. (source: LogCleaner.reconfigure) */
  reconfigure(): void {
    if (!this.#isPausing) return;
    this.#cancelNext();
    this.start();
  }

  /** Resolves when no round is under way. While the files are held, none begins. */
  idle(): Promise<void> {
    return this.#working;
  }

  /** Stops. A round that is under way ends with its next slice; what it wrote is removed then, or at the next start. */
  close(): void {
    this.#isClosed = true;
    this.#isPausing = false;
    this.#cancelNext();
  }

  /** The partition is deleted: a new one of that name has to be cleaned from its beginning. */
  forget(partition: TopicPartition): void {
    if (this.#cleanedTo.delete(partitionName(partition))) ignoringDisk(() => this.#writeCheckpoint());
  }

  /** Cleans until nothing is due. */
  async #work(): Promise<void> {
    for (let due = this.#dirtiest(); due !== undefined; due = this.#dirtiest()) {
      const hasGotOn = await this.#clean(due);
      if (this.#isClosed) return;
      if (!hasGotOn) break;
    }
    for (const log of this.#compacted()) ignoringDisk(() => log.applyRetention());
  }

  #dirtiest(): DueLog | undefined {
    let dirtiest: DueLog | undefined;
    if (this.#options.environment.holds.areHeld) return undefined;
    for (const log of this.#compacted()) {
      const range = log.cleanableRange(this.#cleanedTo.get(partitionName(log.topicPartition)));
      if (range.resetsCheckpoint) this.#advance(log, range.firstDirtyOffset);
      if (!range.isDue) continue;
      if (dirtiest === undefined || range.dirtyRatio > dirtiest.range.dirtyRatio) dirtiest = { log, range };
    }
    return dirtiest;
  }

  *#compacted(): Generator<PartitionLog, void> {
    for (const log of this.#options.logs()) {
      if (log.config['cleanup.policy'].includes('compact') && !this.#uncleanable.has(log)) yield log;
    }
  }

  /** False when the disk refused: there is nothing for it but to wait. */
  async #clean({ log, range }: DueLog): Promise<boolean> {
    try {
      const result = await log.clean({ range, isCancelled: () => this.#isClosed });
      if (result === undefined) return true;
      const { firstDirtyOffset } = range;
      this.#options.environment.bus.publish('log.cleaned', {
        ...log.topicPartition,
        firstDirtyOffset,
        ...result,
      });
      this.#advance(log, result.endOffset);
      return true;
    } catch (error) {
      if (isDiskError(error)) return false;
      this.#uncleanable.add(log);
      const reason = error instanceof Error ? error.message : String(error);
      this.#options.environment.bus.publish('log.cleanFailed', { ...log.topicPartition, reason });
      return true;
    }
  }

  #advance(log: PartitionLog, offset: number): void {
    this.#cleanedTo.set(partitionName(log.topicPartition), offset);
    ignoringDisk(() => this.#writeCheckpoint());
  }

  /** What is lost of it is only work. */
  #writeCheckpoint(): void {
    const { environment, directory, logs } = this.#options;
    const offsets = [];
    for (const { topicPartition: partition } of logs()) {
      const offset = this.#cleanedTo.get(partitionName(partition));
      if (offset !== undefined) offsets.push({ partition, offset });
    }
    offsets.sort((a, b) => comparePartitions(a.partition, b.partition));
    environment.disk.replace(`${directory}/${CLEANER_CHECKPOINT}`, offsetCheckpointText(offsets));
  }
}
