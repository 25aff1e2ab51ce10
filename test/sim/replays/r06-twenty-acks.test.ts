import { expect, test } from 'vitest';
import { ReplayWorld } from '../../support/replay-world.ts';
import { WireProducer } from '../../support/wire-producer.ts';

test('twenty sends are acknowledged and one is stored: a client that repeats a sequence is told the first one’s offset', async () => {
  const world = await ReplayWorld.start({ topics: ['t'] });
  const producer = await WireProducer.ready(world, null);
  const offsets = [];
  for (let i = 0; i < 20; i++) offsets.push(await producer.produce('t', [`m${i}`], 0));
  expect(offsets).toEqual(Array.from({ length: 20 }, () => 0));
  expect(await world.readAll('t', 'read_uncommitted')).toEqual(['0 m0']);
});

test('a client that counts its sequences has all twenty stored', async () => {
  const world = await ReplayWorld.start({ topics: ['t'] });
  const producer = await WireProducer.ready(world, null);
  for (let i = 0; i < 20; i++) expect(await producer.produce('t', [`m${i}`])).toBe(i);
});

test('our own idempotent producer counts: twenty sends at once are twenty records', async () => {
  const world = await ReplayWorld.start({ topics: ['t'] });
  const producer = world.producer({ 'batch.size': '0', 'linger.ms': '0' });
  const sends = Array.from({ length: 20 }, (_, i) =>
    producer.send({ topic: 't', partition: 0, value: `m${i}` }),
  );
  const offsets = (await world.settle(Promise.all(sends))).map(({ offset }) => offset);
  expect(offsets).toEqual(Array.from({ length: 20 }, (_, i) => i));
  expect((await world.readAll('t', 'read_uncommitted')).length).toBe(20);
});

test('without idempotence all twenty are stored, whatever they look like', async () => {
  const world = await ReplayWorld.start({ topics: ['t'] });
  const producer = world.producer({ 'enable.idempotence': 'false' });
  const sends = Array.from({ length: 20 }, () => producer.send({ topic: 't', partition: 0, value: 'same' }));
  const offsets = (await world.settle(Promise.all(sends))).map(({ offset }) => offset);
  expect(new Set(offsets).size).toBe(20);
});

test('a repeat from further back than five batches is refused', async () => {
  const world = await ReplayWorld.start({ topics: ['t'] });
  const producer = await WireProducer.ready(world, null);
  for (let i = 0; i < 6; i++) await producer.produce('t', [`m${i}`]);
  expect(await producer.produce('t', ['m1'], 1)).toBe(1);
  expect(await producer.produce('t', ['m0'], 0)).toBe('OUT_OF_ORDER_SEQUENCE_NUMBER');
});
