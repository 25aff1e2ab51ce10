/** Epoch 32766 is the last that a producer can have. What comes after it, from every side. */
import type { Versions } from '../../support/wire-producer.ts';
import { VERSIONS, WireProducer } from '../../support/wire-producer.ts';
import { batchLines, WireReader } from '../../support/wire-reader.ts';
import type { Transcript, WireSubject } from '../../support/wire-subject.ts';
import { completed, newTopic, producersOf, stateOf } from '../../support/wire-subject.ts';
import type { WireScenario } from './scenario.ts';

const LAST = 32766;

class Ladder {
  readonly topic: string;
  readonly id: string;
  readonly #subject: WireSubject;
  readonly #transcript: Transcript;
  readonly #name: string;

  constructor(subject: WireSubject, transcript: Transcript, name: string) {
    this.#subject = subject;
    this.#transcript = transcript;
    this.#name = name;
    this.topic = subject.name(`t-${name}`);
    this.id = subject.name(`x-${name}`);
  }

  /** A producer with the last epoch, over an empty topic. */
  async climb(versions: Versions, timeoutMs = 60_000): Promise<WireProducer> {
    await newTopic(this.#subject, this.topic);
    await WireProducer.open(this.#subject, this.id, versions);
    await this.#subject.climb(this.id, LAST - 1);
    const producer = await WireProducer.open(this.#subject, this.id, versions);
    await this.init(producer, timeoutMs);
    return producer;
  }

  async init(producer: WireProducer, timeoutMs = 60_000): Promise<void> {
    const error = await producer.init(timeoutMs);
    this.note('init', { error, ...this.#owner(producer) });
  }

  #owner({ producerId, producerEpoch }: WireProducer) {
    return { id: this.#transcript.id(producerId), epoch: producerEpoch };
  }

  async end(producer: WireProducer, isCommit: boolean): Promise<void> {
    const error = await producer.end(isCommit);
    this.note(isCommit ? 'commit' : 'abort', { error, ...this.#owner(producer) });
  }

  note(what: string, answer: unknown): void {
    this.#transcript.note(`${this.#name} · ${what}`, answer);
  }

  async look(): Promise<void> {
    this.note('settled', await completed(this.#subject, this.#transcript, this.id));
    const reader = await WireReader.open(this.#subject, this.topic);
    this.note(
      'log',
      batchLines(await reader.fetchAll(), (id) => this.#transcript.id(id)),
    );
    this.note('producers', await producersOf(this.#subject, this.#transcript, this.topic));
  }

  async state(): Promise<void> {
    this.note('state', await stateOf(this.#subject, this.#transcript, this.id));
  }
}

async function initAgain(ladder: Ladder): Promise<void> {
  const producer = await ladder.climb(VERSIONS.platformatic);
  await ladder.init(producer);
  await ladder.init(producer);
  await ladder.state();
}

async function commitOverOldProtocol(ladder: Ladder): Promise<void> {
  const producer = await ladder.climb(VERSIONS.platformatic);
  ladder.note('add', await producer.add(ladder.topic));
  ladder.note('produce', await producer.produce(ladder.topic, ['a']));
  await ladder.end(producer, true);
  await ladder.look();
  await ladder.end(producer, true);
  await ladder.init(producer);
  ladder.note('add', await producer.add(ladder.topic));
  ladder.note('produce', await producer.produce(ladder.topic, ['b']));
  await ladder.end(producer, false);
  await ladder.look();
}

async function takeover(subject: WireSubject, ladder: Ladder, versions: Versions): Promise<void> {
  const old = await ladder.climb(versions);
  if (versions.end < 5) ladder.note('add', await old.add(ladder.topic));
  ladder.note('produce', await old.produce(ladder.topic, ['a']));
  const heir = await WireProducer.open(subject, ladder.id, versions);
  await ladder.init(heir);
  await ladder.look();
  ladder.note('old produces', await old.produce(ladder.topic, ['b']));
  await ladder.init(heir);
  await ladder.end(old, true);
  ladder.note('old produces', await old.produce(ladder.topic, ['b']));
  await ladder.state();
}

async function timeout(subject: WireSubject, ladder: Ladder, versions: Versions): Promise<void> {
  const producer = await ladder.climb(versions, 1000);
  if (versions.end < 5) ladder.note('add', await producer.add(ladder.topic));
  ladder.note('produce', await producer.produce(ladder.topic, ['a']));
  await subject.pass(1500);
  await ladder.look();
  await ladder.end(producer, true);
  await ladder.end(producer, false);
  await ladder.init(producer);
  await ladder.state();
}

async function commitOverNewProtocol(ladder: Ladder): Promise<void> {
  const producer = await ladder.climb(VERSIONS.tv2);
  const { producerId } = producer;
  ladder.note('produce', await producer.produce(ladder.topic, ['a']));
  await ladder.end(producer, true);
  await ladder.look();
  const { producerId: nextId } = producer;
  producer.pretend(producerId, LAST);
  await ladder.end(producer, true);
  producer.pretend(producerId, LAST);
  await ladder.end(producer, false);
  producer.pretend(nextId, 0);
  ladder.note('produce', await producer.produce(ladder.topic, ['b']));
  await ladder.end(producer, true);
  await ladder.look();
}

async function emptyAbort(ladder: Ladder): Promise<void> {
  const producer = await ladder.climb(VERSIONS.tv2);
  await ladder.end(producer, false);
  await ladder.state();
  await ladder.end(producer, false);
  await ladder.state();
}

export const EPOCH_EXHAUSTION: WireScenario = {
  title: 'the last epoch is followed by a new producer id, whoever goes past it',
  config: { 'transaction.abort.timed.out.transaction.cleanup.interval.ms': '200' },
  async run(subject, transcript, transactionVersion) {
    const ladder = (name: string): Ladder => new Ladder(subject, transcript, name);
    await initAgain(ladder('init'));
    await commitOverOldProtocol(ladder('old'));
    await takeover(subject, ladder('takeover-old'), VERSIONS.platformatic);
    await timeout(subject, ladder('timeout-old'), VERSIONS.platformatic);
    if (transactionVersion === 1) return;
    await commitOverNewProtocol(ladder('new'));
    await takeover(subject, ladder('takeover-new'), VERSIONS.tv2);
    await timeout(subject, ladder('timeout-new'), VERSIONS.tv2);
    await emptyAbort(ladder('empty'));
  },
};
