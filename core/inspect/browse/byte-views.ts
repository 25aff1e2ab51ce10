/** The byte rulers of files that lie somewhere: a stretch of a file, or the batch at a position. */
import type { Disk, DiskFile } from '#core/base/disk.ts';
import type { ByteStop } from '#core/lab-api/byte-views.ts';
import type { OpenedFileKind } from '#core/lab-api/opened-views.ts';
import type { ByteView } from '#core/lab-api/views.ts';
import { stopExpecting } from '../annotate/annotate-cut.ts';
import { annotateFile } from '../annotate/annotate-file.ts';
import { explainBatch } from '../annotate/explain-batch.ts';
import { baseName } from '../read/partition-files.ts';
import { BatchCheck } from '../scan/batch-check.ts';
import { BatchHead } from '../scan/batch-head.ts';
import { ByteWindow } from '../scan/byte-window.ts';
import type { Fault } from '../scan/damage.ts';
import type { ScanControl } from '../scan/scan-control.ts';

/** The most that one byte ruler shows. */
const RULER_BYTES_MAX = 64 * 1024;
/** The most that is read of a file to explain what is shown: a batch and a checksum need more than the picture has. */
const READ_BYTES_MAX = 16 * 1024 * 1024;
const CHUNK_SIZE = 1 << 16;
const PIECE_SIZE = 1 << 20;
/** Of files of entries. */
const ENTRY_BYTES_MAX = 16 * 1024;
const ENTRY_SIZES: { readonly [kind in OpenedFileKind]?: number } = {
  index: 8,
  timeindex: 12,
  txnindex: 34,
  snapshot: 46,
};
const SNAPSHOT_HEAD_SIZE = 10;

/** A file, and what its bytes depend on. */
export interface FilePlace {
  readonly path: string;
  readonly kind: OpenedFileKind;
  /** Of the segment. */
  readonly baseOffset: number;
  /** Where the picture begins. */
  readonly position: number;
  /** Keys and values of the internal topics are decoded. */
  readonly topic: string | null;
}

/** The bytes of a file from a position on, annotated. Of a `.log` it is the batch that begins there. */
export async function fileBytes(disk: Disk, place: FilePlace, control: ScanControl): Promise<ByteView> {
  if (place.kind === 'log') return batchBytes(disk, place, control);
  const file = disk.open(place.path, 'read');
  try {
    const { baseOffset, position, kind } = place;
    const shownMax = entryBytesShown(kind, position);
    const breathe = () => control.pulse(0);
    const { bytes, ...view } = await stretch(file, place, { readMax: READ_BYTES_MAX, shownMax, breathe });
    return { ...view, ...annotateFile(kind, bytes, { baseOffset, position, shownMax }) };
  } finally {
    file.close();
  }
}

/** The batch that begins at a position of a `.log`, annotated; what is wrong with it is said where it stops. */
export async function batchBytes(disk: Disk, place: FilePlace, control: ScanControl): Promise<ByteView> {
  const breathe = () => control.pulse(0);
  const file = disk.open(place.path, 'read');
  try {
    const head = new BatchHead();
    const check = new BatchCheck(new ByteWindow(file, CHUNK_SIZE), head, file.size());
    const isBatch = place.position < check.end && check.structure(place.position);
    const fault = isBatch && (await check.contentsInTurns(breathe)) ? null : check.fault;
    // Without a header that makes sense, the rest of the file is shown as far as the picture goes.
    const size = isBatch ? head.size : RULER_BYTES_MAX;
    const readMax = Math.min(size, READ_BYTES_MAX);
    const { bytes, ...view } = await stretch(file, place, {
      readMax,
      shownMax: RULER_BYTES_MAX,
      breathe,
    });
    const wholeSize = isBatch ? head.size : view.wholeSize;
    const explained = await explainBatch(bytes, {
      shownMax: RULER_BYTES_MAX,
      topic: place.topic,
      breathe,
    });
    return {
      ...view,
      wholeSize,
      ...explained,
      stop: fault === null ? explained.stop : stopOf(fault, place.position, explained.stop),
    };
  } finally {
    file.close();
  }
}

/** Whole entries: a picture of them has many more fields than one of a batch with as many bytes. */
function entryBytesShown(kind: OpenedFileKind, position: number): number {
  const entrySize = ENTRY_SIZES[kind];
  if (entrySize === undefined) return RULER_BYTES_MAX;
  const head = kind === 'snapshot' && position === 0 ? SNAPSHOT_HEAD_SIZE : 0;
  return head + Math.floor(ENTRY_BYTES_MAX / entrySize) * entrySize;
}

/** Reads in pieces: many MiB at once would hold the thread. */
async function stretch(
  file: DiskFile,
  { path, position }: FilePlace,
  {
    readMax,
    shownMax,
    breathe,
  }: {
    readonly readMax: number;
    readonly shownMax: number;
    readonly breathe: () => Promise<void> | undefined;
  },
) {
  const fileSize = file.size();
  const wholeSize = Math.max(0, fileSize - position);
  const bytes = Buffer.allocUnsafe(Math.min(readMax, wholeSize));
  let read = 0;
  while (read < bytes.length) {
    const got = file.read(position + read, bytes, read, Math.min(PIECE_SIZE, bytes.length - read));
    // It was cut meanwhile.
    if (got === 0) break;
    read += got;
    await breathe();
  }
  const hex = bytes.toString('hex', 0, Math.min(read, shownMax));
  return { bytes: bytes.subarray(0, read), file: baseName(path), position, fileSize, wholeSize, hex };
}

/** Where reading stops in the picture: at the fault, or before it where the fields already make no sense. */
function stopOf(fault: Fault, position: number, stopped: ByteStop | null): ByteStop {
  const at = fault.kind === 'crc' ? (stopped?.at ?? fault.at - position) : fault.at - position;
  const stop = stopExpecting(Math.min(at, stopped?.at ?? at), fault.expected, fault.found);
  // A header that is cut says which fields are there.
  const isHeader = fault.kind === 'cut' && stopped !== null && stopped.expected !== null;
  if (!isHeader) return stop;
  return { ...stop, reason: stopped.reason, found: stopped.found };
}
