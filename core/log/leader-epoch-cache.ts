/**
 * Which leader epoch wrote from which offset on: `leader-epoch-checkpoint`, one line `epoch startOffset` an epoch, both rising.
 *
 * The file of a new log is written when its first epoch begins, as in Kafka. What changes later waits for `store`: after a crash it
 * is found again in the batches, which carry their epoch, and a start with thousands of logs does not wait for as many files.
 * (source: LeaderEpochFileCache)
 */
import type { Disk } from '#core/base/disk.ts';
import { CheckpointError, checkpointText, readCheckpointLines } from './checkpoint-file.ts';
import { LEADER_EPOCH_FILE } from './file-names.ts';
import type { EpochEndOffset } from './log-types.ts';
import { syncFile } from './sync-file.ts';

export interface EpochEntry {
  readonly epoch: number;
  readonly startOffset: number;
}

const UNKNOWN: EpochEndOffset = { leaderEpoch: -1, endOffset: -1 };

export class LeaderEpochCache {
  readonly #disk: Disk;
  readonly #path: string;
  readonly #entries: EpochEntry[] = [];
  #isStored = true;
  /** False for a new log, until its first epoch begins. */
  #hasFile = false;
  /** Stored since the last sync. */
  #isDirty = false;

  /** @throws {CheckpointError} when the file is malformed. */
  constructor(disk: Disk, directory: string) {
    this.#disk = disk;
    this.#path = `${directory}/${LEADER_EPOCH_FILE}`;
    for (const line of readCheckpointLines(disk, this.#path)) {
      const [epoch, startOffset, ...rest] = line.split(' ').map(Number);
      if (!Number.isInteger(epoch) || !Number.isInteger(startOffset) || rest.length > 0) {
        throw new CheckpointError(`${this.#path}: malformed line "${line}"`);
      }
      this.#put({ epoch: Number(epoch), startOffset: Number(startOffset) });
      this.#hasFile = true;
    }
    this.#isStored = true;
  }

  get entries(): readonly EpochEntry[] {
    return this.#entries;
  }

  /** −1 when no epoch is known. */
  get latestEpoch(): number {
    return this.#entries.at(-1)?.epoch ?? -1;
  }

  /** Notes that `epoch` writes from `startOffset` on. Entries that contradict it go. @throws the platform's error. */
  assign(epoch: number, startOffset: number): void {
    const latest = this.#entries.at(-1);
    if (latest !== undefined && epoch === latest.epoch && startOffset >= latest.startOffset) return;
    this.#put({ epoch, startOffset });
    if (!this.#hasFile) this.store();
  }

  /** The epoch that wrote `offset`; −1 when unknown. */
  epochAt(offset: number): number {
    return this.#entries.findLast((entry) => entry.startOffset <= offset)?.epoch ?? -1;
  }

  /** Where the greatest known epoch that is `epoch` or less ends; the newest one ends at `logEndOffset`. */
  endOffsetFor(epoch: number, logEndOffset: number): EpochEndOffset {
    if (epoch < 0) return UNKNOWN;
    if (epoch === this.latestEpoch) return { leaderEpoch: epoch, endOffset: logEndOffset };
    const next = this.#entries.find((entry) => entry.epoch > epoch);
    if (next === undefined) return UNKNOWN;
    const floor = this.#entries.findLast((entry) => entry.epoch <= epoch);
    return { leaderEpoch: floor?.epoch ?? epoch, endOffset: next.startOffset };
  }

  /** Drops epochs that start at `endOffset` or later. */
  truncateFromEnd(endOffset: number): void {
    while ((this.#entries.at(-1)?.startOffset ?? -1) >= endOffset) {
      this.#entries.pop();
      this.#isStored = false;
    }
  }

  /** Drops epochs that end before `startOffset`; the one that holds it starts there from now on. */
  truncateFromStart(startOffset: number): void {
    let covered: EpochEntry | undefined;
    while ((this.#entries[0]?.startOffset ?? Number.POSITIVE_INFINITY) <= startOffset) {
      covered = this.#entries.shift();
    }
    if (covered === undefined) return;
    this.#entries.unshift({ epoch: covered.epoch, startOffset });
    if (covered.startOffset !== startOffset) this.#isStored = false;
  }

  clear(): void {
    this.#entries.length = 0;
    this.#isStored = false;
  }

  /** Writes the file, if it does not say the same already. A crash of the machine, not of the process, may undo that: see `sync`. */
  store(): void {
    if (this.#isStored) return;
    const text = checkpointText(this.#entries.map(({ epoch, startOffset }) => `${epoch} ${startOffset}`));
    const temporary = `${this.#path}.tmp`;
    const file = this.#disk.open(temporary, 'write');
    try {
      file.truncate(0);
      file.write(0, Buffer.from(text));
    } finally {
      file.close();
    }
    this.#disk.rename(temporary, this.#path);
    this.#isStored = true;
    this.#hasFile = true;
    this.#isDirty = true;
  }

  /** Resolves when what was stored is on the device. */
  async sync(): Promise<void> {
    if (!this.#isDirty) return;
    this.#isDirty = false;
    await syncFile(this.#disk, this.#path);
  }

  #put(entry: EpochEntry): void {
    for (let last = this.#entries.at(-1); last !== undefined; last = this.#entries.at(-1)) {
      if (last.epoch < entry.epoch && last.startOffset < entry.startOffset) break;
      this.#entries.pop();
    }
    this.#entries.push(entry);
    this.#isStored = false;
  }
}
