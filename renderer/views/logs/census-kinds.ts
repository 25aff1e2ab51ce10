/** The kinds of offsets a census counts, in the order of the bar, and how each is drawn. */
import type { HoleCause, OffsetCounts } from '#core/lab-api/opened-views.ts';
import type { GlyphName } from '../../drawings/glyphs/glyph-name.ts';

export type OffsetKind = keyof OffsetCounts;

interface KindLook {
  readonly glyph: GlyphName;
  /** Token of the part's colour, without `--`. */
  readonly colour: string;
  /** Hatched where nobody receives anything, so that colour is not the only sign. */
  readonly isHatched: boolean;
}

/** Delivered first, then what waits, then what is never received. */
export const OFFSET_KINDS: { readonly [K in OffsetKind]: KindLook } = {
  plain: { glyph: 'plain', colour: 'v-plain', isHatched: false },
  committed: { glyph: 'committed', colour: 'v-committed', isHatched: false },
  open: { glyph: 'open', colour: 'v-open', isHatched: false },
  aborted: { glyph: 'aborted', colour: 'v-aborted', isHatched: true },
  commitMarkers: { glyph: 'marker-commit', colour: 'post', isHatched: false },
  abortMarkers: { glyph: 'marker-abort', colour: 'post-dim', isHatched: true },
  otherControl: { glyph: 'hole', colour: 'text-3', isHatched: false },
  compacted: { glyph: 'hole', colour: 'line-control', isHatched: true },
  compactedAborted: { glyph: 'hole', colour: 'v-aborted', isHatched: true },
  compactedMarkers: { glyph: 'hole', colour: 'post-dim', isHatched: true },
  deleted: { glyph: 'hole', colour: 'line-strong', isHatched: true },
  damaged: { glyph: 'fails', colour: 'v-aborted', isHatched: true },
  missing: { glyph: 'fails', colour: 'v-refused', isHatched: true },
};

export interface KindShare {
  readonly kind: OffsetKind;
  readonly count: number;
  readonly look: KindLook;
}

/** The kinds that occur. */
export function sharesOf(counts: OffsetCounts): readonly KindShare[] {
  return (Object.keys(OFFSET_KINDS) as OffsetKind[])
    .map((kind) => ({ kind, count: counts[kind], look: OFFSET_KINDS[kind] }))
    .filter(({ count }) => count > 0);
}

/** The glyph of a hole's cause. */
export const HOLE_GLYPHS: { readonly [C in HoleCause]: GlyphName } = {
  'commit-marker': 'marker-commit',
  'abort-marker': 'marker-abort',
  'other-control': 'hole',
  compacted: 'hole',
  'compacted-aborted': 'hole',
  'compacted-marker': 'hole',
  deleted: 'hole',
  damaged: 'fails',
  missing: 'fails',
};
