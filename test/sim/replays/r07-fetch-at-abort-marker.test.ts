import { expect, test } from 'vitest';
import { ReplayWorld } from '../../support/replay-world.ts';
import { WireProducer } from '../../support/wire-producer.ts';
import { kindsOf, visible, WireReader } from '../../support/wire-reader.ts';

test('a fetch that starts on an ABORT crashes the reader: the list names the transaction though its data lies before', async () => {
  const world = await ReplayWorld.start({ topics: ['t'] });
  const producer = await WireProducer.ready(world, 'x');
  await producer.add('t');
  expect(await producer.produce('t', ['gone'])).toBe(0);
  await producer.end(false);
  await world.pass(10);
  await world.transaction(await world.transactional('y'), 't', ['kept']);

  const reader = await WireReader.open(world, 't', { isCommitted: true });
  const fetched = await reader.fetch(1);
  expect(kindsOf(fetched)).toEqual(['ABORT', 'data', 'COMMIT']);
  expect(fetched.aborted).toEqual([{ producerId: producer.producerId, firstOffset: 0 }]);
  expect(visible([fetched])).toEqual(['2 kept']);
  expect((await reader.fetch(2)).aborted).toEqual([]);
});

test('the consumer seeks there and is given what follows', async () => {
  const world = await ReplayWorld.start({ topics: ['t'] });
  const producer = await world.transactional('x');
  await world.transaction(producer, 't', ['gone'], 'abort');
  await world.transaction(producer, 't', ['kept']);
  const consumer = world.consumer({ 'isolation.level': 'read_committed' });
  consumer.assign([{ topic: 't', partition: 0 }]);
  consumer.seek({ topic: 't', partition: 0 }, 1);
  expect(await world.deliveries(consumer)).toEqual(['2 kept']);
});
