/** The sentences of scenarios and claims: one table a language, for the window and for the command line. */
import type { ClaimId } from '../scenario-views.ts';

/** What the course says, and what is true when that depends on the version. */
export type ClaimText = {
  readonly says: string;
  /** The same in a few words, for a list. */
  readonly short?: string;
  /** Null where the sentence is simply true. */
  readonly truth: string | null;
};

export type QuestionText = {
  readonly ask: string;
  /** By option: what can be chosen, and what is said to who chose it wrongly. */
  readonly options: { readonly [option: string]: { readonly label: string; readonly why: string } };
};

/** Texts of one scenario. `{name}` stands for a fact of the run. */
export type ScenarioText = {
  readonly title: string;
  /** One or two sentences: what will be done. */
  readonly intro: string;
  readonly steps: { readonly [step: string]: string };
  readonly checks: { readonly [check: string]: string };
  readonly question?: QuestionText;
};

export type ScenarioTexts = { readonly [scenario: string]: ScenarioText };

/** The texts of one chapter. */
export type ChapterText = {
  readonly claims: { readonly [C in ClaimId]?: ClaimText };
  readonly scenarios: ScenarioTexts;
};
