/**
 * KIP-794: three partitions on three brokers, one of which takes 20 ms for each request; records of 512 bytes, 2048 a second, linger.ms 0.
 * The sticky partitioner of 2.4 to 3.2 leaves a partition when its batch is closed, and a slow broker's batches stay open the longest:
 * most records pile up there. The built-in one counts bytes, and looks at the queues.
 */
import { describe, expect, test } from 'vitest';
import { ClientWorld } from '../../support/client-world.ts';
import { producedWith } from '../../support/scripted-broker.ts';

const RECORDS = 4096;
const PER_MS = 2;
const SLOW_MS = 20;
const SLOW = 1;
const PARTITIONS = [0, 1, 2];
const ROUND_ROBIN = 'org.apache.kafka.clients.producer.RoundRobinPartitioner';

interface Outcome {
  /** Share of the records that went to the slow broker. */
  readonly slowShare: number;
  readonly p99Ms: number;
}

function threeBrokers(): ClientWorld {
  const world = new ClientWorld({ topics: { t: PARTITIONS.length } });
  const brokers = PARTITIONS.map((nodeId) => ({ nodeId, host: '127.0.0.1', port: 9100 + nodeId }));
  world.broker.on('Metadata', async (request, version) => {
    const answer = await world.broker.answer('Metadata', request, version);
    for (const { partitions } of answer.topics) {
      for (const partition of partitions) partition.leaderId = partition.partitionIndex;
    }
    return { ...answer, brokers, controllerId: 0 };
  });
  world.broker.on('Produce', async (request) => {
    world.broker.requests.length = 0;
    const isSlow = request.topicData[0].partitionData[0].index === SLOW;
    if (isSlow) await new Promise<void>((resolve) => world.clock.schedule(SLOW_MS, resolve));
    return producedWith(request, () => ({ errorCode: 0, baseOffset: 0 }));
  });
  return world;
}

async function race(
  clientVersion: string,
  config: { readonly [key: string]: string } = {},
): Promise<Outcome> {
  const world = threeBrokers();
  const producer = world.producer({ 'linger.ms': '0', ...config }, { clientVersion });
  await world.settle(producer.partitionsFor('t'));
  const latencies: number[] = [];
  let slowCount = 0;
  for (let sent = 0; sent < RECORDS; sent += PER_MS) {
    const startMs = world.clock.monotonicMs();
    for (let i = 0; i < PER_MS; i++) {
      void producer.send({ topic: 't', value: Buffer.alloc(512) }, ({ partition }) => {
        latencies.push(world.clock.monotonicMs() - startMs);
        if (partition === SLOW) slowCount++;
      });
    }
    await world.pass(1);
  }
  await world.settle(producer.flush());
  expect(latencies.length).toBe(RECORDS);
  const p99Ms = latencies.toSorted((a, b) => a - b)[Math.floor(RECORDS * 0.99)] as number;
  return { slowShare: slowCount / RECORDS, p99Ms };
}

describe('one slow broker of three', () => {
  test('draws nearly all records of the old sticky partitioner, and a third of round robin; the built-in one keeps the delays low', async () => {
    const [oldSticky, builtIn, roundRobin] = [
      await race('2.8'),
      await race('4.x'),
      await race('4.x', { 'partitioner.class': ROUND_ROBIN }),
    ];
    expect(oldSticky.slowShare).toBeGreaterThan(0.8);
    expect(builtIn.slowShare).toBeLessThan(0.6);
    expect(roundRobin.slowShare).toBeCloseTo(1 / 3, 2);
    expect(oldSticky.p99Ms).toBeGreaterThan(2 * builtIn.p99Ms);
    expect(oldSticky.p99Ms).toBeGreaterThan(2 * roundRobin.p99Ms);
  });
});
