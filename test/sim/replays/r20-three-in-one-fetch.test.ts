import { describe, expect, test } from 'vitest';
import type { TransactionVersion } from '#core/broker/finalized-features.ts';
import { ReplayWorld } from '../../support/replay-world.ts';
import { kindsOf, visible, WireReader } from '../../support/wire-reader.ts';

describe.each<TransactionVersion>([1, 2])('transaction version %i', (transactionVersion) => {
  test('an abort between two commits takes its neighbours with it: the list names offset 2 and only that is hidden', async () => {
    const world = await ReplayWorld.start({ transactionVersion, topics: ['t'] });
    const producer = await world.transactional('x');
    await world.transaction(producer, 't', ['one']);
    await world.transaction(producer, 't', ['two'], 'abort');
    await world.transaction(producer, 't', ['three']);

    const { producerId } = producer.producerIdAndEpoch;
    const reader = await WireReader.open(world, 't', { isCommitted: true });
    const fetched = await reader.fetch(0);
    expect(kindsOf(fetched)).toEqual(['data', 'COMMIT', 'data', 'ABORT', 'data', 'COMMIT']);
    expect(fetched.aborted).toEqual([{ producerId, firstOffset: 2 }]);
    expect(visible([fetched])).toEqual(['0 one', '4 three']);
    expect(await world.readAll('t', 'read_committed')).toEqual(['0 one', '4 three']);
  });
});
