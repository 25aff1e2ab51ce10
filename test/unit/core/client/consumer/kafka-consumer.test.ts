import { beforeEach, describe, expect, test } from 'vitest';
import type { KafkaConsumer } from '#core/client/consumer/kafka-consumer.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';
import { encodeStored } from '#core/protocol/schema/codec.ts';
import { ConsumerProtocolAssignment } from '#core/protocol/stored/consumer-protocol.ts';
import { ClientWorld, outcomeOf } from '../../../../support/client-world.ts';
import type { Message } from '../../../../support/scripted-broker.ts';

const GROUP = { 'group.id': 'g', 'auto.offset.reset': 'earliest', 'enable.auto.commit': 'false' };
const T0 = { topic: 't', partition: 0 };

function batch(baseOffset: number, count: number): Buffer {
  const records = Array.from({ length: count }, (_, i) => ({
    timestamp: 1,
    key: null,
    value: Buffer.from(`${baseOffset + i}`),
  }));
  return buildBatch({ records, baseOffset, partitionLeaderEpoch: 0 });
}

/** A group of one whose member is assigned all of t, and a log of ten records in each partition. */
class Scripted {
  readonly world = new ClientWorld({ topics: { t: 2 } });
  generation = 0;
  memberId = 'm-1';
  heartbeat: ErrorName = 'NONE';
  committed = new Map<number, number>();
  readonly fetches: Message[] = [];

  constructor() {
    const { broker, clock } = this.world;
    broker.on('JoinGroup', ({ memberId }) => {
      if (memberId === '')
        return {
          errorCode: errorCode('MEMBER_ID_REQUIRED'),
          protocolName: null,
          leader: '',
          memberId: this.memberId,
          members: [],
        };
      this.generation++;
      this.heartbeat = 'NONE';
      return {
        errorCode: 0,
        generationId: this.generation,
        protocolName: 'range',
        leader: 'somebody else',
        memberId,
        members: [],
      };
    });
    broker.on('SyncGroup', () => ({
      errorCode: 0,
      assignment: encodeStored(ConsumerProtocolAssignment, 1, {
        assignedPartitions: [{ topic: 't', partitions: [0, 1] }],
      }),
    }));
    broker.on('Heartbeat', () => ({ errorCode: errorCode(this.heartbeat) }));
    broker.on('LeaveGroup', () => ({ errorCode: 0, members: [] }));
    broker.on('OffsetCommit', ({ topics }) => ({
      topics: topics.map(({ name, partitions }: Message) => ({
        name,
        partitions: partitions.map(({ partitionIndex, committedOffset }: Message) => {
          this.committed.set(partitionIndex, committedOffset);
          return { partitionIndex, errorCode: 0 };
        }),
      })),
    }));
    broker.on('OffsetFetch', ({ groups }) => ({
      groups: groups.map(({ groupId, topics }: Message) => ({
        groupId,
        errorCode: 0,
        topics: topics.map(({ name, partitionIndexes }: Message) => ({
          name,
          partitions: partitionIndexes.map((partitionIndex: number) => ({
            partitionIndex,
            committedOffset: this.committed.get(partitionIndex) ?? -1,
            metadata: '',
            errorCode: 0,
          })),
        })),
      })),
    }));
    broker.on('ListOffsets', ({ topics }) => ({
      topics: topics.map(({ name, partitions }: Message) => ({
        name,
        partitions: partitions.map(({ partitionIndex, timestamp }: Message) => ({
          partitionIndex,
          errorCode: 0,
          offset: timestamp === -2 ? 0 : 10,
        })),
      })),
    }));
    broker.on('Fetch', (request) => {
      this.fetches.push(request);
      const partitions = request.topics.flatMap(({ partitions: asked }: Message) => asked);
      const hasData = partitions.some(({ fetchOffset }: Message) => fetchOffset < 10);
      const answer = {
        sessionId: 0,
        responses: request.topics.map(({ topic, topicId }: Message) => ({
          topic,
          topicId,
          partitions: partitions.map(({ partition, fetchOffset }: Message) => ({
            partitionIndex: partition,
            errorCode: 0,
            highWatermark: 10,
            lastStableOffset: 10,
            abortedTransactions: null,
            records: fetchOffset < 10 ? batch(0, 10) : Buffer.alloc(0),
          })),
        })),
      };
      return hasData ? answer : new Promise((resolve) => void clock.schedule(500, () => resolve(answer)));
    });
  }

  consumer(config: { [key: string]: string } = {}): KafkaConsumer {
    return this.world.consumer({ ...GROUP, ...config });
  }

  /** Polls for `ms` of simulated time, collecting. */
  async poll(consumer: KafkaConsumer, ms: number): Promise<number[]> {
    const offsets: number[] = [];
    const until = this.world.clock.monotonicMs() + ms;
    while (this.world.clock.monotonicMs() < until) {
      for (const { offset } of await this.world.settle(consumer.poll(100))) offsets.push(offset);
    }
    return offsets;
  }
}

let scripted: Scripted;
let world: ClientWorld;
beforeEach(() => {
  scripted = new Scripted();
  world = scripted.world;
});

describe('a member of a group', () => {
  test('joins with the id it is given, is assigned, reads and commits', async () => {
    const consumer = scripted.consumer();
    const assigned: number[] = [];
    consumer.subscribe(['t'], {
      onPartitionsAssigned: (partitions) => void assigned.push(partitions.length),
    });
    expect(await scripted.poll(consumer, 1000)).toHaveLength(20);
    expect(world.broker.of('JoinGroup').map(({ body }) => body.memberId)).toEqual(['', 'm-1']);
    expect(assigned).toEqual([2]);
    expect(consumer.groupMetadata()).toEqual({
      groupId: 'g',
      generationId: 1,
      memberId: 'm-1',
      groupInstanceId: null,
    });
    await world.settle(consumer.commitSync());
    expect([...scripted.committed]).toEqual([
      [0, 10],
      [1, 10],
    ]);
    expect(world.broker.of('OffsetFetch')[0]?.body.requireStable).toBe(true);
  });

  test('begins at the committed offset, in the middle of a batch', async () => {
    scripted.committed.set(0, 7);
    scripted.committed.set(1, 10);
    const consumer = scripted.consumer();
    consumer.subscribe(['t']);
    expect(await scripted.poll(consumer, 500)).toEqual([7, 8, 9]);
  });

  test('says every heartbeat.interval.ms that it lives, and rejoins when told of a rebalance', async () => {
    const consumer = scripted.consumer();
    const calls: string[] = [];
    consumer.subscribe(['t'], {
      onPartitionsAssigned: () => void calls.push('assigned'),
      onPartitionsRevoked: () => void calls.push('revoked'),
      onPartitionsLost: () => void calls.push('lost'),
    });
    await scripted.poll(consumer, 10_000);
    expect(world.broker.of('Heartbeat')).toHaveLength(3);
    scripted.heartbeat = 'REBALANCE_IN_PROGRESS';
    await scripted.poll(consumer, 4000);
    expect(calls).toEqual(['assigned', 'revoked', 'assigned']);
    expect(consumer.groupMetadata().generationId).toBe(2);
  });

  test.each(['UNKNOWN_MEMBER_ID', 'ILLEGAL_GENERATION'] as const)(
    'has lost its partitions after %s',
    async (error) => {
      const consumer = scripted.consumer();
      const calls: string[] = [];
      consumer.subscribe(['t'], {
        onPartitionsRevoked: () => void calls.push('revoked'),
        onPartitionsLost: () => void calls.push('lost'),
      });
      await scripted.poll(consumer, 1000);
      scripted.heartbeat = error;
      await scripted.poll(consumer, 4000);
      expect(calls).toEqual(['lost']);
      expect(consumer.assignment()).toHaveLength(2);
    },
  );

  test('whose commit comes too late is told CommitFailedException', async () => {
    const consumer = scripted.consumer();
    consumer.subscribe(['t']);
    await scripted.poll(consumer, 1000);
    world.broker.next('OffsetCommit', () => ({
      topics: [
        { name: 't', partitions: [{ partitionIndex: 0, errorCode: errorCode('ILLEGAL_GENERATION') }] },
      ],
    }));
    await expect(world.settle(consumer.commitSync())).rejects.toMatchObject({
      exception: 'CommitFailedException',
    });
  });

  test('that does not poll for max.poll.interval.ms leaves its group', async () => {
    const consumer = scripted.consumer({ 'max.poll.interval.ms': '10000' });
    consumer.subscribe(['t']);
    await scripted.poll(consumer, 1000);
    await world.pass(14_000);
    expect(world.broker.of('LeaveGroup')[0]?.body.members).toMatchObject([
      { memberId: 'm-1', reason: 'consumer poll timeout has expired.' },
    ]);
    await scripted.poll(consumer, 1000);
    expect(consumer.groupMetadata().generationId).toBe(2);
  });

  test('finds the coordinator again when it has moved', async () => {
    const consumer = scripted.consumer();
    consumer.subscribe(['t']);
    await scripted.poll(consumer, 1000);
    const before = world.broker.of('FindCoordinator').length;
    world.broker.next('OffsetCommit', () => ({
      topics: [{ name: 't', partitions: [{ partitionIndex: 0, errorCode: errorCode('NOT_COORDINATOR') }] }],
    }));
    await world.settle(consumer.commitSync());
    expect(world.broker.of('FindCoordinator')).toHaveLength(before + 1);
  });

  test('waits for an offset of an open transaction', async () => {
    world.broker.next('OffsetFetch', () => ({
      groups: [
        {
          groupId: 'g',
          errorCode: 0,
          topics: [
            {
              name: 't',
              partitions: [
                {
                  partitionIndex: 0,
                  committedOffset: -1,
                  metadata: '',
                  errorCode: errorCode('UNSTABLE_OFFSET_COMMIT'),
                },
              ],
            },
          ],
        },
      ],
    }));
    const consumer = scripted.consumer();
    consumer.subscribe(['t']);
    expect(await scripted.poll(consumer, 1500)).toHaveLength(20);
    expect(world.broker.of('OffsetFetch')).toHaveLength(2);
  });

  test('commits by itself, in intervals and when it closes', async () => {
    const consumer = scripted.consumer({ 'enable.auto.commit': 'true' });
    consumer.subscribe(['t']);
    await scripted.poll(consumer, 4000);
    expect(world.broker.of('OffsetCommit')).toHaveLength(0);
    await scripted.poll(consumer, 2000);
    expect(world.broker.of('OffsetCommit')).toHaveLength(1);
    await world.settle(consumer.close());
    expect(world.broker.of('OffsetCommit')).toHaveLength(2);
    expect(world.broker.of('LeaveGroup')).toHaveLength(1);
    await world.pass(1000);
    expect(world.clock.pendingCount).toBe(0);
  });

  test('is refused for good with its instance id in use', async () => {
    const consumer = scripted.consumer({ 'group.instance.id': 'i' });
    world.broker.on('JoinGroup', () => ({
      errorCode: errorCode('FENCED_INSTANCE_ID'),
      protocolName: null,
      leader: '',
      memberId: '',
      members: [],
    }));
    consumer.subscribe(['t']);
    await expect(world.settle(consumer.poll(1000))).rejects.toMatchObject({
      exception: 'FencedInstanceIdException',
    });
  });
});

describe('a consumer with partitions of its own', () => {
  test('reads max.poll.records at a time, and ahead', async () => {
    const consumer = scripted.consumer({ 'max.poll.records': '4' });
    consumer.assign([T0]);
    const polls: number[] = [];
    for (let i = 0; i < 3; i++) polls.push((await world.settle(consumer.poll(1000))).length);
    expect(polls).toEqual([4, 4, 2]);
    expect(await world.settle(consumer.position(T0))).toBe(10);
    expect(consumer.currentLag(T0)).toBe(0);
  });

  test('drops what was fetched for another position', async () => {
    const consumer = scripted.consumer({ 'max.poll.records': '2' });
    consumer.assign([T0]);
    await world.settle(consumer.poll(1000));
    consumer.seek(T0, 8);
    expect((await world.settle(consumer.poll(1000))).map(({ offset }) => offset)).toEqual([8, 9]);
  });

  test('gives nothing of a paused partition', async () => {
    const consumer = scripted.consumer();
    consumer.assign([T0]);
    consumer.pause([T0]);
    expect(await scripted.poll(consumer, 500)).toEqual([]);
    consumer.resume([T0]);
    expect(await scripted.poll(consumer, 500)).toHaveLength(10);
  });

  test('without a committed offset and without a reset is told so', async () => {
    const consumer = scripted.consumer({ 'auto.offset.reset': 'none' });
    consumer.assign([T0]);
    await expect(world.settle(consumer.poll(1000))).rejects.toMatchObject({
      exception: 'NoOffsetForPartitionException',
    });
  });

  test('resets an offset that does not exist, or is told so', async () => {
    world.broker.next('Fetch', ({ topics }) => ({
      sessionId: 0,
      responses: topics.map(({ topic, topicId }: Message) => ({
        topic,
        topicId,
        partitions: [
          {
            partitionIndex: 0,
            errorCode: errorCode('OFFSET_OUT_OF_RANGE'),
            highWatermark: -1,
            records: null,
            abortedTransactions: null,
          },
        ],
      })),
    }));
    const consumer = scripted.consumer();
    consumer.assign([T0]);
    consumer.seek(T0, 99);
    expect(await scripted.poll(consumer, 1000)).toHaveLength(10);
  });

  test('is woken from a waiting poll', async () => {
    const consumer = scripted.consumer();
    consumer.assign([T0]);
    await scripted.poll(consumer, 200);
    const waiting = outcomeOf(consumer.poll(60_000));
    await world.pass(1000);
    consumer.wakeup();
    await world.pass(0);
    expect(waiting.error).toMatchObject({ exception: 'WakeupException' });
    expect(await world.settle(consumer.poll(0))).toEqual([]);
  });

  test('fetches at the isolation level it was given, with topic ids', async () => {
    const consumer = scripted.consumer({ 'isolation.level': 'read_committed' });
    consumer.assign([T0]);
    await scripted.poll(consumer, 200);
    expect(scripted.fetches[0]).toMatchObject({ isolationLevel: 1, minBytes: 1, maxWaitMs: 500 });
    expect(world.broker.of('Fetch')[0]?.version).toBe(18);
    expect(world.broker.of('ListOffsets')[0]?.body.isolationLevel).toBe(1);
  });

  test('refuses calls that do not fit', async () => {
    const consumer = scripted.consumer();
    await expect(consumer.poll(10)).rejects.toMatchObject({ exception: 'IllegalStateException' });
    consumer.assign([T0]);
    expect(() => consumer.subscribe(['t'])).toThrow(/mutually exclusive/);
    expect(() => consumer.seek({ topic: 't', partition: 5 }, 1)).toThrow(
      'No current assignment for partition t-5',
    );
    const first = outcomeOf(consumer.poll(100));
    await expect(consumer.poll(100)).rejects.toThrow(/not safe for multi-threaded access/);
    await world.pass(500);
    expect(first.value).toBeDefined();
    expect(() => world.consumer().subscribe(['t'])).toThrow(/you must provide a valid group\.id/);
  });
});
