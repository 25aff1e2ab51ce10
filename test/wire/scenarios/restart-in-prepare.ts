/**
 * The broker goes down while markers cannot be written, because the topic takes no batch of their size: the outcome is decided,
 * the transaction not complete. What is left, what everybody is told, and how it ends once the markers fit.
 */
import { IncrementalAlterConfigs } from '#core/protocol/messages/44-incremental-alter-configs.ts';
import type { Versions } from '../../support/wire-producer.ts';
import { VERSIONS, WireProducer } from '../../support/wire-producer.ts';
import { batchLines, WireReader } from '../../support/wire-reader.ts';
import type { Transcript, WireSubject } from '../../support/wire-subject.ts';
import { completed, leaderOf, newTopic, producersOf, stateOf } from '../../support/wire-subject.ts';
import type { WireScenario } from './scenario.ts';

const TOPIC = 2;
const SET = 0;
const DELETE = 1;
/** Smaller than a batch with one marker. */
const TOO_SMALL = '70';
/** Until a Kafka has tried to write its markers. */
const SETTLED_MS = 1000;

async function limit(subject: WireSubject, topic: string, value: string | null): Promise<void> {
  const client = await subject.connect();
  const operation = value === null ? DELETE : SET;
  const configs = [{ name: 'max.message.bytes', configOperation: operation, value }];
  const resources = [{ resourceType: TOPIC, resourceName: topic, configs }];
  await subject.settle(client.ask(IncrementalAlterConfigs, 1, { resources, validateOnly: false }));
  await subject.pass(SETTLED_MS);
  client.close();
}

/** One transactional id and its topic. */
class Actor {
  readonly topic: string;
  readonly #subject: WireSubject;
  readonly #transcript: Transcript;
  readonly #label: string;
  readonly #isCommit: boolean;
  readonly #versions: Versions;
  readonly #producer: WireProducer;

  static async open(
    world: { readonly subject: WireSubject; readonly transcript: Transcript },
    role: { readonly isCommit: boolean; readonly client: string; readonly versions: Versions },
  ): Promise<Actor> {
    const label = `${role.isCommit ? 'PrepareCommit' : 'PrepareAbort'} ${role.client}`;
    const name = world.subject.name(label.replace(' ', '-'));
    await newTopic(world.subject, name);
    const producer = await WireProducer.ready(world.subject, name, role.versions);
    world.transcript.id(producer.producerId);
    return new Actor(world, { ...role, label, name, producer });
  }

  private constructor(
    world: { readonly subject: WireSubject; readonly transcript: Transcript },
    init: {
      readonly isCommit: boolean;
      readonly versions: Versions;
      readonly label: string;
      readonly name: string;
      readonly producer: WireProducer;
    },
  ) {
    this.#subject = world.subject;
    this.#transcript = world.transcript;
    this.topic = init.name;
    this.#label = init.label;
    this.#isCommit = init.isCommit;
    this.#versions = init.versions;
    this.#producer = init.producer;
  }

  /** Ends a transaction whose marker does not fit. */
  async decide(): Promise<void> {
    if (this.#versions.end < VERSIONS.tv2.end) this.#note('add', await this.#producer.add(this.topic));
    this.#note('produce', await this.#producer.produce(this.topic, ['decided']));
    await limit(this.#subject, this.topic, TOO_SMALL);
    await this.#end();
    await this.#subject.pass(SETTLED_MS);
  }

  /** What everybody is told while it is not complete. */
  async ask(): Promise<void> {
    await leaderOf(this.#subject, this.topic);
    this.#note('state', await stateOf(this.#subject, this.#transcript, this.topic));
    await this.#look();
    await this.#producer.reconnect();
    await this.#end();
    this.#note('heir', await this.#heir());
  }

  async goOn(): Promise<void> {
    await leaderOf(this.#subject, this.topic);
    this.#note('state', await completed(this.#subject, this.#transcript, this.topic));
    await this.#look();
    await this.#producer.reconnect();
    await this.#end();
    this.#note('heir', await this.#heir());
  }

  async #heir(): Promise<{ readonly error: string; readonly epoch: number }> {
    const heir = await WireProducer.open(this.#subject, this.topic, this.#versions);
    const error = await heir.init();
    return { error, epoch: heir.producerEpoch };
  }

  async #end(): Promise<void> {
    const error = await this.#producer.end(this.#isCommit);
    this.#note('end', { error, epoch: this.#producer.producerEpoch });
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
    title: `after a ${how} a decided transaction stays decided, and is completed when its markers fit`,
    async run(subject, transcript, transactionVersion) {
      const clients: [string, Versions][] = [['old', VERSIONS.platformatic]];
      if (transactionVersion === 2) clients.push(['new', VERSIONS.tv2]);
      const actors: Actor[] = [];
      for (const [client, versions] of clients) {
        for (const isCommit of [true, false]) {
          const actor = await Actor.open({ subject, transcript }, { isCommit, client, versions });
          await actor.decide();
          actors.push(actor);
        }
      }
      await subject[how]();
      for (const actor of actors) await actor.ask();
      for (const { topic } of actors) await limit(subject, topic, null);
      await subject[how]();
      for (const actor of actors) await actor.goOn();
    },
  };
}

export const RESTART_IN_PREPARE = scenario('restart');
/** Kafka sometimes loses the marker when it is killed here (FINDINGS.md): a clean stop says what has to come out. */
export const CRASH_IN_PREPARE: WireScenario = { ...scenario('crash'), answersOf: 'restart-in-prepare' };
