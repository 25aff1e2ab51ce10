import type { ClaimVerdict, ScenarioVariant } from '#core/lab-api/scenario-views.ts';
import type { GlyphName } from '../../drawings/glyphs/glyph-name.ts';
import type { Text } from '../../text/use-text.svelte.ts';

/** `4.x TV2` */
export function rulesText({ profile, transactionVersion }: ScenarioVariant): string {
  return `${profile} TV${transactionVersion}`;
}

/** What a verdict says in a word or two. */
export function verdictText(verdict: ClaimVerdict, text: Text): string {
  switch (verdict.kind) {
    case 'holds':
      return text.t('glyph.holds');
    case 'doesNotHold':
      return text.t('glyph.fails');
    case 'since':
      return text.t('scenarios.since', { version: verdict.version });
    case 'until':
      return text.t('scenarios.until', { version: verdict.version });
    case 'measured':
      return verdict.value;
  }
}

/** The glyph of what one run has shown. */
export function outcomeGlyph({
  ok,
  verdict,
}: {
  readonly ok: boolean;
  readonly verdict: ClaimVerdict;
}): GlyphName {
  if (!ok || verdict.kind === 'doesNotHold') return 'fails';
  return verdict.kind === 'since' || verdict.kind === 'until' ? 'depends' : 'holds';
}
