import { expect, test } from 'vitest';
import { ReplayWorld } from '../../support/replay-world.ts';
import { WireProducer } from '../../support/wire-producer.ts';
import { kindsOf, visible, WireReader } from '../../support/wire-reader.ts';

test('a batch larger than the fetch size hangs the consumer: it comes whole, and the ABORT with the next fetch', async () => {
  const world = await ReplayWorld.start({ topics: ['t'] });
  const producer = await WireProducer.ready(world, 'x');
  await producer.add('t');
  await producer.produce('t', ['a'.repeat(170), 'b'.repeat(170)]);
  expect(await producer.end(false)).toBe('NONE');
  await world.pass(10);

  const reader = await WireReader.open(world, 't', { isCommitted: true, maxBytes: 170 });
  const fetches = await reader.fetchAll();
  expect(fetches.map(kindsOf)).toEqual([['data'], ['ABORT']]);
  expect(fetches[0]?.size).toBeGreaterThan(340);
  expect(fetches.map(({ batches }) => batches.at(-1)?.lastOffset)).toEqual([1, 2]);
  expect(fetches.map(({ aborted }) => aborted)).toEqual([
    [{ producerId: producer.producerId, firstOffset: 0 }],
    [{ producerId: producer.producerId, firstOffset: 0 }],
  ]);
  expect(visible(fetches)).toEqual([]);
});
