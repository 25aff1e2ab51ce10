/**
 * What drawings are made of. Layouts produce marks from data, without a browser; `Marks.svelte` draws them as SVG and
 * `paint-marks.ts` on a canvas, from the same numbers.
 */
import type { GlyphName } from '../glyphs/glyph-name.ts';

/** A token of tokens.css without `--`, or one of the hatches. */
export type Paint = string;

/** Hatches that stand for a paint. */
export const HATCHES = {
  'hatch-aborted': { colour: 'v-aborted', spacing: 5, width: 1.6, opacity: 0.42, angle: -45, ground: null },
  'hatch-waiting': { colour: 'v-open', spacing: 7, width: 1.2, opacity: 0.5, angle: 45, ground: null },
  'hatch-frozen': {
    colour: 's-frozen',
    spacing: 6,
    width: 2.4,
    opacity: 1,
    angle: 45,
    ground: 's-frozen-wash',
  },
  'hatch-broken': { colour: 'v-aborted', spacing: 6, width: 2, opacity: 0.6, angle: 45, ground: null },
} as const;

export type HatchName = keyof typeof HATCHES;

export function isHatch(paint: Paint): paint is HatchName {
  return Object.hasOwn(HATCHES, paint);
}

export interface ShapeLook {
  readonly fill?: Paint;
  readonly stroke?: Paint;
  /** Stroke width in pixels; 1 when left out. */
  readonly width?: number;
  /** As `stroke-dasharray`. */
  readonly dash?: string;
  readonly opacity?: number;
  readonly hasRoundCaps?: boolean;
}

export type Mark =
  | (ShapeLook & { readonly kind: 'path'; readonly d: string })
  | (ShapeLook & {
      readonly kind: 'line';
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
    })
  | (ShapeLook & {
      readonly kind: 'rect';
      readonly x: number;
      readonly y: number;
      readonly w: number;
      readonly h: number;
      readonly radius?: number;
    })
  | {
      readonly kind: 'text';
      readonly x: number;
      /** Baseline. */
      readonly y: number;
      readonly text: string;
      readonly size: number;
      readonly fill: Paint;
      readonly weight?: number;
      readonly font?: 'mono' | 'ui';
      readonly anchor?: 'start' | 'middle' | 'end';
      readonly isStruck?: boolean;
    }
  | {
      readonly kind: 'glyph';
      readonly name: GlyphName;
      readonly x: number;
      readonly y: number;
      readonly size: number;
      /** Instead of the glyph's own colour. */
      readonly colour?: Paint;
    };

/** Above this many marks a drawing is painted on a canvas. */
export const SVG_MARKS_MAX = 400;

/** A circle as a path. */
export function circlePath(cx: number, cy: number, r: number): string {
  return `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** A rectangle whose left and right corners are rounded apart, so that joined cells are round only at their ends. */
export function cellPath(box: {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly left: number;
  readonly right: number;
}): string {
  const { x, y, w, h, left, right } = box;
  const corner = (r: number, dx: number, dy: number) => (r > 0 ? `a${r} ${r} 0 0 1 ${dx * r} ${dy * r}` : '');
  return (
    `M${x + left} ${y}H${x + w - right}${corner(right, 1, 1)}V${y + h - right}${corner(right, -1, 1)}` +
    `H${x + left}${corner(left, -1, -1)}V${y + left}${corner(left, 1, -1)}z`
  );
}
