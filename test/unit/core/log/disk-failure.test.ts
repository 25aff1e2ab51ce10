import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LogManager } from '#core/log/log-manager.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import { NodeDisk } from '#core/platform/node/node-disk.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';
import { FailingDisk } from '../../../support/failing-disk.ts';
import { aBatch, append, appendVerified, createOrders, end, LogWorld } from '../../../support/log-world.ts';

let world: LogWorld;
let disk: FailingDisk;
let manager: LogManager;
let log: PartitionLog;

beforeEach(async () => {
  world = new LogWorld();
  disk = new FailingDisk(new NodeDisk());
  world.disk = disk;
  manager = await world.open();
  log = createOrders(manager, { 'segment.bytes': '2000' });
});
afterEach(async () => {
  disk.fails = () => undefined;
  await manager.close();
  world.remove();
});

function path(name: string): string {
  return join(world.directory, 'orders-0', name);
}

function isLog(name: string): boolean {
  return name.endsWith('.log');
}

async function restart(): Promise<void> {
  await manager.close();
  manager = await world.open();
  const found = manager.get({ topic: 'orders', partition: 0 });
  if (found === undefined) throw new Error('the partition is gone');
  log = found;
  log.becomeLeader(0);
}

describe('a full disk', () => {
  test('refuses the append with KAFKA_STORAGE_ERROR and leaves the log as it was', () => {
    append(log, aBatch({ producerId: 1, sequence: 0 }));
    const size = statSync(path('00000000000000000000.log')).size;
    disk.tornBytes = 30;
    disk.fails = (operation, name) => (operation === 'write' && isLog(name) ? 'ENOSPC' : undefined);
    const refused = append(log, aBatch({ producerId: 1, sequence: 1 }));
    expect(refused).toMatchObject({ error: 'KAFKA_STORAGE_ERROR', baseOffset: -1, logStartOffset: -1 });
    expect(log.logEndOffset).toBe(1);
    expect(log.activeProducers()).toMatchObject([{ lastSequence: 0 }]);
    expect(statSync(path('00000000000000000000.log')).size).toBe(size);
    expect(world.of('log.refused')).toMatchObject([{ errorCode: 56 }]);
  });

  test('the next append finds its place, though the torn bytes could not be cut at once', async () => {
    append(log, aBatch());
    disk.tornBytes = 30;
    disk.fails = (operation, name) => (operation !== 'open' && isLog(name) ? 'EIO' : undefined);
    expect(append(log, aBatch()).error).toBe('KAFKA_STORAGE_ERROR');
    expect(append(log, aBatch()).error).toBe('KAFKA_STORAGE_ERROR');
    disk.fails = () => undefined;
    expect(append(log, aBatch())).toMatchObject({ error: 'NONE', baseOffset: 1 });
    await restart();
    expect(log.logEndOffset).toBe(2);
    expect(world.of('log.recovered')).toEqual([]);
  });

  test('an abort that cannot be indexed is not written; the transaction stays open', async () => {
    appendVerified(log, { producerId: 1 });
    disk.fails = (_, name) => (name.endsWith('.txnindex') ? 'ENOSPC' : undefined);
    expect(end(log, 'ABORT', { producerId: 1 }).error).toBe('KAFKA_STORAGE_ERROR');
    expect([log.logEndOffset, log.lastStableOffset]).toEqual([1, 0]);
    disk.fails = () => undefined;
    expect(end(log, 'ABORT', { producerId: 1 }).error).toBe('NONE');
    await restart();
    const fetched = log.read({ offset: 0, maxBytes: 1e6, isolation: 'committed', minOneBatch: true });
    expect(fetched.abortedTransactions).toEqual([{ producerId: 1, firstOffset: 0 }]);
  });

  test('an abort whose marker cannot be written leaves no entry in the transaction index', async () => {
    appendVerified(log, { producerId: 1 });
    disk.fails = (operation, name) => (operation === 'write' && isLog(name) ? 'ENOSPC' : undefined);
    expect(end(log, 'ABORT', { producerId: 1 }).error).toBe('KAFKA_STORAGE_ERROR');
    disk.fails = () => undefined;
    expect(end(log, 'COMMIT', { producerId: 1 }).error).toBe('NONE');
    await restart();
    const fetched = log.read({ offset: 0, maxBytes: 1e6, isolation: 'committed', minOneBatch: true });
    expect(fetched.abortedTransactions).toEqual([]);
  });

  test('a segment that cannot be rolled refuses the append and is rolled later', async () => {
    append(log, aBatch({ valueSize: 1800 }));
    disk.fails = (operation, name) => (operation === 'open' && name.includes('0001.') ? 'ENOSPC' : undefined);
    expect(append(log, aBatch({ valueSize: 1800 })).error).toBe('KAFKA_STORAGE_ERROR');
    expect(log.segments()).toHaveLength(1);
    disk.fails = () => undefined;
    expect(append(log, aBatch({ valueSize: 1800 }))).toMatchObject({ error: 'NONE', baseOffset: 1 });
    await restart();
    expect(log.segments().map((segment) => segment.baseOffset)).toEqual([0, 1]);
    expect(log.logEndOffset).toBe(2);
  });

  test('a flush that fails leaves the recovery point behind', async () => {
    disk.fails = (operation) => (operation === 'sync' ? 'EIO' : undefined);
    append(log, aBatch({ valueSize: 1800 }));
    append(log, aBatch({ valueSize: 1800 }));
    await world.clock.advance(10);
    expect(log.recoveryPoint).toBe(0);
    disk.fails = () => undefined;
    append(log, aBatch({ valueSize: 1800 }));
    await vi.waitFor(() => expect(log.recoveryPoint).toBe(2));
  });

  test('a shutdown that cannot be completed does not claim to be clean', async () => {
    append(log, aBatch());
    disk.fails = (operation) => (operation === 'sync' ? 'EIO' : undefined);
    await expect(manager.close()).rejects.toMatchObject({ code: 'EIO' });
    disk.fails = () => undefined;
    manager = await world.open();
    expect(manager.wasCleanlyShutDown).toBe(false);
    expect(manager.get({ topic: 'orders', partition: 0 })?.logEndOffset).toBe(1);
  });

  test('a partition that cannot be created leaves nothing behind', () => {
    disk.fails = (operation, name) =>
      operation === 'open' && name.endsWith('.timeindex') ? 'ENOSPC' : undefined;
    expect(() => createOrders(manager, {}, 1)).toThrow(KafkaError);
    expect(manager.get({ topic: 'orders', partition: 1 })).toBeUndefined();
    expect(() => statSync(join(world.directory, 'orders-1'))).toThrow();
  });
});
