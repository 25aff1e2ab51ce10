import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newTransactionalId } from '#core/coordinator/transaction/transaction-metadata.ts';
import { encodeTransactionRecord } from '#core/coordinator/transaction/transaction-record.ts';
import { readDirectory } from '#core/evidence/source/directory-source.ts';
import { cutRunningLogs } from '#core/evidence/source/live-source.ts';
import type { LogSnapshot } from '#core/evidence/source/log-snapshot.ts';
import type { DecidedTransaction } from '#core/lab-api/evidence-views.ts';
import type { LogManager } from '#core/log/log-manager.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';
import {
  append,
  appendVerified,
  createOrders,
  end,
  LogWorld,
  START_MS,
  topicConfig,
} from '../../../support/log-world.ts';
import { PackWorld } from '../../../support/pack-world.ts';

const ORDERS = { topic: 'orders', partition: 0 };
const CLEAN_SHUTDOWN = '.kafka_cleanshutdown';

describe('a transaction between its decision and its markers', () => {
  let logs: LogWorld;
  let packs: PackWorld;
  let manager: LogManager;
  let orders: PartitionLog;
  let other: PartitionLog;
  let states: PartitionLog;

  beforeEach(async () => {
    logs = new LogWorld();
    packs = new PackWorld();
    manager = await logs.open();
    orders = createOrders(manager);
    other = createOrders(manager, {}, 1);
    states = manager.create(
      { topic: '__transaction_state', partition: 3 },
      { topicId: 'k5T05MNcR3q2hykuMyem9B', config: topicConfig({ 'cleanup.policy': 'compact' }) },
    );
    states.becomeLeader(0);
  });
  afterEach(async () => {
    await manager.close();
    logs.remove();
    packs.close();
  });

  function store(
    transactionalId: string,
    producerId: number,
    state: 'PrepareCommit' | 'PrepareAbort' | 'Ongoing',
  ) {
    const fresh = newTransactionalId({ transactionalId, producerId, timeoutMs: 60_000, nowMs: START_MS });
    const partitions = [ORDERS, { topic: 'orders', partition: 1 }];
    const metadata = { ...fresh, producerEpoch: 4, state, partitions, startedAtMs: START_MS };
    const { key, value } = encodeTransactionRecord({ transactionalId, metadata, version: 1 });
    const records = [{ timestamp: START_MS, key, value, headers: [] }];
    append(states, buildBatch({ records }));
  }

  /** One decided with a marker missing in orders-0, and one that is open on both partitions. */
  function fill(): void {
    for (const log of [orders, other]) {
      appendVerified(log, { producerId: 7, epoch: 4, count: 2 });
      appendVerified(log, { producerId: 8, epoch: 4, count: 1 });
    }
    store('paying|"x"', 7, 'PrepareCommit');
    store('still open', 8, 'Ongoing');
    end(other, 'COMMIT', { producerId: 7, epoch: 4 });
  }

  function directory(): Promise<LogSnapshot> {
    return readDirectory({
      disk: packs.disk,
      packing: packs.packing,
      directory: packs.path('data'),
      selects: () => true,
      nowMs: 0,
      work: packs.work(),
    });
  }

  const PAYING = {
    transactionalId: 'paying|"x"',
    producerId: 7,
    epoch: 4,
    outcome: 'committed',
    partitions: ['orders-0'],
  };

  it.each(['closed', 'crashed'] as const)('is stated of a directory that was %s', async (point) => {
    fill();
    await manager.close();
    cpSync(logs.directory, packs.path('data'), { recursive: true });
    if (point === 'crashed') rmSync(join(packs.path('data'), CLEAN_SHUTDOWN));
    const snapshot = await directory();
    expect(snapshot.point).toBe(point);
    expect(snapshot.decided).toEqual([PAYING]);
    expect(snapshot.checks).toContainEqual({
      check: 'decidedTransactions',
      outcome: 'note',
      params: { count: 1, ids: 'paying|"x"' },
    });
  });

  it('does not count as open, and one that is open on two partitions counts once', async () => {
    fill();
    await manager.close();
    cpSync(logs.directory, packs.path('data'), { recursive: true });
    const { checks } = await directory();
    expect(checks.find(({ check }) => check === 'openTransactions')?.params).toEqual({ count: 1 });
  });

  it('stands in the facts and in the README of the pack', async () => {
    fill();
    await manager.close();
    cpSync(logs.directory, packs.path('data'), { recursive: true });
    await packs.write('pack.fence', { snapshot: await directory() });
    const facts = await packs.extract('pack.fence');
    expect(facts.decided).toEqual([PAYING]);
    const readme = packs.filesBelow('out').get('README.md')?.toString() ?? '';
    expect(readme).toContain('1 transaction was decided');
    expect(readme).toContain('| paying\\|"x" | 7 | 4 | committed | orders-0 |');
  });

  it('is stated when nothing but the record that completes it is missing', async () => {
    fill();
    end(orders, 'COMMIT', { producerId: 7, epoch: 4 });
    await manager.close();
    cpSync(logs.directory, packs.path('data'), { recursive: true });
    expect((await directory()).decided).toEqual([{ ...PAYING, partitions: [] }]);
  });

  describe('in a running broker', () => {
    function cut(decided: () => readonly DecidedTransaction[]): Promise<LogSnapshot> {
      const { disk, clock } = logs;
      const selects = ({ partition }: { readonly partition: number }) => partition !== 1;
      return cutRunningLogs({ disk, clock, logs: manager, selects, decided });
    }

    it('is waited for: the point comes when there is none', async () => {
      fill();
      let isDecided = true;
      const cutting = cut(() => (isDecided ? [{ ...PAYING, outcome: 'committed' as const }] : []));
      await logs.clock.advance(20);
      end(orders, 'COMMIT', { producerId: 7, epoch: 4 });
      isDecided = false;
      await logs.clock.advance(1);
      const snapshot = await cutting;
      expect(snapshot.decided).toEqual([]);
      expect(snapshot.partitions.find(({ topic }) => topic === 'orders')?.logEndOffset).toBe(4);
      snapshot.release();
    });

    it('is stated when it does not come to an end within half a second', async () => {
      fill();
      const partitions = ['orders-0', 'orders-1'];
      const cutting = cut(() => [{ ...PAYING, outcome: 'committed' as const, partitions }]);
      await logs.clock.advance(600);
      const snapshot = await cutting;
      expect(snapshot.decided).toEqual([PAYING]);
      expect(snapshot.checks.map(({ check }) => check)).toEqual([
        'oneTurn',
        'openTransactions',
        'decidedTransactions',
      ]);
      snapshot.release();
    });
  });
});
