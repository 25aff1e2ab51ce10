/** WCAG 2.x contrast of every pair of tokens that meets on the screen, and colour blindness of the verdicts, in both themes. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('../../../renderer/tokens.css', import.meta.url), 'utf8');

type Rgba = readonly [red: number, green: number, blue: number, alpha: number];
type Rgb = readonly [number, number, number];

const TEXT_MIN = 4.5;
const EDGE_MIN = 3;

/** Colour tokens of the block that starts with this selector. */
function tokens(selector: RegExp): ReadonlyMap<string, Rgba> {
  const found = selector.exec(css);
  const start = found ? found.index + found[0].length : css.length;
  const block = css.slice(start, css.indexOf('\n}', start));
  const map = new Map<string, Rgba>();
  for (const [, name, value] of block.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
    const colour = parseColour(value?.trim() ?? '');
    if (name !== undefined && colour !== undefined) map.set(name, colour);
  }
  return map;
}

function parseColour(value: string): Rgba | undefined {
  const hex = /^#([0-9a-f]{6})$/i.exec(value)?.[1];
  if (hex !== undefined) {
    const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
    return [part(0), part(2), part(4), 1];
  }
  if (!value.startsWith('rgb')) return undefined;
  const [red = 0, green = 0, blue = 0, alpha = 1] = (value.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue, alpha];
}

function over(top: Rgba, ground: Rgba): Rgba {
  const mix = (index: 0 | 1 | 2) => top[index] * top[3] + ground[index] * (1 - top[3]);
  return [mix(0), mix(1), mix(2), 1];
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function linearRgb(colour: Rgba): Rgb {
  return [linear(colour[0]), linear(colour[1]), linear(colour[2])];
}

function luminance(colour: Rgba): number {
  const [red, green, blue] = linearRgb(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function ratio(one: Rgba, other: Rgba): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

interface Pair {
  readonly front: string;
  readonly ground: string;
  readonly least: number;
  /** Laid over the ground first. */
  readonly wash?: string;
}

const GROUNDS = ['bg-0', 'bg-1', 'bg-2', 'bg-3', 'bg-well'];
const VERDICTS = ['v-plain', 'v-open', 'v-committed', 'v-aborted', 'v-refused', 'v-duplicate'];

function pairs(): Pair[] {
  const text = (front: string, ground: string, wash?: string): Pair => ({
    front,
    ground,
    least: TEXT_MIN,
    ...(wash === undefined ? {} : { wash }),
  });
  const edge = (front: string, ground: string): Pair => ({ front, ground, least: EDGE_MIN });
  return [
    ...['text-1', 'text-2', 'text-3'].flatMap((front) => GROUNDS.map((ground) => text(front, ground))),
    text('text-1', 'bg-4'),
    text('text-2', 'bg-4'),
    text('post-ink', 'post'),
    text('post-ink', 'post-hover'),
    text('post', 'bg-0'),
    edge('post', 'bg-1'),
    edge('post', 'bg-2'),
    edge('post-dim', 'bg-2'),
    ...['bg-0', 'bg-1', 'bg-2'].map((ground) => text('chalk', ground)),
    text('chalk-ink', 'chalk'),
    ...['chalk', 'text-1', 'text-3'].map((front) => text(front, 'bg-2', 'chalk-wash')),
    ...VERDICTS.flatMap((verdict) => [
      ...['bg-0', 'bg-1', 'bg-2', 'bg-well'].map((ground) => text(verdict, ground)),
      text(verdict, 'bg-2', `${verdict}-wash`),
      text(verdict, 'bg-1', `${verdict}-wash`),
      text('text-1', 'bg-2', `${verdict}-wash`),
      text('text-2', 'bg-2', `${verdict}-wash`),
      text('v-on', verdict),
    ]),
    ...['s-frozen', 's-fenced', 's-dead'].flatMap((state) => [
      text(state, 'bg-2', `${state}-wash`),
      text(state, 'bg-1'),
    ]),
    ...['f-lso', 'f-hw', 'f-leo'].map((flag) => text(flag, 'bg-2')),
    text('v-on', 'f-lso'),
    ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap((hue) => [edge(`d-${hue}`, 'bg-2'), edge(`d-${hue}`, 'bg-1')]),
    edge('line-control', 'bg-2'),
    edge('line-control', 'bg-1'),
    ...[1, 2, 3, 4].flatMap((tint) => [
      text('text-1', 'bg-well', `byte-${tint}`),
      text('text-2', 'bg-well', `byte-${tint}`),
    ]),
  ];
}

/** Machado 2009, full severity, on linear RGB. */
const SIMULATIONS: Readonly<Record<string, readonly Rgb[]>> = {
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** CIE L*a*b* of linear RGB, D65. */
function lab([red, green, blue]: Rgb): Rgb {
  const f = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const x = f((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505);
  const y = f(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  const z = f((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function seen(colour: Rgba, matrix: readonly Rgb[]): Rgb {
  const rgb = linearRgb(colour);
  const [red = 0, green = 0, blue = 0] = matrix.map((row) =>
    Math.min(1, Math.max(0, row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2])),
  );
  return lab([red, green, blue]);
}

function smallestDistance(colours: readonly Rgb[]): number {
  const distances = colours.flatMap((one, index) =>
    colours
      .slice(index + 1)
      .map((other) => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])),
  );
  return Math.min(...distances);
}

const THEMES = [
  { theme: 'night', map: tokens(/:root,\s*\[data-theme=["']dark["']\]\s*\{/), verdictDistance: 14 },
  { theme: 'day', map: tokens(/\n\[data-theme=["']light["']\]\s*\{/), verdictDistance: 12 },
];

describe.each(THEMES)('tokens of the $theme', ({ map, verdictDistance }) => {
  const token = (name: string): Rgba => {
    const colour = map.get(name);
    if (colour === undefined) throw new Error(`--${name} is not a colour of this theme`);
    return colour;
  };

  it.each(pairs())('$front on $ground $wash has at least $least:1', ({ front, ground, least, wash }) => {
    const base = token(ground);
    const under = wash === undefined ? base : over(token(wash), base);
    expect(ratio(token(front), under)).toBeGreaterThanOrEqual(least);
  });

  it.each(Object.entries(SIMULATIONS))('keep verdicts apart for %s eyes', (_, matrix) => {
    const verdicts = VERDICTS.slice(0, 5).map((name) => seen(token(name), matrix));
    expect(smallestDistance(verdicts)).toBeGreaterThanOrEqual(verdictDistance);
    const hues = [1, 2, 3, 4, 5, 6].map((hue) => seen(token(`d-${hue}`), matrix));
    expect(smallestDistance(hues)).toBeGreaterThanOrEqual(8);
  });
});
