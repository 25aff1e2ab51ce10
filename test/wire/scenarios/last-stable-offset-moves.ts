/** Readers that wait in a long poll while the last stable offset moves. */
import { Fetch } from '#core/protocol/messages/01-fetch.ts';
import { DeleteTopics } from '#core/protocol/messages/20-delete-topics.ts';
import type { TestClient } from '../../support/broker-world.ts';
import type { Versions } from '../../support/wire-producer.ts';
import { VERSIONS, WireProducer } from '../../support/wire-producer.ts';
import type { Fetched } from '../../support/wire-reader.ts';
import { fetchedOf, kindsOf, WireReader } from '../../support/wire-reader.ts';
import type { Transcript, WireSubject } from '../../support/wire-subject.ts';
import { newTopic } from '../../support/wire-subject.ts';
import type { WireScenario } from './scenario.ts';

const VERSION = 11;
const QUIET_MS = 250;

interface Poll {
  readonly offset: number;
  readonly isCommitted?: boolean;
  readonly maxWaitMs?: number;
  readonly minBytes?: number;
}

/** A connection whose fetch may stay unanswered. */
class Waiting {
  readonly #subject: WireSubject;
  readonly #client: TestClient;
  readonly #topic: string;
  #offset = 0;

  static async open(subject: WireSubject, topic: string): Promise<Waiting> {
    return new Waiting(subject, await subject.connect(), topic);
  }

  private constructor(subject: WireSubject, client: TestClient, topic: string) {
    this.#subject = subject;
    this.#client = client;
    this.#topic = topic;
  }

  ask({ offset, isCommitted = true, maxWaitMs = 4000, minBytes = 1 }: Poll): void {
    this.#offset = offset;
    const partitions = [{ partition: 0, fetchOffset: offset, partitionMaxBytes: 1_000_000 }];
    this.#client.send(Fetch, VERSION, {
      maxWaitMs,
      minBytes,
      maxBytes: 1_000_000,
      isolationLevel: isCommitted ? 1 : 0,
      topics: [{ topic: this.#topic, partitions }],
    });
  }

  /** True when nothing comes for a while. */
  async isSilent(): Promise<boolean> {
    await this.#subject.pass(QUIET_MS);
    return (await this.#client.next(1)) === 'silent';
  }

  async answer(): Promise<Fetched> {
    const answer = await this.#subject.settle(this.#client.receive(Fetch, VERSION));
    return fetchedOf(this.#offset, answer);
  }
}

class Play {
  readonly topic: string;
  readonly #subject: WireSubject;
  readonly #transcript: Transcript;
  readonly #name: string;
  readonly #versions: Versions;
  #count = 0;

  constructor(
    subject: WireSubject,
    transcript: Transcript,
    play: { readonly name: string; readonly versions: Versions },
  ) {
    this.#subject = subject;
    this.#transcript = transcript;
    this.#name = play.name;
    this.#versions = play.versions;
    this.topic = subject.name(`lso-${play.name}`);
  }

  /** A producer with one record in an open transaction. */
  async open(value: string): Promise<WireProducer> {
    const id = this.#subject.name(`${this.#name}-${this.#count++}`);
    const producer = await WireProducer.ready(this.#subject, id, this.#versions);
    this.#transcript.id(producer.producerId);
    await this.write(producer, value);
    return producer;
  }

  async write(producer: WireProducer, value: string): Promise<void> {
    if (this.#versions.end < 5) await producer.add(this.topic);
    this.note('produce', await producer.produce(this.topic, [value]));
  }

  waiting(): Promise<Waiting> {
    return Waiting.open(this.#subject, this.topic);
  }

  note(what: string, answer: unknown): void {
    this.#transcript.note(`${this.#name} · ${what}`, answer);
  }

  tell(what: string, fetched: Fetched): void {
    const { error, highWatermark, lastStableOffset, aborted } = fetched;
    const ids = aborted?.map((one) => ({ ...one, producerId: this.#transcript.id(one.producerId) }));
    const kinds = kindsOf(fetched);
    this.note(what, { error, highWatermark, lastStableOffset, aborted: ids ?? null, kinds });
  }
}

/** Of two open transactions the later one ends first: that moves nothing. */
async function heldBack(subject: WireSubject, play: Play): Promise<void> {
  const [first, second] = [await play.open('a'), await play.open('b')];
  const waiting = await play.waiting();
  waiting.ask({ offset: 0 });
  play.note('silent while both are open', await waiting.isSilent());
  const plain = await WireProducer.ready(subject, null);
  play.note('plain', await plain.produce(play.topic, ['plain']));
  play.note('silent after a plain record', await waiting.isSilent());
  play.note('commit', await second.end(true));
  play.note('silent after the later commit', await waiting.isSilent());
  const reader = await WireReader.open(subject, play.topic, { isCommitted: true });
  play.note('committed end', await reader.listOffset(-1));
  play.note('abort', await first.end(false));
  play.tell('woken by the abort', await waiting.answer());
  play.note('committed end', await reader.listOffset(-1));
}

/** The end of one transaction moves the offset as far as the next one's beginning. */
async function partWay(play: Play): Promise<void> {
  const third = await play.open('c');
  const committed = await play.waiting();
  committed.ask({ offset: 5 });
  const fourth = await play.open('d');
  play.note('silent while both are open', await committed.isSilent());
  play.note('commit', await third.end(true));
  play.tell('woken as far as the next', await committed.answer());
  committed.ask({ offset: 6 });
  const uncommitted = await play.waiting();
  uncommitted.ask({ offset: 8, isCommitted: false });
  play.note('silent behind the open one', await committed.isSilent());
  await play.write(fourth, 'd2');
  play.tell('uncommitted is woken by the record', await uncommitted.answer());
  play.note('silent all the same', await committed.isSilent());
  play.note('commit', await fourth.end(true));
  play.tell('woken by the commit', await committed.answer());
}

/** Too few bytes: the wait runs out and what there is comes. */
async function tooLittle(subject: WireSubject, play: Play): Promise<void> {
  const fifth = await play.open('e');
  const waiting = await play.waiting();
  waiting.ask({ offset: 10, minBytes: 100_000, maxWaitMs: 1000 });
  play.note('commit', await fifth.end(true));
  play.note('silent after the commit', await waiting.isSilent());
  await subject.pass(800);
  play.tell('answered when the wait is over', await waiting.answer());
  waiting.ask({ offset: 12, maxWaitMs: 400 });
  await subject.pass(500);
  play.tell('nothing at the end', await waiting.answer());
}

async function topicDeleted(subject: WireSubject, play: Play): Promise<void> {
  await play.open('f');
  const waiting = await play.waiting();
  waiting.ask({ offset: 12 });
  play.note('silent while it is open', await waiting.isSilent());
  const client = await subject.connect();
  await subject.settle(client.ask(DeleteTopics, 4, { topicNames: [play.topic], timeoutMs: 5000 }));
  play.note('the topic is deleted', (await waiting.answer()).error);
}

export const LAST_STABLE_OFFSET_MOVES: WireScenario = {
  title:
    'a read_committed long poll is woken when the last stable offset passes its own, and by nothing else',
  async run(subject, transcript, transactionVersion) {
    const plays = [{ name: 'old', versions: VERSIONS.platformatic as Versions }];
    if (transactionVersion === 2) plays.push({ name: 'new', versions: VERSIONS.tv2 });
    for (const { name, versions } of plays) {
      const play = new Play(subject, transcript, { name, versions });
      await newTopic(subject, play.topic);
      await heldBack(subject, play);
      await partWay(play);
      await tooLittle(subject, play);
      await topicDeleted(subject, play);
    }
  },
};
