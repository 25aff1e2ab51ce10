/**
 * The scenarios of a lab. One runs at a time: a run may change the transaction version, hold frames, and advance the clock, and
 * would disturb another.
 */
import { Scope } from '#core/base/scope.ts';
import { labError } from '#core/lab-api/lab-error.ts';
import type {
  ScenarioRunView,
  ScenariosView,
  ScenarioVariant,
  ScenarioView,
} from '#core/lab-api/scenario-views.ts';
import { CATALOGUE } from './catalogue.ts';
import { type RunAsEvidence, runAsEvidence } from './run-as-evidence.ts';
import type { Scenario } from './scenario.ts';
import { ScenarioBook } from './scenario-book.ts';
import { ScenarioStage } from './scenario-stage.ts';
import type { ScenarioWorld } from './scenario-world.ts';

export interface RunRequest {
  readonly scenario: string;
  /** The scenario's first variant when left out. */
  readonly variant?: ScenarioVariant;
  /** False: its question is skipped. */
  readonly hasPerson: boolean;
}

interface Running {
  readonly book: ScenarioBook;
  readonly ended: Promise<ScenarioRunView>;
}

export class Scenarios {
  readonly #lab: ScenarioWorld;
  readonly #catalogue: readonly Scenario[];
  readonly #last = new Map<string, ScenarioRunView>();
  #running: Running | undefined;
  #nextRun = 1;
  #queue: RunRequest[] = [];
  /** How often topics of each prefix were begun: no two runs share a topic, whatever of the first is still under way. */
  readonly #runsOfPrefix = new Map<string, number>();

  constructor(lab: ScenarioWorld, catalogue: readonly Scenario[] = CATALOGUE) {
    this.#lab = lab;
    this.#catalogue = catalogue;
  }

  list(): ScenariosView {
    return {
      scenarios: this.#catalogue.map((scenario) => this.#view(scenario)),
      current: this.#running?.book.view() ?? null,
      waitingRuns: this.#queue.length,
    };
  }

  /**
   * Starts a run; `ended` resolves, and never rejects, when it is over.
   * @throws {LabError} NO_SUCH_SCENARIO, NO_SUCH_VARIANT, SCENARIO_BUSY
   */
  start(request: RunRequest): Running {
    const scenario = this.#named(request.scenario);
    const variant = variantOf(scenario, request.variant);
    this.demandIdle();
    const run = this.#nextRun++;
    const book = new ScenarioBook({
      clock: this.#lab.clock,
      scenario,
      run,
      variant,
      hasPerson: request.hasPerson,
      onChange: () => this.#announce(book, run, scenario.id),
    });
    const ended = this.#play(scenario, variant, run, book);
    this.#running = { book, ended };
    return this.#running;
  }

  /**
   * For what would change the rules of a run under way.
   * @throws {LabError} SCENARIO_BUSY
   */
  demandIdle(): void {
    if (this.#running === undefined) return;
    throw labError('SCENARIO_BUSY', 'A scenario is under way.', 'Wait until it is over, or cancel it.');
  }

  /** What to keep of a finished run. @throws {LabError} NO_SUCH_RUN when a newer one has taken its place. */
  evidenceOf(run: number): RunAsEvidence {
    const view = [...this.#last.values()].find((candidate) => candidate.run === run);
    if (view === undefined) {
      throw labError('NO_SUCH_RUN', `Run ${run} is not kept.`, 'Run the scenario again, then keep it.');
    }
    return runAsEvidence(this.#named(view.scenario), view);
  }

  /** Runs every variant of every scenario, one after the other, without questions. */
  startAll(): void {
    this.#queue = this.#catalogue.flatMap((scenario) =>
      scenario.variants.map((variant) => ({ scenario: scenario.id, variant, hasPerson: false })),
    );
    this.#next();
  }

  /** @throws {LabError} NOT_ASKED */
  answer(option: string | null): void {
    if (this.#running?.book.answer(option) !== true) {
      throw labError('NOT_ASKED', 'No scenario asks this now.');
    }
  }

  /** Ends the run under way and those that wait; resolves when it is over. */
  async cancel(): Promise<void> {
    this.#queue = [];
    this.#running?.book.cancel();
    await this.#running?.ended;
  }

  #next(): void {
    if (this.#running !== undefined) return;
    const request = this.#queue.shift();
    if (request !== undefined) this.start(request);
  }

  async #play(
    scenario: Scenario,
    variant: ScenarioVariant,
    run: number,
    book: ScenarioBook,
  ): Promise<ScenarioRunView> {
    // In a later turn, so that a run that is over at once has been under way.
    await Promise.resolve();
    try {
      await this.#perform(scenario, variant, run, book);
      book.end();
    } catch (error) {
      book.end(error instanceof Error ? error : new Error(String(error)));
    } finally {
      this.#running = undefined;
    }
    const view = book.view();
    this.#keep(keyOf(scenario.id, variant), view);
    this.#announce(book, run, scenario.id);
    this.#next();
    return view;
  }

  async #perform(
    scenario: Scenario,
    variant: ScenarioVariant,
    run: number,
    book: ScenarioBook,
  ): Promise<void> {
    const lab = this.#lab;
    const scope = new Scope();
    const before = lab.transactionVersion;
    try {
      lab.transactionVersion = variant.transactionVersion;
      const prefix = this.#newPrefix(scenario);
      const stage = new ScenarioStage({ lab, prefix, run, variant, book, scope });
      // Whatever a cancelled run waits for, nobody waits for the run: its processes and hooks end with the scope.
      await Promise.race([scenario.run(stage), book.cancelled()]);
    } finally {
      lab.transactionVersion = before;
      scope.close();
    }
  }

  /** `c17`, and of later runs `c17-2`, `c17-3`, … */
  #newPrefix({ id, claims }: Scenario): string {
    const prefix = (claims[0] ?? id).toLowerCase();
    const runs = (this.#runsOfPrefix.get(prefix) ?? 0) + 1;
    this.#runsOfPrefix.set(prefix, runs);
    return runs === 1 ? prefix : `${prefix}-${runs}`;
  }

  /** Keeps the newest run of each set of rules; processes and topics of any other are taken away. */
  #keep(key: string, view: ScenarioRunView): void {
    const isCancelled = view.state === 'cancelled';
    const gone = isCancelled ? view : this.#last.get(key);
    if (!isCancelled) this.#last.set(key, view);
    const { stage, broker } = this.#lab;
    broker.topics.deleteAll((gone?.topics ?? []).flatMap((topic) => broker.topics.get(topic) ?? []));
    for (const process of stage.all()) {
      if (gone?.processes.includes(process.id) === true) void stage.remove(process);
    }
  }

  #named(id: string): Scenario {
    const scenario = this.#catalogue.find((candidate) => candidate.id === id);
    if (scenario === undefined) throw labError('NO_SUCH_SCENARIO', `There is no scenario ${id}.`);
    return scenario;
  }

  #announce(book: ScenarioBook, run: number, scenario: string): void {
    this.#lab.bus.publish('scenario.changed', { run, scenario, state: book.view().state });
  }

  #view({ id, chapter, claims, variants, steps, question }: Scenario): ScenarioView {
    const lastRuns = variants.flatMap((variant) => this.#last.get(keyOf(id, variant)) ?? []);
    return { id, chapter, claims, variants, steps, hasQuestion: question !== undefined, lastRuns };
  }
}

function keyOf(scenario: string, { profile, transactionVersion }: ScenarioVariant): string {
  return `${scenario} ${profile} ${transactionVersion}`;
}

function variantOf(scenario: Scenario, wanted: ScenarioVariant | undefined): ScenarioVariant {
  const { id, variants } = scenario;
  const variant =
    wanted === undefined ? variants[0] : variants.find((known) => keyOf(id, known) === keyOf(id, wanted));
  if (variant === undefined) {
    throw labError('NO_SUCH_VARIANT', `Scenario ${id} is not told under these rules.`);
  }
  return variant;
}
