/** Every picture on the 12 px grid, and the colour that goes with it. Shape carries the meaning, colour repeats it. */
import type { ProcessState, Verdict } from '#core/lab-api/views.ts';

/** Outcome of a check. */
export type CheckOutcome = 'holds' | 'depends' | 'fails' | 'notRun';

/** Anything that has a glyph: verdicts, process states, outcomes of checks, and a clock for what waits. */
export type GlyphName = Verdict | ProcessState | CheckOutcome | 'waiting';

/** Token (without `--`) of each glyph's colour. */
export const GLYPH_COLOURS: Readonly<Record<GlyphName, string>> = {
  plain: 'v-plain',
  open: 'v-open',
  committed: 'v-committed',
  aborted: 'v-aborted',
  'marker-commit': 'v-committed',
  'marker-abort': 'v-aborted',
  refused: 'v-refused',
  duplicate: 'v-duplicate',
  hole: 'text-3',
  notStarted: 's-dead',
  starting: 's-dead',
  running: 's-running',
  frozen: 's-frozen',
  fenced: 's-fenced',
  dead: 's-dead',
  holds: 'o-holds',
  depends: 'o-depends',
  fails: 'o-fails',
  notRun: 'o-none',
  waiting: 'v-open',
};

/** Token of the wash behind a chip of this glyph. */
export const GLYPH_WASHES: Readonly<Record<GlyphName, string>> = {
  plain: 'v-plain-wash',
  open: 'v-open-wash',
  committed: 'v-committed-wash',
  aborted: 'v-aborted-wash',
  'marker-commit': 'v-committed-wash',
  'marker-abort': 'v-aborted-wash',
  refused: 'v-refused-wash',
  duplicate: 'v-duplicate-wash',
  hole: 'bg-3',
  notStarted: 'bg-3',
  starting: 'bg-3',
  running: 'v-committed-wash',
  frozen: 's-frozen-wash',
  fenced: 'v-refused-wash',
  dead: 's-dead-wash',
  holds: 'v-committed-wash',
  depends: 'v-open-wash',
  fails: 'v-aborted-wash',
  notRun: 'bg-3',
  waiting: 'v-open-wash',
};
