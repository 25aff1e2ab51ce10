import { cpSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareSnapshots } from '#core/evidence/compare/compare-snapshots.ts';
import { directorySide, runningSide } from '#core/evidence/compare/snapshot-side.ts';
import type { CompareView } from '#core/lab-api/evidence-views.ts';
import type { LogManager } from '#core/log/log-manager.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import { aBatch, append, appendVerified, createOrders, end, LogWorld } from '../../../support/log-world.ts';
import { PackWorld } from '../../../support/pack-world.ts';

describe('two snapshots of one log', () => {
  let logs: LogWorld;
  let packs: PackWorld;
  let manager: LogManager;
  let log: PartitionLog;

  beforeEach(async () => {
    logs = new LogWorld();
    packs = new PackWorld();
    manager = await logs.open();
    log = createOrders(manager, { 'segment.bytes': '600' });
    append(log, aBatch({ count: 3 }));
    appendVerified(log, { producerId: 7, count: 2 });
    appendVerified(log, { producerId: 8, count: 1 });
    log.storeQuietly();
    cpSync(logs.directory, packs.path('before'), { recursive: true });
  });
  afterEach(async () => {
    await manager.close();
    logs.remove();
    packs.close();
  });

  async function compare(): Promise<CompareView> {
    const a = await directorySide(logs.disk, { directory: packs.path('before'), label: 'before' });
    const b = await runningSide(manager, 'now');
    try {
      return await compareSnapshots(logs.disk, { a, b }, packs.work());
    } finally {
      b.release();
    }
  }

  it('are the same while nothing happens', async () => {
    const view = await compare();
    expect(view.partitions.map(({ change }) => change)).toEqual(['same']);
    expect(view.cluster).toBe('same');
    expect(view.totals).toEqual({
      partitionsChanged: 0,
      recordsAdded: 0,
      recordsRemoved: 0,
      recordsAltered: 0,
      verdictsChanged: 0,
      epochsRaised: 0,
      segmentsRemoved: 0,
    });
  });

  it('are not compared when a topic is deleted meanwhile, and that is said', async () => {
    const a = await directorySide(logs.disk, { directory: packs.path('before'), label: 'before' });
    const b = await runningSide(manager, 'now');
    manager.delete({ topic: 'orders', partition: 0 });
    await expect(compareSnapshots(logs.disk, { a, b }, packs.work())).rejects.toThrow('was removed while');
    b.release();
  });

  it('differ in what was written, decided and raised', async () => {
    end(log, 'COMMIT', { producerId: 7, epoch: 1 });
    end(log, 'ABORT', { producerId: 8 });
    append(log, aBatch({ count: 4 }));
    const { partitions, totals } = await compare();
    expect(partitions[0]).toMatchObject({
      change: 'changed',
      recordsAdded: 6,
      recordsRemoved: 0,
      a: { logEndOffset: 6, lastStableOffset: 3 },
      b: { logEndOffset: 12, lastStableOffset: 12 },
      epochs: [{ producerId: 7, from: 0, to: 1 }],
      verdicts: [
        {
          producerId: 7,
          firstOffset: 3,
          lastOffset: 4,
          records: 2,
          from: 'open',
          to: 'committed',
          markerOffset: 6,
        },
        {
          producerId: 8,
          firstOffset: 5,
          lastOffset: 5,
          records: 1,
          from: 'open',
          to: 'aborted',
          markerOffset: 7,
        },
      ],
    });
    expect(totals).toMatchObject({ recordsAdded: 6, verdictsChanged: 3, epochsRaised: 1 });
  });

  it('differ in segments that went, and their records', async () => {
    end(log, 'COMMIT', { producerId: 7 });
    end(log, 'COMMIT', { producerId: 8 });
    for (let i = 0; i < 8; i++) append(log, aBatch({ count: 2 }));
    expect(log.deleteRecordsBefore(10)).toBe('NONE');
    log.applyRetention();
    const { partitions, totals } = await compare();
    const [one] = partitions;
    expect(one?.segmentsRemoved).toEqual([0]);
    expect(one?.b?.segments[0]).toBeGreaterThan(0);
    expect(one).toMatchObject({ recordsRemoved: 6, a: { logStartOffset: 0 }, b: { logStartOffset: 10 } });
    expect(totals.segmentsRemoved).toBe(1);
  });

  it('differ in topics that came and went', async () => {
    manager.create({ topic: 'new', partition: 0 }, { topicId: 'k5T05MNcR3q2hykuMyem9B', config: log.config });
    manager.delete({ topic: 'orders', partition: 0 });
    const { partitions } = await compare();
    expect(partitions.map(({ topic, change, recordsRemoved }) => [topic, change, recordsRemoved])).toEqual([
      ['new', 'added', 0],
      ['orders', 'removed', 6],
    ]);
  });

  it('do not differ in partitions of internal topics that nobody has written to', async () => {
    const { config } = log;
    const topicId = 'k5T05MNcR3q2hykuMyem9B';
    const used = manager.create({ topic: '__transaction_state', partition: 0 }, { topicId, config });
    manager.create({ topic: '__transaction_state', partition: 1 }, { topicId, config });
    manager.create({ topic: '__consumer_offsets', partition: 0 }, { topicId, config });
    append(used, aBatch({ count: 1 }));
    const { partitions, totals } = await compare();
    expect(partitions.map(({ topic, partition, change }) => [topic, partition, change])).toEqual([
      ['__transaction_state', 0, 'added'],
      ['orders', 0, 'same'],
    ]);
    expect(totals.partitionsChanged).toBe(1);
  });

  it('are told apart from another log at the same offsets', async () => {
    const other = new LogWorld();
    const another = await other.open();
    const theirs = createOrders(another);
    append(theirs, aBatch({ count: 3, valueSize: 9 }));
    const a = await directorySide(logs.disk, { directory: packs.path('before'), label: 'before' });
    const b = await runningSide(another, 'another');
    const { partitions, cluster } = await compareSnapshots(logs.disk, { a, b }, packs.work());
    b.release();
    expect(cluster).toBe('same');
    expect(partitions[0]).toMatchObject({ recordsAltered: 3, recordsRemoved: 3 });
    await another.close();
    other.remove();
  });
});
