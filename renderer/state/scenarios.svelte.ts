/** Guided scenarios: what each claim's runs have shown, and the run that is on the stage. */
import type {
  ClaimId,
  ClaimVerdict,
  ScenarioRunView,
  ScenariosView,
  ScenarioVariant,
  ScenarioView,
} from '#core/lab-api/scenario-views.ts';
import { CLAIM_IDS } from '#core/lab-api/scenario-views.ts';
import type { LabSession } from './lab-session.svelte.ts';
import { LiveView } from './live-view.svelte.ts';

/** What the runs of a claim come to. */
export type ClaimStanding = 'holds' | 'depends' | 'fails' | 'notRun';

/** What one run has shown of a claim. */
export interface ClaimRun {
  readonly run: ScenarioRunView;
  readonly ok: boolean;
  readonly verdict: ClaimVerdict;
}

export type ClaimFilter = 'all' | 'fails' | 'notRun';

const NOTHING: ScenariosView = { scenarios: [], current: null, waitingRuns: 0 };

export class ScenarioDesk {
  readonly list: LiveView<ScenariosView>;
  filter: ClaimFilter = $state('all');
  /** The run on the stage as it was put there; null shows the list of claims. */
  #chosen: ScenarioRunView | null = $state.raw(null);
  readonly #session: LabSession;

  constructor(session: LabSession) {
    this.#session = session;
    this.list = new LiveView(NOTHING, async () => (await session.call('scenarios.list', null)).value);
  }

  get current(): ScenarioRunView | null {
    return this.list.value.current;
  }

  get isRunningAll(): boolean {
    return this.list.value.waitingRuns > 0;
  }

  /** The run on the stage as it is now. The lab keeps the newest run of each set of rules: a newer one takes its place. */
  readonly shown: ScenarioRunView | null = $derived.by(() => {
    const chosen = this.#chosen;
    if (chosen === null) return null;
    const { current, scenarios } = this.list.value;
    const runs = [...(current === null ? [] : [current]), ...scenarios.flatMap(({ lastRuns }) => lastRuns)];
    return runs.find(({ run }) => run === chosen.run) ?? runs.find((run) => isLike(run, chosen)) ?? chosen;
  });

  /** The run on the stage when it can go into a pack: it is over, and was not cancelled. */
  readonly kept: ScenarioRunView | null = $derived(
    this.shown === null || this.shown.endedAtMs === null || this.shown.state === 'cancelled'
      ? null
      : this.shown,
  );

  scenarioOf(claim: ClaimId): ScenarioView | null {
    return this.list.value.scenarios.find(({ claims }) => claims.includes(claim)) ?? null;
  }

  find(scenario: string): ScenarioView | null {
    return this.list.value.scenarios.find(({ id }) => id === scenario) ?? null;
  }

  /** The newest runs of a claim, one for each set of rules. */
  runsOf(claim: ClaimId): readonly ClaimRun[] {
    return this.list.value.scenarios
      .filter(({ claims }) => claims.includes(claim))
      .flatMap(({ lastRuns }) => lastRuns)
      .flatMap((run) =>
        run.outcomes
          .filter((outcome) => outcome.claim === claim)
          .map(({ ok, verdict }) => ({ run, ok, verdict })),
      );
  }

  standingOf(claim: ClaimId): ClaimStanding {
    const runs = this.runsOf(claim);
    if (runs.length === 0) return 'notRun';
    if (runs.some(({ ok }) => !ok)) return 'fails';
    const hold = runs.filter(({ verdict }) => verdict.kind === 'holds' || verdict.kind === 'measured');
    if (hold.length === runs.length) return 'holds';
    const none = runs.every(({ verdict }) => verdict.kind === 'doesNotHold');
    return none ? 'fails' : 'depends';
  }

  isShown(claim: ClaimId): boolean {
    return this.filter === 'all' || this.standingOf(claim) === this.filter;
  }

  /** How many claims stand where. */
  readonly tally: { readonly [S in ClaimStanding]: number } = $derived.by(() => {
    const tally = { holds: 0, depends: 0, fails: 0, notRun: 0 };
    for (const claim of CLAIM_IDS) tally[this.standingOf(claim)]++;
    return tally;
  });

  /** Starts a run and puts it on the stage. */
  async run(scenario: string, variant: ScenarioVariant | null): Promise<void> {
    const run = await this.#session.call('scenarios.run', { scenario, variant });
    await this.list.reload();
    this.#chosen = run;
  }

  /** Puts a run on the stage, as long as the lab knows it. */
  show(run: ScenarioRunView): void {
    this.#chosen = run;
  }

  /** Back to the list; a run goes on. */
  leave(): void {
    this.#chosen = null;
  }

  async runAll(): Promise<void> {
    await this.#session.call('scenarios.runAll', null);
    await this.list.reload();
  }

  async answer(option: string | null): Promise<void> {
    await this.#session.call('scenarios.answer', { option });
    await this.list.reload();
  }

  /** Ends what runs, and goes back to the list: a run that was cancelled has shown nothing. */
  async cancel(): Promise<void> {
    await this.#session.call('scenarios.cancel', null);
    this.leave();
    await this.list.reload();
  }
}

function isLike(a: ScenarioRunView, b: ScenarioRunView): boolean {
  return (
    a.scenario === b.scenario && a.profile === b.profile && a.transactionVersion === b.transactionVersion
  );
}
