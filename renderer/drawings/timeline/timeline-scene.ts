/** What rows of the timeline are drawn with, and what they become. */
import type { TimelineItem } from '#core/lab-api/views.ts';
import type { Translate } from '../../text/use-text.svelte.ts';
import type { Mark } from '../marks/mark.ts';

/** What a row is drawn with. */
export interface RowFrame {
  readonly x: (atMs: number) => number;
  readonly y: number;
  readonly width: number;
  /** Where bars that still last end, milliseconds of the epoch. */
  readonly nowMs: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** Neighbours merge into bars with a count. */
  readonly isMerged: boolean;
  readonly t: Translate;
}

/** A place that leads to an event. */
export interface Hit {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly item: TimelineItem;
}

export interface RowDrawing {
  readonly marks: Mark[];
  readonly hits: Hit[];
}
