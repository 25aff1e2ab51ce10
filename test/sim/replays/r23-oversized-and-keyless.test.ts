import { describe, expect, test } from 'vitest';
import { ReplayWorld } from '../../support/replay-world.ts';
import { VERSIONS, WireProducer } from '../../support/wire-producer.ts';

describe.each(['kafkajs', 'tv2'] as const)('over the Produce of %s', (name) => {
  test('a batch above max.message.bytes is stored: it is refused with 10, and the next one is in sequence', async () => {
    const world = await ReplayWorld.start({ topics: ['t'], topicConfig: { 'max.message.bytes': '51200' } });
    const producer = await WireProducer.ready(world, null, VERSIONS[name]);
    expect(await producer.produce('t', ['x'.repeat(10 * 1024 * 1024)])).toBe('MESSAGE_TOO_LARGE');
    expect(await producer.produce('t', ['fits'])).toBe(0);
    expect(world.log('t')).toEqual(['0 e0 s0']);
  });

  test('a record without a key lands in a compacted topic: it is refused with 87', async () => {
    const world = await ReplayWorld.start({ topics: ['t'], topicConfig: { 'cleanup.policy': 'compact' } });
    const producer = await WireProducer.ready(world, null, VERSIONS[name]);
    expect(await producer.produce('t', ['keyless'])).toBe('INVALID_RECORD');
    expect(world.log('t')).toEqual([]);
  });
});

test('the program is told which', async () => {
  const world = await ReplayWorld.start({ topics: ['t'], topicConfig: { 'cleanup.policy': 'compact' } });
  const producer = world.producer();
  await expect(world.send(producer, 't', 'keyless')).rejects.toMatchObject({ error: 'INVALID_RECORD' });
  const { offset } = await world.settle(producer.send({ topic: 't', partition: 0, key: 'k', value: 'v' }));
  expect(offset).toBe(0);
});

test('a transaction with a record that was too large can only be aborted', async () => {
  const world = await ReplayWorld.start({ topics: ['t'], topicConfig: { 'max.message.bytes': '51200' } });
  const producer = await world.transactional('x');
  producer.beginTransaction();
  await world.send(producer, 't', 'fits');
  await expect(world.send(producer, 't', 'x'.repeat(60_000))).rejects.toMatchObject({
    error: 'MESSAGE_TOO_LARGE',
  });
  await expect(world.settle(producer.commitTransaction())).rejects.toThrow();
  await world.settle(producer.abortTransaction());
  await world.transaction(producer, 't', ['after']);
  expect(await world.readAll('t', 'read_committed')).toEqual(['2 after']);
});
