/** Marks on a canvas, for drawings with more of them than SVG carries well. The same geometry, to the pixel. */
import { GLYPH_COLOURS } from '../glyphs/glyph-name.ts';
import { GLYPH_SHAPES } from '../glyphs/glyph-shapes.ts';
import { HATCHES, type HatchName, isHatch, type Mark, type Paint, type ShapeLook } from './mark.ts';

/** Where colours and fonts come from: the computed style of the element that holds the canvas. */
export class Palette {
  readonly #style: CSSStyleDeclaration;
  readonly #context: CanvasRenderingContext2D;
  readonly #values = new Map<string, string>();
  readonly #hatches = new Map<HatchName, CanvasPattern | string>();

  constructor(element: Element, context: CanvasRenderingContext2D) {
    this.#style = getComputedStyle(element);
    this.#context = context;
  }

  /** The value of a token, read once. */
  tokenValue(token: string): string {
    let value = this.#values.get(token);
    if (value === undefined) {
      value = this.#style.getPropertyValue(`--${token}`).trim();
      this.#values.set(token, value);
    }
    return value;
  }

  font(mark: { readonly size: number; readonly weight?: number; readonly font?: 'mono' | 'ui' }): string {
    const family = this.tokenValue(mark.font === 'ui' ? 'font-ui' : 'font-mono');
    return `${mark.weight ?? 400} ${mark.size}px ${family}`;
  }

  paint(paint: Paint): CanvasPattern | string {
    return isHatch(paint) ? this.#hatch(paint) : this.tokenValue(paint);
  }

  #hatch(name: HatchName): CanvasPattern | string {
    const known = this.#hatches.get(name);
    if (known !== undefined) return known;
    const { colour, spacing, width, opacity, angle, ground } = HATCHES[name];
    const tile = new OffscreenCanvas(spacing * 4, spacing * 4);
    const context = tile.getContext('2d');
    if (context === null) return this.tokenValue(colour);
    context.scale(4, 4);
    if (ground !== null) {
      context.fillStyle = this.tokenValue(ground);
      context.fillRect(0, 0, spacing, spacing);
    }
    context.globalAlpha = opacity;
    context.fillStyle = this.tokenValue(colour);
    context.fillRect(0, 0, width / 2, spacing);
    context.fillRect(spacing - width / 2, 0, width / 2, spacing);
    const pattern = this.#context.createPattern(tile, 'repeat');
    if (pattern === null) return this.tokenValue(colour);
    pattern.setTransform(new DOMMatrix().rotate(angle).scale(0.25));
    this.#hatches.set(name, pattern);
    return pattern;
  }
}

/** Paints marks in order. The context is already moved and scaled to the drawing's own pixels. */
export function paintMarks(
  context: CanvasRenderingContext2D,
  marks: readonly Mark[],
  palette: Palette,
): void {
  for (const mark of marks) {
    if (mark.kind === 'text') paintText(context, mark, palette);
    else if (mark.kind === 'glyph') paintGlyph(context, mark, palette);
    else paintShape(context, shapePath(mark), mark, palette);
  }
}

function shapePath(mark: Mark & { readonly kind: 'path' | 'line' | 'rect' }): Path2D {
  if (mark.kind === 'path') return new Path2D(mark.d);
  const path = new Path2D();
  if (mark.kind === 'line') {
    path.moveTo(mark.x1, mark.y1);
    path.lineTo(mark.x2, mark.y2);
  } else {
    path.roundRect(mark.x, mark.y, Math.max(0, mark.w), Math.max(0, mark.h), mark.radius ?? 0);
  }
  return path;
}

function paintShape(
  context: CanvasRenderingContext2D,
  path: Path2D,
  look: ShapeLook,
  palette: Palette,
): void {
  context.globalAlpha = look.opacity ?? 1;
  if (look.fill !== undefined) {
    context.fillStyle = palette.paint(look.fill);
    context.fill(path);
  }
  if (look.stroke !== undefined) {
    context.strokeStyle = palette.paint(look.stroke);
    context.lineWidth = look.width ?? 1;
    context.lineJoin = 'round';
    context.lineCap = look.hasRoundCaps ? 'round' : 'butt';
    context.setLineDash(look.dash === undefined ? [] : look.dash.split(' ').map(Number));
    context.stroke(path);
    context.setLineDash([]);
  }
  context.globalAlpha = 1;
}

function paintText(
  context: CanvasRenderingContext2D,
  mark: Mark & { readonly kind: 'text' },
  palette: Palette,
): void {
  context.font = palette.font(mark);
  context.textRendering = 'geometricPrecision';
  context.fillStyle = palette.paint(mark.fill);
  context.textAlign = mark.anchor === 'middle' ? 'center' : (mark.anchor ?? 'start');
  context.textBaseline = 'alphabetic';
  context.fillText(mark.text, mark.x, mark.y);
  if (mark.isStruck) {
    const width = context.measureText(mark.text).width;
    context.fillRect(mark.x, mark.y - mark.size * 0.32, width, 1);
  }
}

function paintGlyph(
  context: CanvasRenderingContext2D,
  mark: Mark & { readonly kind: 'glyph' },
  palette: Palette,
): void {
  const ink = palette.tokenValue(mark.colour ?? GLYPH_COLOURS[mark.name]);
  context.save();
  context.translate(mark.x, mark.y);
  context.scale(mark.size / 12, mark.size / 12);
  context.lineJoin = 'round';
  for (const shape of GLYPH_SHAPES[mark.name]) {
    const path = new Path2D(shape.d);
    if (shape.fill) {
      context.fillStyle = ink;
      context.fill(path);
    }
    if (shape.stroke) {
      context.strokeStyle = shape.stroke === 'ink' ? ink : palette.tokenValue('v-on');
      context.lineWidth = shape.width ?? 1;
      context.lineCap = shape.dash === undefined ? 'round' : 'butt';
      context.setLineDash(shape.dash === undefined ? [] : shape.dash.split(' ').map(Number));
      context.stroke(path);
    }
  }
  context.restore();
}
