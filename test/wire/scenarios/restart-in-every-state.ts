/**
 * The broker goes down while transactional ids are in every state that rests; what is left, and how it goes on. The two states
 * on the way, PrepareCommit and PrepareAbort, have a scenario of their own (restart-in-prepare.ts).
 */
import type { Versions } from '../../support/wire-producer.ts';
import { VERSIONS, WireProducer } from '../../support/wire-producer.ts';
import { batchLines, WireReader } from '../../support/wire-reader.ts';
import type { Transcript, WireSubject } from '../../support/wire-subject.ts';
import { completed, leaderOf, newTopic, producersOf, stateOf } from '../../support/wire-subject.ts';
import type { WireScenario } from './scenario.ts';

const STATES = ['Empty', 'Ongoing', 'CompleteCommit', 'CompleteAbort'] as const;
type State = (typeof STATES)[number];

/** One transactional id, its topic, and the state that it is brought to. */
class Actor {
  readonly state: State;
  readonly id: string;
  readonly topic: string;
  readonly #subject: WireSubject;
  readonly #transcript: Transcript;
  readonly #label: string;
  readonly #isImplicit: boolean;
  #producer: WireProducer;

  static async open(
    world: { readonly subject: WireSubject; readonly transcript: Transcript },
    role: { readonly state: State; readonly client: string; readonly versions: Versions },
  ): Promise<Actor> {
    const label = `${role.state} ${role.client}`;
    const name = world.subject.name(label.replace(' ', '-'));
    await newTopic(world.subject, name);
    const producer = await WireProducer.ready(world.subject, name, role.versions);
    world.transcript.id(producer.producerId);
    return new Actor(world, { state: role.state, label, name, producer, isImplicit: role.versions.end >= 5 });
  }

  private constructor(
    world: { readonly subject: WireSubject; readonly transcript: Transcript },
    init: {
      readonly state: State;
      readonly label: string;
      readonly name: string;
      readonly producer: WireProducer;
      readonly isImplicit: boolean;
    },
  ) {
    this.#subject = world.subject;
    this.#transcript = world.transcript;
    this.state = init.state;
    this.#label = init.label;
    this.id = init.name;
    this.topic = init.name;
    this.#producer = init.producer;
    this.#isImplicit = init.isImplicit;
  }

  /** Brings the id to its state. */
  async play(): Promise<void> {
    if (this.state === 'Empty') return;
    await this.#write('before');
    if (this.state === 'Ongoing') return;
    await this.#producer.end(this.state.endsWith('Commit'));
    await completed(this.#subject, this.#transcript, this.id);
  }

  async #write(value: string): Promise<void> {
    if (!this.#isImplicit) this.#note('add', await this.#producer.add(this.topic));
    this.#note('produce', await this.#producer.produce(this.topic, [value]));
  }

  /** What is known after the restart, and what the producer is told that goes on as if nothing had been. */
  async goOn(): Promise<void> {
    await leaderOf(this.#subject, this.topic);
    this.#note('state', await stateOf(this.#subject, this.#transcript, this.id));
    await this.#look();
    await this.#producer.reconnect();
    await this.#askOn();
    this.#note('state', await completed(this.#subject, this.#transcript, this.id));
    await this.#look();
  }

  async #askOn(): Promise<void> {
    if (this.state === 'Ongoing') {
      this.#note('again', await this.#producer.produce(this.topic, ['before'], 0));
      await this.#write('after');
      await this.#end(true);
      return;
    }
    // Before the answer to the last EndTxn came: the producer asks again.
    await this.#end(this.state !== 'CompleteAbort');
    const { error, epoch } = await this.#heir();
    this.#note('init', { error, epoch });
  }

  async #heir(): Promise<{ readonly error: string; readonly epoch: number }> {
    const versions = this.#isImplicit ? VERSIONS.tv2 : VERSIONS.platformatic;
    const heir = await WireProducer.open(this.#subject, this.id, versions);
    const error = await heir.init();
    return { error, epoch: heir.producerEpoch };
  }

  async #end(isCommit: boolean): Promise<void> {
    const error = await this.#producer.end(isCommit);
    this.#note(isCommit ? 'commit' : 'abort', { error, epoch: this.#producer.producerEpoch });
  }

  async #look(): Promise<void> {
    const reader = await WireReader.open(this.#subject, this.topic, { isCommitted: true });
    const { highWatermark, lastStableOffset, aborted } = await reader.fetch(0);
    const log = await WireReader.open(this.#subject, this.topic);
    const batches = batchLines(await log.fetchAll(), (id) => this.#transcript.id(id));
    const firsts = aborted?.map(({ firstOffset }) => firstOffset);
    this.#note('log', { batches, highWatermark, lastStableOffset, aborted: firsts });
    this.#note('producers', await producersOf(this.#subject, this.#transcript, this.topic));
  }

  #note(what: string, answer: unknown): void {
    this.#transcript.note(`${this.#label} · ${what}`, answer);
  }
}

function scenario(how: 'restart' | 'crash'): WireScenario {
  return {
    title: `after a ${how} every transactional id is where it was, and every answer is as before`,
    async run(subject, transcript, transactionVersion) {
      const clients: [string, Versions][] = [['old', VERSIONS.platformatic]];
      if (transactionVersion === 2) clients.push(['new', VERSIONS.tv2]);
      const actors: Actor[] = [];
      for (const [client, versions] of clients) {
        for (const state of STATES) {
          const actor = await Actor.open({ subject, transcript }, { state, client, versions });
          await actor.play();
          actors.push(actor);
        }
      }
      await subject[how]();
      for (const actor of actors) await actor.goOn();
    },
  };
}

export const RESTART_IN_EVERY_STATE = scenario('restart');
export const CRASH_IN_EVERY_STATE = scenario('crash');
