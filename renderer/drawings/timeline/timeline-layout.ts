/**
 * The layout of the timeline: rows and a view of the time axis to marks and places to click, without a browser.
 *
 * Three pictures: the names on the left, the axis on top, and the body, which is cut at its edges. Positions of the body count from
 * its own left edge.
 */
import type { TimelineItem } from '#core/lab-api/views.ts';
import type { Translate } from '../../text/use-text.svelte.ts';
import type { Mark } from '../marks/mark.ts';
import { fitMiddle } from '../marks/text-width.ts';
import { type AxisView, axisTicks, type Tick, tickLabel } from './timeline-axis.ts';
import { drawRow, inView } from './timeline-marks.ts';
import { fittingRows, type TimelineRow } from './timeline-rows.ts';
import type { Hit } from './timeline-scene.ts';

export const LABEL_WIDTH = 120;
export const RIGHT_MARGIN = 14;
export const AXIS_HEIGHT = 17;
/** Six rows, those of the story, fit into the smallest timeline. */
const ROW_HEIGHT_MIN = 13;
const ROW_HEIGHT_MAX = 30;
const TOP_GAP = 2;
/** Above this many events in view, neighbours merge. */
const EVENTS_MAX = 2000;

export interface TimelineLayoutOptions {
  /** Pixels of the whole drawing. */
  readonly width: number;
  readonly height: number;
  readonly view: AxisView;
  readonly startedAtMs: number;
  /** End of what still lasts: now, or the moment looked at. */
  readonly nowMs: number;
  readonly selected: TimelineItem | undefined;
  /** All rows, higher than the drawing if need be. */
  readonly isExpanded: boolean;
  readonly t: Translate;
}

export interface TimelineScene {
  readonly bodyWidth: number;
  /** Height of all rows that are drawn. */
  readonly bodyHeight: number;
  readonly rowHeight: number;
  readonly labels: readonly Mark[];
  readonly axis: readonly Mark[];
  readonly body: readonly Mark[];
  readonly hits: readonly Hit[];
  readonly hiddenCount: number;
  /** Where now is; null when it is not in view. */
  readonly nowX: number | null;
}

export function layoutTimeline(all: readonly TimelineRow[], options: TimelineLayoutOptions): TimelineScene {
  const { width, height, view, startedAtMs, nowMs, t } = options;
  const bodyWidth = Math.max(1, width - LABEL_WIDTH - RIGHT_MARGIN);
  const room = Math.max(ROW_HEIGHT_MIN, height - AXIS_HEIGHT - TOP_GAP - 2);
  const count = options.isExpanded ? all.length : Math.max(1, Math.floor(room / ROW_HEIGHT_MIN));
  const { rows, hiddenCount } = fittingRows(all, { count, selected: options.selected });
  const slots = rows.length + (hiddenCount > 0 ? 1 : 0);
  const rowHeight = Math.min(ROW_HEIGHT_MAX, Math.max(ROW_HEIGHT_MIN, room / Math.max(1, slots)));
  const x = (atMs: number) => ((atMs - startedAtMs - view.from) / (view.to - view.from)) * bodyWidth;
  const span = { fromMs: startedAtMs + view.from, toMs: startedAtMs + view.to };
  const isMerged = eventsInView(rows, span) > EVENTS_MAX;
  const body: Mark[] = [];
  const hits: Hit[] = [];
  rows.forEach((row, index) => {
    const y = TOP_GAP + (index + 0.5) * rowHeight;
    const drawing = drawRow(row, { x, y, width: bodyWidth, nowMs, ...span, isMerged, t });
    body.push(...drawing.marks);
    hits.push(...drawing.hits);
  });
  const bodyHeight = TOP_GAP + slots * rowHeight;
  const nowX = x(nowMs);
  return {
    bodyWidth,
    bodyHeight,
    rowHeight,
    labels: labelMarks(rows, rowHeight, t),
    axis: axisMarks(options, bodyWidth, Math.max(bodyHeight, height - AXIS_HEIGHT)),
    body: [...rowLines(rows, rowHeight, bodyWidth), ...body],
    hits,
    hiddenCount,
    nowX: nowX >= 0 && nowX <= bodyWidth ? nowX : null,
  };
}

function eventsInView(
  rows: readonly TimelineRow[],
  span: { readonly fromMs: number; readonly toMs: number },
): number {
  return rows.reduce((sum, row) => {
    if (row.kind === 'frames') return sum + inView(row.frames, span).length;
    if (row.kind === 'appends') return sum + inView(row.appends, span).length;
    return sum;
  }, 0);
}

/** What the row is about. */
export function rowLabel(row: TimelineRow, t: Translate): string {
  switch (row.kind) {
    case 'process':
      return `${row.process.id} ${row.process.osPid ?? t('process.nothing')}`;
    case 'frames':
      return t('timeline.frames');
    case 'states':
      return row.transactionalId;
    case 'appends':
      return row.partition;
  }
}

function labelMarks(rows: readonly TimelineRow[], rowHeight: number, t: Translate): Mark[] {
  return rows.map((row, index) => ({
    kind: 'text',
    x: 12,
    y: TOP_GAP + (index + 0.5) * rowHeight + 3.5,
    text: fitMiddle(rowLabel(row, t), LABEL_WIDTH - 18, { size: 11 }),
    size: 11,
    fill: 'text-2',
  }));
}

/** Hairlines between rows; stronger where the kind changes. */
function rowLines(rows: readonly TimelineRow[], rowHeight: number, width: number): Mark[] {
  return rows.slice(1).map((row, index) => {
    const y = TOP_GAP + (index + 1) * rowHeight;
    const isNewKind = rows[index]?.kind !== row.kind;
    return { kind: 'line', x1: 0, x2: width, y1: y, y2: y, stroke: 'line', opacity: isNewKind ? 1 : 0.35 };
  });
}

function axisMarks(options: TimelineLayoutOptions, bodyWidth: number, height: number): Mark[] {
  const { view, t } = options;
  return axisTicks(view, bodyWidth).flatMap((tick): Mark[] => {
    const x = LABEL_WIDTH + ((tick.atMs - view.from) / (view.to - view.from)) * bodyWidth;
    return [
      {
        kind: 'line',
        x1: x,
        x2: x,
        y1: AXIS_HEIGHT,
        y2: AXIS_HEIGHT + height,
        stroke: 'line',
        opacity: 0.7,
      },
      {
        kind: 'text',
        x,
        y: 11,
        text: tickText(tick, t),
        size: 10,
        fill: 'text-3',
        anchor: 'middle',
      },
    ];
  });
}

function tickText(tick: Tick, t: Translate): string {
  const label = tickLabel(tick);
  return label.includes(':') ? label : t('timeline.seconds', { n: label });
}

/** The event nearest to a point of the body, within 5 px; later drawn ones win. */
export function hitAt(hits: readonly Hit[], x: number, y: number): Hit | undefined {
  let found: Hit | undefined;
  let best = Number.POSITIVE_INFINITY;
  for (const hit of hits) {
    if (y < hit.y - 2 || y > hit.y + hit.h + 2) continue;
    const distance = Math.max(hit.x - x, 0, x - hit.x - hit.w);
    if (distance > 5) continue;
    const rank = distance * 1000 + hit.w;
    if (rank <= best) {
      best = rank;
      found = hit;
    }
  }
  return found;
}
