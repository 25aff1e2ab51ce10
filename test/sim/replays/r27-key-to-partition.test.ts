/** Users who asked why two clients put one key into two partitions: kafkajs#1154, node-rdkafka#817 and #616. */
import { expect, test } from 'vitest';
import { placeKeys } from '#core/client/keys/key-places.ts';
import { partitionForKey } from '#core/client/producer/partitioner.ts';
import { ReplayWorld } from '../../support/replay-world.ts';

test('TT0124 of 15 partitions is in 10 for Java and kafkajs, in 9 for librdkafka', async () => {
  const { places } = placeKeys([Buffer.from('TT0124')], 15, null);
  const partitions = Object.fromEntries((places[0] ?? []).map(({ hash, partition }) => [hash, partition]));
  expect(partitions).toMatchObject({ java: 10, 'librdkafka-consistent': 9 });
  const world = await ReplayWorld.start({ topics: ['t'], partitions: 15 });
  const sent = world.producer().send({ topic: 't', key: 'TT0124', value: 'x' });
  expect((await world.settle(sent)).partition).toBe(10);
  expect(partitionForKey(Buffer.from('TT0124'), 15)).toBe(10);
});

test.each([
  ['fd7af248-ce5c-46a5-93d7-1c0c9005b99d', 32, 26, undefined],
  ['354afe16-939a-4ea8-8e17-8bb0840b6886', 10, 4, 9],
  ['f562ac3b-2224-4e25-a0ab-56094e10c239', 10, 5, 6],
])('%s of %i partitions is in %i for Java', (key, count, ofJava, ofLibrdkafka) => {
  const { places } = placeKeys([Buffer.from(key)], count, null);
  const partitionOf = (name: string) => places[0]?.find(({ hash }) => hash === name)?.partition;
  expect(partitionOf('java')).toBe(ofJava);
  if (ofLibrdkafka !== undefined) expect(partitionOf('librdkafka-consistent')).toBe(ofLibrdkafka);
});
