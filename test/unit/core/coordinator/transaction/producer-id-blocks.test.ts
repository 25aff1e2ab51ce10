import { expect, test } from 'vitest';
import {
  PRODUCER_ID_BLOCK_SIZE,
  ProducerIdBlocks,
} from '#core/coordinator/transaction/producer-id-blocks.ts';
import { InMemoryProducerIds } from '../../../../support/transaction-world.ts';

test('ids come in order, from one block after the other', () => {
  const ids = new ProducerIdBlocks(new InMemoryProducerIds());
  const given = Array.from({ length: 2 * PRODUCER_ID_BLOCK_SIZE + 1 }, () => ids.next());
  expect(given[0]).toBe(1000);
  expect(given.at(-1)).toBe(1000 + 2 * PRODUCER_ID_BLOCK_SIZE);
  expect(new Set(given).size).toBe(given.length);
});

test('after a restart no id comes again', () => {
  const allocator = new InMemoryProducerIds();
  const seen = new Set<number | undefined>();
  let count = 0;
  for (let run = 0; run < 5; run++) {
    const ids = new ProducerIdBlocks(allocator);
    for (let i = 0; i < run * 700; i++, count++) seen.add(ids.next());
  }
  expect(seen.size).toBe(count);
});

test('a block is reserved only when an id is asked for', () => {
  const allocator = new InMemoryProducerIds();
  const ids = new ProducerIdBlocks(allocator);
  expect(allocator.next).toBe(1000);
  ids.next();
  expect(allocator.next).toBe(2000);
});

test('without a block there is no id, until there is one', () => {
  const allocator = new InMemoryProducerIds();
  allocator.isAvailable = false;
  const ids = new ProducerIdBlocks(allocator);
  expect(ids.next()).toBeUndefined();
  allocator.isAvailable = true;
  expect(ids.next()).toBe(1000);
});
