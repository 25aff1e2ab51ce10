import { beforeEach, describe, expect, test } from 'vitest';
import type { KafkaConsumer } from '#core/client/consumer/kafka-consumer.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { ClientWorld } from '../../../../support/client-world.ts';
import type { Message } from '../../../../support/scripted-broker.ts';
import type { ScriptedGroup } from '../../../../support/scripted-group.ts';
import { scriptGroup } from '../../../../support/scripted-group.ts';

const T0 = { topic: 't', partition: 0 };
const GROUP = { 'group.id': 'g', 'enable.auto.commit': 'false', 'auto.offset.reset': 'earliest' };

let world: ClientWorld;
let group: ScriptedGroup;
/** What the leader says of an epoch's end. */
let end: { readonly errorCode?: number; readonly leaderEpoch: number; readonly endOffset: number };
let currentEpoch: number;

beforeEach(() => {
  world = new ClientWorld({ topics: { t: 1 } });
  group = scriptGroup(world);
  currentEpoch = 0;
  end = { leaderEpoch: 0, endOffset: 10 };
  world.broker.on('OffsetForLeaderEpoch', ({ topics }) => ({
    topics: topics.map(({ topic }: Message) => ({
      topic,
      partitions: [{ partition: 0, errorCode: end.errorCode ?? 0, ...end }],
    })),
  }));
  world.broker.on('Metadata', (request, version) => {
    const answer = world.broker.answer('Metadata', request, version);
    for (const topic of answer.topics)
      for (const partition of topic.partitions) partition.leaderEpoch = currentEpoch;
    return answer;
  });
});

async function read(consumer: KafkaConsumer, ms: number): Promise<number[]> {
  const offsets: number[] = [];
  const until = world.clock.monotonicMs() + ms;
  while (world.clock.monotonicMs() < until)
    for (const { offset } of await world.settle(consumer.poll(100))) offsets.push(offset);
  return offsets;
}

const questions = (): readonly Message[] =>
  world.broker.of('OffsetForLeaderEpoch').map(({ body }) => body.topics[0].partitions[0]);

/** A reader at the end of the log; then there is a new leader. */
async function atNewLeader(config: { readonly [key: string]: string } = {}): Promise<KafkaConsumer> {
  const consumer = world.consumer({ ...GROUP, 'metadata.max.age.ms': '1000', ...config });
  consumer.assign([T0]);
  if (config['auto.offset.reset'] === 'none') consumer.seek(T0, 0);
  expect(await read(consumer, 500)).toHaveLength(10);
  expect(questions()).toEqual([]);
  currentEpoch = 5;
  return consumer;
}

describe('a position with a leader epoch', () => {
  test('is checked when there is a new leader, and reading goes on where nothing was cut', async () => {
    const consumer = await atNewLeader();
    await read(consumer, 2000);
    expect(questions()).toEqual([{ partition: 0, leaderEpoch: 0, currentLeaderEpoch: 5 }]);
    expect(world.broker.of('OffsetForLeaderEpoch')[0]?.body.replicaId).toBe(-1);
    expect(await world.settle(consumer.position(T0))).toBe(10);
  });

  test('moves back to where the log was cut', async () => {
    const consumer = await atNewLeader();
    end = { leaderEpoch: 0, endOffset: 6 };
    expect(await read(consumer, 3000)).toEqual([6, 7, 8, 9]);
  });

  test('is reset where the epoch is not known any more', async () => {
    const consumer = await atNewLeader();
    end = { leaderEpoch: -1, endOffset: -1 };
    expect(await read(consumer, 3000)).toHaveLength(10);
  });

  test('without a reset is told LogTruncationException, until it seeks', async () => {
    const consumer = await atNewLeader({ 'auto.offset.reset': 'none' });
    end = { leaderEpoch: 0, endOffset: 6 };
    await expect(read(consumer, 3000)).rejects.toMatchObject({
      exception: 'LogTruncationException',
      message: 'Truncated partitions detected with divergent offsets {t-0=6}',
    });
    consumer.seek(T0, 6);
    expect(await read(consumer, 1000)).toEqual([6, 7, 8, 9]);
  });

  test('is checked again after an error, with newer metadata', async () => {
    const consumer = await atNewLeader();
    end = { errorCode: errorCode('FENCED_LEADER_EPOCH'), leaderEpoch: -1, endOffset: -1 };
    await read(consumer, 1500);
    end = { leaderEpoch: 0, endOffset: 8 };
    expect(await read(consumer, 3000)).toEqual([8, 9]);
  });

  test('is checked when it was committed with one', async () => {
    group.committed.set(0, { offset: 4, leaderEpoch: 0 });
    end = { leaderEpoch: 0, endOffset: 3 };
    const consumer = world.consumer(GROUP);
    consumer.assign([T0]);
    expect(await read(consumer, 1000)).toEqual([3, 4, 5, 6, 7, 8, 9]);
  });

  test('is taken as it is where the broker cannot be asked', async () => {
    world = new ClientWorld({ topics: { t: 1 }, maxVersions: { OffsetForLeaderEpoch: 2 } });
    group = scriptGroup(world);
    group.committed.set(0, { offset: 4, leaderEpoch: 0 });
    const consumer = world.consumer(GROUP);
    consumer.assign([T0]);
    expect(await read(consumer, 1000)).toHaveLength(6);
  });
});
