import { describe, expect, test } from 'vitest';
import type { TransactionVersion } from '#core/broker/finalized-features.ts';
import { ReplayWorld } from '../../support/replay-world.ts';
import { VERSIONS, WireProducer } from '../../support/wire-producer.ts';

describe.each<TransactionVersion>([1, 2])('transaction version %i', (transactionVersion) => {
  test('a new instance cannot begin after a crash: it is told to wait, once, and is two epochs ahead', async () => {
    const world = await ReplayWorld.start({ transactionVersion, topics: ['t'] });
    const dead = await WireProducer.ready(world, 'x');
    await dead.add('t');
    await dead.produce('t', ['lost']);

    const heir = await WireProducer.open(world, 'x');
    expect(await heir.init()).toBe('CONCURRENT_TRANSACTIONS');
    await world.pass(10);
    expect(await heir.init()).toBe('NONE');
    expect(heir.producerId).toBe(dead.producerId);
    expect(heir.producerEpoch).toBe(dead.producerEpoch + 2);
    await heir.add('t');
    await heir.produce('t', ['kept']);
    expect(await heir.end(true)).toBe('NONE');
    await world.pass(10);

    const { producerEpoch: epoch } = dead;
    const [fence, next] = [epoch + 1, epoch + 2];
    expect(world.log('t')).toEqual([
      `0 e${epoch} s0`,
      `1 ABORT e${fence}`,
      `2 e${next} s0`,
      // The old protocol's EndTxn raises no epoch, whatever the cluster could do.
      `3 COMMIT e${next}`,
    ]);
    expect(await world.readAll('t', 'read_committed')).toEqual(['2 kept']);
    expect(await world.readAll('t', 'read_uncommitted')).toEqual(['0 lost', '2 kept']);
  });

  test('a zombie that wakes up spoils the log: it is told 47 by the partition, 90 or 47 by the coordinator', async () => {
    const world = await ReplayWorld.start({ transactionVersion, topics: ['t'] });
    const zombies = [];
    for (const [name, versions] of [
      ['old', VERSIONS.kafkajs],
      ['newer', VERSIONS.platformatic],
    ] as const) {
      const zombie = await WireProducer.ready(world, name, versions);
      await zombie.add('t');
      await zombie.produce('t', ['lost']);
      const heir = await WireProducer.open(world, name, versions);
      await heir.init();
      await world.pass(10);
      await heir.init();
      zombies.push(zombie);
    }
    const before = world.log('t');
    const [old, newer] = zombies;
    expect(await old?.produce('t', ['more'])).toBe('INVALID_PRODUCER_EPOCH');
    expect(await old?.add('t')).toBe('INVALID_PRODUCER_EPOCH');
    expect(await old?.end(true)).toBe('INVALID_PRODUCER_EPOCH');
    expect(await newer?.produce('t', ['more'])).toBe('INVALID_PRODUCER_EPOCH');
    expect(await newer?.add('t')).toBe('PRODUCER_FENCED');
    expect(await newer?.end(true)).toBe('PRODUCER_FENCED');
    expect(world.log('t')).toEqual(before);
  });
});
