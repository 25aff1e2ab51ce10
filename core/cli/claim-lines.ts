/** A claim and what a run has shown of it, as people read it in a terminal. */
import { claimText, type ScenarioLanguage } from '#core/lab-api/scenario-text/languages.ts';
import type { CheckView, ClaimOutcome, ClaimVerdict, ScenarioVariant } from '#core/lab-api/scenario-views.ts';

/** `holds until 4.0`, `measured: p50 −40 %` */
export function verdictText(verdict: ClaimVerdict): string {
  switch (verdict.kind) {
    case 'holds':
      return 'holds';
    case 'doesNotHold':
      return 'does not hold';
    case 'since':
      return `holds since ${verdict.version}`;
    case 'until':
      return `holds until ${verdict.version}`;
    case 'measured':
      return `measured: ${verdict.value}`;
  }
}

/** One side of all checks, by their ids: `order: B0 B1 B2; offsets: 0 11 21`. */
export function sideOf(
  checks: readonly Pick<CheckView, 'id' | 'expected' | 'observed'>[],
  side: 'expected' | 'observed',
): string {
  return checks.map((check) => `${check.id}: ${check[side]}`).join('; ');
}

/** Three lines: what the course says and whether it held, what was expected, what was observed. */
export function claimLines(
  { claim, ok, verdict }: ClaimOutcome,
  run: {
    /** Null when they are not known. */
    readonly rules: ScenarioVariant | null;
    readonly expected: string;
    readonly observed: string;
    readonly language: ScenarioLanguage;
  },
): readonly string[] {
  const { rules, language } = run;
  const under = rules === null ? '' : ` (${rules.profile}, TV${rules.transactionVersion})`;
  const says = claimText(language, claim)?.says ?? '';
  return [
    `${ok ? 'ok ' : 'NOT'} ${claim} ${verdictText(verdict)}${under} ${says}`,
    `      expected ${run.expected}`,
    `      observed ${run.observed}`,
  ];
}
