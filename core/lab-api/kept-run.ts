/**
 * What an evidence pack says of the run of a scenario that it was written with. A pack may come from anybody: what does not have the
 * shape of an outcome is left out.
 */
import type { EvidenceScenario } from './evidence-views.ts';
import {
  CLAIM_IDS,
  type ClaimId,
  type ClaimOutcome,
  type ClaimVerdict,
  type ScenarioVariant,
} from './scenario-views.ts';

/** One comparison of the run, without the places in the lab where it could be seen. */
export type KeptCheck = {
  readonly step: string;
  /** Names its title in the scenario's text. */
  readonly id: string;
  readonly expected: string;
  readonly observed: string;
  readonly ok: boolean;
};

export type KeptOutcome = ClaimOutcome & { readonly checks: readonly KeptCheck[] };

type Fields = { readonly [name: string]: unknown };

/** What the run has shown of each of its claims. */
export function keptOutcomes({ verdicts }: EvidenceScenario): readonly KeptOutcome[] {
  return verdicts.flatMap((given) => {
    const { claim, ok, verdict: told, checks } = fieldsOf(given);
    const verdict = verdictOf(fieldsOf(told));
    if (!isClaim(claim) || typeof ok !== 'boolean' || verdict === undefined) return [];
    return [{ claim, ok, verdict, checks: Array.isArray(checks) ? checks.flatMap(checksOf) : [] }];
  });
}

/** The rules that the run was made under; null when the pack does not say. */
export function keptRules({ definition }: EvidenceScenario): ScenarioVariant | null {
  const { profile, transactionVersion } = fieldsOf(definition);
  if (profile !== '2.x' && profile !== '3.x' && profile !== '4.x') return null;
  if (transactionVersion !== 0 && transactionVersion !== 1 && transactionVersion !== 2) return null;
  return { profile, transactionVersion };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function isClaim(value: unknown): value is ClaimId {
  return (CLAIM_IDS as readonly unknown[]).includes(value);
}

function verdictOf({ kind, version, value }: Fields): ClaimVerdict | undefined {
  if (kind === 'holds' || kind === 'doesNotHold') return { kind };
  if (kind === 'since' || kind === 'until') return { kind, version: String(version) };
  return kind === 'measured' ? { kind, value: String(value) } : undefined;
}

function checksOf(value: unknown): readonly KeptCheck[] {
  const { step, id, expected, observed, ok } = fieldsOf(value);
  if (typeof ok !== 'boolean') return [];
  return [{ step: String(step), id: String(id), expected: String(expected), observed: String(observed), ok }];
}
