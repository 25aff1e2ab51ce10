/** The verdict that a coordinator's state means for the records of the transaction. */
import type { GlyphName } from '../../drawings/glyphs/glyph-name.ts';

export function stateGlyph(state: string): GlyphName {
  if (state === 'Ongoing') return 'open';
  if (state === 'PrepareCommit' || state === 'CompleteCommit') return 'committed';
  if (state === 'PrepareAbort' || state === 'CompleteAbort') return 'aborted';
  return state === 'PrepareEpochFence' ? 'fenced' : 'notRun';
}
