import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { KafkaAdmin } from '#core/client/admin/kafka-admin.ts';
import { KafkaConsumer } from '#core/client/consumer/kafka-consumer.ts';
import { temporaryBroker } from '../../../../support/temporary-broker.ts';

let world: Awaited<ReturnType<typeof temporaryBroker>>;
let open: { close(timeoutMs?: number): Promise<void> }[];

beforeEach(async () => {
  open = [];
  world = await temporaryBroker({
    'group.initial.rebalance.delay.ms': '0',
    'group.consumer.min.heartbeat.interval.ms': '50',
    'group.consumer.heartbeat.interval.ms': '50',
    'offsets.topic.num.partitions': '1',
  });
});
afterEach(async () => {
  await Promise.all(open.map((client) => client.close(2000)));
  await world.stop();
});

function member(config: { readonly [key: string]: string }): KafkaConsumer {
  const consumer = new KafkaConsumer({
    platform: world.platform,
    config: {
      'bootstrap.servers': world.bootstrap,
      'group.id': 'g',
      'auto.offset.reset': 'earliest',
      ...config,
    },
  });
  open.push(consumer);
  return consumer;
}

/** Polls all of them until it is so; answers the values that came. */
async function pollUntil(members: readonly KafkaConsumer[], isSo: (values: readonly string[]) => boolean) {
  const values: string[] = [];
  for (let turn = 0; turn < 400 && !isSo(values); turn++) {
    for (const records of await Promise.all(members.map((each) => each.poll(25))))
      for (const { value } of records) values.push(String(value));
  }
  expect(isSo(values)).toBe(true);
  return values;
}

const COOPERATIVE = 'org.apache.kafka.clients.consumer.CooperativeStickyAssignor';

describe.each([
  ['classic', { 'partition.assignment.strategy': COOPERATIVE, 'heartbeat.interval.ms': '50' }],
  ['consumer', { 'group.protocol': 'consumer' }],
])('a group of the %s protocol on our own broker', (_name, config) => {
  test('shares its partitions, hands them over, and goes on where it stood', async () => {
    const admin = new KafkaAdmin({
      platform: world.platform,
      config: { 'bootstrap.servers': world.bootstrap },
    });
    open.push(admin);
    await admin.createTopics([{ name: 't', partitions: 4, replicationFactor: 1 }]);
    const p = world.producer();
    open.push(p);
    const write = async (from: number): Promise<void> => {
      for (let i = from; i < from + 20; i++) void p.send({ topic: 't', partition: i % 4, value: `${i}` });
      await p.flush();
    };
    const [a, b] = [member(config), member(config)];
    a.subscribe(['t']);
    await write(0);
    const first = await pollUntil([a], (values) => values.length === 20);
    b.subscribe(['t']);
    await pollUntil([a, b], () => a.assignment().length === 2 && b.assignment().length === 2);
    await write(20);
    const second = await pollUntil([a, b], (values) => values.length === 20);
    await a.close();
    await pollUntil([b], () => b.assignment().length === 4);
    await write(40);
    const third = await pollUntil([b], (values) => values.length === 20);
    expect(new Set([...first, ...second, ...third]).size).toBe(60);
  });
});
