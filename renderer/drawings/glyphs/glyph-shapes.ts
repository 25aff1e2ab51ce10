/**
 * The shapes of every glyph on a 12 × 12 grid, as data: components draw them as SVG, the canvas painter with Path2D.
 * `ink` is the glyph's own colour, `cut` the colour seen through a filled glyph.
 */
import type { GlyphName } from './glyph-name.ts';

export interface GlyphShape {
  readonly d: string;
  readonly fill?: 'ink';
  readonly stroke?: 'ink' | 'cut';
  readonly width?: number;
  readonly dash?: string;
}

/** A circle as a path, so that every shape is one kind of thing. */
function circle(cx: number, cy: number, r: number): string {
  return `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** A rounded rectangle as a path. */
function box(x: number, y: number, size: number, radius: number): string {
  const side = size - 2 * radius;
  const arc = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`;
  return `M${x + radius} ${y}h${side}${arc(radius, radius)}v${side}${arc(-radius, radius)}h${-side}${arc(-radius, -radius)}v${-side}${arc(radius, -radius)}z`;
}

const RING: readonly GlyphShape[] = [{ d: circle(6, 6, 3.8), stroke: 'ink', width: 1.4 }];

export const GLYPH_SHAPES: Readonly<Record<GlyphName, readonly GlyphShape[]>> = {
  plain: [{ d: circle(6, 6, 2.2), fill: 'ink' }],
  open: [{ d: circle(6, 6, 4.2), stroke: 'ink', width: 1.6, dash: '2.6 1.8' }],
  committed: [
    { d: box(1, 1, 10, 2), fill: 'ink' },
    { d: 'M3.4 6.2l1.9 1.9 3.5-4', stroke: 'cut', width: 1.7 },
  ],
  aborted: [
    { d: box(1.6, 1.6, 8.8, 2), stroke: 'ink', width: 1.4 },
    { d: 'M.8 11.2 11.2 .8', stroke: 'ink', width: 1.7 },
  ],
  'marker-commit': [
    { d: 'M4 11.5V3.8L6 1l2 2.8v7.7z', fill: 'ink' },
    { d: 'M.5 5.6H4M.5 8.8H4', stroke: 'ink', width: 1.4 },
  ],
  'marker-abort': [
    { d: 'M4.2 11.3V2h3.6v9.3z', stroke: 'ink', width: 1.4 },
    { d: 'M1.5 4.5l9 4M10.5 4.5l-9 4', stroke: 'ink', width: 1.5 },
  ],
  refused: [
    { d: circle(6, 6, 4.6), stroke: 'ink', width: 1.5 },
    { d: 'M3.2 6h5.6', stroke: 'ink', width: 2 },
  ],
  duplicate: [
    { d: box(1, 1, 7, 1.5), stroke: 'ink', width: 1.3 },
    { d: box(4, 4, 7, 1.5), fill: 'ink' },
  ],
  hole: [{ d: box(1.5, 1.5, 9, 2), stroke: 'ink', width: 1.2, dash: '1.2 2' }],
  notStarted: RING,
  starting: [{ d: circle(6, 6, 3.8), stroke: 'ink', width: 1.4, dash: '3 2' }],
  running: [{ d: 'M3.5 2.2v7.6L10 6z', fill: 'ink' }],
  frozen: [
    {
      d: 'M6 1v10M1.7 3.5l8.6 5M10.3 3.5l-8.6 5M4.6 1.8 6 3.2l1.4-1.4M4.6 10.2 6 8.8l1.4 1.4',
      stroke: 'ink',
      width: 1.3,
    },
  ],
  fenced: [
    {
      d: 'M1.2 11V4.5L2.4 3l1.2 1.5V11zM4.8 11V3L6 1.3 7.2 3v8zM8.4 11V4.5L9.6 3l1.2 1.5V11z',
      fill: 'ink',
    },
    { d: 'M.2 7.2h11.6', stroke: 'ink', width: 1.3 },
  ],
  dead: [{ d: 'M2.5 2.5l7 7M9.5 2.5l-7 7', stroke: 'ink', width: 1.9 }],
  holds: [{ d: 'M2 6.5l2.8 2.8L10 3', stroke: 'ink', width: 1.9 }],
  depends: [{ d: 'M6 11V6.5M6 6.5 2.5 2M6 6.5 9.5 2', stroke: 'ink', width: 1.7 }],
  fails: [
    { d: 'M6 1.5v5.5', stroke: 'ink', width: 2.2 },
    { d: circle(6, 10, 1.3), fill: 'ink' },
  ],
  notRun: RING,
  waiting: [
    { d: circle(6, 6, 4.5), stroke: 'ink', width: 1.4 },
    { d: 'M6 3.5V6l1.7 1.2', stroke: 'ink', width: 1.4 },
  ],
};
