import { cpSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cutRunningLogs } from '#core/evidence/source/live-source.ts';
import type { DecidedTransaction } from '#core/lab-api/evidence-views.ts';
import type { LogManager } from '#core/log/log-manager.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import {
  aBatch,
  append,
  appendVerified,
  createOrders,
  end,
  LogWorld,
  START_MS,
} from '../../../support/log-world.ts';
import { PackWorld } from '../../../support/pack-world.ts';

describe('the logs of a running broker', () => {
  let logs: LogWorld;
  let packs: PackWorld;
  let manager: LogManager;
  let log: PartitionLog;
  /** What the coordinator says of itself. */
  let decided: () => readonly DecidedTransaction[];

  beforeEach(async () => {
    decided = () => [];
    logs = new LogWorld();
    packs = new PackWorld();
    manager = await logs.open();
    log = createOrders(manager, { 'segment.bytes': '1000', 'index.interval.bytes': '200' });
  });
  afterEach(async () => {
    await manager.close();
    logs.remove();
    packs.close();
  });

  function cut() {
    return cutRunningLogs({
      disk: logs.disk,
      clock: logs.clock,
      logs: manager,
      selects: () => true,
      decided,
    });
  }

  /** A transaction of each outcome over several segments, plain records between them, and one left open. */
  function fill(from = 0): void {
    for (let i = from; i < from + 12; i++) {
      appendVerified(log, { producerId: 7, sequence: i * 2, count: 2, timestamp: START_MS + i });
      append(log, aBatch({ count: 3, timestamp: START_MS + i }));
      end(log, i % 2 === 0 ? 'COMMIT' : 'ABORT', { producerId: 7 });
    }
    appendVerified(log, { producerId: 8 + from, count: 2, timestamp: START_MS + 50 });
  }

  async function pack(snapshot: Awaited<ReturnType<typeof cut>>): Promise<ReadonlyMap<string, Buffer>> {
    await packs.write('live.fence', { snapshot });
    snapshot.release();
    await packs.extract('live.fence');
    return packs.filesBelow('out/logs');
  }

  /** Names of files that a clean shutdown leaves with other contents. */
  async function differencesFromShutdown(got: ReadonlyMap<string, Buffer>): Promise<readonly string[]> {
    await manager.close();
    cpSync(logs.directory, packs.path('left'), { recursive: true });
    const left = packs.filesBelow('left');
    const names = new Set([...left.keys(), ...got.keys()]);
    return [...names]
      .filter((name) => name !== '.lock' && name !== 'cleaner-offset-checkpoint')
      .filter((name) => left.get(name)?.equals(got.get(name) ?? Buffer.from('missing')) !== true);
  }

  it('are, at rest, byte for byte what a clean shutdown leaves', async () => {
    fill();
    const got = await pack(await cut());
    expect([...got.keys()].filter((name) => name.endsWith('.log')).length).toBeGreaterThan(2);
    expect(await differencesFromShutdown(got)).toEqual([]);
  });

  it('end at the cut, whatever is written, rolled and ended before they are read', async () => {
    fill();
    const snapshot = await cut();
    const [partition] = snapshot.partitions;
    end(log, 'ABORT', { producerId: 8 });
    fill(12);
    await pack(snapshot);
    const opened = new LogWorld();
    cpSync(packs.path('out/logs'), opened.directory, { recursive: true });
    const again = await opened.open();
    const copy = again.get({ topic: 'orders', partition: 0 });
    expect(copy).toMatchObject({
      logEndOffset: partition?.logEndOffset,
      lastStableOffset: partition?.lastStableOffset,
    });
    expect(partition?.lastStableOffset).toBeLessThan(partition?.logEndOffset ?? 0);
    expect(copy?.activeProducers().map(({ producerId }) => producerId)).toEqual([7, 8]);
    expect(opened.of('log.recovered')).toEqual([]);
    await again.close();
    opened.remove();
  });

  it('are not shortened by retention while they are held', async () => {
    fill();
    const before = log.segments().length;
    const snapshot = await cut();
    expect(log.deleteRecordsBefore(-1)).toBe('NONE');
    log.applyRetention();
    expect(log.segments()).toHaveLength(before);
    await pack(snapshot);
    log.applyRetention();
    expect(log.segments().length).toBeLessThan(before);
  });

  it('say so when a topic is deleted before it was read', async () => {
    fill();
    const snapshot = await cut();
    manager.delete({ topic: 'orders', partition: 0 });
    await expect(packs.write('live.fence', { snapshot })).rejects.toThrow('was removed while it was read');
    snapshot.release();
    expect(packs.filesBelow('.').size).toBe(0);
  });

  it('leave out partitions of the coordinators that hold nothing', async () => {
    manager.create(
      { topic: '__transaction_state', partition: 3 },
      { topicId: 'k5T05MNcR3q2hykuMyem9B', config: log.config },
    );
    const snapshot = await cut();
    expect(snapshot.partitions.map(({ topic }) => topic)).toEqual(['orders']);
    snapshot.release();
  });
});
