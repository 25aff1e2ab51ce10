/** What evidence packs are made of: brokers of ours in the states that matter, written to over the wire. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateTopics } from '#core/protocol/messages/19-create-topics.ts';
import { VERSIONS, WireProducer } from '../../support/wire-producer.ts';
import { newTopic } from '../../support/wire-subject.ts';
import { KafkaSubject } from '../kafka-subject.ts';

const NO_COMMANDS = { stop: 'false', kill: 'false', boot: 'false' };

/** A client's view of a broker on this machine. */
export function subjectAt(port: number): KafkaSubject {
  return new KafkaSubject(port, NO_COMMANDS);
}

/** Produces, waiting while the last transaction's markers are still being written. */
export async function produceSurely(
  producer: WireProducer,
  topic: string,
  values: Parameters<WireProducer['produce']>[1],
): Promise<void> {
  for (;;) {
    const answer = await producer.produce(topic, values);
    if (typeof answer === 'number') return;
    if (answer !== 'CONCURRENT_TRANSACTIONS') throw new Error(`Produce: ${answer}`);
    await sleep(5);
  }
}

/** Transactions of each outcome, one with offsets, and plain records, to `topic`. */
export async function writeSome(subject: KafkaSubject, topic: string): Promise<void> {
  await newTopic(subject, topic);
  const producer = await WireProducer.ready(subject, `${topic}-tx`, VERSIONS.tv2);
  for (let i = 0; i < 6; i++) {
    await produceSurely(producer, topic, [`committed ${i}`, 'and one more']);
    if (i === 2) {
      await producer.findGroup(`${topic}-group`);
      await producer.addOffsets(`${topic}-group`);
      await producer.commitOffset(`${topic}-group`, topic, 3);
    }
    await producer.end(i % 3 !== 1);
  }
  const plain = await WireProducer.ready(subject, null);
  for (let i = 0; i < 4; i++) await produceSurely(plain, topic, [`plain ${i}`]);
}

/** Begins a transaction and leaves it open. */
export async function leaveOpen(subject: KafkaSubject, topic: string, id = 'open'): Promise<void> {
  const producer = await WireProducer.ready(subject, `${topic}-${id}`, VERSIONS.tv2);
  await produceSurely(producer, topic, ['open', 'still open']);
}

const WRITERS = 5;

/** Producers at work. */
interface Writing {
  /** Resolves when each of them is in the last transaction that it begins. */
  untilInLast(): Promise<void>;
  /** Answers how many transactions were ended. */
  stop(): Promise<number>;
}

/**
 * Five transactional producers that write until they are told to stop. With `ends` each ends so many transactions and then writes on
 * in one that it leaves open: whoever kills the broker then finds none between its decision and its markers, which Kafka would go on
 * with, and so write to the logs.
 */
export function writeOn(
  subject: KafkaSubject,
  topic: string,
  { ends = Number.POSITIVE_INFINITY, valueSize = 200 } = {},
): Writing {
  let isOver = false;
  const inLast = new Set<number>();
  const loops = Array.from({ length: WRITERS }, async (_, n) => {
    const producer = await WireProducer.ready(subject, `${topic}-${n}`, VERSIONS.tv2);
    let count = 0;
    while (!isOver) {
      await produceSurely(producer, topic, [`${n}: ${count}`, 'x'.repeat(valueSize)]);
      await produceSurely(producer, topic, [`${n}: ${count}, second batch`]);
      if (count === ends) {
        inLast.add(n);
        continue;
      }
      await producer.end((count + n) % 4 !== 0);
      count++;
    }
    return count;
  });
  const all = Promise.all(loops);
  // A broker that is killed ends them; whoever asks hears of it.
  all.catch(() => undefined);
  return {
    untilInLast: async () => {
      while (inLast.size < WRITERS) await sleep(20);
    },
    stop: async () => {
      isOver = true;
      return (await all).reduce((sum, count) => sum + count, 0);
    },
  };
}

/** A compacted topic whose segments roll at once: the cleaner has something to do. */
export async function createCompacted(subject: KafkaSubject, name: string): Promise<void> {
  const client = await subject.connect();
  const configs = [
    { name: 'cleanup.policy', value: 'compact' },
    { name: 'segment.ms', value: '50' },
    { name: 'min.cleanable.dirty.ratio', value: '0.01' },
  ];
  await client.ask(CreateTopics, 4, {
    topics: [{ name, numPartitions: 1, replicationFactor: 1, assignments: [], configs }],
    timeoutMs: 10_000,
  });
  client.close();
}

/** A broker in a process of its own, so that it can be killed. */
export async function spawnBroker(data: string, port: number): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'core/cli/main.ts', 'broker', '--port', String(port), '--data', data],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(child.stdout, 'data');
  return child;
}

/** As by kill -9. */
export async function killHard(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
  await sleep(50);
}
