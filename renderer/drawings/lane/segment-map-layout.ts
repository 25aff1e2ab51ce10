/** Segments side by side, bytes to scale: in each a block a batch, posts for markers. */
import { type DamageView, isMissingFile } from '#core/lab-api/opened-views.ts';
import type { BatchView, SegmentView, Verdict } from '#core/lab-api/views.ts';
import type { Translate } from '../../text/use-text.svelte.ts';
import { GLYPH_COLOURS, GLYPH_WASHES } from '../glyphs/glyph-name.ts';
import type { Mark } from '../marks/mark.ts';
import { firstFitting, textWidth } from '../marks/text-width.ts';
import { formatBytes, formatOffsets } from '../units.ts';

export const SEGMENT_MAP_HEIGHT = 74;
const GAP = 26;
const TAB_TOP = 14.5;
const BOX_TOP = 22.5;
const BOX_END = 54;
const BLOCK_Y = 26;
const BLOCK_HEIGHT = 24;
const BLOCK_WIDTH_MIN = 3;

export interface SegmentBlock {
  readonly batch: BatchView;
  readonly x: number;
  readonly width: number;
  readonly name: string;
  readonly marks: readonly Mark[];
}

export interface SegmentFile {
  readonly segment: SegmentView;
  readonly name: string;
  /** `.index 0`: the file's kind and what is in it. */
  readonly label: string;
  readonly x: number;
  readonly width: number;
  readonly isDamaged: boolean;
  /** It should be there and is not. */
  readonly isMissing: boolean;
}

/** A stretch of bytes that cannot be trusted. */
export interface SegmentDamage {
  readonly damage: DamageView;
  readonly x: number;
  readonly width: number;
  readonly name: string;
  readonly marks: readonly Mark[];
}

export interface SegmentDrawing {
  readonly segment: SegmentView;
  readonly x: number;
  readonly width: number;
  readonly marks: readonly Mark[];
  readonly blocks: readonly SegmentBlock[];
  readonly damages: readonly SegmentDamage[];
  readonly files: readonly SegmentFile[];
}

/** Widths follow bytes; a segment takes at least a tenth of an equal share, so that an empty active one is seen. */
function segmentWidths(segments: readonly SegmentView[], width: number): number[] {
  const space = Math.max(0, width - GAP * (segments.length - 1));
  const least = Math.min(120, space / Math.max(1, segments.length));
  const total = segments.reduce((sum, segment) => sum + segment.sizeBytes, 0);
  const spare = space - least * segments.length;
  return segments.map(
    (segment) => least + (total > 0 ? (segment.sizeBytes / total) * spare : spare / segments.length),
  );
}

export function layoutSegments(
  segments: readonly SegmentView[],
  batches: readonly BatchView[],
  options: { readonly width: number; readonly t: Translate; readonly damages?: readonly DamageView[] },
): SegmentDrawing[] {
  const widths = segmentWidths(segments, options.width);
  let x = 0;
  return segments.map((segment, index) => {
    const width = widths[index] ?? 0;
    const own = batches.filter((batch) => batch.segment === segment.baseOffset);
    const damaged = (options.damages ?? []).filter(
      (damage) => damage.segment === segment.baseOffset && damage.kind !== 'side-file',
    );
    const place = { x, width, t: options.t };
    const damages = damaged.map((damage) => drawDamage(damage, segment, place));
    const files = fileLabels(segment, options.damages ?? [], place);
    const drawing = { ...drawSegment(segment, own, place), damages, files };
    x += width + GAP;
    return drawing;
  });
}

interface Place {
  readonly x: number;
  readonly width: number;
  readonly t: Translate;
}

const TITLE = { size: 11, weight: 500 } as const;
const SMALL = { size: 10.5 } as const;
/** Between the name of a segment and its size. */
const CAPTION_GAP = 8;

/** Name and state of a segment in the widest wording that its width has room for. A number is never cut: the name is the last to go. */
function segmentCaption(
  { baseOffset, sizeBytes, isActive }: SegmentView,
  { width, t }: Place,
): { readonly name: string; readonly state: string } {
  const size = formatBytes(sizeBytes);
  const file = `${String(baseOffset).padStart(20, '0')}.log`;
  const short = `${baseOffset}.log`;
  const state = t(isActive ? 'segments.active' : 'segments.closed', { size });
  const wordings = [
    { name: file, state },
    { name: short, state },
    { name: short, state: size },
    { name: String(baseOffset), state: size },
    { name: short, state: '' },
    { name: String(baseOffset), state: '' },
  ];
  const fits = (one: { readonly name: string; readonly state: string }) => {
    const gap = one.state === '' ? 0 : CAPTION_GAP;
    return 2 + textWidth(one.name, TITLE) + gap + textWidth(one.state, SMALL) <= width;
  };
  return wordings.find(fits) ?? { name: '', state: '' };
}

function drawSegment(
  segment: SegmentView,
  batches: readonly BatchView[],
  place: Place,
): Omit<SegmentDrawing, 'damages' | 'files'> {
  const { x, width } = place;
  const { name, state } = segmentCaption(segment, place);
  const tab = Math.min(Math.max(24, width - 20), 236);
  const marks: Mark[] = [
    {
      kind: 'path',
      d: `M${x + 0.5} ${BOX_END}V${TAB_TOP + 4}q0-4 4-4h${tab}l8 8H${x + width - 0.5}V${BOX_END}z`,
      fill: 'bg-well',
      stroke: 'line-strong',
    },
    { kind: 'text', x: x + 2, y: 10, text: name, fill: 'text-1', ...TITLE },
    { kind: 'text', x: x + width, y: 10, text: state, fill: 'text-3', anchor: 'end', ...SMALL },
  ];
  return {
    segment,
    x,
    width,
    marks,
    blocks: batches.map((batch) => drawBlock(batch, segment, place)),
  };
}

function drawBlock(batch: BatchView, segment: SegmentView, place: Place): SegmentBlock {
  const inner = place.width - 8;
  const scale = inner / Math.max(1, segment.sizeBytes);
  const x = place.x + 4 + batch.position * scale;
  const width = Math.max(BLOCK_WIDTH_MIN, batch.size * scale);
  const offsets = formatOffsets(batch.baseOffset, batch.lastOffset);
  const name = place.t('segments.batch', {
    offset: offsets,
    verdict: place.t(`glyph.${batch.verdict}`),
    size: formatBytes(batch.size),
  });
  const marks = batch.marker ? postMarks(batch, x + width / 2) : batchMarks(batch, { x, width, offsets });
  return { batch, x, width, name, marks };
}

/** From the first byte that cannot be trusted to the next batch that can. */
function drawDamage(damage: DamageView, segment: SegmentView, place: Place): SegmentDamage {
  const scale = (place.width - 8) / Math.max(1, segment.sizeBytes);
  const x = place.x + 4 + damage.position * scale;
  const end = damage.nextPosition ?? segment.sizeBytes;
  const width = Math.max(BLOCK_WIDTH_MIN, (end - damage.position) * scale);
  const name = place.t('damage.block', { byte: damage.position });
  const box = { x: x + 1, y: BLOCK_Y, w: Math.max(1, width - 2), h: BLOCK_HEIGHT, radius: 2 } as const;
  const marks: Mark[] = [
    { kind: 'rect', ...box, fill: 'hatch-aborted', stroke: 'v-aborted', width: 1.3, dash: '2 3' },
  ];
  const style = { size: 11 } as const;
  const label = firstFitting([formatBytes(end - damage.position)], width - 14, style);
  if (label !== undefined) {
    const w = textWidth(label, style) + 4;
    marks.push({ kind: 'rect', x: x + 5, y: 31, w, h: 14, radius: 2, fill: 'bg-well' });
    marks.push({ kind: 'text', x: x + 7, y: 42, text: label, fill: 'v-aborted', ...style });
  }
  return { damage, x, width, name, marks };
}

const EDGES: Readonly<Partial<Record<Verdict, { fill?: string; dash?: string }>>> = {
  plain: { fill: 'bg-4' },
  open: { dash: '4 3' },
  committed: { fill: GLYPH_WASHES.committed },
  aborted: { fill: 'hatch-aborted' },
};

function batchMarks(
  batch: BatchView,
  place: { readonly x: number; readonly width: number; readonly offsets: string },
): Mark[] {
  const { x, width, offsets } = place;
  const { verdict } = batch;
  const marks: Mark[] = [
    {
      kind: 'rect',
      x: x + 1,
      y: BLOCK_Y,
      w: Math.max(1, width - 2),
      h: BLOCK_HEIGHT,
      radius: 2,
      stroke: verdict === 'plain' ? 'line-strong' : GLYPH_COLOURS[verdict],
      width: 1.3,
      ...EDGES[verdict],
    },
  ];
  if (width >= 22) marks.push({ kind: 'glyph', name: verdict, x: x + 7, y: 32, size: 11 });
  const style = { size: 11 } as const;
  const label = firstFitting([offsets, String(batch.baseOffset)], width - 27, style);
  if (label === undefined) return marks;
  if (verdict === 'aborted') {
    const w = textWidth(label, style) + 4;
    marks.push({ kind: 'rect', x: x + 20, y: 31, w, h: 14, radius: 2, fill: 'bg-well' });
  }
  marks.push({ kind: 'text', x: x + 22, y: 42, text: label, fill: 'text-1', ...style });
  return marks;
}

function postMarks(batch: BatchView, centre: number): Mark[] {
  if (batch.marker?.type === 'COMMIT') {
    return [
      { kind: 'path', d: `M${centre - 6} 50V29l6-8 6 8v21z`, fill: 'post' },
      { kind: 'path', d: `M${centre - 6} 29l6-8 6 8v3h-12z`, fill: 'v-committed' },
    ];
  }
  return [
    {
      kind: 'path',
      d: `M${centre - 5.5} 49.5V24l3.5-1.5 2 3 2.5-3 3 1.5v25.5z`,
      fill: 'bg-well',
      stroke: 'post',
      width: 1.5,
    },
    {
      kind: 'path',
      d: `M${centre - 8} 31l16 10M${centre + 8} 31l-16 10`,
      stroke: 'v-aborted',
      width: 2.2,
    },
  ];
}

/** A file of the segment by its suffix, one of the partition by its name. */
function fileLabel({ kind, name }: SegmentView['files'][number]): string {
  return kind === 'leader-epoch-checkpoint' || kind === 'partition-metadata' ? name : `.${kind}`;
}

/** The other files of the segment, under it, as far as there is room; those with damage come first. */
function fileLabels(segment: SegmentView, damages: readonly DamageView[], place: Place): SegmentFile[] {
  const damaged = new Set(damages.map(({ file }) => file));
  const isOfKind = (kind: string) => MISSED_KINDS.find((one) => kind.endsWith(`.${one}`));
  const missing = damages
    .filter((damage) => damage.segment === segment.baseOffset && isMissingFile(damage))
    .map(({ file }) => ({
      name: file,
      label: place.t('segments.missing', { file: `.${isOfKind(file) ?? ''}` }),
      isMissing: true,
    }));
  const there = segment.files
    .filter(({ kind }) => kind !== 'log')
    .map((file) => ({
      name: file.name,
      label: `${fileLabel(file)} ${formatBytes(file.sizeBytes)}`,
      isMissing: false,
    }));
  const all = [...there.filter(({ name }) => damaged.has(name)), ...missing];
  const files: SegmentFile[] = [];
  let x = place.x + 2;
  for (const file of [...all, ...there.filter(({ name }) => !damaged.has(name))]) {
    const isDamaged = damaged.has(file.name);
    const width = textWidth(file.label, { size: 10.5 }) + (isDamaged ? DAMAGE_SIGN : 0);
    if (x + width > place.x + place.width) break;
    files.push({ ...file, segment, x, width, isDamaged });
    x += width + 16;
  }
  return files;
}

/** Room for the sign before a damaged file. */
const DAMAGE_SIGN = 13;
const MISSED_KINDS = ['index', 'timeindex', 'txnindex'] as const;

/** Top and height of what is clicked for a block. */
export const SEGMENT_BLOCK_BOX = { y: BOX_TOP + 1, height: BOX_END - BOX_TOP - 2 } as const;
