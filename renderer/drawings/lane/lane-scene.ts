/** What the layout of a lane produces, and what its parts work with. Pure data: no browser, no runes. */
import type { BatchView, LaneView, RefusedView } from '#core/lab-api/views.ts';
import type { Translate } from '../../text/use-text.svelte.ts';
import type { Mark } from '../marks/mark.ts';
import type { LaneColumns } from './lane-columns.ts';
import type { LaneGeometry } from './lane-geometry.ts';
import type { LaneTarget } from './lane-target.ts';

/** A batch of another process that is on its way, before the broker has seen it. */
export interface IncomingBatch {
  readonly writer: string;
  readonly epoch: number;
  readonly keys: readonly string[];
}

/** What every part of the layout needs. */
export interface LaneFrame {
  readonly lane: LaneView;
  /** `orders-0`. */
  readonly name: string;
  readonly columns: LaneColumns;
  readonly geometry: LaneGeometry;
  readonly cellWidth: number;
  readonly trackWidth: number;
  readonly hasReaders: boolean;
  readonly refused: readonly RefusedView[];
  readonly incoming: IncomingBatch | null;
  readonly t: Translate;
}

/** Marks that belong together and may appear or change as one. */
export interface MarkGroup {
  readonly key: string;
  readonly marks: readonly Mark[];
  /** Extent along the track, to leave out what is not seen. */
  readonly x: number;
  readonly width: number;
}

export interface LaneBlock extends MarkGroup {
  readonly kind: 'batch' | 'post';
  readonly batch: BatchView;
}

export interface LaneFlag {
  readonly key: string;
  /** Of the pole; marks are drawn around x = 0. */
  readonly x: number;
  readonly marks: readonly Mark[];
}

/** A place the pointer and the keys can reach. */
export interface LaneCell {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** What a screen reader says, complete. Put together when asked for: most cells are not seen. */
  readonly name: string;
  readonly target: LaneTarget | null;
  readonly isMarker: boolean;
  /** Joined to the cell before it: rounded only at the ends of the batch. */
  readonly isJoined: boolean;
}

export interface LaneScene {
  readonly height: number;
  readonly labelWidth: number;
  /** At least the visible width; more when the lane scrolls. */
  readonly trackWidth: number;
  readonly cellWidth: number;
  /** The label column, drawn apart so that it stays when the lane scrolls. */
  readonly label: readonly Mark[];
  /** Ground line, tint beyond the LSO, places to come. */
  readonly ground: readonly Mark[];
  readonly rails: readonly MarkGroup[];
  readonly blocks: readonly LaneBlock[];
  /** Offsets, reader rows, segment tabs: one group a column or row, so that they can be left out when not seen. */
  readonly rows: readonly MarkGroup[];
  readonly flags: readonly LaneFlag[];
  readonly barrier: readonly Mark[];
  readonly refusals: readonly MarkGroup[];
  readonly incoming: readonly Mark[];
  readonly cells: readonly LaneCell[];
}

/** A group whose marks are made when they are first asked for: most of a long lane is never seen. */
export function lazyGroup(
  place: { readonly key: string; readonly x: number; readonly width: number },
  make: () => readonly Mark[],
): MarkGroup {
  let marks: readonly Mark[] | undefined;
  return {
    ...place,
    get marks() {
      marks ??= make();
      return marks;
    },
  };
}
