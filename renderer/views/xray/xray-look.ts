/** How a fact of the X-ray is drawn and headed. */
import type { XrayNode, XrayView } from '#core/lab-api/xray-views.ts';
import type { GlyphName } from '../../drawings/glyphs/glyph-name.ts';
import type { Text } from '../../text/use-text.svelte.ts';

const GLYPHS: { readonly [key: string]: GlyphName } = {
  'process.started': 'running',
  'process.frozen': 'frozen',
  'process.thawed': 'running',
  'process.fenced': 'fenced',
  'process.ended': 'dead',
  'process.killed': 'dead',
  'wire.refused': 'refused',
  'wire.unanswered': 'waiting',
  'coordinator.refused': 'refused',
  'coordinator.offsets': 'open',
  'partition.wrotePlain': 'plain',
  'partition.commitMarker': 'marker-commit',
  'partition.abortMarker': 'marker-abort',
  'partition.refused': 'refused',
  'partition.duplicate': 'duplicate',
  'partition.abortedIndex': 'aborted',
  'partition.noAbortedIndex': 'fails',
  'reader.committedGets': 'holds',
  'reader.committedSkips': 'hole',
  'reader.committedGetsAborted': 'fails',
  'reader.committedWaits': 'waiting',
  'reader.uncommittedGets': 'holds',
  'reader.plainGets': 'holds',
};

/** A coordinator's state by its own name, a write by what became of it, anything else by what it is. */
export function glyphOf({ say, tone }: XrayNode, outcome: XrayView['outcome']): GlyphName {
  if (say.key === 'partition.wrote') return outcome;
  if (say.key === 'coordinator.recorded') {
    const state = String(say.params['state'] ?? '');
    if (state.endsWith('Commit')) return 'committed';
    if (state.endsWith('Abort')) return 'aborted';
    return state === 'Ongoing' ? 'open' : 'notRun';
  }
  return GLYPHS[say.key] ?? (tone === 'refused' ? 'refused' : 'notRun');
}

/** The sentence of a fact. */
export function sayNode({ say }: XrayNode, text: Text): string {
  return text.t(`xray.${say.key}`, say.params);
}

/** Its first words as a heading, and the rest. */
export function splitSentence(sentence: string): { readonly head: string; readonly rest: string } {
  const found = /^(.{2,36}?)[:,] (.+)$/.exec(sentence);
  return { head: found?.[1] ?? sentence, rest: found?.[2] ?? '' };
}
