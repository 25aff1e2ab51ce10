/**
 * The zombie story: where it stands, what is on its way, and what it looked like at each step. The broker only goes forward;
 * going back shows what was kept when a step was reached.
 */
import type {
  LabFailure,
  LaneView,
  ProcessView,
  RefusalView,
  StoryView,
  TransactionVersion,
  TransactionView,
} from '#core/lab-api/views.ts';
import { failureOf, type LabSession } from './lab-session.svelte.ts';
import { LiveView } from './live-view.svelte.ts';

/** Steps that have a post; the step after them inspects the refusal. */
export const STORY_STEPS = 6;
const PLAY_STEP_MS = 2500;

/** What the stage shows: now, or when a step was reached. */
export interface Moment {
  readonly step: number;
  readonly atMs: number;
  readonly story: StoryView;
  readonly processes: readonly ProcessView[];
  readonly lanes: readonly LaneView[];
  readonly transactions: readonly TransactionView[];
}

/** Reads the stage as it is now, for keeping. */
export type TakeMoment = (story: StoryView) => Promise<Moment>;

export type Prediction = 'append' | 'appendAbort' | '47' | '90';

export class Story {
  readonly live: LiveView<StoryView | null>;
  refusal: RefusalView | null = $state.raw(null);
  failure: LabFailure | null = $state.raw(null);
  isBusy = $state(false);
  /** The stage is being set anew; no step can be asked for. */
  isResetting = $state(false);
  /** The step under way takes longer than the pace of the play. */
  isSlow = $state(false);
  isPlaying = $state(false);
  prediction: Prediction | null = $state(null);
  #moments: readonly Moment[] = $state.raw([]);
  #shownStep: number | null = $state(null);

  readonly #session: LabSession;
  readonly #takeMoment: TakeMoment;
  #playTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: LabSession, takeMoment: TakeMoment) {
    this.#session = session;
    this.#takeMoment = takeMoment;
    this.live = new LiveView<StoryView | null>(
      null,
      async () => (await session.call('story.describe', null)).value,
    );
  }

  get view(): StoryView | null {
    return this.live.value;
  }

  /** The step the run stands at. */
  get step(): number {
    return this.live.value?.step ?? 0;
  }

  /** The step that is shown. */
  get shownStep(): number {
    return this.#shownStep ?? this.step;
  }

  /** The kept moment that is shown; null when the stage is live. */
  get moment(): Moment | null {
    if (this.#shownStep === null) return null;
    return this.#moments.find((moment) => moment.step === this.#shownStep) ?? null;
  }

  get canGoBack(): boolean {
    return this.#moments.some((moment) => moment.step === Math.min(this.shownStep, STORY_STEPS) - 1);
  }

  get isLookingBack(): boolean {
    return this.moment !== null;
  }

  /** A step went otherwise, and the stage as it is now is shown: the story cannot go on. */
  get mustStartOver(): boolean {
    return !this.isLookingBack && (this.view?.failure ?? null) !== null;
  }

  /** Reads the refusal once there is one. */
  async loadRefusal(): Promise<void> {
    this.refusal = this.step >= STORY_STEPS ? await this.#session.call('story.refusal', null) : null;
  }

  /** Keeps how the stage looks at the step it stands at, unless that is kept already. */
  async keepMoment(): Promise<void> {
    const view = this.live.value;
    if (view === null || this.#moments.some((moment) => moment.step === view.step)) return;
    const moment = await this.#takeMoment(view);
    this.#moments = [...this.#moments.filter((kept) => kept.step !== moment.step), moment];
  }

  /** Shows a step that has been reached; the newest is the stage itself. */
  show(step: number): void {
    this.pause();
    const isKept = this.#moments.some((moment) => moment.step === step);
    if (step >= Math.min(this.step, STORY_STEPS)) this.#shownStep = null;
    else if (isKept) this.#shownStep = step;
  }

  back(): void {
    if (this.canGoBack) this.show(Math.min(this.shownStep, STORY_STEPS) - 1);
  }

  backToNow(): void {
    this.#shownStep = null;
  }

  /** The next step: of what was kept when looking back, else the real one. Does nothing while one is under way. */
  async advance(): Promise<void> {
    if (this.isLookingBack) {
      this.show(this.shownStep + 1);
      return;
    }
    if (this.isBusy || this.view === null) return;
    this.isBusy = true;
    this.failure = null;
    const slow = setTimeout(() => {
      this.isSlow = true;
    }, PLAY_STEP_MS);
    try {
      const view = await this.#session.call('story.advance', null);
      this.live.value = view;
      if (view.failure !== null) this.isPlaying = false;
      await this.loadRefusal();
      await this.keepMoment();
    } catch (error) {
      this.failure = failureOf(error);
      this.isPlaying = false;
    } finally {
      clearTimeout(slow);
      this.isSlow = false;
      this.isBusy = false;
    }
  }

  /** A fresh topic and transactional id, at step 0. */
  async reset(transactionVersion: TransactionVersion): Promise<void> {
    this.pause();
    if (this.isBusy) return;
    this.isBusy = true;
    this.isResetting = true;
    this.failure = null;
    try {
      this.live.value = await this.#session.call('story.reset', { transactionVersion });
      this.#moments = [];
      this.#shownStep = null;
      this.refusal = null;
      this.prediction = null;
      await this.keepMoment();
    } catch (error) {
      this.failure = failureOf(error);
    } finally {
      this.isBusy = false;
      this.isResetting = false;
    }
  }

  /** All steps from here, one every 2.5 s; a step that takes longer is waited for. */
  play(): void {
    this.#shownStep = null;
    this.isPlaying = true;
    void this.#playStep();
  }

  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.#playTimer);
  }

  async #playStep(): Promise<void> {
    const startedAtMs = performance.now();
    if (!this.isBusy) await this.advance();
    if (!this.isPlaying) return;
    if (this.step >= STORY_STEPS) {
      this.isPlaying = false;
      return;
    }
    const leftMs = Math.max(0, PLAY_STEP_MS - (performance.now() - startedAtMs));
    this.#playTimer = setTimeout(() => void this.#playStep(), leftMs);
  }
}
