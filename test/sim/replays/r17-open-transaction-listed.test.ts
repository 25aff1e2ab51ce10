import { describe, expect, test } from 'vitest';
import type { TransactionVersion } from '#core/broker/finalized-features.ts';
import { ReplayWorld } from '../../support/replay-world.ts';

const T0 = { topic: 't', partition: 0 };

describe.each<TransactionVersion>([1, 2])('transaction version %i', (transactionVersion) => {
  test.each(['nothing', 'restart', 'crash'] as const)(
    'a transaction left open is not in the list after %s: it is, and so is its producer with its first offset',
    async (between) => {
      const world = await ReplayWorld.start({ transactionVersion, topics: ['t'] });
      await world.transaction(await world.transactional('done'), 't', ['before']);
      const producer = await world.transactional('open');
      producer.beginTransaction();
      await world.send(producer, 't', 'held');
      const { producerId, epoch: producerEpoch } = producer.producerIdAndEpoch;
      await world.settle(producer.close(0));
      if (between !== 'nothing') await world[between]();

      const admin = world.admin();
      const listed = await world.settle(admin.listTransactions({ states: ['Ongoing'] }));
      expect(listed).toEqual([{ transactionalId: 'open', producerId, state: 'Ongoing' }]);
      const [described] = await world.settle(admin.describeTransactions(['open']));
      expect(described).toMatchObject({ state: 'Ongoing', producerId, producerEpoch, partitions: [T0] });
      const [states = []] = await world.settle(admin.describeProducers([T0]));
      expect(states.filter(({ currentTransactionStartOffset: at }) => at >= 0)).toMatchObject([
        { producerId, producerEpoch, lastSequence: 0, currentTransactionStartOffset: 2 },
      ]);
    },
  );
});
