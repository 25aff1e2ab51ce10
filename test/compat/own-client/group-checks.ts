/**
 * Two members, a death and a return under each way of rebalancing; every record is to be counted once. Under the consumer
 * protocol a death is noticed when the broker's group.consumer.session.timeout.ms is over.
 */
import type { RebalanceListener } from '#core/client/consumer/consumer.ts';
import type { KafkaConsumer } from '#core/client/consumer/kafka-consumer.ts';
import { memberProcess, ownMember } from './member-processes.ts';
import type { Checks, CompatWorld } from './world.ts';
import { exceptionOf, expect, same } from './world.ts';

const PARTITIONS = 6;
const PACKAGE = 'org.apache.kafka.clients.consumer';

/** The settings of each way. */
const WAYS: { readonly [way: string]: { readonly [key: string]: string } } = {
  'classic, range': { 'partition.assignment.strategy': `${PACKAGE}.RangeAssignor` },
  'classic, roundrobin': { 'partition.assignment.strategy': `${PACKAGE}.RoundRobinAssignor` },
  'classic, sticky': { 'partition.assignment.strategy': `${PACKAGE}.StickyAssignor` },
  'classic, cooperative-sticky': { 'partition.assignment.strategy': `${PACKAGE}.CooperativeStickyAssignor` },
  consumer: { 'group.protocol': 'consumer' },
  'consumer, range at the coordinator': { 'group.protocol': 'consumer', 'group.remote.assignor': 'range' },
};

const isConsumerProtocol = (way: string): boolean => way.startsWith('consumer');

/** What a member of the group is set to, so that a death is noticed soon. */
function settings(way: string, group: string): { readonly [key: string]: string } {
  const timing = isConsumerProtocol(way)
    ? {}
    : { 'session.timeout.ms': '6000', 'heartbeat.interval.ms': '300' };
  return { 'group.id': group, ...timing, ...WAYS[way] };
}

/** What a listener was told, in order. */
function told(): { readonly calls: string[]; readonly listener: RebalanceListener } {
  const calls: string[] = [];
  const note =
    (what: string) =>
    (partitions: readonly unknown[]): void => {
      if (partitions.length > 0) calls.push(`${what} ${partitions.length}`);
    };
  const listener = {
    onPartitionsAssigned: note('assigned'),
    onPartitionsRevoked: note('revoked'),
    onPartitionsLost: note('lost'),
  };
  return { calls, listener };
}

/** Values by member, as they came. */
class Ledger {
  readonly values: string[] = [];

  async poll(...members: readonly KafkaConsumer[]): Promise<void> {
    await Promise.all(
      members.map(async (member) => {
        for (const { value } of await member.poll(100)) this.values.push(String(value));
        await member.commitSync().catch(() => undefined);
      }),
    );
  }
}

const sizes = (...members: readonly KafkaConsumer[]): string =>
  members.map((member) => member.assignment().length).join(' + ');

async function write(world: CompatWorld, topic: string, from: number, count: number): Promise<void> {
  const p = world.producer();
  for (let i = from; i < from + count; i++) void p.send({ topic, partition: i % PARTITIONS, value: `${i}` });
  await p.flush();
}

function check(way: string): Checks[string] {
  return async (world) => {
    const topic = await world.newTopic(PARTITIONS);
    const group = world.unique('g');
    const ledger = new Ledger();
    const a = world.consumer(settings(way, group));
    const b = world.consumer(settings(way, group));
    const { calls, listener } = told();
    a.subscribe([topic], listener);
    await write(world, topic, 0, 60);
    await world.until(async () => {
      await ledger.poll(a);
      return a.assignment().length === PARTITIONS && ledger.values.length === 60;
    }, 30000);
    b.subscribe([topic]);
    await world.until(async () => {
      await ledger.poll(a, b);
      return sizes(a, b) === '3 + 3';
    }, 30000);
    const isEager = way.startsWith('classic') && !way.includes('cooperative');
    same(calls, isEager ? ['assigned 6', 'revoked 6', 'assigned 3'] : ['assigned 6', 'revoked 3'], 'told');
    await write(world, topic, 60, 60);
    await world.until(async () => {
      await ledger.poll(a, b);
      return ledger.values.length >= 120;
    }, 30000);
    // One leaves, and its partitions go to the other.
    await b.close();
    await world.until(async () => {
      await ledger.poll(a);
      return a.assignment().length === PARTITIONS;
    }, 30000);
    await write(world, topic, 120, 60);
    await world.until(async () => {
      await ledger.poll(a);
      return ledger.values.length >= 180;
    }, 30000);
    await a.close();
    // A new member goes on where the group stood.
    const c = world.consumer(settings(way, group));
    c.subscribe([topic]);
    await write(world, topic, 180, 6);
    await world.until(async () => {
      await ledger.poll(c);
      return ledger.values.length >= 186;
    }, 30000);
    const expected = Array.from({ length: 186 }, (_, i) => `${i}`);
    same(
      ledger.values.toSorted((x, y) => Number(x) - Number(y)),
      expected,
      'each record once',
    );
    const stands = await c.committed(
      Array.from({ length: PARTITIONS }, (_, partition) => ({ topic, partition })),
    );
    same(
      stands.map((committed) => committed?.offset),
      Array.from({ length: PARTITIONS }, () => 31),
      'where the group stands',
    );
    return `${calls.join(', ')}`;
  };
}

/** One of two members is killed: the other takes its partitions over where the dead one had committed. */
function deathCheck(way: string): Checks[string] {
  return async (world) => {
    const topic = await world.newTopic(PARTITIONS);
    const group = world.unique('g');
    const ledger = new Ledger();
    const a = world.consumer(settings(way, group));
    const b = memberProcess(ownMember({ ...world.consumerConfig, ...settings(way, group) }, topic));
    try {
      a.subscribe([topic]);
      await world.until(async () => {
        await ledger.poll(a);
        return a.assignment().length === 3 && b.assigned() === 'ready 3';
      }, 30000);
      await write(world, topic, 0, 60);
      await world.until(async () => {
        await ledger.poll(a);
        return ledger.values.length + b.values().length >= 60;
      }, 30000);
      same(b.values().length, 30, 'the other half');
    } finally {
      b.kill();
    }
    await write(world, topic, 60, 60);
    const diedMs = world.clock.monotonicMs();
    await world.until(async () => {
      await ledger.poll(a);
      return a.assignment().length === PARTITIONS;
    }, 90000);
    const noticedMs = Math.round(world.clock.monotonicMs() - diedMs);
    await world.until(async () => {
      await ledger.poll(a);
      return ledger.values.length + b.values().length >= 120;
    }, 30000);
    const all = [...ledger.values, ...b.values()].sort((x, y) => Number(x) - Number(y));
    same(
      all,
      Array.from({ length: 120 }, (_, i) => `${i}`),
      'each record once',
    );
    return `taken over after ${noticedMs} ms`;
  };
}

export const GROUP_CHECKS: Checks = {
  ...Object.fromEntries(
    Object.keys(WAYS).map((way) => [`two members, one is killed: ${way}`, deathCheck(way)]),
  ),

  ...Object.fromEntries(
    Object.keys(WAYS).map((way) => [`two members, one leaves, one returns: ${way}`, check(way)]),
  ),

  async 'a static member comes back to its partitions without a rebalance (consumer protocol)'(world) {
    const topic = await world.newTopic(4);
    const group = world.unique('g');
    const config = { 'group.id': group, 'group.protocol': 'consumer' };
    const other = world.consumer(config);
    const { calls, listener } = told();
    other.subscribe([topic], listener);
    const first = world.consumer({ ...config, 'group.instance.id': 'i' });
    first.subscribe([topic]);
    await world.until(async () => {
      await Promise.all([other.poll(100), first.poll(100)]);
      return sizes(other, first) === '2 + 2';
    }, 30000);
    const before = JSON.stringify(first.assignment());
    const told1 = calls.length;
    await first.close();
    const second = world.consumer({ ...config, 'group.instance.id': 'i' });
    second.subscribe([topic]);
    await world.until(async () => {
      await Promise.all([other.poll(100), second.poll(100)]);
      return second.assignment().length === 2;
    }, 30000);
    same(JSON.stringify(second.assignment()), before, 'the same partitions');
    same(calls.length, told1, 'the other was told of nothing');
    return undefined;
  },

  async 'patterns: here, and at the coordinator'(world) {
    const prefix = world.unique('p');
    const a = world.admin();
    for (const name of ['x', 'y'])
      await a.createTopics([{ name: `${prefix}-${name}`, partitions: 2, replicationFactor: 1 }]);
    const ways = [
      { config: {}, to: new RegExp(`${prefix}-.`) },
      { config: { 'group.protocol': 'consumer' }, to: new RegExp(`${prefix}-.`) },
      { config: { 'group.protocol': 'consumer' }, to: { re2: `${prefix}-.` } },
    ];
    for (const { config, to } of ways) {
      const reader = world.consumer({ 'group.id': world.unique('g'), ...config });
      reader.subscribe(to);
      await world.until(async () => {
        await reader.poll(100);
        return reader.assignment().length === 4;
      }, 30000);
      await reader.close();
    }
    const bad = world.consumer({ 'group.id': world.unique('g'), 'group.protocol': 'consumer' });
    bad.subscribe({ re2: '(' });
    same(
      await exceptionOf(
        world.until(async () => {
          await bad.poll(100);
          return false;
        }, 5000),
      ),
      'InvalidRegularExpression',
      'a bad pattern',
    );
    return undefined;
  },

  async 'consumer protocol: an assignor that the coordinator does not have'(world) {
    const topic = await world.newTopic();
    const reader = world.consumer({
      'group.id': world.unique('g'),
      'group.protocol': 'consumer',
      'group.remote.assignor': 'nobody',
    });
    reader.subscribe([topic]);
    const exception = await exceptionOf(
      world.until(async () => {
        await reader.poll(100);
        return false;
      }, 5000),
    );
    same(exception, 'UnsupportedAssignorException', 'refused');
    expect(reader.assignment().length === 0, 'nothing is assigned');
    return undefined;
  },

  async 'commits that nobody waits for are told of in order'(world) {
    const topic = await world.newTopic();
    await write(world, topic, 0, 1);
    for (const protocol of ['classic', 'consumer']) {
      const reader = world.consumer({ 'group.id': world.unique('g'), 'group.protocol': protocol });
      reader.subscribe([topic]);
      await world.until(async () => (await reader.poll(100)).length > 0, 20000);
      const calls: string[] = [];
      reader.commitAsync(undefined, (offsets, error) =>
        calls.push(`${offsets[0]?.offset} ${error?.message ?? 'done'}`),
      );
      reader.commitAsync([{ topic, partition: 0, offset: 0 }], (offsets) =>
        calls.push(`${offsets[0]?.offset}`),
      );
      await reader.commitSync([{ topic, partition: 0, offset: 1 }]);
      same(calls, ['1 done', '0'], 'told');
      same((await reader.committed([{ topic, partition: 0 }]))[0]?.offset, 1, 'the last one counts');
    }
    return undefined;
  },
};
