/**
 * A group coordinator that restarts after every request, beside one that never does: both must answer the same, and remember the same.
 * On the way nobody may ever share a partition, and in the end all that is read must be assigned.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ConsumerHeartbeatRequest } from '#core/coordinator/group/consumer/consumer-requests.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { encodeStored } from '#core/protocol/schema/codec.ts';
import { ConsumerProtocolSubscription } from '#core/protocol/stored/consumer-protocol.ts';
import { consumerConfig, GroupWorld } from '../support/group-world.ts';

const HOUR_MS = 3_600_000;
/** Nothing expires while commands run: what a new coordinator gives everybody more time for would differ. */
const PATIENCE_MS = 1_000_000;
const CONFIG = {
  maxSize: 10,
  // The way back to a classic group rebalances in memory, which no coordinator remembers.
  consumer: consumerConfig({
    maxSize: 10,
    migrationPolicy: 'upgrade',
    timesOf: () => ({ sessionTimeoutMs: HOUR_MS, heartbeatIntervalMs: 5000, assignmentIntervalMs: 1000 }),
  }),
};
const TOPICS = ['t', 'u', 'v'];
const PLACES = TOPICS.flatMap((topic) => [0, 1].map((partition) => ({ topic, partition })));

/** After these a member gives everything up and joins anew. */
const MUST_REJOIN: readonly string[] = ['FENCED_MEMBER_EPOCH', 'UNKNOWN_MEMBER_ID'];

/** Patterns are looked up ten seconds after the last time. */
const REST_ROUNDS = 25;

type Given = Partial<ConsumerHeartbeatRequest>;
type Command =
  | { readonly do: 'beat'; readonly memberId: string; readonly given: Given }
  | { readonly do: 'classic round'; readonly hasNew: boolean; readonly topics: string[] }
  | { readonly do: 'classic beat' | 'classic leave' }
  | { readonly do: 'commit'; readonly who: string; readonly place: number; readonly producerId: number }
  | { readonly do: 'end'; readonly producerId: number; readonly isCommit: boolean }
  | { readonly do: 'delete offset'; readonly place: number }
  | { readonly do: 'delete group' }
  | { readonly do: 'topic'; readonly topic: string; readonly partitions: number }
  | { readonly do: 'wait'; readonly ms: number };

const memberId = fc.constantFrom('a', 'b', 'c');
const topics = fc.subarray(TOPICS, { minLength: 1 });
const place = fc.nat(PLACES.length - 1);
const dynamic: fc.Arbitrary<Given> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  { weight: 3, arbitrary: topics.map((subscribedTopicNames) => ({ subscribedTopicNames })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('t|v', '[tu]', '(').map((regex) => ({ subscribedTopicRegex: regex })),
  },
  { weight: 1, arbitrary: fc.constantFrom('range', 'uniform').map((serverAssignor) => ({ serverAssignor })) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 1, 3).map((memberEpoch) => ({ memberEpoch })) },
);
/** Whoever it is comes under the same instance id. */
const ofInstance = fc
  .constantFrom({}, {}, { memberEpoch: -2 }, { memberEpoch: -1 })
  .map((given): Given => ({ instanceId: 'i', ...given }));

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 9, arbitrary: fc.record({ do: fc.constant('beat' as const), memberId, given: dynamic }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('beat' as const),
      memberId: fc.constantFrom('s1', 's2'),
      given: ofInstance,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('classic round' as const), hasNew: fc.boolean(), topics }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('classic beat' as const, 'classic leave' as const) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('commit' as const),
      who: fc.oneof(memberId, fc.constant('')),
      place,
      producerId: fc.constantFrom(-1, -1, 1, 2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      producerId: fc.constantFrom(1, 2),
      isCommit: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete offset' as const), place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete group' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('topic' as const),
      topic: fc.constantFrom(...TOPICS),
      partitions: fc.nat(6),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 400, 1000) }),
  },
);

interface Client {
  epoch: number;
  /** `t[0,1]`, as it was told. */
  has: string;
}

/** A coordinator, and what the members remember of what it told them. */
class Side {
  readonly world: GroupWorld;
  readonly members = new Map<string, Client>();
  /** Members of the classic protocol with their generation. */
  readonly classic = new Map<string, number>();
  #leader = '';

  constructor(world: GroupWorld) {
    this.world = world;
  }

  run(command: Command): unknown {
    const { world } = this;
    switch (command.do) {
      case 'beat':
        return this.beat(command.memberId, command.given);
      case 'classic round':
        return this.#classicRound(command);
      case 'classic beat':
      case 'classic leave':
        return this.#classicBeat(command.do === 'classic leave');
      case 'commit':
        return this.#commit(command);
      case 'end':
        return this.#end(command);
      case 'delete offset':
        return world.groups.deleteOffsets('g', PLACES.slice(command.place, command.place + 1));
      case 'delete group':
        return world.groups.delete('g');
      case 'topic':
        return this.#changeTopic(command);
      case 'wait':
        return world.clock.advance(command.ms);
    }
  }

  /** Says what the member has, as it was told. */
  beat(memberId: string, given: Given = {}) {
    const { epoch, has } = this.members.get(memberId) ?? { epoch: 0, has: '' };
    const first = { subscribedTopicNames: ['t'], rebalanceTimeoutMs: PATIENCE_MS, topicPartitions: [] };
    const says = epoch === 0 ? first : { topicPartitions: this.#partitions(has) };
    const answer = this.world.beat(memberId, given.memberEpoch ?? epoch, { ...says, ...given });
    if (MUST_REJOIN.includes(answer.error)) this.members.set(memberId, { epoch: 0, has: '' });
    else if (answer.error === 'NONE' && answer.epoch >= 0)
      this.members.set(memberId, { epoch: answer.epoch, has: answer.has ?? has });
    else if (answer.error === 'NONE' || answer.error === 'FENCED_INSTANCE_ID') this.members.delete(memberId);
    return answer;
  }

  #partitions(text: string) {
    return [...text.matchAll(/([\w-]+)\[([\d,]+)\]/g)].map(([, topic = '', ids = '']) => ({
      topicId: this.world.topics.byName(topic)?.id ?? topic,
      partitions: ids.split(',').map(Number),
    }));
  }

  /** All members of the classic protocol rejoin, perhaps with a new one, and are assigned. */
  async #classicRound({ hasNew, topics: reads }: Command & { do: 'classic round' }): Promise<unknown> {
    const { world, classic } = this;
    const metadata = encodeStored(ConsumerProtocolSubscription, 1, { topics: reads });
    // A new member, or the leader, starts the rebalance that all others then join.
    const known = [...classic.keys()].sort((a, b) => Number(b === this.#leader) - Number(a === this.#leader));
    const ids = [...(hasNew || classic.size === 0 ? [''] : []), ...known];
    const joins = ids.map((id) =>
      world.join({
        memberId: id,
        protocols: [{ name: 'range', metadata }],
        sessionTimeoutMs: 1_800_000,
        rebalanceTimeoutMs: PATIENCE_MS,
      }),
    );
    await world.clock.advance(0);
    const joined = await Promise.all(joins);
    classic.clear();
    for (const { error, memberId: id, generationId, leader } of joined) {
      if (error !== 'NONE') continue;
      classic.set(id, generationId);
      this.#leader = leader;
    }
    const syncs = [...classic].map(([id, generationId]) => world.sync(id, generationId));
    await world.clock.advance(0);
    return [joined, await Promise.all(syncs)];
  }

  #classicBeat(isLeaving: boolean): unknown {
    const { world, classic } = this;
    const [first] = classic;
    if (first === undefined) return 'nobody';
    const [id, generationId] = first;
    if (!isLeaving) return world.groups.heartbeat('g', { memberId: id, generationId, groupInstanceId: null });
    // The others of a classic group would wait for a rebalance.
    if (classic.size > 1 && world.consumerGroup() === undefined) return 'not now';
    classic.delete(id);
    return world.groups.leave('g', [{ memberId: id, groupInstanceId: null }]);
  }

  #commit({ who, place: index, producerId }: Command & { do: 'commit' }): unknown {
    const offsets = PLACES.slice(index, index + 1).map((where) => ({
      ...where,
      offset: 10 * index + producerId,
      leaderEpoch: -1,
      metadata: '',
    }));
    const generationId = this.members.get(who)?.epoch ?? -1;
    const commit = { groupId: 'g', memberId: who, generationId, groupInstanceId: null, offsets };
    const { groups } = this.world;
    return producerId < 0
      ? groups.commitOffsets({ ...commit, knowsMemberEpochs: true, retentionMs: -1 })
      : groups.commitTransactionalOffsets({ ...commit, producerId, producerEpoch: 0 });
  }

  #end({ producerId, isCommit }: Command & { do: 'end' }): unknown {
    const marker = { producerId, producerEpoch: 0, coordinatorEpoch: 0, transactionVersion: 1 };
    return this.world.groups.completeTransaction({ partition: 0, ...marker, isCommit });
  }

  /** Makes the topic, lets it grow, or deletes it. */
  #changeTopic({ topic, partitions }: Command & { do: 'topic' }): void {
    const { topics: all, groups } = this.world;
    const before = all.byName(topic);
    if (partitions === 0 && before !== undefined) {
      all.remove(topic);
      groups.onTopicDeleted(topic, before.id);
    } else if (partitions > (before?.partitionCount ?? 0)) {
      all.put(topic, partitions);
      groups.onPartitionsAdded(topic, { isNewTopic: before === undefined });
    }
  }

  /** All that can be asked of the group. */
  memory(): unknown {
    const { world } = this;
    return {
      consumer: world.consumerGroup(),
      classic: world.groups.describe('g'),
      listed: world.groups.list(),
      committed: world.fetch(PLACES),
      stable: world.fetch(PLACES, true),
      all: world
        .fetch(null)
        .offsets.map((offset) => JSON.stringify(offset))
        .sort(),
    };
  }
}

/** Each partition has one owner at most. */
function expectNothingShared({ world }: Side): void {
  const owned = (world.consumerGroup()?.members ?? []).flatMap(({ assignment }) =>
    assignment.flatMap(({ topicId, partitions }) => partitions.map((partition) => `${topicId}-${partition}`)),
  );
  expect(new Set(owned).size).toBe(owned.length);
}

/** Members that go on as they should come to rest, and all that somebody reads is somebody's. */
async function expectRest(side: Side): Promise<void> {
  const { world, members, classic } = side;
  const isAway = world.consumerGroup()?.members.some(({ memberEpoch }) => memberEpoch === -2);
  if (isAway === true) side.beat('s1', { instanceId: 'i' });
  for (let round = 0; round < REST_ROUNDS; round++) {
    for (const id of members.keys()) side.beat(id);
    if (classic.size > 0) await side.run({ do: 'classic round', hasNew: false, topics: ['t'] });
    await world.clock.advance(1000);
  }
  const group = world.consumerGroup();
  if (group === undefined || group.members.length === 0) return;
  expect(group.state).toBe('Stable');
  const names = new Set(group.members.flatMap(({ subscribedTopicNames }) => subscribedTopicNames));
  const wanted = [...names].reduce((sum, name) => sum + (world.topics.byName(name)?.partitionCount ?? 0), 0);
  const given = group.members.flatMap(({ assignment }) => assignment.flatMap(({ partitions }) => partitions));
  expect(given.length).toBeGreaterThanOrEqual(wanted);
}

const step = fc.record({
  command,
  /** The next append is refused. */
  isRefused: fc.oneof(
    { weight: 9, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
});

/** Rebalances of classic groups live in memory, and go on when their record cannot be written. */
const isClassic = ({ do: what }: Command): boolean => what.startsWith('classic');

test('a coordinator that restarts all the time answers and remembers as one that never does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (plan) => {
      const steady = new Side(await GroupWorld.start(CONFIG));
      const restless = new Side(await GroupWorld.start(CONFIG));
      for (const { command: next, isRefused } of plan) {
        const refusals: ErrorName[] = isRefused && !isClassic(next) ? ['NOT_ENOUGH_REPLICAS'] : [];
        for (const { world } of [steady, restless]) world.log.refusals.push(...refusals);
        const answer = await steady.run(next);
        expect(await restless.run(next)).toEqual(answer);
        for (const { world } of [steady, restless]) world.log.refusals.length = 0;
        // Patterns are looked up in a turn of their own.
        await Promise.all([steady, restless].map(({ world }) => world.clock.advance(0)));
        await restless.world.restart();
        expect(restless.memory()).toEqual(steady.memory());
        expectNothingShared(steady);
      }
      await expectRest(steady);
      for (const { world } of [steady, restless]) world.groups.close();
    }),
    { numRuns: 200 },
  );
}, 60_000);
