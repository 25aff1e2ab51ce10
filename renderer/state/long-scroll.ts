/**
 * Where a table of any length stands. Its rows are known around what is seen only; a place is therefore an offset with a distance, and
 * the scroll bar spans the offsets. Pure arithmetic: px are CSS px, rows have one height.
 */
import type { OffsetRange } from './log-pages.ts';

/** The offsets that a row stands for, both included; empty for a line between rows (`last` is `first` − 1). */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** The row with `offset` begins `-shiftPx` below the upper edge of what is seen. */
export interface Place {
  readonly offset: number;
  readonly shiftPx: number;
}

export interface ScrollLayout {
  /** Rows that were read, from the top. */
  readonly spans: readonly Span[];
  readonly isNewestFirst: boolean;
  readonly range: OffsetRange;
  /** The first row read is the first of the table; the last one is its last. */
  readonly isAtFirst: boolean;
  readonly isAtLast: boolean;
  readonly rowHeight: number;
  readonly viewHeight: number;
}

/** Chromium's elements end at some 33 million px, other engines' sooner. */
const BAR_HEIGHT_MAX = 8_000_000;
const BAR_HEIGHT_MIN_SCREENS = 2;
/** A short table is drawn whole. */
const DRAWN_WHOLE_MAX = 60;

/** Rows to draw: those read, with the distance of the first from the upper edge, and how many are still missing around them. */
export interface DrawnRows {
  readonly first: number;
  readonly end: number;
  readonly topPx: number;
  readonly blanksBefore: number;
  readonly blanksAfter: number;
}

function total({ range }: ScrollLayout): number {
  return Math.max(0, range.end - range.start);
}

/** How many offsets come before this one in the table's order. */
function rankOf({ range, isNewestFirst }: ScrollLayout, offset: number): number {
  return isNewestFirst ? range.end - 1 - offset : offset - range.start;
}

function offsetAt(layout: ScrollLayout, rank: number): number {
  const { range, isNewestFirst } = layout;
  const whole = Math.max(0, Math.min(total(layout) - 1, Math.round(rank)));
  return isNewestFirst ? range.end - 1 - whole : range.start + whole;
}

/** Ranks of the first and the last offset that rows were read for; undefined without rows. */
function ranksRead(layout: ScrollLayout): { readonly first: number; readonly last: number } | undefined {
  const top = layout.spans[0];
  const bottom = layout.spans.at(-1);
  if (top === undefined || bottom === undefined) return undefined;
  return layout.isNewestFirst
    ? { first: rankOf(layout, top.last), last: rankOf(layout, bottom.first) }
    : { first: rankOf(layout, top.first), last: rankOf(layout, bottom.last) };
}

/** What is not read is taken to be as dense as what is. */
function offsetsPerRow(layout: ScrollLayout): number {
  const ranks = ranksRead(layout);
  return ranks === undefined ? 1 : Math.max(1, (ranks.last - ranks.first + 1) / layout.spans.length);
}

/** Index of the row that stands for an offset; −1 when it is not read. */
export function rowAt({ spans, isNewestFirst }: ScrollLayout, offset: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const span = spans[middle] as Span;
    const isBefore = isNewestFirst ? span.first > offset : span.last < offset;
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  const span = spans[low];
  return span !== undefined && span.first <= offset && span.last >= offset ? low : -1;
}

/** How far the upper edge of what is seen lies below the first row read, in px; an estimate where rows are missing. */
export function topOf(layout: ScrollLayout, { offset, shiftPx }: Place): number {
  const { rowHeight, spans } = layout;
  const index = rowAt(layout, offset);
  if (index >= 0) return index * rowHeight + shiftPx;
  const ranks = ranksRead(layout);
  if (ranks === undefined) return shiftPx;
  const rank = rankOf(layout, offset);
  const perRow = offsetsPerRow(layout);
  if (rank < ranks.first) return shiftPx - ((ranks.first - rank) / perRow) * rowHeight;
  return (spans.length + Math.max(0, rank - ranks.last - 1) / perRow) * rowHeight + shiftPx;
}

function placeAt(layout: ScrollLayout, top: number): Place {
  const { rowHeight, spans } = layout;
  const ranks = ranksRead(layout);
  const perRow = offsetsPerRow(layout);
  const row = Math.floor(top / rowHeight);
  if (ranks !== undefined && row >= 0 && row < spans.length) return placeInRow(layout, row, top);
  const rank =
    ranks === undefined
      ? row
      : row < 0
        ? ranks.first + row * perRow
        : ranks.last + 1 + (row - spans.length) * perRow;
  const isInside = rank >= 0 && rank <= total(layout) - 1;
  return { offset: offsetAt(layout, rank), shiftPx: isInside ? top - row * rowHeight : 0 };
}

/** A line has no offset: the row above it holds the place, or the one below. */
function placeInRow({ spans, rowHeight, isNewestFirst }: ScrollLayout, row: number, top: number): Place {
  const isRow = (at: number) => {
    const span = spans[at];
    return span !== undefined && span.last >= span.first;
  };
  let at = row;
  while (at >= 0 && !isRow(at)) at--;
  if (at < 0) at = spans.findIndex((_, index) => isRow(index));
  const span = spans[Math.max(0, at)] as Span;
  return { offset: isNewestFirst ? span.last : span.first, shiftPx: top - Math.max(0, at) * rowHeight };
}

/** The least and the greatest `topOf` there can be. */
function limits({ spans, isAtFirst, isAtLast, rowHeight, viewHeight }: ScrollLayout): {
  readonly least: number;
  readonly most: number;
} {
  const least = isAtFirst ? 0 : -Infinity;
  return { least, most: isAtLast ? Math.max(least, spans.length * rowHeight - viewHeight) : Infinity };
}

function withinLimits(layout: ScrollLayout, top: number): number {
  const { least, most } = limits(layout);
  return Math.max(least, Math.min(most, top));
}

/** The same place, moved down by so many px; never beyond the first or the last row. */
export function moved(layout: ScrollLayout, place: Place, byPx: number): Place {
  if (layout.spans.length === 0) {
    const rows = Math.floor((place.shiftPx + byPx) / layout.rowHeight);
    const rank = rankOf(layout, place.offset) + rows;
    return { offset: offsetAt(layout, rank), shiftPx: place.shiftPx + byPx - rows * layout.rowHeight };
  }
  return placeAt(layout, withinLimits(layout, topOf(layout, place) + byPx));
}

/** Null while rows are missing there. */
export function edgeAt(
  layout: ScrollLayout,
  place: Place,
): { readonly isTop: boolean; readonly isBottom: boolean } {
  const { least, most } = limits(layout);
  const top = topOf(layout, place);
  return { isTop: top <= least, isBottom: top >= most };
}

/** The place at which the first rows of the table are seen, or the last ones. */
export function edgePlace(layout: ScrollLayout, edge: 'top' | 'bottom'): Place {
  const { spans, isAtFirst, isAtLast, rowHeight, viewHeight } = layout;
  if (edge === 'top')
    return isAtFirst && spans.length > 0 ? placeAt(layout, 0) : { offset: offsetAt(layout, 0), shiftPx: 0 };
  if (isAtLast && spans.length > 0) return placeAt(layout, withinLimits(layout, Infinity));
  return { offset: offsetAt(layout, total(layout) - 1), shiftPx: rowHeight - viewHeight };
}

/** The place that shows an offset in the middle; the same place when its row is seen whole already. */
export function revealing(layout: ScrollLayout, place: Place, offset: number): Place {
  const { rowHeight, viewHeight } = layout;
  const top = topOf(layout, place);
  const index = rowAt(layout, offset);
  const isSeen = index >= 0 && index * rowHeight >= top && (index + 1) * rowHeight <= top + viewHeight;
  if (isSeen) return place;
  const wanted = { offset, shiftPx: -Math.max(0, Math.floor((viewHeight - rowHeight) / 2)) };
  return index < 0 ? wanted : moved(layout, wanted, 0);
}

/** Which rows are drawn, and where. */
export function drawnRows(layout: ScrollLayout, place: Place): DrawnRows {
  const { spans, rowHeight, viewHeight, isAtFirst, isAtLast } = layout;
  const top = topOf(layout, place);
  if (isAtFirst && isAtLast && spans.length <= DRAWN_WHOLE_MAX) {
    return { first: 0, end: spans.length, topPx: -top, blanksBefore: 0, blanksAfter: 0 };
  }
  const firstSeen = Math.floor(top / rowHeight);
  const endSeen = Math.ceil((top + viewHeight) / rowHeight);
  const first = Math.max(0, Math.min(spans.length, firstSeen));
  const end = Math.max(first, Math.min(spans.length, endSeen));
  const seen = Math.max(0, endSeen - firstSeen);
  const blanksBefore = isAtFirst && spans.length > 0 ? 0 : Math.min(seen, Math.max(0, -firstSeen));
  const blanksAfter =
    isAtLast && spans.length > 0
      ? 0
      : Math.min(seen - blanksBefore, Math.max(0, endSeen - Math.max(spans.length, firstSeen)));
  const topPx =
    first < end
      ? first * rowHeight - top - blanksBefore * rowHeight
      : Math.min(0, firstSeen * rowHeight - top);
  return { first, end, topPx, blanksBefore, blanksAfter };
}

/** The offsets that are seen; an estimate where rows are missing. */
export function offsetsSeen(
  layout: ScrollLayout,
  place: Place,
): { readonly low: number; readonly high: number } {
  const { spans, rowHeight, viewHeight, isNewestFirst } = layout;
  const { first, end, blanksBefore, blanksAfter } = drawnRows(layout, place);
  const perRow = offsetsPerRow(layout);
  if (first >= end) {
    const rank = rankOf(layout, place.offset) + (place.shiftPx / rowHeight) * perRow;
    const a = offsetAt(layout, rank);
    const b = offsetAt(layout, rank + Math.ceil(viewHeight / rowHeight) * perRow);
    return { low: Math.min(a, b), high: Math.max(a, b) };
  }
  const top = spans[first] as Span;
  const bottom = spans[end - 1] as Span;
  const before = Math.round(blanksBefore * perRow);
  const after = Math.round(blanksAfter * perRow);
  return isNewestFirst
    ? { low: bottom.first - after, high: top.last + before }
    : { low: top.first - before, high: bottom.last + after };
}

/** How high the scrolled content is made, and how far it is scrolled. */
export function barOf(
  layout: ScrollLayout,
  place: Place,
): { readonly heightPx: number; readonly topPx: number } {
  const { spans, isAtFirst, isAtLast, rowHeight, viewHeight } = layout;
  if (isAtFirst && isAtLast)
    return { heightPx: spans.length * rowHeight, topPx: Math.max(0, topOf(layout, place)) };
  const perRow = offsetsPerRow(layout);
  const heightPx = Math.max(
    viewHeight * BAR_HEIGHT_MIN_SCREENS,
    Math.min(BAR_HEIGHT_MAX, (total(layout) / perRow) * rowHeight),
  );
  const room = heightPx - viewHeight;
  const edge = spans.length === 0 ? { isTop: false, isBottom: false } : edgeAt(layout, place);
  if (edge.isTop) return { heightPx, topPx: 0 };
  if (edge.isBottom) return { heightPx, topPx: room };
  const last = Math.max(1, total(layout) - (viewHeight / rowHeight) * perRow);
  const rank = rankOf(layout, place.offset) + (place.shiftPx / rowHeight) * perRow;
  return { heightPx, topPx: Math.max(0, Math.min(1, rank / last)) * room };
}

/** The place that a scroll bar at `topPx` stands for. */
export function placeAtBar(layout: ScrollLayout, topPx: number, heightPx: number): Place {
  const { isAtFirst, isAtLast, rowHeight, viewHeight } = layout;
  if (isAtFirst && isAtLast) return placeAt(layout, withinLimits(layout, topPx));
  const room = Math.max(1, heightPx - viewHeight);
  if (topPx <= 0) return edgePlace(layout, 'top');
  if (topPx >= room - 1) return edgePlace(layout, 'bottom');
  const last = Math.max(0, total(layout) - (viewHeight / rowHeight) * offsetsPerRow(layout));
  return { offset: offsetAt(layout, (topPx / room) * last), shiftPx: 0 };
}
