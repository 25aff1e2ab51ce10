import { describe, expect, test } from 'vitest';
import type { TransactionVersion } from '#core/broker/finalized-features.ts';
import { ReplayWorld } from '../../support/replay-world.ts';

async function twins(transactionVersion: TransactionVersion) {
  const world = await ReplayWorld.start({ transactionVersion, topics: ['t'] });
  const first = await world.transactional('x');
  first.beginTransaction();
  await world.send(first, 't', 'lost');
  await world.transactional('x');
  return { world, first };
}

async function nothingIsLeft(world: ReplayWorld): Promise<void> {
  expect(await world.readAll('t', 'read_committed')).toEqual([]);
  expect(world.log('t').at(-1)).toMatch(/^1 ABORT/);
}

describe.each<TransactionVersion>([1, 2])('a fenced producer, transaction version %i', (version) => {
  test('thinks that its commit went through: it fails for good and no record is visible', async () => {
    const { world, first } = await twins(version);
    await expect(world.settle(first.commitTransaction())).rejects.toMatchObject({
      exception: 'ProducerFencedException',
    });
    expect(first.transactionState).toBe('FATAL_ERROR');
    await nothingIsLeft(world);
  });

  test('produces before it commits: the record is refused with 47, the commit fails for good', async () => {
    const { world, first } = await twins(version);
    await expect(world.send(first, 't', 'late')).rejects.toMatchObject({ error: 'INVALID_PRODUCER_EPOCH' });
    await expect(world.settle(first.commitTransaction())).rejects.toThrow();
    await expect(world.settle(first.abortTransaction())).rejects.toMatchObject({
      exception: 'ProducerFencedException',
    });
    expect(first.transactionState).toBe('FATAL_ERROR');
    await nothingIsLeft(world);
  });
});
