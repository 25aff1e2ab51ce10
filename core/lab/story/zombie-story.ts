/**
 * The zombie story, step by step, with real processes: A leaves a transaction open and is frozen; its twin B takes over the
 * transactional id; A wakes up, writes as if nothing had happened, and is refused.
 *
 * Every step checks what it tells. When something went otherwise the story stops there and says what it saw. Each run begins with
 * an empty topic and a transactional id of its own, so that it can be played again.
 */
import { labError } from '#core/lab-api/lab-error.ts';
import type { RefusalView, StoryView, TransactionVersion } from '#core/lab-api/views.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';
import { refusalView } from './refusal-view.ts';
import { failureOf, StoryFailure } from './story-facts.ts';
import { PLAIN_ORDERS, STAGE_PARTITIONS, STEPS, type StoryRun } from './story-steps.ts';
import { holdsOnlyStory, isSetStage } from './story-topic.ts';
import type { StoryWorld } from './story-world.ts';

const TOPIC = 'orders';
const SERVICE = 'order-service';

export class ZombieStory {
  readonly #world: StoryWorld;
  #run: StoryRun;
  #step = 0;
  #isBusy = false;
  #isPrepared = false;
  #reachedAtMs: number[] = [];
  #failure: StoryView['failure'] = null;

  constructor(world: StoryWorld) {
    this.#world = world;
    this.#run = this.#newRun();
  }

  /** How the story stands. The stage is set at once, so that the first picture is not empty. */
  async describe(): Promise<StoryView> {
    if (!this.#isPrepared && !this.#isBusy) await this.#exclusively(() => this.#prepare());
    return this.#view();
  }

  /** Ends a running story and sets the stage for another. A stage on which nothing has happened yet is kept. */
  async reset(transactionVersion: TransactionVersion): Promise<StoryView> {
    await this.#exclusively(async () => {
      const world = this.#world;
      if (this.#isUntouched() && holdsOnlyStory(this.#run, world)) {
        world.transactionVersion = transactionVersion;
        this.#run = { ...this.#run, transactionVersion };
        return;
      }
      await this.#end();
      world.transactionVersion = transactionVersion;
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
        this.#failure = failureOf(this.#run, this.#step + 1, error);
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

  #isUntouched(): boolean {
    return this.#isPrepared && this.#step === 0 && this.#failure === null && this.#run.a === undefined;
  }

  /** Ends the processes of this run, and what they left open. */
  async #end(): Promise<void> {
    const { a, b, transactionalId } = this.#run;
    await Promise.all([a, b].map((process) => process && this.#world.stage.remove(process)));
    try {
      await this.#world.endTransaction(transactionalId);
    } catch (error) {
      if (!(error instanceof KafkaError)) throw error;
      // It stays open, and so the topic is not made anew: the next run takes another name.
    }
  }

  /**
   * Sets the stage: the topic with its plain records. The topic of the last run is made anew when nobody else wrote to it; up to
   * there it is one turn, so that nobody can.
   */
  async #prepare(): Promise<void> {
    const world = this.#world;
    const renewed = holdsOnlyStory(this.#run, world) ? this.#run.topic : undefined;
    const run = this.#newRun(renewed);
    const { topic } = run;
    this.#run = run;
    this.#isPrepared = false;
    this.#step = 0;
    this.#failure = null;
    this.#reachedAtMs = [world.clock.nowMs()];
    const isLeft = topic !== renewed && world.topicNames().includes(topic);
    if (topic === renewed) world.renewTopic(topic, STAGE_PARTITIONS);
    else if (!isLeft) await world.createTopic(topic, STAGE_PARTITIONS);
    run.topicId = world.log(topic, 0).topicId;
    if (!isLeft) await world.writePlain(topic, PLAIN_ORDERS);
    world.watch(topic);
    this.#isPrepared = true;
  }

  /** A run with a transactional id that nobody has used, in the first topic of ours that is free, was left untouched, or will be made anew. */
  #newRun(renewed?: string): StoryRun {
    const taken = new Set(this.#world.topicNames());
    const topicNumber = firstNumber((n) => {
      const topic = topicOf(n);
      return topic === renewed || !taken.has(topic) || isSetStage(this.#world.logsOf(topic));
    });
    const idNumber = firstNumber((n) => this.#world.transaction(`${SERVICE}-${n}`) === undefined);
    return {
      topic: topicOf(topicNumber),
      topicId: undefined,
      serviceName: SERVICE,
      transactionalId: `${SERVICE}-${idNumber}`,
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
function topicOf(n: number): string {
  return n === 1 ? TOPIC : `${TOPIC}${n}`;
}

function firstNumber(isWanted: (n: number) => boolean): number {
  let n = 1;
  while (!isWanted(n)) n++;
  return n;
}
