import { beforeEach, describe, expect, test } from 'vitest';
import type { KafkaConsumer } from '#core/client/consumer/kafka-consumer.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { decodeStored, encodeStored } from '#core/protocol/schema/codec.ts';
import {
  ConsumerProtocolAssignment,
  ConsumerProtocolSubscription,
} from '#core/protocol/stored/consumer-protocol.ts';
import { ClientWorld, outcomeOf } from '../../../../support/client-world.ts';
import type { Message } from '../../../../support/scripted-broker.ts';
import type { ScriptedGroup } from '../../../../support/scripted-group.ts';
import { scriptGroup } from '../../../../support/scripted-group.ts';

const PACKAGE = 'org.apache.kafka.clients.consumer';
const COOPERATIVE = { 'partition.assignment.strategy': `${PACKAGE}.CooperativeStickyAssignor` };
const EAGER = { 'partition.assignment.strategy': `${PACKAGE}.RangeAssignor` };

let world: ClientWorld;
let group: ScriptedGroup;
let generation: number;
/** What the leader, somebody else, assigns in the rounds to come; the last one for ever. */
let assignments: (readonly number[])[];
let calls: string[];

beforeEach(() => {
  world = new ClientWorld({ topics: { t: 4, u: 1 } });
  group = scriptGroup(world);
  generation = 0;
  assignments = [[0, 1]];
  calls = [];
  world.broker.on('JoinGroup', ({ memberId, protocols }) => {
    const refused = memberId === '';
    if (!refused) generation++;
    return {
      errorCode: refused ? errorCode('MEMBER_ID_REQUIRED') : 0,
      generationId: refused ? -1 : generation,
      protocolName: protocols[0].name,
      leader: 'somebody else',
      memberId: refused ? 'm' : memberId,
      members: [],
    };
  });
  world.broker.on('SyncGroup', () => {
    const partitions = (assignments.length > 1 ? assignments.shift() : assignments[0]) ?? [];
    return {
      errorCode: 0,
      assignment: encodeStored(ConsumerProtocolAssignment, 1, {
        assignedPartitions: [{ topic: 't', partitions: [...partitions] }],
      }),
    };
  });
  world.broker.on('Heartbeat', () => ({ errorCode: 0 }));
  world.broker.on('LeaveGroup', () => ({ errorCode: 0, members: [] }));
});

function member(config: { readonly [key: string]: string }): KafkaConsumer {
  const consumer = world.consumer({
    'group.id': 'g',
    'auto.offset.reset': 'earliest',
    'enable.auto.commit': 'false',
    ...config,
  });
  const note =
    (what: string) =>
    (partitions: readonly { readonly partition: number }[]): void =>
      void calls.push(`${what} ${partitions.map(({ partition }) => partition)}`);
  consumer.subscribe(['t'], {
    onPartitionsAssigned: note('assigned'),
    onPartitionsRevoked: note('revoked'),
    onPartitionsLost: note('lost'),
  });
  return consumer;
}

async function pollFor(consumer: KafkaConsumer, ms: number): Promise<number> {
  let records = 0;
  const until = world.clock.monotonicMs() + ms;
  while (world.clock.monotonicMs() < until) records += (await world.settle(consumer.poll(100))).length;
  return records;
}

/** The next heartbeat is answered with this error. */
function refuse(error: 'REBALANCE_IN_PROGRESS' | 'ILLEGAL_GENERATION' | 'UNKNOWN_MEMBER_ID'): void {
  world.broker.next('Heartbeat', () => ({ errorCode: errorCode(error) }));
}

/** What the member said of itself, join by join. */
const subscriptions = (): readonly Message[] =>
  world.broker
    .of('JoinGroup')
    .map(({ body }) => decodeStored(ConsumerProtocolSubscription, body.protocols[0].metadata).value);

describe('a member with a cooperative assignor', () => {
  test('gives up only what it is no longer assigned, and joins once more', async () => {
    assignments = [
      [0, 1, 2],
      [0, 1],
      [0, 1],
    ];
    const consumer = member(COOPERATIVE);
    await pollFor(consumer, 1000);
    refuse('REBALANCE_IN_PROGRESS');
    await pollFor(consumer, 5000);
    expect(calls).toEqual(['assigned 0,1,2', 'revoked 2', 'assigned ', 'assigned ']);
    expect(generation).toBe(3);
    const said = subscriptions().map(({ ownedPartitions, generationId, userData }) => [
      ownedPartitions.flatMap(({ partitions }: Message) => partitions),
      generationId,
      userData?.readInt32BE(0),
    ]);
    expect(said).toEqual([
      [[], -1, -1],
      [[], -1, -1],
      [[0, 1, 2], 1, 1],
      [[0, 1], 2, 2],
    ]);
    expect(world.broker.of('JoinGroup').at(-1)?.body.reason).toBe('need to revoke partitions and re-join');
  });

  test('keeps reading while the group rebalances', async () => {
    const consumer = member(COOPERATIVE);
    expect(await pollFor(consumer, 1000)).toBe(20);
    refuse('REBALANCE_IN_PROGRESS');
    world.broker.next('JoinGroup', () => 'silence');
    await pollFor(consumer, 5000);
    consumer.seek({ topic: 't', partition: 0 }, 0);
    expect(await pollFor(consumer, 1000)).toBe(10);
    await expect(world.settle(consumer.commitSync())).rejects.toMatchObject({
      exception: 'RebalanceInProgressException',
      message: expect.stringContaining('the consumer is undergoing a rebalance'),
    });
  });

  test.each([
    ['ILLEGAL_GENERATION', 'm'],
    ['UNKNOWN_MEMBER_ID', ''],
  ] as const)('after %s it has lost everything and joins as "%s"', async (error, memberId) => {
    const consumer = member(COOPERATIVE);
    await pollFor(consumer, 1000);
    const before = world.broker.of('JoinGroup').length;
    refuse(error);
    await pollFor(consumer, 5000);
    expect(calls).toEqual(['assigned 0,1', 'lost 0,1', 'assigned 0,1']);
    expect(world.broker.of('JoinGroup')[before]?.body.memberId).toBe(memberId);
    expect(subscriptions()[before]).toMatchObject({ ownedPartitions: [], generationId: -1 });
  });
});

describe('a member with an eager assignor', () => {
  test('gives everything up before it joins, committed if it commits by itself', async () => {
    const consumer = member({ ...EAGER, 'enable.auto.commit': 'true' });
    await pollFor(consumer, 1000);
    refuse('REBALANCE_IN_PROGRESS');
    await pollFor(consumer, 3000);
    expect(calls).toEqual(['assigned 0,1', 'revoked 0,1', 'assigned 0,1']);
    expect(group.committed.get(1)?.offset).toBe(10);
    const order = world.broker.calls.filter((api) => api === 'OffsetCommit' || api === 'JoinGroup');
    expect(order).toEqual(['JoinGroup', 'JoinGroup', 'OffsetCommit', 'JoinGroup']);
  });

  test('returns no record of partitions that wait for their last commit', async () => {
    const consumer = member({ ...EAGER, 'enable.auto.commit': 'true', 'max.poll.records': '5' });
    expect(await pollFor(consumer, 100)).toBeLessThan(20);
    world.broker.next('OffsetCommit', () => 'silence');
    consumer.enforceRebalance();
    expect(await pollFor(consumer, 1000)).toBe(0);
    expect(calls).toEqual(['assigned 0,1']);
  });

  test('offers all its assignors, and keeps to what all of them can', async () => {
    const both = `${PACKAGE}.CooperativeStickyAssignor,${PACKAGE}.StickyAssignor`;
    const consumer = member({ 'partition.assignment.strategy': both });
    await pollFor(consumer, 1000);
    expect(world.broker.of('JoinGroup')[0]?.body.protocols.map(({ name }: Message) => name)).toEqual([
      'cooperative-sticky',
      'sticky',
    ]);
    refuse('REBALANCE_IN_PROGRESS');
    await pollFor(consumer, 3000);
    expect(calls).toEqual(['assigned 0,1', 'revoked 0,1', 'assigned 0,1']);
  });

  test('joins anew when it subscribes to other topics', async () => {
    const consumer = member(EAGER);
    await pollFor(consumer, 1000);
    consumer.subscribe(['t', 'u']);
    await pollFor(consumer, 1000);
    expect(subscriptions().at(-1).topics).toEqual(['t', 'u']);
  });

  test('takes topics that match its pattern, and those alone', async () => {
    const consumer = world.consumer({ 'group.id': 'g', ...EAGER });
    consumer.subscribe(/t|x/);
    await pollFor(consumer, 1000);
    expect(subscriptions()[0].topics).toEqual(['t']);
    expect(consumer.subscription()).toEqual(['t']);
    expect(() => world.consumer({ 'group.id': 'g' }).subscribe({ re2: 't' })).toThrow(
      /not supported when using the CLASSIC/,
    );
  });

  test('that is out of its group commits nothing', async () => {
    const consumer = member({ ...EAGER, 'max.poll.interval.ms': '10000' });
    await pollFor(consumer, 1000);
    await world.pass(15_000);
    await expect(world.settle(consumer.commitSync())).rejects.toMatchObject({
      exception: 'CommitFailedException',
      message: expect.stringContaining('kicked out of the group'),
    });
    expect(world.broker.of('OffsetCommit')).toHaveLength(0);
  });

  test('tells what a callback threw when the rebalance is over', async () => {
    const consumer = world.consumer({ 'group.id': 'g', ...EAGER });
    let isFirst = true;
    consumer.subscribe(['t'], {
      onPartitionsAssigned: () => {
        if (isFirst) throw new Error('mine');
      },
    });
    await expect(pollFor(consumer, 1000)).rejects.toMatchObject({
      message: 'User rebalance callback throws an error',
    });
    isFirst = false;
    expect(consumer.assignment()).toHaveLength(2);
    await pollFor(consumer, 1000);
    expect(generation).toBe(1);
  });

  test('that is woken inside a callback does not rebalance before it is over', async () => {
    const consumer = world.consumer({ 'group.id': 'g', ...EAGER });
    let finish: () => void = () => undefined;
    consumer.subscribe(['t'], {
      onPartitionsRevoked: () => {
        calls.push('revoked');
        return new Promise<void>((resolve) => {
          finish = resolve;
        });
      },
    });
    await pollFor(consumer, 1000);
    consumer.enforceRebalance();
    const woken = outcomeOf(consumer.poll(60_000));
    await world.pass(1000);
    consumer.wakeup();
    await world.pass(0);
    expect(woken.error).toMatchObject({ exception: 'WakeupException' });
    const next = outcomeOf(consumer.poll(1000));
    await world.pass(500);
    expect([calls, generation]).toEqual([['revoked'], 1]);
    finish();
    await world.pass(2000);
    expect(next.error).toBeUndefined();
    expect([calls, generation]).toEqual([['revoked'], 2]);
  });

  test('unsubscribes without a commit', async () => {
    const consumer = member({ ...EAGER, 'enable.auto.commit': 'true' });
    await pollFor(consumer, 1000);
    await world.settle(consumer.unsubscribe());
    expect(calls).toEqual(['assigned 0,1', 'revoked 0,1']);
    expect(world.broker.of('OffsetCommit')).toHaveLength(0);
    expect(world.broker.of('LeaveGroup')).toHaveLength(1);
  });
});

describe('commits that nobody waits for', () => {
  test('are sent once, and told of within a later call', async () => {
    const consumer = member(EAGER);
    await pollFor(consumer, 1000);
    const outcomes: string[] = [];
    const callback = (_offsets: unknown, error: Error | undefined): void =>
      void outcomes.push((error as { exception?: string } | undefined)?.exception ?? 'done');
    consumer.commitAsync(undefined, callback);
    world.broker.next(
      'OffsetCommit',
      (request, version) => world.broker.answer('OffsetCommit', request, version) ?? committed(request),
      () => refusedCommit('COORDINATOR_LOAD_IN_PROGRESS'),
    );
    consumer.commitAsync(undefined, callback);
    await world.pass(100);
    expect(outcomes).toEqual([]);
    await pollFor(consumer, 100);
    expect(outcomes).toEqual(['done', 'RetriableCommitFailedException']);
    expect(world.broker.of('OffsetCommit')).toHaveLength(2);
  });
});

function answerTo(request: Message, error: number): Message {
  return {
    topics: request.topics.map(({ name, partitions }: Message) => ({
      name,
      partitions: partitions.map(({ partitionIndex }: Message) => ({ partitionIndex, errorCode: error })),
    })),
  };
}

const committed = (request: Message): Message => answerTo(request, 0);

function refusedCommit(error: 'COORDINATOR_LOAD_IN_PROGRESS'): Message {
  return { topics: [{ name: 't', partitions: [{ partitionIndex: 0, errorCode: errorCode(error) }] }] };
}
