/** Rails from the first record of a transaction to its post; over the records of others, one raised line. */
import type { Mark } from '../marks/mark.ts';
import { firstFitting } from '../marks/text-width.ts';
import { postX } from './lane-blocks.ts';
import type { LaneFrame, MarkGroup } from './lane-scene.ts';
import { type LaneTransaction, LEVELS_MAX } from './lane-transactions.ts';
import { writerLabels } from './lane-words.ts';

const RAIL_DISTANCE = 4.5;
const RAISED_BY = 15;
const LEVEL_STEP = 5;
const OPEN_DASH = '5 4';
const COLOURS = { open: 'v-open', committed: 'v-committed', aborted: 'v-aborted' } as const;
const LABEL_STYLE = { size: 11.5, font: 'ui', weight: 500 } as const;

export function laneRails(frame: LaneFrame, transactions: readonly LaneTransaction[]): MarkGroup[] {
  const groups = transactions.map((transaction, index) => {
    const next = transactions.slice(index + 1).find((other) => other.data.length > 0);
    return railGroup(frame, transaction, next);
  });
  const hidden = transactions.filter((transaction) => (transaction.level ?? 0) >= LEVELS_MAX);
  const first = hidden[0];
  if (first !== undefined) {
    const x = frame.columns.xOf(first.ownEnd) + 4;
    const y = frame.geometry.railY - RAISED_BY - (LEVELS_MAX - 1) * LEVEL_STEP - 2;
    const text = frame.t('lane.moreLines', { count: hidden.length });
    groups.push({
      key: 'more',
      x,
      width: 30,
      marks: [{ kind: 'text', x, y, text, size: 10.5, weight: 600, fill: 'text-2' }],
    });
  }
  return groups;
}

function railGroup(
  frame: LaneFrame,
  transaction: LaneTransaction,
  next: LaneTransaction | undefined,
): MarkGroup {
  const { columns, geometry, cellWidth } = frame;
  const { marker, level } = transaction;
  const startsInView = transaction.firstOffset >= frame.lane.fromOffset;
  const x1 = startsInView ? columns.xOf(transaction.firstOffset) + 1 : 0;
  const closeX = marker
    ? postX(frame, columns.xOf(marker.baseOffset)) + 8
    : columns.xOf(transaction.closeOffset) + cellWidth * 0.55;
  const hasData = transaction.data.length > 0;
  const x2 = level === null ? closeX : hasData ? columns.xOf(transaction.ownEnd) - 6 : x1;
  const look = lookOf(transaction);
  const marks: Mark[] = [];
  if (hasData) {
    for (const y of [geometry.railY, geometry.railY + RAIL_DISTANCE]) {
      marks.push({ kind: 'line', x1, x2, y1: y, y2: y, ...look, width: 1.6 });
    }
    if (transaction.verdict === 'aborted') marks.push(...slashes(x1, x2, geometry.railY));
  }
  if (level !== null && level < LEVELS_MAX) {
    const y = geometry.railY - RAISED_BY - level * LEVEL_STEP;
    const down = marker ? `V${geometry.railY}` : '';
    marks.push({
      kind: 'path',
      d: `M${x2} ${geometry.railY}V${y}H${closeX}${down}`,
      ...look,
      width: 1.4,
    });
  }
  if (hasData && startsInView) {
    const { railY, blockY } = geometry;
    marks.push({
      kind: 'line',
      x1,
      x2: x1,
      y1: railY - 3,
      y2: blockY,
      stroke: COLOURS[transaction.verdict],
      width: 2,
    });
  }
  marks.push(...label(frame, transaction, { x1, x2, next }));
  return { key: transaction.key, marks, x: x1, width: closeX - x1 };
}

function lookOf(transaction: LaneTransaction): { stroke: string; dash?: string } {
  const stroke = COLOURS[transaction.verdict];
  return transaction.verdict === 'open' ? { stroke, dash: OPEN_DASH } : { stroke };
}

/** An aborted fence is cut through, twice. */
function slashes(x1: number, x2: number, railY: number): Mark[] {
  return [1, 2].flatMap((third): Mark[] => {
    const x = x1 + ((x2 - x1) * third) / 3;
    return [
      {
        kind: 'line',
        x1: x - 4,
        x2: x + 4,
        y1: railY + 8,
        y2: railY - 4,
        stroke: 'bg-2',
        width: 5,
      },
      {
        kind: 'line',
        x1: x - 3.5,
        x2: x + 3.5,
        y1: railY + 7,
        y2: railY - 3,
        stroke: 'v-aborted',
        width: 1.5,
      },
    ];
  });
}

/** Who and which epoch, in as many words as there is room for before the post and before the next transaction. */
function label(
  frame: LaneFrame,
  transaction: LaneTransaction,
  place: { readonly x1: number; readonly x2: number; readonly next: LaneTransaction | undefined },
): Mark[] {
  const first = transaction.data[0];
  if (first === undefined) return [];
  const start = Math.max(place.x1, 0) + 6;
  const nextX = place.next ? frame.columns.xOf(place.next.firstOffset) - 4 : Number.POSITIVE_INFINITY;
  const postEdge =
    transaction.marker && transaction.level === null ? place.x2 - 14 : Number.POSITIVE_INFINITY;
  const lineX =
    transaction.level !== null && transaction.level < LEVELS_MAX ? place.x2 - 2 : Number.POSITIVE_INFINITY;
  // An open one ends at the pole of the log end, which its label does not cross.
  const poleX =
    transaction.verdict === 'open'
      ? frame.columns.xOf(frame.lane.logEndOffset) - 3
      : Number.POSITIVE_INFINITY;
  const room = Math.min(poleX, nextX, postEdge, lineX) - start;
  const text = firstFitting(writerLabels(first, frame.t), room, LABEL_STYLE);
  if (text === undefined) return [];
  const colour = COLOURS[transaction.verdict];
  const y = frame.geometry.labelY;
  return [{ kind: 'text', x: start, y, text, fill: colour, ...LABEL_STYLE }];
}
