/**
 * The lab's own consumer and Java's in one group, on any Kafka: each comes first once under each way of rebalancing, they share the
 * partitions, every record is read once, and the own one takes over when Java's leaves. Needs Java 17, and Maven the first time.
 *
 *   npx tsx test/compat/own-client-beside-java.ts --bootstrap 127.0.0.1:9092
 */
import { parseArgs } from 'node:util';
import { memberProcess } from './own-client/member-processes.ts';
import { CheckFailed, CompatWorld, same } from './own-client/world.ts';
import { javaCommand } from './producer-parity/java-clients.ts';

const RELEASE = '4.3.1';
const PARTITIONS = 6;
const PACKAGE = 'org.apache.kafka.clients.consumer';
const QUICK = { 'heartbeat.interval.ms': '300', 'session.timeout.ms': '6000' };
const WAYS: { readonly [way: string]: { readonly [key: string]: string } } = {
  range: { ...QUICK, 'partition.assignment.strategy': `${PACKAGE}.RangeAssignor` },
  roundrobin: { ...QUICK, 'partition.assignment.strategy': `${PACKAGE}.RoundRobinAssignor` },
  sticky: { ...QUICK, 'partition.assignment.strategy': `${PACKAGE}.StickyAssignor` },
  'cooperative-sticky': { ...QUICK, 'partition.assignment.strategy': `${PACKAGE}.CooperativeStickyAssignor` },
  'the default assignors': QUICK,
  'consumer protocol': { 'group.protocol': 'consumer' },
};

async function together(world: CompatWorld, way: string, first: 'own' | 'java'): Promise<string> {
  const topic = await world.newTopic(PARTITIONS);
  const config = { ...world.consumerConfig, ...WAYS[way], 'group.id': world.unique('g') };
  const values: string[] = [];
  const startOwn = () => {
    const consumer = world.consumer(config);
    consumer.subscribe([topic]);
    return consumer;
  };
  const settings = Object.entries(config).map(([key, value]) => `${key}=${value}`);
  const startJava = () => memberProcess(javaCommand(RELEASE, 'GroupMember.java', [topic, ...settings]));
  let own = first === 'own' ? startOwn() : undefined;
  const poll = async (): Promise<void> => {
    for (const { value } of (await own?.poll(100)) ?? []) values.push(String(value));
    await own?.commitSync().catch(() => undefined);
  };
  await world.until(async () => {
    await poll();
    return own === undefined || own.assignment().length === PARTITIONS;
  }, 30000);
  const java = startJava();
  try {
    if (own === undefined) await world.until(async () => java.assigned() === `ready ${PARTITIONS}`, 40000);
    own ??= startOwn();
    const half = PARTITIONS / 2;
    await world.until(async () => {
      await poll();
      return own?.assignment().length === half && java.assigned() === `ready ${half}`;
    }, 40000);
    const p = world.producer();
    for (let i = 0; i < 60; i++) void p.send({ topic, partition: i % PARTITIONS, value: `${i}` });
    await p.flush();
    await world.until(async () => {
      await poll();
      return values.length + java.values().length >= 60;
    }, 20000);
    const all = [...values, ...java.values()].sort((a, b) => Number(a) - Number(b));
    same(
      all,
      Array.from({ length: 60 }, (_, i) => `${i}`),
      'each record once',
    );
  } finally {
    java.end();
  }
  await world.until(async () => {
    await poll();
    return own?.assignment().length === PARTITIONS;
  }, 40000);
  return `${values.length} + ${java.values().length} records`;
}

async function run(bootstrap: string): Promise<number> {
  const world = new CompatWorld(bootstrap);
  let failures = 0;
  for (const way of Object.keys(WAYS)) {
    for (const first of ['own', 'java'] as const) {
      let line: string;
      try {
        line = `pass  ${way}, ${first} first (${await together(world, way, first)})`;
      } catch (error) {
        failures++;
        const why = error instanceof CheckFailed ? error.message : (error as Error).stack;
        line = `FAIL  ${way}, ${first} first: ${why}`;
      }
      await world.closeAll();
      process.stdout.write(`${line}\n`);
    }
  }
  return failures;
}

const { values: args } = parseArgs({ options: { bootstrap: { type: 'string' } } });
if (args.bootstrap === undefined) {
  process.stderr.write('own-client-beside-java: --bootstrap HOST:PORT is missing\n');
  process.exitCode = 2;
} else {
  process.exitCode = (await run(args.bootstrap)) === 0 ? 0 : 1;
}
