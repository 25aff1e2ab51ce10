/** A log directory as it goes into a pack: which files, how much of each, and what is to be said of them. */
import type { Disk, DiskFile } from '#core/base/disk.ts';
import { isDiskError } from '#core/base/disk-error.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { DecidedTransaction, EvidenceCheck, EvidencePartition } from '#core/lab-api/evidence-views.ts';

/** Read at once: small enough that checksums over it do not hold anybody up. */
const PIECE = 256 * 1024;

/** One file, named relative to the log directory. */
export interface SnapshotFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** Pieces that are good until the next one is asked for. @throws {SnapshotChangedError} */
  contents(): Iterable<Buffer>;
}

export interface LogSnapshot {
  readonly point: 'turn' | 'closed' | 'crashed';
  readonly clusterId: string;
  readonly partitions: readonly EvidencePartition[];
  readonly files: readonly SnapshotFile[];
  readonly checks: readonly EvidenceCheck[];
  /** Between their decision and their markers at the point. */
  readonly decided: readonly DecidedTransaction[];
  /** What must hold once everything was read. @throws {SnapshotChangedError} */
  confirm(): void;
  /** Lets the files go. */
  release(): void;
}

/** Which partitions go in. */
export type SelectPartition = (partition: TopicPartition) => boolean;

/** What was to be read went away meanwhile; the message says what, and what to do. */
export class SnapshotChangedError extends Error {
  override readonly name = 'SnapshotChangedError';
}

/** Of the coordinators: not chosen, but taken along wherever they hold something. */
export function isInternalTopic(topic: string): boolean {
  return topic === '__transaction_state' || topic === '__consumer_offsets' || topic === '__share_group_state';
}

/** A file that is made here. */
export function madeFile(path: string, contents: Buffer | string, modifiedMs: number): SnapshotFile {
  const bytes = typeof contents === 'string' ? Buffer.from(contents) : contents;
  return { path, sizeBytes: bytes.length, modifiedMs, contents: () => [bytes] };
}

/** The first `sizeBytes` of a file on disk, and `end` behind them. */
export function fileOnDisk(
  disk: Disk,
  from: string,
  into: { readonly path: string; readonly sizeBytes: number; readonly end?: Buffer | undefined },
): SnapshotFile {
  const { path, sizeBytes, end = Buffer.alloc(0) } = into;
  return {
    path,
    sizeBytes: sizeBytes + end.length,
    modifiedMs: disk.stat(from)?.modifiedMs ?? 0,
    *contents() {
      yield* readPrefix(disk, from, sizeBytes);
      if (end.length > 0) yield end;
    },
  };
}

/** A file as it is; nothing when there is none. */
export function wholeFile(disk: Disk, from: string, path: string): readonly SnapshotFile[] {
  const sizeBytes = disk.stat(from)?.size;
  return sizeBytes === undefined ? [] : [fileOnDisk(disk, from, { path, sizeBytes })];
}

/** Opens a file that was there a moment ago. @throws {SnapshotChangedError} when it is gone. */
export function openSource(disk: Disk, path: string): DiskFile {
  try {
    return disk.open(path, 'read');
  } catch (error) {
    throw changedMeanwhile(error, path);
  }
}

/** What is to be said when something that was listed is gone: a log that somebody works on. Anything else stays what it is. */
export function changedMeanwhile(error: unknown, path: string): unknown {
  return isDiskError(error) && error.code === 'ENOENT'
    ? new SnapshotChangedError(`${path} was removed while it was read; try again`)
    : error;
}

/** The first `sizeBytes` of a file. @throws {SnapshotChangedError} when it has become shorter, or is gone. */
export function* readPrefix(disk: Disk, path: string, sizeBytes: number): Generator<Buffer, void> {
  const file = openSource(disk, path);
  try {
    const piece = Buffer.allocUnsafe(Math.min(PIECE, sizeBytes));
    for (let done = 0; done < sizeBytes; ) {
      const got = file.read(done, piece, 0, Math.min(piece.length, sizeBytes - done));
      if (got === 0) {
        throw new SnapshotChangedError(`${path} became shorter while it was copied; export again`);
      }
      done += got;
      yield piece.subarray(0, got);
    }
  } finally {
    file.close();
  }
}
