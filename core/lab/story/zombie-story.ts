/**
 * The zombie story, step by step, with real processes: A leaves a transaction open and is frozen; its twin B takes over the
 * transactional id; A wakes up, writes as if nothing had happened, and is refused.
 *
 * Every step checks what it tells. When something went otherwise the story stops there and says what it saw. Each run has its own
 * topic and transactional id, so that it can be played again.
 */
import { labError } from '#core/lab-api/lab-error.ts';
import type { RefusalView, StoryView, TransactionVersion } from '#core/lab-api/views.ts';
import { refusalView } from './refusal-view.ts';
import { StoryFailure } from './story-facts.ts';
import { STEPS, type StoryRun } from './story-steps.ts';
import type { StoryWorld } from './story-world.ts';

const PARTITIONS = 2;
const TOPIC = 'orders';
const SERVICE = 'order-service';

/** Two plain records and one: no transaction owns them. */
const PLAIN = [
  { partition: 0, key: 'o-15', value: '{"eur":12}' },
  { partition: 0, key: 'o-16', value: '{"eur":7}' },
  { partition: 1, key: 'o-14', value: '{"eur":31}' },
] as const;

export class ZombieStory {
  readonly #world: StoryWorld;
  #run: StoryRun;
  #runNumber = 1;
  #step = 0;
  #isBusy = false;
  #isPrepared = false;
  #reachedAtMs: number[] = [];
  #failure: StoryView['failure'] = null;

  constructor(world: StoryWorld) {
    this.#world = world;
    this.#run = this.#newRun();
  }

  /** How the story stands. The stage of a lab without any topic is set at once, so that the first picture is not empty. */
  async describe(): Promise<StoryView> {
    const isUntouched = !this.#isPrepared && !this.#isBusy && this.#world.topicNames().length === 0;
    if (isUntouched) await this.#exclusively(() => this.#prepare());
    return this.#view();
  }

  /** Ends a running story and sets the stage for another. A stage on which nothing has happened yet is kept. */
  async reset(transactionVersion: TransactionVersion): Promise<StoryView> {
    await this.#exclusively(async () => {
      if (this.#isPrepared && this.#step === 0 && this.#failure === null && this.#run.a === undefined) {
        this.#world.transactionVersion = transactionVersion;
        this.#run = { ...this.#run, transactionVersion };
        return;
      }
      const { stage } = this.#world;
      for (const process of [this.#run.a, this.#run.b]) {
        if (process !== undefined && stage.all().includes(process)) stage.remove(process.id);
      }
      this.#world.transactionVersion = transactionVersion;
      this.#runNumber++;
      this.#run = this.#newRun();
      this.#step = 0;
      this.#failure = null;
      await this.#prepare();
    });
    return this.#view();
  }

  /** Does the next step. A step that goes otherwise than told is not an error: the view has the failure. */
  async advance(): Promise<StoryView> {
    if (this.#failure !== null) {
      throw labError('STORY_FAILED', `Step ${this.#failure.step} went otherwise.`, 'Start over.');
    }
    const next = STEPS[this.#step];
    if (next === undefined) throw labError('STORY_ENDED', 'The story has been told.', 'Start over.');
    await this.#exclusively(async () => {
      if (!this.#isPrepared) await this.#prepare();
      try {
        await next(this.#run, this.#world);
        this.#step++;
        this.#reachedAtMs.push(this.#world.clock.nowMs());
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        // A mistake of ours stays one; a refusal by the lab or by Kafka is the story going otherwise.
        if (!(error instanceof StoryFailure) && error.name !== 'LabError') throw error;
        this.#failure = { step: this.#step + 1, reason: error.message };
      }
    });
    return this.#view();
  }

  /** Why A's write was refused; null before it was. */
  refusal(): RefusalView | null {
    return refusalView(this.#run, this.#world);
  }

  async #exclusively(task: () => Promise<void>): Promise<void> {
    if (this.#isBusy) {
      throw labError('STORY_BUSY', 'A step of the story is under way.', 'Wait until it is done.');
    }
    this.#isBusy = true;
    try {
      await task();
    } finally {
      this.#isBusy = false;
    }
  }

  async #prepare(): Promise<void> {
    const { topic } = this.#run;
    await this.#world.createTopic(topic, PARTITIONS);
    await this.#world.writePlain(topic, PLAIN);
    this.#world.watch(topic);
    this.#isPrepared = true;
    this.#reachedAtMs = [this.#world.clock.nowMs()];
  }

  #newRun(): StoryRun {
    const taken = new Set(this.#world.topicNames());
    while (taken.has(topicOf(this.#runNumber))) this.#runNumber++;
    this.#isPrepared = false;
    return {
      topic: topicOf(this.#runNumber),
      serviceName: SERVICE,
      transactionalId: `${SERVICE}-${this.#runNumber}`,
      transactionVersion: this.#world.transactionVersion,
      facts: {},
      a: undefined,
      b: undefined,
      frozenAtMs: 0,
    };
  }

  #view(): StoryView {
    const { topic, transactionalId, transactionVersion, facts, a, b } = this.#run;
    return {
      step: this.#step,
      stepCount: STEPS.length,
      transactionVersion,
      isBusy: this.#isBusy,
      topic,
      transactionalId,
      processA: a?.id ?? null,
      processB: b?.id ?? null,
      facts: { ...facts },
      reachedAtMs: [...this.#reachedAtMs],
      failure: this.#failure,
    };
  }
}

/** `orders`, `orders2`, … */
function topicOf(runNumber: number): string {
  return runNumber === 1 ? TOPIC : `${TOPIC}${runNumber}`;
}
