/** Writes that never reached the log: behind three pickets, to the right of the log end. */
import { errorName } from '../error-name.ts';
import type { Mark } from '../marks/mark.ts';
import { firstFitting } from '../marks/text-width.ts';
import { cellMarks } from './lane-blocks.ts';
import { BATCH_GAP, CELL_WIDTH_NARROW } from './lane-geometry.ts';
import type { LaneFrame, MarkGroup } from './lane-scene.ts';
import { refusalLabels } from './lane-words.ts';

const CELLS_MAX = 3;
const PICKETS_WIDTH = 31;
const SMALL = 10.5;

/** Where the newest refused write stands. */
export interface RefusalBox {
  readonly x: number;
  readonly width: number;
}

/** Left edge of the barrier. */
function barrierX(frame: LaneFrame): number {
  return frame.columns.xOf(frame.lane.logEndOffset) + (frame.cellWidth < CELL_WIDTH_NARROW ? 4 : 6);
}

function shownCells(frame: LaneFrame): number {
  const newest = frame.refused.at(-1);
  return Math.min(CELLS_MAX, Math.max(1, newest?.recordCount ?? 0));
}

/** Place of the newest refused write; undefined when none was refused. */
export function refusalBox(frame: LaneFrame): RefusalBox | undefined {
  if (frame.refused.length === 0) return undefined;
  const x = barrierX(frame) + PICKETS_WIDTH;
  return { x, width: shownCells(frame) * (frame.cellWidth - 1) };
}

/** Three pickets with two rails. */
export function barrierMarks(frame: LaneFrame): Mark[] {
  if (frame.refused.length === 0) return [];
  const { railY, blockY, blockHeight } = frame.geometry;
  const x = barrierX(frame);
  const end = blockY + blockHeight;
  const rails = `M${x - 3} ${blockY + 5}h28M${x - 3} ${end - 11}h28`;
  return [
    ...[0, 8, 16].map(
      (dx): Mark => ({
        kind: 'path',
        d: `M${x + dx} ${end}V${railY - 4}l3-5 3 5V${end}z`,
        fill: 'v-refused',
      }),
    ),
    { kind: 'path', d: rails, stroke: 'v-refused', width: 3 },
    { kind: 'path', d: rails, stroke: 'bg-2', width: 0.8 },
  ];
}

/** The newest refused write, and the words about it. */
export function refusalGroups(frame: LaneFrame): MarkGroup[] {
  const newest = frame.refused.at(-1);
  const box = refusalBox(frame);
  if (newest === undefined || box === undefined) return [];
  const { cellWidth, geometry, t } = frame;
  const count = shownCells(frame);
  const marks: Mark[] = [];
  for (let index = 0; index < count; index++) {
    const isLast = index === count - 1;
    const rest = newest.recordCount - count;
    marks.push(
      ...cellMarks(frame, {
        x: box.x + index * (cellWidth - 1),
        width: cellWidth - (isLast ? BATCH_GAP : 0),
        verdict: 'refused',
        isFirst: index === 0,
        isLast,
        text: isLast && rest > 0 ? `+${rest + 1}` : (newest.keys[index] ?? null),
      }),
    );
  }
  const style = { size: 11.5, weight: 500, font: 'ui' } as const;
  const room = Math.max(box.width, frame.trackWidth - box.x);
  const label = firstFitting(refusalLabels(newest, t), room, style) ?? `e${newest.producerEpoch}`;
  marks.push({
    kind: 'text',
    x: box.x,
    y: geometry.blockY - 6,
    text: label,
    ...style,
    fill: 'v-refused',
  });
  return [
    { key: `r${newest.atMs}`, marks, x: box.x, width: box.width },
    { key: 'refusalWords', marks: wordMarks(frame), x: box.x - PICKETS_WIDTH, width: 180 },
  ];
}

/** Under the barrier: the code, its name when there is room, and that it is not in the log. */
function wordMarks(frame: LaneFrame): Mark[] {
  const newest = frame.refused.at(-1);
  if (newest === undefined) return [];
  const { geometry, t, trackWidth } = frame;
  const x = barrierX(frame) - 2;
  const code = newest.errorCode;
  const words = [`${code} ${errorName(code)}`.trim(), t('lane.refusedShort', { code }), String(code)];
  const style = { size: SMALL, weight: 600 } as const;
  const text = firstFitting(words, trackWidth - x, style) ?? String(code);
  const marks: Mark[] = [{ kind: 'text', x, y: geometry.offsetY + 1, text, fill: 'v-refused', ...style }];
  if (!frame.hasReaders) return marks;
  const rows = [
    t('lane.neverInTheLog'),
    ...(frame.refused.length > 1 ? [t('lane.moreRefused', { count: frame.refused.length - 1 })] : []),
  ];
  rows.forEach((row, index) => {
    const y = geometry.readerY[index as 0 | 1] + geometry.readerHeight / 2 + 4.5;
    marks.push({ kind: 'text', x, y, text: row, size: SMALL, fill: 'text-3' });
  });
  return marks;
}

/** A batch on its way, before the broker has seen it. */
export function incomingMarks(frame: LaneFrame): Mark[] {
  const { incoming, cellWidth, geometry, columns, trackWidth, t } = frame;
  if (incoming === null) return [];
  const count = Math.min(CELLS_MAX, Math.max(1, incoming.keys.length));
  const end = columns.xOf(frame.lane.logEndOffset);
  const x = Math.min(end + cellWidth * 1.1, trackWidth - count * cellWidth - 6);
  const middle = geometry.blockY + geometry.blockHeight / 2;
  const marks: Mark[] = [];
  for (let index = 0; index < count; index++) {
    const isLast = index === count - 1;
    marks.push(
      ...cellMarks(frame, {
        x: x + index * cellWidth,
        width: cellWidth - (isLast ? BATCH_GAP : 0),
        verdict: 'hole',
        isFirst: index === 0,
        isLast,
        text: incoming.keys[index] ?? null,
      }).filter((mark) => mark.kind !== 'glyph'),
    );
  }
  const reach = Math.max(8, Math.min(cellWidth * 0.62, x - end - 16));
  marks.push(
    {
      kind: 'path',
      d: `M${x - 8} ${middle}h${-reach}m6-4.5-6 4.5 6 4.5`,
      stroke: 'text-2',
      width: 1.5,
    },
    {
      kind: 'text',
      x,
      y: geometry.blockY - 6,
      text: t('lane.writerEpoch', { writer: incoming.writer, epoch: incoming.epoch }),
      size: 11.5,
      font: 'ui',
      fill: 'text-2',
    },
  );
  return marks;
}
