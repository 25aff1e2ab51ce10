import { describe, expect, test } from 'vitest';
import type { TransactionVersion } from '#core/broker/finalized-features.ts';
import { ReplayWorld } from '../../support/replay-world.ts';

const IDS = ['x1', 'x2'];

/** The reported program: both ids begin, send and commit. */
async function run(world: ReplayWorld): Promise<number> {
  const startMs = world.clock.monotonicMs();
  for (const id of IDS) {
    const producer = await world.transactional(id);
    await world.transaction(producer, 't', [id]);
    await world.settle(producer.close());
  }
  return world.clock.monotonicMs() - startMs;
}

describe.each<TransactionVersion>([1, 2])('transaction version %i', (transactionVersion) => {
  test.each(['nothing', 'restart', 'crash'] as const)(
    'the second run hangs in init after %s: it is there within a second, and the states are complete on disk',
    async (between) => {
      const world = await ReplayWorld.start({ transactionVersion, topics: ['t'] });
      await run(world);
      if (between !== 'nothing') await world[between]();
      for (const id of IDS) {
        expect(world.broker.transactions.describe(id).transaction?.state).toBe('CompleteCommit');
      }
      expect(await run(world)).toBeLessThan(1000);
      expect(await world.readAll('t', 'read_committed')).toEqual(['0 x1', '2 x2', '4 x1', '6 x2']);
    },
  );
});
