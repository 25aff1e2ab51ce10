/** Where a log is read from: the lab's own broker, or something that was opened, read only. */
import type { RecordContentsView } from '#core/lab-api/record-views.ts';
import type { BatchView, ByteView, FileKind } from '#core/lab-api/views.ts';
import type { LabSession } from './lab-session.svelte.ts';

/** A partition; `opened` is the id of what was opened, left out for the lab's own. */
export interface PartitionRef {
  readonly topic: string;
  readonly partition: number;
  readonly opened?: string | undefined;
}

/** A batch by all its names: an offset finds it in the lab's log, a byte position in an opened file. */
export interface BatchPlace {
  readonly baseOffset: number;
  readonly segment: number;
  readonly position: number;
}

/** A stretch of batches, as `log.batches` reads it. */
export interface BatchStretch {
  readonly fromOffset: number;
  readonly direction: 'up' | 'down';
  readonly recordsMax: number;
  /** `batches`: so many batches, without their records. `records` when left out. */
  readonly unit?: 'records' | 'batches';
}

/** The partition's name as Kafka's directories have it. */
export function partitionName(ref: { readonly topic: string; readonly partition: number }): string {
  return `${ref.topic}-${ref.partition}`;
}

/** A `.log` that was opened by itself, outside the folder of a partition, has no partition that it could be named by. */
const LONE_LOG = /^[0-9]{20}\.log$/;

/** What a partition is called in the window. */
export function shownName({ topic, partition }: PartitionRef): string {
  return LONE_LOG.test(topic) ? topic : partitionName({ topic, partition });
}

/** The name of a segment's file without the zeros before its offset. */
export function shortFileName(name: string): string {
  return name.replace(/^0+(?=[0-9]+\.)/, '');
}

/** True for the same partition of the same log directory. */
export function isSamePartition(a: PartitionRef, b: PartitionRef): boolean {
  return a.topic === b.topic && a.partition === b.partition && a.opened === b.opened;
}

/** What is read of a partition, whoever wrote it. All reject with LabError. */
export interface LogSource {
  batches(stretch: BatchStretch): Promise<readonly BatchView[]>;
  batchBytes(place: BatchPlace): Promise<ByteView>;
  fileBytes(file: SegmentFile): Promise<ByteView>;
  /** Key, value and headers of a record of the batch at a place; of each at most `bytesMax` bytes. */
  record(place: BatchPlace, offset: number, bytesMax: number): Promise<RecordContentsView>;
  /** The first record not before a time; null when there is none. */
  offsetForTime(timestampMs: number): Promise<number | null>;
}

/** A file of a segment, or of the partition. */
export interface SegmentFile {
  readonly segment: number;
  readonly kind: FileKind;
  readonly name: string;
}

/** The lab's own partition, or one of something opened. */
export function logSourceOf(
  session: LabSession,
  { topic, partition: number, opened }: PartitionRef,
): LogSource {
  const place = { topic, partition: number };
  if (opened !== undefined) return openedSource(session, { ...place, id: opened });
  return {
    batches: async (stretch) => (await session.call('log.batches', { ...place, ...stretch })).value,
    batchBytes: ({ baseOffset }) => session.call('log.batchBytes', { ...place, baseOffset }),
    record: (_, offset, bytesMax) => session.call('log.record', { ...place, offset, bytesMax }),
    fileBytes: (file) =>
      session.call('log.fileBytes', { ...place, segment: file.segment, kind: file.kind, position: 0 }),
    offsetForTime: async (timestampMs) =>
      (await session.call('log.offsetForTime', { ...place, timestampMs })).offset,
  };
}

function openedSource(
  session: LabSession,
  place: { readonly topic: string; readonly partition: number; readonly id: string },
): LogSource {
  return {
    batches: async (stretch) => (await session.call('opened.records', { ...place, ...stretch })).value,
    batchBytes: ({ segment, position }) => session.call('opened.batchBytes', { ...place, segment, position }),
    record: ({ segment, position }, offset, bytesMax) =>
      session.call('opened.record', { ...place, segment, position, offset, bytesMax }),
    fileBytes: ({ name }) => session.call('opened.fileBytes', { ...place, file: name, position: 0 }),
    offsetForTime: async (timestampMs) =>
      (await session.call('opened.offsetForTime', { ...place, timestampMs })).offset,
  };
}
