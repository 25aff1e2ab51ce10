/**
 * Vertical places of a lane, in pixels at 100 %.
 *
 *     0  flags ────────────────────────────────
 *    27  label of a transaction   A, epoch 1
 *    31  rails        ════════════════╗
 *    38  blocks       [ o-20 ][ o-21 ]║   the ground is at blockY + blockHeight
 *    87  offsets      5        6      7
 *    94  read_committed   ·  skips · · · ·
 *   112  read_uncommitted  o-20   o-21
 *   129  end                                   (numbers of the normal size)
 */
import type { LaneSize } from './lane-target.ts';

export interface LaneGeometry {
  readonly flagY: number;
  /** Baseline of a transaction's label. */
  readonly labelY: number;
  readonly railY: number;
  readonly blockY: number;
  readonly blockHeight: number;
  /** Baseline of the offsets. */
  readonly offsetY: number;
  readonly readerY: readonly [committed: number, uncommitted: number];
  readonly readerHeight: number;
  readonly height: number;
  /** Text size of keys in wide cells. */
  readonly keySize: number;
  readonly glyphSize: number;
}

export const LANE_GEOMETRY: Readonly<Record<LaneSize, LaneGeometry>> = {
  compact: {
    flagY: 0,
    labelY: 23,
    railY: 27,
    blockY: 34,
    blockHeight: 28,
    offsetY: 75,
    readerY: [81, 97],
    readerHeight: 14,
    height: 113,
    keySize: 12,
    glyphSize: 11,
  },
  normal: {
    flagY: 0,
    labelY: 27,
    railY: 31,
    blockY: 38,
    blockHeight: 36,
    offsetY: 87,
    readerY: [94, 112],
    readerHeight: 15,
    height: 129,
    keySize: 12,
    glyphSize: 11,
  },
  large: {
    flagY: 0,
    labelY: 32,
    railY: 38,
    blockY: 46,
    blockHeight: 46,
    offsetY: 109,
    readerY: [119, 141],
    readerHeight: 19,
    height: 163,
    keySize: 14,
    glyphSize: 13,
  },
};

/** From the left edge of the track to the first cell. */
export const TRACK_START = 12;
/** Kept free at the right edge. */
export const TRACK_END = 8;
export const CELL_WIDTH_MAX = 92;
/** Below this the lane scrolls. */
export const CELL_WIDTH_MIN = 44;
/** Below this the key is smaller. */
export const CELL_WIDTH_NARROW = 57;
/** Below this a cell is a bar of colour and edge. */
export const CELL_WIDTH_BAR = 18;
/** Between two batches, taken from the last cell of the first. */
export const BATCH_GAP = 4;
/** Between two segments. */
export const SEGMENT_GAP = 10;
/** Height of the folder tabs under a lane with more than one segment. */
export const SEGMENT_BAR_HEIGHT = 16;
/** Cells a refused write takes beyond the log end. */
export const REFUSED_CELLS = 2.7;

/** Between what stands in the label column and the track. */
export const LABEL_GAP = 8;

/** Width of the column with the partition's name, where there is room. */
export const LABEL_WIDTH = 136;

/** Width of the column with the partition's name: `read_uncommitted` and a count of three digits, at least. */
export function labelWidth(laneWidth: number): number {
  return laneWidth < 900 ? 128 : LABEL_WIDTH;
}

/** Width of one offset so that `cells` of them fit, between the two bounds. */
export function cellWidthFor(options: { readonly trackWidth: number; readonly cells: number }): number {
  const space = options.trackWidth - TRACK_START - TRACK_END;
  return Math.max(CELL_WIDTH_MIN, Math.min(CELL_WIDTH_MAX, space / Math.max(1, options.cells)));
}
