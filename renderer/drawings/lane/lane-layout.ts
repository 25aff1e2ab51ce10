/**
 * The layout of one partition's lane: from what the lab says of it to marks on a plane, without a browser.
 *
 * The label column and the track are two pictures side by side, so that the names stay when a long lane scrolls. All places along
 * the track come from `LaneColumns`: an offset has one width.
 */
import type { LaneView, RefusedView } from '#core/lab-api/views.ts';
import type { Translate } from '../../text/use-text.svelte.ts';
import type { Mark } from '../marks/mark.ts';
import { fitMiddle, textWidth } from '../marks/text-width.ts';
import { formatBytes } from '../units.ts';
import { laneBlocks } from './lane-blocks.ts';
import { laneCells } from './lane-cells.ts';
import { LaneColumns } from './lane-columns.ts';
import { laneFlags } from './lane-flags.ts';
import {
  cellWidthFor,
  LABEL_GAP,
  LABEL_WIDTH,
  LANE_GEOMETRY,
  labelWidth,
  REFUSED_CELLS,
  SEGMENT_BAR_HEIGHT,
  TRACK_END,
} from './lane-geometry.ts';
import { laneRails } from './lane-rails.ts';
import { barrierMarks, incomingMarks, refusalGroups } from './lane-refused.ts';
import { offsetGroups, READERS, readerGroups, readerOf, segmentGroups } from './lane-rows.ts';
import type { IncomingBatch, LaneFrame, LaneScene } from './lane-scene.ts';
import type { LaneSize } from './lane-target.ts';
import { laneTransactions } from './lane-transactions.ts';

export interface LaneLayoutOptions {
  readonly size: LaneSize;
  /** Pixels for the whole lane, label column included. */
  readonly width: number;
  readonly t: Translate;
  readonly hasReaders?: boolean;
  /** Cells that must fit; as many as the lane has when left out. */
  readonly cellCount?: number | undefined;
  /** Pixels of one offset, instead of what fits; 4 at least. */
  readonly cellWidth?: number | undefined;
  readonly refused?: readonly RefusedView[] | undefined;
  readonly incoming?: IncomingBatch | null;
}

/** Cells a lane asks for: its offsets, what was refused, and room for the flag at its end. */
export function cellsOf(
  lane: LaneView,
  options: { readonly refused: readonly RefusedView[]; readonly hasIncoming: boolean },
): number {
  const columns = new LaneColumns(lane.batches, lane, 1);
  const newest = options.refused.at(-1);
  const beyond = newest ? Math.min(3, newest.recordCount) + REFUSED_CELLS - 2 : 1;
  return columns.columns.length + Math.max(beyond, options.hasIncoming ? 3.2 : 1);
}

export function layoutLane(lane: LaneView, options: LaneLayoutOptions): LaneScene {
  const { size, width, t, hasReaders = true, incoming = null } = options;
  const refused = options.refused ?? lane.refused;
  const geometry = LANE_GEOMETRY[size];
  const left = labelWidth(width);
  const cells = options.cellCount ?? cellsOf(lane, { refused, hasIncoming: incoming !== null });
  const visible = Math.max(0, width - left);
  const cellWidth = Math.max(4, options.cellWidth ?? cellWidthFor({ trackWidth: visible, cells }));
  const columns = new LaneColumns(lane.batches, lane, cellWidth);
  const needed = columns.endX + (cells - columns.columns.length) * cellWidth + TRACK_END;
  const frame: LaneFrame = {
    lane,
    name: `${lane.topic}-${lane.partition}`,
    columns,
    geometry,
    cellWidth,
    trackWidth: needed > visible + 1 ? needed : visible,
    hasReaders,
    refused,
    incoming,
    t,
  };
  const readersEnd = hasReaders ? geometry.readerY[1] + geometry.readerHeight : geometry.offsetY + 4;
  const tabs = segmentGroups(frame, readersEnd + 2);
  const { blocks, holes } = laneBlocks(frame);
  const base = hasReaders ? geometry.height : geometry.offsetY + 8;
  return {
    height: base + (tabs.length > 0 ? SEGMENT_BAR_HEIGHT : 0),
    labelWidth: left,
    trackWidth: frame.trackWidth,
    cellWidth,
    label: labelMarks(frame, left),
    ground: [...groundMarks(frame), ...holes],
    rails: laneRails(frame, laneTransactions(lane.batches, lane.logEndOffset)),
    blocks,
    rows: [...offsetGroups(frame), ...readerGroups(frame), ...tabs],
    flags: laneFlags(frame, hasReaders ? readersEnd : geometry.blockY + geometry.blockHeight + 4),
    barrier: barrierMarks(frame),
    refusals: refusalGroups(frame),
    incoming: incomingMarks(frame),
    cells: laneCells(frame),
  };
}

/** A count in full; one of thousands in thousands when it does not fit. */
function countText(count: number, width: number): string {
  const full = String(count);
  if (count < 1000 || textWidth(full, { size: 10.5, weight: 600 }) <= width) return full;
  return `${Math.floor(count / 1000)}k`;
}

function labelMarks(frame: LaneFrame, left: number): Mark[] {
  const { geometry, lane, t } = frame;
  const small = left < LABEL_WIDTH ? 10 : 10.5;
  const under =
    lane.fromOffset > lane.logStartOffset
      ? t('lane.from', { offset: lane.fromOffset })
      : t('lane.bytesOnDisk', { size: formatBytes(lane.sizeBytes) });
  const marks: Mark[] = [
    {
      kind: 'text',
      x: 0,
      y: geometry.blockY + 15,
      text: fitMiddle(frame.name, left - LABEL_GAP, { size: 13, weight: 600 }),
      size: 13,
      weight: 600,
      fill: 'text-1',
    },
    { kind: 'text', x: 0, y: geometry.blockY + 31, text: under, size: 10.5, fill: 'text-3' },
  ];
  if (!frame.hasReaders) return marks;
  marks.push({
    kind: 'text',
    x: left - LABEL_GAP,
    y: geometry.offsetY,
    text: t('lane.received'),
    size: 10.5,
    fill: 'text-3',
    anchor: 'end',
    font: 'ui',
  });
  READERS.forEach((isolation, row) => {
    const y = geometry.readerY[row as 0 | 1] + geometry.readerHeight / 2 + 3.7;
    const count = readerOf(frame, isolation)?.deliveredCount;
    marks.push({ kind: 'text', x: 0, y, text: isolation, size: small, fill: 'text-2' });
    if (count !== undefined) {
      marks.push({
        kind: 'text',
        x: left - LABEL_GAP,
        y,
        text: countText(count, left - LABEL_GAP - textWidth(isolation, { size: small }) - 3),
        size: 10.5,
        weight: 600,
        fill: 'text-1',
        anchor: 'end',
      });
    }
  });
  return marks;
}

/** The line the records stand on, the places to come, and the tint beyond the last stable offset. */
function groundMarks(frame: LaneFrame): Mark[] {
  const { columns, geometry, lane, trackWidth, cellWidth } = frame;
  const end = geometry.blockY + geometry.blockHeight;
  const right = trackWidth - 4;
  const start = columns.columns[0]?.x ?? columns.endX;
  const marks: Mark[] = [
    {
      kind: 'line',
      x1: start,
      x2: right,
      y1: end + 0.5,
      y2: end + 0.5,
      stroke: 'line-strong',
      width: 1,
    },
  ];
  const taken = frame.refused.length > 0 ? refusedEnd(frame) : 0;
  for (let offset = lane.logEndOffset; columns.xOf(offset + 1) < right - 2; offset++) {
    const x = columns.xOf(offset);
    if (x < taken || cellWidth < 44) continue;
    marks.push(
      { kind: 'line', x1: x, x2: x, y1: end - 3, y2: end, stroke: 'line-strong' },
      {
        kind: 'text',
        x: x + 5,
        y: geometry.offsetY,
        text: String(offset),
        size: 10.5,
        fill: 'text-off',
      },
    );
  }
  if (lane.lastStableOffset < lane.logEndOffset) {
    const x = columns.xOf(lane.lastStableOffset);
    marks.push({
      kind: 'rect',
      x: x - 3,
      y: geometry.railY - 3,
      w: columns.xOf(lane.logEndOffset) - x + 1,
      h: end - geometry.railY + 3,
      fill: 'v-open-wash',
      opacity: 0.75,
    });
  }
  return marks;
}

/** Places to come start again after the words about a refused write. */
function refusedEnd(frame: LaneFrame): number {
  return frame.columns.xOf(frame.lane.logEndOffset) + Math.max(190, frame.cellWidth * 3.2);
}
