/** The folded timeline: every event a stroke, strokes of one colour one path; strokes on the same pixel are drawn once. */
import type { TimelineItem } from '#core/lab-api/views.ts';
import { errorColour } from '../error-name.ts';
import { GLYPH_COLOURS } from '../glyphs/glyph-name.ts';
import type { AxisView } from './timeline-axis.ts';

export interface StripPath {
  /** Token of the colour. */
  readonly colour: string;
  readonly d: string;
}

function look(item: TimelineItem): { readonly colour: string; readonly isTall: boolean } {
  switch (item.kind) {
    case 'append':
      if (item.mark === 'transactional' || item.mark === 'plain') return { colour: 'text-2', isTall: false };
      return { colour: GLYPH_COLOURS[item.mark], isTall: true };
    case 'frame':
      return item.frame.errorCode === 0
        ? { colour: 'text-3', isTall: false }
        : { colour: errorColour(item.frame.errorCode), isTall: false };
    case 'process':
      return { colour: GLYPH_COLOURS[item.state], isTall: false };
    case 'state':
      return { colour: 'text-3', isTall: false };
  }
}

export function stripPaths(
  items: readonly TimelineItem[],
  place: { readonly view: AxisView; readonly startedAtMs: number; readonly width: number },
): StripPath[] {
  const { view, startedAtMs, width } = place;
  const paths = new Map<string, string>();
  const drawn = new Set<string>();
  for (const item of items) {
    const x = Math.round(((item.atMs - startedAtMs - view.from) / (view.to - view.from)) * width);
    if (x < 0 || x > width) continue;
    const { colour, isTall } = look(item);
    const key = `${colour}${x}${isTall}`;
    if (drawn.has(key)) continue;
    drawn.add(key);
    paths.set(colour, `${paths.get(colour) ?? ''}M${x + 0.5} ${isTall ? '3v14' : '6v8'}`);
  }
  return [...paths].map(([colour, d]) => ({ colour, d }));
}
