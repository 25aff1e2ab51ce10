import type { Chapter, ClaimId, ScenarioVariant } from '#core/lab-api/scenario-views.ts';

/** A scenario before it is run: what it is about, its rules and its steps. */
export interface ScenarioOutline {
  /** Kebab case, for ever. */
  readonly id: string;
  readonly chapter: Chapter;
  /** Every claim of which each run gives an outcome. */
  readonly claims: readonly ClaimId[];
  /** The rules it is run under; a claim that depends on them is run under each side. */
  readonly variants: readonly ScenarioVariant[];
  /** Its steps in order; each has a sentence in the scenario's text. */
  readonly steps: readonly string[];
  /** Options of the question before the decisive step. Two to four. */
  readonly question?: readonly string[];
}
