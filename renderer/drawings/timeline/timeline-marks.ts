/** Marks of single rows. `x` maps milliseconds of the epoch to pixels of the body; `y` is the middle of the row. */
import type { Verdict } from '#core/lab-api/views.ts';
import { errorColour } from '../error-name.ts';
import { GLYPH_COLOURS } from '../glyphs/glyph-name.ts';
import { stateLook } from '../glyphs/state-look.ts';
import type { Mark } from '../marks/mark.ts';
import { textWidth } from '../marks/text-width.ts';
import { formatSeconds } from '../units.ts';
import { drawMerged } from './timeline-merged.ts';
import type { Append, FrameItem, ProcessItem, Span, StateItem, TimelineRow } from './timeline-rows.ts';
import type { Hit, RowDrawing, RowFrame } from './timeline-scene.ts';

const SMALL = 10;

export function drawRow(row: TimelineRow, frame: RowFrame): RowDrawing {
  switch (row.kind) {
    case 'process':
      return drawProcess(row.spans, frame);
    case 'frames':
      return frame.isMerged
        ? drawMerged(inView(row.frames, frame), frame, (item) => item)
        : drawFrames(row.frames, frame);
    case 'states':
      return drawStates(row.spans, frame);
    case 'appends':
      return drawAppends(row.appends, frame);
  }
}

/** Items of an ordered list between the ends of the view; the list may be long. */
export function inView<T extends { readonly atMs: number }>(
  items: readonly T[],
  view: { readonly fromMs: number; readonly toMs: number },
): readonly T[] {
  return items.slice(firstAtOrAfter(items, view.fromMs), firstAtOrAfter(items, view.toMs + 1));
}

function firstAtOrAfter(items: readonly { readonly atMs: number }[], atMs: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.atMs ?? 0) < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A span's two ends in pixels, cut to the body; undefined when it is not seen. */
function ends<S, I>(span: Span<S, I>, frame: RowFrame): { a: number; b: number } | undefined {
  const toMs = span.toMs ?? frame.nowMs;
  if (toMs < frame.fromMs || span.fromMs > frame.toMs) return undefined;
  return { a: Math.max(-4, frame.x(span.fromMs)), b: Math.min(frame.width + 4, frame.x(toMs)) };
}

function drawProcess(spans: readonly Span<string, ProcessItem>[], frame: RowFrame): RowDrawing {
  const marks: Mark[] = [];
  const hits: Hit[] = [];
  const { y } = frame;
  for (const span of spans) {
    const place = ends(span, frame);
    if (place === undefined) continue;
    const { a, b } = place;
    const w = Math.max(2, b - a);
    hits.push({ x: a, y: y - 6, w, h: 12, item: span.item });
    if (span.state === 'dead') {
      marks.push({ kind: 'glyph', name: 'dead', x: a - 1, y: y - 5, size: 10 });
    } else if (span.state === 'running') {
      marks.push({ kind: 'rect', x: a, y: y - 3, w, h: 6, radius: 1.5, fill: 's-running' });
    } else if (span.state === 'starting') {
      marks.push({ kind: 'line', x1: a, x2: b, y1: y, y2: y, stroke: 's-dead', width: 2, dash: '3 3' });
    } else if (span.state === 'frozen') {
      marks.push(...frozenMarks(span, { a, w }, frame));
    } else if (span.state === 'fenced') {
      marks.push(
        {
          kind: 'rect',
          x: a,
          y: y - 3,
          w: Math.max(3, w),
          h: 6,
          radius: 1.5,
          stroke: 's-fenced',
          width: 1.3,
        },
        { kind: 'line', x1: a, x2: a, y1: y - 7, y2: y + 7, stroke: 's-fenced', width: 2 },
      );
    }
  }
  return { marks, hits };
}

function frozenMarks(
  span: Span<string, ProcessItem>,
  place: { readonly a: number; readonly w: number },
  frame: RowFrame,
): Mark[] {
  const { a, w } = place;
  const { y } = frame;
  const marks: Mark[] = [{ kind: 'rect', x: a, y: y - 5, w, h: 10, radius: 1.5, fill: 'hatch-frozen' }];
  for (const x of span.toMs === null ? [a] : [a, a + w]) {
    marks.push({ kind: 'line', x1: x, x2: x, y1: y - 7, y2: y + 7, stroke: 's-frozen', width: 2 });
  }
  const seconds = formatSeconds((span.toMs ?? frame.nowMs) - span.fromMs);
  const text = frame.t('timeline.frozen', { seconds });
  const textW = textWidth(text, { size: SMALL }) + 10;
  if (w > textW + 10) {
    const centre = a + w / 2;
    marks.push(
      { kind: 'rect', x: centre - textW / 2, y: y - 6, w: textW, h: 12, radius: 2, fill: 'bg-0' },
      { kind: 'text', x: centre, y: y + 3.5, text, size: SMALL, fill: 's-frozen', anchor: 'middle' },
    );
  }
  return marks;
}

/** Frames are ticks; errors are taller and carry their code where there is room. */
function drawFrames(frames: readonly FrameItem[], frame: RowFrame): RowDrawing {
  const marks: Mark[] = [];
  const hits: Hit[] = [];
  const codes: Mark[] = [];
  const { y } = frame;
  const seen = inView(frames, frame);
  const errors = seen.filter((item) => item.frame.errorCode !== 0).map((item) => frame.x(item.atMs));
  let takenUntil = Number.NEGATIVE_INFINITY;
  let errorIndex = -1;
  for (const item of seen) {
    const x = frame.x(item.atMs);
    const code = item.frame.errorCode;
    const half = code === 0 ? 4 : 6;
    const stroke = code === 0 ? 'text-2' : errorColour(code);
    marks.push({
      kind: 'line',
      x1: x,
      x2: x,
      y1: y - half,
      y2: y + half,
      stroke,
      width: code === 0 ? 1.4 : 2,
    });
    hits.push({ x: x - 3, y: y - 7, w: 6, h: 14, item });
    if (code === 0) continue;
    errorIndex++;
    const text = String(code);
    const w = textWidth(text, { size: 10.5, weight: 600 });
    const next = errors[errorIndex + 1] ?? Number.POSITIVE_INFINITY;
    const goesRight = next > x + w + 8;
    const left = goesRight ? x + 5 : x - 5 - w;
    if (left < takenUntil + 2) continue;
    takenUntil = Math.max(x, left + w);
    codes.push(
      { kind: 'rect', x: left - 2, y: y - 6, w: w + 4, h: 12, fill: 'bg-0' },
      { kind: 'text', x: left, y: y + 3.5, text, size: 10.5, weight: 600, fill: stroke },
    );
  }
  return { marks: [...marks, ...codes], hits };
}

function drawStates(spans: readonly Span<string, StateItem>[], frame: RowFrame): RowDrawing {
  const marks: Mark[] = [];
  const hits: Hit[] = [];
  const { y } = frame;
  for (const span of spans) {
    const place = ends(span, frame);
    if (place === undefined) continue;
    const { a, b } = place;
    const width = b - a;
    if (width < 0.6) continue;
    const { colour, shape } = stateLook(span.state);
    const isSettled = shape === 'ring' || shape === 'filled' || shape === 'slashed';
    const box = { x: a + 0.5, y: y - 5.5, w: Math.max(1.5, width - 1), h: 11, radius: 2 };
    marks.push(
      { kind: 'rect', ...box, fill: colour, opacity: isSettled ? 0.13 : 0.22 },
      { kind: 'rect', ...box, stroke: colour, width: 1, ...(shape === 'dashed' ? { dash: '3 2' } : {}) },
    );
    hits.push({ x: a, y: y - 6, w: Math.max(4, width), h: 12, item: span.item });
    const words = [`${span.state} e${span.item.epoch}`, span.state];
    const start = Math.max(a, 0) + 6;
    const text = words.find((one) => textWidth(one, { size: SMALL }) <= b - start - 4);
    if (text) marks.push({ kind: 'text', x: start, y: y + 3.5, text, size: SMALL, fill: colour });
  }
  return { marks, hits };
}

const FILLED: ReadonlySet<Verdict> = new Set(['committed', 'plain', 'marker-commit']);

function drawAppends(appends: readonly Append[], frame: RowFrame): RowDrawing {
  const ground: Mark = {
    kind: 'line',
    x1: Math.max(0, frame.x(0)),
    x2: Math.min(frame.width, frame.x(frame.nowMs)),
    y1: frame.y + 5,
    y2: frame.y + 5,
    stroke: 'line-strong',
  };
  const seen = inView(appends, frame);
  if (frame.isMerged) {
    const merged = drawMerged(seen, frame, (append) => append.item);
    return { marks: [ground, ...merged.marks], hits: merged.hits };
  }
  const marks: Mark[] = [ground];
  const hits: Hit[] = [];
  for (const append of seen) {
    const x = frame.x(append.atMs);
    marks.push(...appendMarks(append.verdict, x, frame.y));
    hits.push({ x: x - 5, y: frame.y - 8, w: 10, h: 15, item: append.item });
  }
  return { marks, hits };
}

/** Verdict glyphs on a small scale; posts stand taller. */
function appendMarks(verdict: Verdict, x: number, y: number): Mark[] {
  const stroke = GLYPH_COLOURS[verdict];
  const fill = FILLED.has(verdict) ? stroke : 'bg-0';
  switch (verdict) {
    case 'marker-commit':
    case 'marker-abort':
      return [
        { kind: 'path', d: `M${x - 2.2} ${y + 5}V${y - 3}l2.2-4 2.2 4V${y + 5}z`, fill, stroke, width: 1.3 },
      ];
    case 'refused':
    case 'duplicate':
    case 'hole':
      return [{ kind: 'glyph', name: verdict, x: x - 6, y: y - 6, size: 12 }];
    default: {
      const dash = verdict === 'open' ? { dash: '2 1.5' } : {};
      const block: Mark = {
        kind: 'rect',
        x: x - 3,
        y: y - 2,
        w: 6,
        h: 7,
        radius: 1,
        fill,
        stroke,
        width: 1.3,
        ...dash,
      };
      if (verdict !== 'aborted') return [block];
      return [block, { kind: 'line', x1: x - 4.5, x2: x + 4.5, y1: y + 6, y2: y - 3, stroke, width: 1.3 }];
    }
  }
}
