/**
 * Guided scenarios, as the window and the command line see them. A scenario runs sentences of the course (claims) on the real
 * broker and says of each whether it held, with what was expected and what was observed.
 */
import type { TransactionVersion } from './views.ts';

/** The sentences of the course, in its order. Ids never change: tests, texts and saved runs use them. */
export const CLAIM_IDS = [
  ...['C01', 'C02', 'C03', 'C04', 'C05', 'C06', 'C07', 'C08'],
  ...['C09', 'C10', 'C11', 'C12', 'C13', 'C14', 'C15', 'C16'],
  ...['C17', 'C18', 'C19', 'C20', 'C21', 'C22', 'C23', 'C24', 'C25', 'C26', 'C27', 'C28', 'C29'],
  ...['C30', 'C31', 'C32', 'C33', 'C34', 'C35', 'C36', 'C37', 'C38', 'C39', 'C40', 'C41', 'C42', 'C43'],
] as const;

/** `C01` to `C43`. */
export type ClaimId = (typeof CLAIM_IDS)[number];

export const CHAPTERS = ['partitioner', 'batching', 'delivery', 'transactions'] as const;
export type Chapter = (typeof CHAPTERS)[number];

/** Whose rules the clients of a run follow. */
export type RulesOf = '2.x' | '3.x' | '4.x';

/** The rules of one run. */
export type ScenarioVariant = {
  readonly profile: RulesOf;
  readonly transactionVersion: TransactionVersion;
};

/** What a run says of a claim. `version` is the first release with (since) or without (until) it; `value` is a measurement. */
export type ClaimVerdict =
  | { readonly kind: 'holds' }
  | { readonly kind: 'since' | 'until'; readonly version: string }
  | { readonly kind: 'doesNotHold' }
  | { readonly kind: 'measured'; readonly value: string };

/** Something of the lab that a fact can be read in. */
export type FactRef =
  | {
      readonly kind: 'batch';
      readonly topic: string;
      readonly partition: number;
      readonly baseOffset: number;
    }
  | { readonly kind: 'frame'; readonly frame: number; readonly side: 'request' | 'response' }
  | { readonly kind: 'process'; readonly process: string }
  | { readonly kind: 'transaction'; readonly transactionalId: string };

/** One thing that was compared. Values are Kafka's own words and numbers, the same in every language. */
export type CheckView = {
  readonly claim: ClaimId;
  /** Names its title in the scenario's text. */
  readonly id: string;
  readonly expected: string;
  readonly observed: string;
  readonly ok: boolean;
  readonly refs: readonly FactRef[];
};

export type StepView = {
  /** Names its sentence in the scenario's text. */
  readonly id: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  readonly checks: readonly CheckView[];
};

/** The question before the decisive step. */
export type QuestionView = {
  readonly options: readonly string[];
  /** Null while nothing was chosen; `skipped` is not an option's name. */
  readonly chosen: string | null;
  readonly isSkipped: boolean;
  /** The option that came true; null until it is known. */
  readonly right: string | null;
};

export type ClaimOutcome = {
  readonly claim: ClaimId;
  /** As the course, with its corrections by version, says for this variant. */
  readonly ok: boolean;
  readonly verdict: ClaimVerdict;
};

export type ScenarioRunView = ScenarioVariant & {
  readonly run: number;
  readonly scenario: string;
  /** `asking`: it waits for an answer to its question. */
  readonly state: 'running' | 'asking' | 'done' | 'failed' | 'cancelled';
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly steps: readonly StepView[];
  readonly question: QuestionView | null;
  readonly outcomes: readonly ClaimOutcome[];
  /** What happened, for sentences. */
  readonly facts: { readonly [name: string]: number | string };
  /** Topics whose lanes show it. */
  readonly topics: readonly string[];
  readonly processes: readonly string[];
  /** Why it could not be run to its end; null otherwise. */
  readonly failure: string | null;
};

export type ScenarioView = {
  readonly id: string;
  readonly chapter: Chapter;
  readonly claims: readonly ClaimId[];
  /** The first one is run when nothing is chosen. */
  readonly variants: readonly ScenarioVariant[];
  readonly steps: readonly string[];
  readonly hasQuestion: boolean;
  /** The newest finished run of each variant. */
  readonly lastRuns: readonly ScenarioRunView[];
};

/** All scenarios, and the run that is under way. */
export type ScenariosView = {
  readonly scenarios: readonly ScenarioView[];
  readonly current: ScenarioRunView | null;
  /** Runs still to come of "run all"; 0 when it is not under way. */
  readonly waitingRuns: number;
};
