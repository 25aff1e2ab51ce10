import { describe, expect, test } from 'vitest';
import { errorName } from '#core/protocol/errors.ts';
import { OffsetFetch } from '#core/protocol/messages/09-offset-fetch.ts';
import { ReplayWorld } from '../../support/replay-world.ts';
import { VERSIONS, WireProducer } from '../../support/wire-producer.ts';

/** The group's offset for t-0 and the error beside it. */
async function committed(world: ReplayWorld, requireStable: boolean): Promise<[number, string]> {
  const client = await world.connect();
  const groups = [{ groupId: 'g', topics: [{ name: 't', partitionIndexes: [0] }] }];
  const answer = await world.settle(client.ask(OffsetFetch, 8, { groups, requireStable }));
  const partition = answer.groups[0]?.topics[0]?.partitions[0];
  return [partition?.committedOffset ?? Number.NaN, errorName(partition?.errorCode ?? -1)];
}

async function withOffset(name: keyof typeof VERSIONS) {
  const world = await ReplayWorld.start({ topics: ['t'] });
  const producer = await WireProducer.ready(world, 'x', VERSIONS[name]);
  await producer.findGroup('g');
  if (name !== 'tv2') expect(await producer.addOffsets('g')).toBe('NONE');
  expect(await producer.commitOffset('g', 't', 7)).toBe('NONE');
  return { world, producer };
}

describe.each(['librdkafka', 'platformatic', 'tv2'] as const)(
  'only offsets in a transaction of %s',
  (name) => {
    test('the group cannot start: it is told 88 until the commit, which moves the offset', async () => {
      const { world, producer } = await withOffset(name);
      expect(await committed(world, true)).toEqual([-1, 'UNSTABLE_OFFSET_COMMIT']);
      expect(await committed(world, false)).toEqual([-1, 'NONE']);
      expect(await producer.end(true)).toBe('NONE');
      await world.pass(1);
      expect(await committed(world, true)).toEqual([7, 'NONE']);
    });

    test('an abort leaves the offset where it was', async () => {
      const { world, producer } = await withOffset(name);
      await producer.end(true);
      await world.pass(1);
      if (name !== 'tv2') await producer.addOffsets('g');
      await producer.commitOffset('g', 't', 9);
      expect(await committed(world, true)).toEqual([-1, 'UNSTABLE_OFFSET_COMMIT']);
      expect(await committed(world, false)).toEqual([7, 'NONE']);
      expect(await producer.end(false)).toBe('NONE');
      await world.pass(1);
      expect(await committed(world, true)).toEqual([7, 'NONE']);
    });
  },
);

test('the program commits offsets without a record', async () => {
  const world = await ReplayWorld.start({ topics: ['t'] });
  const producer = await world.transactional('x');
  producer.beginTransaction();
  const consumer = world.consumer({ 'group.id': 'g' });
  const offsets = [{ topic: 't', partition: 0, offset: 3 }];
  await world.settle(producer.sendOffsetsToTransaction(offsets, consumer.groupMetadata()));
  await world.settle(producer.commitTransaction());
  const [found] = await world.settle(consumer.committed([{ topic: 't', partition: 0 }]));
  expect(found?.offset).toBe(3);
});
