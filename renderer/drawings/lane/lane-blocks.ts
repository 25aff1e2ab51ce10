/** Batches as joined rows of cells, markers as posts. */
import type { Verdict } from '#core/lab-api/views.ts';
import { GLYPH_COLOURS, GLYPH_WASHES } from '../glyphs/glyph-name.ts';
import { cellPath, circlePath, type Mark } from '../marks/mark.ts';
import { fitText, textWidth } from '../marks/text-width.ts';
import type { LaneColumn } from './lane-columns.ts';
import { BATCH_GAP, CELL_WIDTH_BAR, CELL_WIDTH_MIN, CELL_WIDTH_NARROW } from './lane-geometry.ts';
import { type LaneBlock, type LaneFrame, lazyGroup } from './lane-scene.ts';

const RADIUS = 3;
/** Cells of a long batch that are drawn or left out together. */
const PART_CELLS = 8;

/** Look of a cell by its verdict: edge first, colour second. */
const CELL_LOOKS: Readonly<Partial<Record<Verdict, { fill?: string; width: number; dash?: string }>>> = {
  plain: { fill: 'bg-3', width: 1.2 },
  open: { fill: 'bg-2', width: 1.4, dash: '4 3' },
  committed: { fill: GLYPH_WASHES.committed, width: 1.4 },
  aborted: { fill: 'hatch-aborted', width: 1.2 },
  refused: { fill: GLYPH_WASHES.refused, width: 1.4, dash: '2 3' },
  duplicate: { fill: GLYPH_WASHES.duplicate, width: 1.4, dash: '2 3' },
};

const HOLE_LOOK = { width: 1.2, dash: '1.2 2.4' } as const;

/** A cell of the block row, with its key and glyph as far as there is room. */
export interface CellBox {
  readonly x: number;
  readonly width: number;
  readonly verdict: Verdict;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly text: string | null;
}

export function cellMarks(frame: LaneFrame, cell: CellBox): Mark[] {
  const { blockY: y, blockHeight: h } = frame.geometry;
  const { x, width, verdict } = cell;
  const look = CELL_LOOKS[verdict] ?? HOLE_LOOK;
  const marks: Mark[] = [
    {
      kind: 'path',
      d: cellPath({
        x,
        y,
        w: width,
        h,
        left: cell.isFirst ? RADIUS : 0,
        right: cell.isLast ? RADIUS : 0,
      }),
      stroke: verdict === 'plain' ? 'line-strong' : GLYPH_COLOURS[verdict],
      ...look,
    },
  ];
  if (frame.cellWidth >= CELL_WIDTH_BAR) marks.push(...cellInside(frame, cell));
  return marks;
}

/**
 * Key left, glyph right. Where the key does not fit beside the glyph it stands above it; below `CELL_WIDTH_MIN` only the glyph is
 * left.
 */
function cellInside(frame: LaneFrame, cell: CellBox): Mark[] {
  const { geometry, cellWidth } = frame;
  const isNarrow = cellWidth < CELL_WIDTH_NARROW;
  const glyphSize = isNarrow ? Math.min(9.5, geometry.glyphSize) : geometry.glyphSize;
  const middle = geometry.blockY + geometry.blockHeight / 2;
  if (cellWidth < CELL_WIDTH_MIN || cell.text === null) {
    const x =
      cell.x + (cellWidth < CELL_WIDTH_MIN ? (cell.width - glyphSize) / 2 : cell.width - glyphSize - 4);
    return glyphMarks(cell.verdict, { x, y: middle - glyphSize / 2, size: glyphSize });
  }
  const text = cell.text;
  const start = cell.x + (isNarrow ? 5 : 7);
  const glyphX = cell.x + cell.width - glyphSize - 4;
  const room = glyphX - start - 2;
  const sizes = isNarrow ? [11] : [geometry.keySize, 12, 11];
  const fitting = sizes.find((one) => textWidth(text, { size: one }) <= room);
  const size = fitting ?? 11;
  const isStacked = fitting === undefined;
  const textRoom = isStacked ? cell.x + cell.width - 4 - start : room;
  const baseline = isStacked ? middle - 2.5 : middle + size * 0.35;
  const glyphY = isStacked ? middle + 2 : middle - glyphSize / 2;
  return [
    ...keyMarks(cell, { x: start, y: baseline, text: fitText(text, textRoom, { size }), size }),
    ...glyphMarks(cell.verdict, { x: glyphX, y: glyphY, size: glyphSize }),
  ];
}

function keyMarks(
  cell: CellBox,
  key: { readonly x: number; readonly y: number; readonly text: string; readonly size: number },
): Mark[] {
  const { x, y, text, size } = key;
  const isOnHatch = cell.verdict === 'aborted';
  const words: Mark = {
    kind: 'text',
    x,
    y,
    text,
    size,
    weight: 500,
    fill: isOnHatch || cell.verdict === 'refused' ? GLYPH_COLOURS[cell.verdict] : 'text-1',
    ...(isOnHatch ? { isStruck: true } : {}),
  };
  if (!isOnHatch) return [words];
  const w = textWidth(text, { size }) + 5;
  return [{ kind: 'rect', x: x - 3, y: y - size + 1, w, h: size + 3, radius: 2, fill: 'bg-2' }, words];
}

function glyphMarks(
  verdict: Verdict,
  place: { readonly x: number; readonly y: number; readonly size: number },
): Mark[] {
  const { x, y, size } = place;
  const glyph: Mark = { kind: 'glyph', name: verdict, x, y, size };
  if (verdict !== 'aborted') return [glyph];
  return [{ kind: 'rect', x: x - 1.5, y: y - 2, w: size + 3, h: size + 4, radius: 2, fill: 'bg-2' }, glyph];
}

/** Blocks of a lane, in offset order: one a marker, one a batch or a part of it when it is long. Offsets that are not there are dotted cells of no batch. */
export function laneBlocks(frame: LaneFrame): { blocks: LaneBlock[]; holes: Mark[] } {
  const blocks: LaneBlock[] = [];
  const holes: Mark[] = [];
  const { columns } = frame.columns;
  for (let index = 0; index < columns.length; ) {
    const start = columns[index];
    if (start === undefined) break;
    let end = index;
    while (end + 1 < columns.length && columns[end + 1]?.batch === start.batch) end++;
    const run = columns.slice(index, end + 1);
    if (start.batch === null) holes.push(...run.flatMap((column) => holeMarks(frame, column)));
    else blocks.push(...blocksOf(frame, start.batch, run));
    index = end + 1;
  }
  return { blocks, holes };
}

function blocksOf(
  frame: LaneFrame,
  batch: LaneBlock['batch'],
  run: readonly LaneColumn[],
): readonly LaneBlock[] {
  if (batch.marker !== null) {
    const x = run[0]?.x ?? 0;
    const place = { key: String(batch.baseOffset), x, width: run.length * frame.cellWidth };
    const group = lazyGroup(place, () => postMarks(frame, x, batch));
    return [Object.assign(group, { kind: 'post' as const, batch })];
  }
  const blocks: LaneBlock[] = [];
  for (let from = 0; from < run.length; from += PART_CELLS) {
    const count = Math.min(PART_CELLS, run.length - from);
    const place = {
      key: from === 0 ? String(batch.baseOffset) : `${batch.baseOffset}+${from}`,
      x: run[from]?.x ?? 0,
      width: count * frame.cellWidth,
    };
    const group = lazyGroup(place, () => batchMarks(frame, batch, { run, from, count }));
    blocks.push(Object.assign(group, { kind: 'batch' as const, batch }));
  }
  return blocks;
}

/** Marks of `count` cells of a batch's run, joined to those beside them. */
function batchMarks(
  frame: LaneFrame,
  batch: LaneBlock['batch'],
  part: { readonly run: readonly LaneColumn[]; readonly from: number; readonly count: number },
): Mark[] {
  const { run, from, count } = part;
  return run.slice(from, from + count).flatMap((column, at) => {
    const isFirst = from + at === 0;
    const isLast = from + at === run.length - 1;
    const inset = isFirst ? 1 : 0;
    return cellMarks(frame, {
      x: column.x + inset,
      width: frame.cellWidth - inset - (isLast ? BATCH_GAP : 0),
      verdict: column.record === null ? 'hole' : batch.verdict,
      isFirst,
      isLast,
      text: column.record === null ? null : (column.record.key ?? column.record.value),
    });
  });
}

function holeMarks(frame: LaneFrame, column: LaneColumn): Mark[] {
  const count = column.last - column.first + 1;
  return cellMarks(frame, {
    x: column.x + 1,
    width: frame.cellWidth - 1 - BATCH_GAP,
    verdict: 'hole',
    isFirst: true,
    isLast: true,
    text: count > 1 ? `×${count}` : null,
  });
}

/** Places of a post: a picket 15 px wide, 4 px from the left edge of its offset (2 px in narrow cells). */
export function postX(frame: LaneFrame, x: number): number {
  if (frame.cellWidth < CELL_WIDTH_BAR) return x;
  return x + (frame.cellWidth < CELL_WIDTH_NARROW ? 2 : 4);
}

function postMarks(frame: LaneFrame, x: number, batch: LaneBlock['batch']): Mark[] {
  const { geometry, cellWidth } = frame;
  const left = postX(frame, x);
  const top = geometry.railY - 13;
  const end = geometry.blockY + geometry.blockHeight + 4;
  const isCommit = batch.marker?.type === 'COMMIT';
  const colour = isCommit ? 'v-committed' : 'v-aborted';
  const marks = isCommit
    ? picket(left, top, end, geometry.railY)
    : brokenPlank(left, top, end, geometry.railY);
  const room = cellWidth - (left - x) - 18.5;
  const size = [10.5, 9.5, 8.5].find(
    (one) => textWidth('COMMIT', { size: one, weight: 600 }) <= room - (one > 9 ? 2 : 1),
  );
  const middle = geometry.blockY + geometry.blockHeight / 2;
  if (size !== undefined) {
    marks.push({
      kind: 'text',
      x: left + 18.5,
      y: middle - 3,
      text: batch.marker?.type ?? '',
      size,
      weight: 600,
      fill: colour,
    });
  }
  const epoch = `e${batch.producerEpoch}`;
  if (textWidth(epoch, { size: 10 }) <= room) {
    const y = size === undefined ? middle + 4 : middle + 10;
    marks.push({ kind: 'text', x: left + 18.5, y, text: epoch, size: 10, fill: 'text-2' });
  }
  return marks;
}

/** COMMIT: a whole picket, filled, its tip in the colour of the verdict. */
function picket(x: number, top: number, end: number, railY: number): Mark[] {
  return [
    { kind: 'path', d: `M${x} ${end}V${top + 10}l7.5-10 7.5 10V${end}z`, fill: 'post' },
    { kind: 'path', d: `M${x} ${top + 10}l7.5-10 7.5 10v4h-15z`, fill: 'v-committed' },
    { kind: 'path', d: circlePath(x + 7.5, railY + 4, 1.3), fill: 'bg-2' },
  ];
}

/** ABORT: a hollow plank with a broken top and a cross brace. */
function brokenPlank(x: number, top: number, end: number, railY: number): Mark[] {
  return [
    {
      kind: 'path',
      d: `M${x + 0.8} ${end}V${top + 5}l4-2 2.5 3 3-4 2.9 2V${end}z`,
      fill: 'bg-2',
      stroke: 'post',
      width: 1.6,
    },
    {
      kind: 'path',
      d: `M${x - 3.5} ${railY - 2}l21 13M${x + 17.5} ${railY - 2}l-21 13`,
      stroke: 'v-aborted',
      width: 2.6,
      hasRoundCaps: true,
    },
  ];
}
