/** What stands under the blocks: offsets, the two readers, and the tabs of the segments. */
import type { ReaderView } from '#core/lab-api/views.ts';
import type { Mark } from '../marks/mark.ts';
import { circlePath } from '../marks/mark.ts';
import { firstFitting, fitText, textWidth } from '../marks/text-width.ts';
import type { LaneColumn } from './lane-columns.ts';
import { CELL_WIDTH_MIN } from './lane-geometry.ts';
import { type LaneFrame, lazyGroup, type MarkGroup } from './lane-scene.ts';

const SMALL = 10.5;

export const READERS = ['read_committed', 'read_uncommitted'] as const;

/** Offsets, as many as can be read; the first always. */
export function offsetGroups(frame: LaneFrame): MarkGroup[] {
  const { columns, geometry, cellWidth } = frame;
  const widest = textWidth(String(columns.endOffset), { size: SMALL }) + 10;
  const every = Math.max(1, Math.ceil(widest / cellWidth));
  return columns.columns
    .filter((_, index) => index % every === 0)
    .map((column) => ({
      key: `o${column.first}`,
      x: column.x,
      width: cellWidth * every,
      marks: [
        {
          kind: 'text',
          x: column.x + 6,
          y: geometry.offsetY,
          text: String(column.first),
          size: SMALL,
          fill: 'text-3',
        },
      ],
    }));
}

export function readerOf(frame: LaneFrame, isolation: ReaderView['isolation']): ReaderView | undefined {
  return frame.lane.readers.find((reader) => reader.isolation === isolation);
}

export function readerGroups(frame: LaneFrame): MarkGroup[] {
  if (!frame.hasReaders) return [];
  return READERS.flatMap((isolation, row) => {
    const reader = readerOf(frame, isolation);
    return reader === undefined ? [] : readerRow(frame, reader, frame.geometry.readerY[row as 0 | 1]);
  });
}

function readerRow(frame: LaneFrame, reader: ReaderView, y: number): MarkGroup[] {
  const delivered = new Set(reader.delivered);
  const groups: MarkGroup[] = [];
  const waitsAt = reader.waitsAt;
  if (waitsAt !== null && waitsAt < frame.lane.logEndOffset) {
    groups.push(waitingGroup(frame, { y, waitsAt }));
  }
  const { columns } = frame.columns;
  columns.forEach((column, index) => {
    if (waitsAt !== null && column.first >= waitsAt) return;
    const cell: ReaderCell = {
      y,
      column,
      isFirst: columns[index - 1]?.batch !== column.batch,
      isDelivered: delivered.has(column.first),
      isPast: column.first < reader.position,
    };
    const place = { key: `${reader.isolation}${column.first}`, x: column.x, width: frame.cellWidth };
    groups.push(lazyGroup(place, () => readerMarks(frame, cell)));
  });
  return groups;
}

interface ReaderCell {
  readonly y: number;
  readonly column: LaneColumn;
  /** First column of its batch. */
  readonly isFirst: boolean;
  readonly isDelivered: boolean;
  readonly isPast: boolean;
}

function readerMarks(frame: LaneFrame, cell: ReaderCell): Mark[] {
  const { column, y } = cell;
  const middle = y + frame.geometry.readerHeight / 2;
  if (column.batch?.marker) {
    return [{ kind: 'path', d: circlePath(column.x + 12, middle, 1.6), fill: 'text-3' }];
  }
  if (cell.isDelivered) return deliveredMarks(frame, cell);
  if (cell.isPast && column.batch?.verdict === 'aborted' && column.record !== null) {
    return skippedMarks(frame, cell);
  }
  return [];
}

function deliveredMarks(frame: LaneFrame, { column, y }: ReaderCell): Mark[] {
  const { cellWidth, geometry } = frame;
  const verdict = column.batch?.verdict;
  const isUncertain = verdict === 'aborted' || verdict === 'open';
  const w = Math.max(1, cellWidth - 5);
  const x = column.x + 1;
  const middle = y + geometry.readerHeight / 2;
  const fill = isUncertain ? `v-${verdict}-wash` : 'bg-4';
  const marks: Mark[] = [{ kind: 'rect', x, y, w, h: geometry.readerHeight, radius: 2, fill }];
  if (cellWidth < CELL_WIDTH_MIN) return marks;
  const key = column.record?.key ?? column.record?.value ?? '';
  const hasGlyph = isUncertain && textWidth(key, { size: SMALL }) <= w - 21;
  marks.push({
    kind: 'text',
    x: x + 6,
    y: middle + 3.7,
    text: fitText(key, w - (hasGlyph ? 21 : 9), { size: SMALL }),
    size: SMALL,
    fill: isUncertain ? `v-${verdict}` : 'text-1',
  });
  if (hasGlyph) marks.push({ kind: 'glyph', name: verdict, x: x + w - 13, y: middle - 4.5, size: 9 });
  return marks;
}

function skippedMarks(frame: LaneFrame, { column, y, isFirst }: ReaderCell): Mark[] {
  const middle = y + frame.geometry.readerHeight / 2;
  const x = column.x + 1;
  const w = frame.cellWidth - 5;
  const marks: Mark[] = [
    {
      kind: 'line',
      x1: x + 2,
      x2: x + w - 2,
      y1: middle,
      y2: middle,
      stroke: 'v-aborted',
      width: 1.2,
      dash: '2 3',
    },
  ];
  const text = frame.t('lane.skips');
  const width = textWidth(text, { size: SMALL });
  if (isFirst && width + 12 < frame.cellWidth) {
    marks.push(
      {
        kind: 'rect',
        x: column.x + 5,
        y: y + 1,
        w: width + 6,
        h: frame.geometry.readerHeight - 2,
        fill: 'bg-2',
      },
      { kind: 'text', x: column.x + 8, y: middle + 3.7, text, size: SMALL, fill: 'v-aborted' },
    );
  }
  return marks;
}

function waitingGroup(frame: LaneFrame, place: { readonly y: number; readonly waitsAt: number }): MarkGroup {
  const { columns, geometry } = frame;
  const { y, waitsAt } = place;
  const x = columns.xOf(waitsAt);
  const w = Math.max(8, columns.xOf(frame.lane.logEndOffset) - x - 4);
  const marks: Mark[] = [
    {
      kind: 'rect',
      x,
      y: y + 1,
      w,
      h: geometry.readerHeight - 2,
      radius: 2,
      fill: 'hatch-waiting',
      stroke: 'v-open',
      width: 1,
      dash: '3 3',
    },
  ];
  const words = [frame.t('lane.waitsAt', { offset: waitsAt }), `LSO ${waitsAt}`, String(waitsAt)];
  const text = firstFitting(words, w - 14, { size: SMALL });
  if (text !== undefined) {
    const middle = y + geometry.readerHeight / 2;
    marks.push(
      {
        kind: 'rect',
        x: x + 5,
        y: y + 2,
        w: textWidth(text, { size: SMALL }) + 8,
        h: geometry.readerHeight - 4,
        fill: 'bg-2',
      },
      { kind: 'text', x: x + 9, y: middle + 3.7, text, size: SMALL, fill: 'v-open' },
    );
  }
  return { key: `wait${y}`, x, width: w, marks };
}

/** Folder tabs of the segments, when the lane shows more than one. */
export function segmentGroups(frame: LaneFrame, y: number): MarkGroup[] {
  const { columns, endX } = frame.columns;
  const starts = columns.filter((column, index) => index === 0 || column.startsSegment);
  if (starts.length < 2) return [];
  return starts.map((start, index) => {
    const x = start.x;
    const next = starts[index + 1];
    const w = (next ? next.x - 10 : endX) - x;
    const base = start.batch?.segment ?? start.first;
    const names = [`${String(base).padStart(20, '0')}.log`, `${base}.log`, String(base)];
    const text = firstFitting(names, w - 24, { size: SMALL }) ?? '';
    const tab = Math.min(w - 8, textWidth(text, { size: SMALL }) + 12);
    return {
      key: `segment${base}`,
      x,
      width: w,
      marks: [
        {
          kind: 'path',
          d: `M${x} ${y + 2}h${w}v3h${-(w - tab - 5)}l-5 10h${-(tab - 3)}q-3 0-3-3z`,
          fill: 'bg-well',
          stroke: 'line-strong',
        },
        { kind: 'text', x: x + 5, y: y + 12, text, size: SMALL, fill: 'text-3' },
      ],
    };
  });
}
