import { describe, expect, test } from 'vitest';
import { clientRelease } from '#core/client/client-release.ts';
import type { TopicInfo } from '#core/client/network/cluster.ts';
import {
  partitionerOf,
  RoundRobinPartitioner,
  UniformStickyPartitioner,
} from '#core/client/producer/historical-partitioners.ts';
import type { Cluster, Partitioner } from '#core/client/producer/partitioner.ts';
import { partitionForKey } from '#core/client/producer/partitioner.ts';
import { producerRules } from '#core/client/producer/producer-rules.ts';
import type { ClientWorldProducer } from '../../../../support/client-world.ts';
import { ClientWorld } from '../../../../support/client-world.ts';
import { SeededRandom } from '../../../../support/seeded-random.ts';
import { topicOf } from '../../../../support/topic-info.ts';

const PACKAGE = 'org.apache.kafka.clients.producer.';

function clusterOf(topic: TopicInfo): Cluster {
  return { topic: (name) => (name === topic.name ? topic : undefined) };
}

function chosen(partitioner: Partitioner, count: number, topic: TopicInfo): number[] {
  return Array.from({ length: count }, () => partitioner.partition('t', null, null, clusterOf(topic)));
}

function byVersion(className: string | null, version: string): Partitioner | undefined {
  return partitionerOf(className, producerRules(clientRelease(version)), new SeededRandom(5));
}

describe('RoundRobinPartitioner', () => {
  test('gives a record to each partition in turn', () => {
    expect(chosen(new RoundRobinPartitioner(), 5, topicOf(3))).toEqual([0, 1, 2, 0, 1]);
  });

  test('passes over partitions without a leader while others have one', () => {
    expect(chosen(new RoundRobinPartitioner(), 4, topicOf(3, [1]))).toEqual([0, 2, 0, 2]);
    expect(chosen(new RoundRobinPartitioner(), 3, topicOf(3, [0, 1, 2]))).toEqual([0, 1, 2]);
  });

  test('goes on at 0 behind the greatest number', () => {
    const partitioner = new RoundRobinPartitioner(() => 0x7fffffff);
    expect(chosen(partitioner, 3, topicOf(4))).toEqual([3, 0, 1]);
  });
});

describe('UniformStickyPartitioner', () => {
  test('stays until a batch of its partition is closed, then goes to another one', () => {
    const sticky = new UniformStickyPartitioner(new SeededRandom(1));
    const cluster = clusterOf(topicOf(3));
    const [first = -1, ...more] = chosen(sticky, 20, topicOf(3));
    expect(new Set(more)).toEqual(new Set([first]));
    sticky.onNewBatch('t', cluster, (first + 1) % 3);
    expect(chosen(sticky, 1, topicOf(3))).toEqual([first]);
    for (let i = 0, before = first; i < 20; i++) {
      sticky.onNewBatch('t', cluster, before);
      const [after = -1] = chosen(sticky, 1, topicOf(3));
      expect(after).not.toBe(before);
      before = after;
    }
  });

  test('has no choice with one partition, or with one that has a leader', () => {
    const sticky = new UniformStickyPartitioner(new SeededRandom(1));
    expect(chosen(sticky, 1, topicOf(3, [0, 2]))).toEqual([1]);
    sticky.onNewBatch('t', clusterOf(topicOf(3, [0, 2])), 1);
    expect(chosen(sticky, 1, topicOf(3, [0, 2]))).toEqual([1]);
  });
});

describe('the class of a partitioner', () => {
  test('is there in the releases that had it', () => {
    const there = (className: string): string[] =>
      ['2.3', '2.4', '3.2', '3.9', '4.0'].filter((version) => {
        try {
          return byVersion(PACKAGE + className, version) !== undefined;
        } catch {
          return false;
        }
      });
    expect(there('RoundRobinPartitioner')).toEqual(['2.4', '3.2', '3.9', '4.0']);
    expect(there('UniformStickyPartitioner')).toEqual(['2.4', '3.2', '3.9']);
    expect(there('internals.DefaultPartitioner')).toEqual(['2.3', '2.4', '3.2', '3.9']);
    expect(() => byVersion(`${PACKAGE}internals.DefaultPartitioner`, '4.x')).toThrow(
      `Invalid value ${PACKAGE}internals.DefaultPartitioner for configuration partitioner.class: ` +
        `Class ${PACKAGE}internals.DefaultPartitioner could not be found.`,
    );
  });

  test('is DefaultPartitioner when none is given, until 3.3 has a built-in one', () => {
    expect(
      ['2.0', '2.3', '2.4', '2.x', '3.2'].map((version) => byVersion(null, version) === undefined),
    ).toEqual(Array(5).fill(false));
    expect(['3.3', '3.x', '4.x'].map((version) => byVersion(null, version))).toEqual(
      Array(3).fill(undefined),
    );
  });

  test('DefaultPartitioner hashes keys whatever the release', () => {
    const key = Buffer.from('order-1001');
    for (const version of ['2.3', '2.8', '3.9']) {
      const partitioner = byVersion(`${PACKAGE}internals.DefaultPartitioner`, version);
      const partition = partitioner?.partition('t', key, null, clusterOf(topicOf(10)));
      expect(partition).toBe(partitionForKey(key, 10));
    }
  });
});

/** How many records each partition got, and how many batches they were sent in. */
async function spread(options: Partial<ClientWorldProducer>, count: number, partitions: number) {
  const world = new ClientWorld({ topics: { t: partitions } });
  const producer = world.producer({ 'linger.ms': '1000', ...options.config }, options);
  await world.settle(producer.partitionsFor('t'));
  for (let i = 0; i < count; i++) void producer.send({ topic: 't', value: Buffer.alloc(100) });
  await world.settle(producer.flush());
  return Array.from({ length: partitions }, (_, partition) =>
    (world.broker.logs.get(`t-${partition}`) ?? []).map(({ recordCount }) => recordCount),
  );
}

describe('records without a key', () => {
  test('go round robin, record by record, up to 2.3: five records are batches of 2, 2 and 1', async () => {
    const batches = await spread({ clientVersion: '2.3' }, 5, 3);
    expect(batches.map(([size]) => size).sort()).toEqual([1, 2, 2]);
  });

  test('stick to one partition until its batch is closed from 2.4 to 3.2', async () => {
    for (const clientVersion of ['2.4', '2.x', '3.2']) {
      const batches = await spread({ clientVersion, config: { 'batch.size': '1000' } }, 80, 3);
      expect(batches.flat()).toEqual(Array(10).fill(8));
    }
  });

  test('miss every other partition with RoundRobinPartitioner from 2.4 to 3.9', async () => {
    const config = { 'partitioner.class': `${PACKAGE}RoundRobinPartitioner`, 'batch.size': '0' };
    const used = async (clientVersion: string): Promise<number[]> =>
      (await spread({ clientVersion, config }, 12, 4)).map((batches) => batches.length);
    for (const version of ['2.4', '2.8', '3.2', '3.9']) expect(await used(version)).toEqual([0, 6, 0, 6]);
    expect(await used('4.0')).toEqual([3, 3, 3, 3]);
  });
});

describe('a partitioner of one’s own', () => {
  test('is asked with topic, key and value, and decides', async () => {
    const world = new ClientWorld({ topics: { t: 3 } });
    const seen: unknown[] = [];
    const partitioner: Partitioner = {
      partition(topic, key, value, cluster) {
        seen.push([topic, key?.toString(), value?.toString(), cluster.topic(topic)?.partitions.length]);
        return 2;
      },
    };
    const producer = world.producer({}, { partitioner });
    expect((await world.send(producer, { topic: 't', key: 'k', value: 'v' })).partition).toBe(2);
    expect((await world.send(producer, { topic: 't', partition: 0, value: 'v' })).partition).toBe(0);
    expect(seen).toEqual([['t', 'k', 'v', 3]]);
  });

  test('that answers with no partition fails the record', async () => {
    const world = new ClientWorld({ topics: { t: 3 } });
    const producer = world.producer({}, { partitioner: { partition: () => -1 } });
    await expect(world.send(producer, { topic: 't', value: 'v' })).rejects.toThrow(
      'The partitioner generated an invalid partition number: -1. Partition number should always be non-negative.',
    );
  });
});
