/** What is written down while a scenario runs: steps, checks, the question and its answer, and the outcomes in the end. */
import type { Clock } from '#core/base/clock.ts';
import type {
  CheckView,
  ClaimId,
  ClaimOutcome,
  ClaimVerdict,
  QuestionView,
  ScenarioRunView,
  ScenarioVariant,
  StepView,
} from '#core/lab-api/scenario-views.ts';
import { ScenarioCancelled, ScenarioFailure } from './scenario-errors.ts';
import type { ScenarioOutline } from './scenario-outline.ts';

export interface BookOptions {
  readonly clock: Clock;
  readonly scenario: ScenarioOutline;
  readonly run: number;
  readonly variant: ScenarioVariant;
  /** False: questions are skipped at once. */
  readonly hasPerson: boolean;
  readonly onChange: () => void;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export class ScenarioBook {
  readonly facts: { [name: string]: number | string } = {};
  readonly #options: BookOptions;
  readonly #startedAtMs: number;
  readonly #steps: Mutable<StepView>[];
  readonly #verdicts = new Map<ClaimId, ClaimVerdict>();
  readonly #topics = new Set<string>();
  readonly #processes = new Set<string>();
  #question: QuestionView | null = null;
  #state: ScenarioRunView['state'] = 'running';
  #endedAtMs: number | null = null;
  #failure: string | null = null;
  readonly #abort = new AbortController();
  #onAnswer: () => void = () => undefined;

  constructor(options: BookOptions) {
    this.#options = options;
    this.#startedAtMs = options.clock.nowMs();
    this.#steps = options.scenario.steps.map((id) => ({
      id,
      state: 'waiting',
      startedAtMs: null,
      endedAtMs: null,
      checks: [],
    }));
  }

  get isOver(): boolean {
    return this.#endedAtMs !== null;
  }

  /** The run is over, or about to be since a person has stopped it. */
  get isStopped(): boolean {
    return this.signal.aborted || this.isOver;
  }

  /** Aborted when a person stops the run. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Rejects when a person stops the run, or has stopped it; resolves never. @throws {ScenarioCancelled} */
  cancelled(): Promise<never> {
    if (this.signal.aborted) return Promise.reject(new ScenarioCancelled());
    return new Promise((_, reject) => {
      this.signal.addEventListener('abort', () => reject(new ScenarioCancelled()));
    });
  }

  async step<T>(id: string, action: () => Promise<T> | T): Promise<T> {
    this.stopIfOver();
    const step = this.#steps.find((candidate) => candidate.id === id);
    if (step === undefined) throw new Error(`Scenario ${this.#options.scenario.id} has no step ${id}.`);
    const { clock, onChange } = this.#options;
    step.state = 'running';
    step.startedAtMs = clock.nowMs();
    onChange();
    try {
      const value = await action();
      this.stopIfOver();
      step.state = step.checks.every(({ ok }) => ok) ? 'done' : 'failed';
      return value;
    } catch (error) {
      step.state = 'failed';
      throw error;
    } finally {
      // A cancelled run is over before whatever it was waiting for has come to its end.
      if (!this.isOver) {
        step.endedAtMs = clock.nowMs();
        onChange();
      }
    }
  }

  async ask(): Promise<void> {
    this.stopIfOver();
    const { question: options = [] } = this.#options.scenario;
    const isSkipped = !this.#options.hasPerson;
    this.#question = { options, chosen: null, isSkipped, right: null };
    if (isSkipped) return;
    this.#state = 'asking';
    this.#options.onChange();
    await new Promise<void>((resolve) => {
      this.#onAnswer = resolve;
    });
    this.stopIfOver();
    this.#state = 'running';
    this.#options.onChange();
  }

  /** A person's answer; null skips the question. False when nothing is asked, or there is no such option. */
  answer(option: string | null): boolean {
    const question = this.#question;
    if (this.#state !== 'asking' || question === null) return false;
    if (option !== null && !question.options.includes(option)) return false;
    this.#question = { ...question, chosen: option, isSkipped: option === null };
    this.#onAnswer();
    return true;
  }

  answerIs(option: string): void {
    if (this.#question === null) throw new Error(`Scenario ${this.#options.scenario.id} asks nothing.`);
    this.#question = { ...this.#question, right: option };
    this.#options.onChange();
  }

  check(check: CheckView): boolean {
    this.stopIfOver();
    const step = this.#steps.find(({ state }) => state === 'running');
    if (step === undefined) throw new Error(`Check ${check.id} belongs to no step.`);
    step.checks = [...step.checks, check];
    this.#options.onChange();
    return check.ok;
  }

  verdict(claim: ClaimId, verdict: ClaimVerdict): void {
    this.#verdicts.set(claim, verdict);
  }

  showTopic(topic: string): void {
    this.#topics.add(topic);
    this.#options.onChange();
  }

  showProcess(process: string): void {
    this.#processes.add(process);
    this.#options.onChange();
  }

  /** A run that is over cannot be cancelled any more. */
  cancel(): void {
    if (this.isOver) return;
    this.#abort.abort();
    this.#onAnswer();
  }

  /**
   * Ends what goes on after its run: nobody has waited for it, since a hook or a process may keep it waiting for ever.
   * @throws {ScenarioCancelled}
   */
  stopIfOver(): void {
    if (this.isStopped) throw new ScenarioCancelled();
  }

  /** The run is over; `error` is what ended it early. */
  end(error?: Error): void {
    this.#endedAtMs = this.#options.clock.nowMs();
    for (const step of this.#steps) {
      if (step.state !== 'running') continue;
      step.state = 'failed';
      step.endedAtMs = this.#endedAtMs;
    }
    if (error === undefined) this.#state = 'done';
    else if (this.signal.aborted) this.#state = 'cancelled';
    else {
      this.#state = 'failed';
      this.#failure = error instanceof ScenarioFailure ? error.message : `${error.name}: ${error.message}`;
    }
    this.#options.onChange();
  }

  view(): ScenarioRunView {
    const { scenario, run, variant } = this.#options;
    return {
      ...variant,
      run,
      scenario: scenario.id,
      state: this.#state,
      startedAtMs: this.#startedAtMs,
      endedAtMs: this.#endedAtMs,
      steps: this.#steps.map((step) => ({ ...step })),
      question: this.#question,
      outcomes: this.isOver ? scenario.claims.map((claim) => this.#outcome(claim)) : [],
      facts: { ...this.facts },
      topics: [...this.#topics],
      processes: [...this.#processes],
      failure: this.#failure,
    };
  }

  /** A claim of which nothing was checked, or in a run that did not end well, has not been shown. */
  #outcome(claim: ClaimId): ClaimOutcome {
    const checks = this.#steps.flatMap((step) => step.checks).filter((check) => check.claim === claim);
    const ok = this.#state === 'done' && checks.length > 0 && checks.every((check) => check.ok);
    const verdict = this.#verdicts.get(claim) ?? { kind: 'holds' };
    return { claim, ok, verdict: ok ? verdict : { kind: 'doesNotHold' } };
  }
}
