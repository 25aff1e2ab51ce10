/**
 * Where the coordinator's states stand: a step to the right is one record in `__transaction_state`.
 *
 *   Empty → Ongoing ┬ PrepareCommit → CompleteCommit
 *                   └ PrepareAbort  → CompleteAbort          Dead, PrepareEpochFence: only while somebody is there
 */
import type { TransactionView } from '#core/lab-api/views.ts';

export interface StateBox {
  readonly state: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly ids: readonly TransactionView[];
}

export interface StateMapLayout {
  readonly boxes: readonly StateBox[];
  /** Curves from one box to the next. */
  readonly arrows: readonly string[];
  readonly heads: readonly string[];
  readonly height: number;
}

const TOP = 4;
const BOX = 66;
const ROW_GAP = 10;
const COLUMN_GAP = 40;
const ID_HEIGHT = 26;
const HEAD = 32;
const ROWS = 2;
const COLUMNS = 4;
/** States that are on the map only while somebody is in them. */
const RARE: readonly string[] = ['PrepareEpochFence', 'Dead'];

/** Heights follow the fullest column, so that every id has its place. */
function boxHeight(list: readonly TransactionView[], idsShownMax: number): number {
  const counts = ['PrepareCommit', 'PrepareAbort', 'CompleteCommit', 'CompleteAbort'].map(
    (state) => list.filter((one) => one.state === state).length,
  );
  const fullest = Math.min(idsShownMax, Math.max(1, ...counts));
  return Math.max(BOX, HEAD + fullest * ID_HEIGHT + 6);
}

function curve(from: StateBox, to: StateBox): { readonly line: string; readonly head: string } {
  const x1 = from.x + from.width;
  const y1 = from.y + from.height / 2;
  const x2 = to.x - 2;
  const y2 = to.y + to.height / 2;
  const middle = (x1 + x2) / 2;
  return {
    line: `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`,
    head: `M${x2 - 6} ${y2 - 4}l6 4-6 4`,
  };
}

/** Lays the map out for a width in pixels; at most `idsShownMax` ids stand in a box. */
export function layOutStates(
  list: readonly TransactionView[],
  width: number,
  idsShownMax: number,
): StateMapLayout {
  const small = boxHeight(list, idsShownMax);
  const total = TOP + ROWS * small + ROW_GAP;
  const tall = total - TOP - ROW_GAP * 2;
  const columnWidth = (width + COLUMN_GAP) / COLUMNS;
  const boxWidth = columnWidth - COLUMN_GAP;
  const idsOf = (state: string) => list.filter((one) => one.state === state);
  const box = (state: string, column: number, row: number | null): StateBox => ({
    state,
    x: column * columnWidth,
    y: row === null ? TOP + ROW_GAP : TOP + row * (small + ROW_GAP),
    width: boxWidth,
    height: row === null ? tall : small,
    ids: idsOf(state),
  });
  const empty = box('Empty', 0, null);
  const ongoing = box('Ongoing', 1, null);
  const prepareCommit = box('PrepareCommit', 2, 0);
  const prepareAbort = box('PrepareAbort', 2, 1);
  const completeCommit = box('CompleteCommit', 3, 0);
  const completeAbort = box('CompleteAbort', 3, 1);
  const curves = [
    curve(empty, ongoing),
    curve(ongoing, prepareCommit),
    curve(ongoing, prepareAbort),
    curve(prepareCommit, completeCommit),
    curve(prepareAbort, completeAbort),
  ];
  const rare = RARE.filter((state) => idsOf(state).length > 0).map((state, i) => ({
    ...box(state, i, null),
    y: total + ROW_GAP,
    height: small,
  }));
  return {
    boxes: [empty, ongoing, prepareCommit, prepareAbort, completeCommit, completeAbort, ...rare],
    arrows: curves.map((one) => one.line),
    heads: curves.map((one) => one.head),
    height: total + TOP + (rare.length > 0 ? small + ROW_GAP : 0),
  };
}
