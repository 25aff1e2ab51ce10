/** Which events belong to a story, and where in it. */
import type { XrayChapter } from '#core/lab-api/xray-views.ts';
import type { AnyEvent, LabEvent } from '#core/observe/event-bus.ts';

export interface StoryBounds {
  readonly transactionalId: string | null;
  readonly producerId: number;
  /** Of the data. */
  readonly epoch: number;
  /** Where it wrote. */
  readonly partitions: ReadonlySet<string>;
  /** Event numbers of the first and the last fact. */
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly firstWriteSeq: number;
  /** False when its data was written before the first event: in an earlier session. */
  readonly isWritingSeen: boolean;
  readonly endSeq: number;
  /** Number of the last event that speaks of the epoch, which nobody may use any more: a zombie came back. */
  readonly aftermathSeq: number;
}

export type Frame = LabEvent<'frame.exchanged'>;

export function isWithin({ seq }: AnyEvent, { fromSeq, toSeq }: StoryBounds): boolean {
  return seq >= fromSeq && seq <= toSeq;
}

/** Behind the end: what was refused because it still carried the epoch. */
export function isAftermath(
  event: AnyEvent,
  { producerId, epoch, toSeq, aftermathSeq }: StoryBounds,
): boolean {
  if (event.seq <= toSeq || event.seq > aftermathSeq) return false;
  if (event.type !== 'frame.exchanged' && event.type !== 'txn.refused') return false;
  const { data } = event;
  if (data.producerId !== producerId || data.producerEpoch !== epoch) return false;
  return event.type !== 'frame.exchanged' || codeOf(event) !== 0;
}

export function chapterAt(seq: number, { firstWriteSeq, endSeq }: StoryBounds): XrayChapter {
  if (seq < firstWriteSeq) return 'start';
  return seq < endSeq ? 'write' : 'end';
}

/** The error of an exchange: at the top of its answer, or else the first within. */
export function codeOf({ data }: Frame): number {
  return data.errorCode !== 0 ? data.errorCode : (data.partitionErrors[0]?.errorCode ?? 0);
}
