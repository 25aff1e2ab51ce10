import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LogDirectoryError } from '#core/log/log-directory-error.ts';
import { aBatch, append, createOrders, LogWorld, START_MS } from '../../../support/log-world.ts';

const ORDERS = { topic: 'orders', partition: 0 };
let world: LogWorld;
beforeEach(() => {
  world = new LogWorld();
});
afterEach(() => world.remove());

function text(name: string): string {
  return readFileSync(join(world.directory, name), 'utf8');
}

describe('a new directory', () => {
  test('gets ids, empty checkpoints and a lock', async () => {
    rmSync(world.directory, { recursive: true });
    const manager = await world.open({ 'node.id': '7' });
    expect(manager.nodeId).toBe(7);
    expect(text('meta.properties')).toContain(`cluster.id=${manager.clusterId}\n`);
    expect(text('meta.properties')).toContain(`directory.id=${manager.directoryId}\n`);
    expect(text('replication-offset-checkpoint')).toBe('');
    expect(text('cleaner-offset-checkpoint')).toBe('');
    expect(manager.wasCleanlyShutDown).toBe(false);
    await manager.close();
    const again = await world.open({ 'node.id': '8' });
    // The directory says which node it belongs to.
    expect([again.nodeId, again.clusterId]).toEqual([7, manager.clusterId]);
    await again.close();
  });

  test('may hold what desktops and file systems leave', async () => {
    writeFileSync(join(world.directory, '.DS_Store'), '');
    mkdirSync(join(world.directory, 'lost+found'));
    const manager = await world.open();
    await manager.close();
  });
});

describe('a directory that cannot be served', () => {
  async function refusal(): Promise<LogDirectoryError> {
    const before = readdirSync(world.directory).filter((name) => !name.startsWith('.lock'));
    const error = await world.open().catch((reason: unknown) => reason);
    if (!(error instanceof LogDirectoryError))
      throw new Error(`expected a LogDirectoryError, got ${String(error)}`);
    expect(readdirSync(world.directory).filter((name) => !name.startsWith('.lock'))).toEqual(before);
    return error;
  }

  test('somebody’s documents are left alone', async () => {
    writeFileSync(join(world.directory, 'thesis.txt'), 'x');
    const error = await refusal();
    expect(error.problem).toBe('notALogDirectory');
    expect(error.message).toContain('is not a Kafka log directory');
    expect(readdirSync(world.directory)).toEqual(['thesis.txt']);
  });

  test('a locked one names the holder', async () => {
    const holder = await world.open();
    const error = await refusal();
    expect(error.problem).toBe('locked');
    expect(error.message).toContain(`in use by process ${process.pid}`);
    await holder.close();
    await (await world.open()).close();
  });

  test('one of ZooKeeper’s days is not taken', async () => {
    writeFileSync(join(world.directory, 'meta.properties'), 'version=0\nbroker.id=1\ncluster.id=x\n');
    expect((await refusal()).message).toContain('ZooKeeper');
  });

  test('a malformed checkpoint is not guessed at, and a clean directory stays clean', async () => {
    const manager = await world.open();
    createOrders(manager);
    await manager.close();
    writeFileSync(join(world.directory, 'recovery-point-offset-checkpoint'), '0\n2\norders 0 1\n');
    const error = await refusal();
    expect(error.problem).toBe('unreadable');
    expect(existsSync(join(world.directory, '.kafka_cleanshutdown'))).toBe(true);
  });

  test('a malformed leader-epoch-checkpoint names the partition', async () => {
    const manager = await world.open();
    createOrders(manager);
    await manager.close();
    writeFileSync(join(world.directory, 'orders-0', 'leader-epoch-checkpoint'), '0\n1\nnonsense\n');
    expect((await refusal()).message).toContain('orders-0');
    expect(existsSync(join(world.directory, '.kafka_cleanshutdown'))).toBe(true);
    writeFileSync(join(world.directory, 'orders-0', 'leader-epoch-checkpoint'), '');
    const repaired = await world.open();
    expect(repaired.wasCleanlyShutDown).toBe(true);
    await repaired.close();
  });
});

describe('partitions', () => {
  test('are found again with topic id, offsets and epochs', async () => {
    const manager = await world.open();
    const log = createOrders(manager);
    append(log, aBatch({ count: 3, producerId: 5 }));
    log.becomeLeader(2);
    await manager.close();
    expect(text('orders-0/partition.metadata')).toBe('version: 0\ntopic_id: k5T05MNcR3q2hykuMyem9A');
    expect(text('orders-0/leader-epoch-checkpoint')).toBe('0\n2\n0 0\n2 3\n');
    expect(text('recovery-point-offset-checkpoint')).toBe('0\n1\norders 0 3\n');
    expect(text('replication-offset-checkpoint')).toBe('0\n1\norders 0 3\n');
    expect(text('log-start-offset-checkpoint')).toBe('0\n0\n');
    expect(readdirSync(join(world.directory, 'orders-0'))).toContain('00000000000000000003.snapshot');

    const again = await world.open();
    expect(again.wasCleanlyShutDown).toBe(true);
    expect(again.topicIdOf('orders')).toBe('k5T05MNcR3q2hykuMyem9A');
    const found = again.get(ORDERS);
    // The entry of an epoch that no batch has goes, as in Kafka; that the epoch was there, which Kafka's controller knows, is remembered.
    expect([found?.logEndOffset, found?.highWatermark, found?.leaderEpoch]).toEqual([3, 3, 2]);
    expect(found?.activeProducers()).toMatchObject([{ producerId: 5, lastSequence: 2 }]);
    await again.close();
  });

  test('with a raised log start keep it', async () => {
    const manager = await world.open();
    const log = createOrders(manager);
    append(log, aBatch({ count: 3 }));
    log.deleteRecordsBefore(2);
    await manager.close();
    expect(text('log-start-offset-checkpoint')).toBe('0\n1\norders 0 2\n');
    const again = await world.open();
    expect(again.get(ORDERS)?.logStartOffset).toBe(2);
    await again.close();
  });

  test('that are deleted go at once from the catalogue, and after the delay from the disk', async () => {
    const manager = await world.open();
    createOrders(manager);
    createOrders(manager, {}, 1);
    manager.delete(ORDERS);
    expect([...manager.partitions()].map((log) => log.topicPartition.partition)).toEqual([1]);
    const renamed = readdirSync(world.directory).filter((name) =>
      /^orders-0\.[0-9a-f]{32}-delete$/.test(name),
    );
    expect(renamed).toHaveLength(1);
    await world.clock.advance(60_000);
    expect(readdirSync(world.directory).filter((name) => name.endsWith('-delete'))).toEqual([]);
    manager.delete({ topic: 'orders', partition: 1 });
    expect(manager.topicIdOf('orders')).toBeUndefined();
    await manager.close();
    // What was not due yet goes at the next start.
    expect(readdirSync(world.directory).filter((name) => name.endsWith('-delete'))).toHaveLength(1);
    await (await world.open()).close();
    expect(readdirSync(world.directory).filter((name) => name.endsWith('-delete'))).toEqual([]);
  });

  test('without partition.metadata get an id, and the cluster metadata log is left alone', async () => {
    const manager = await world.open();
    createOrders(manager);
    await manager.close();
    rmSync(join(world.directory, 'orders-0', 'partition.metadata'));
    mkdirSync(join(world.directory, '__cluster_metadata-0'));
    const again = await world.open();
    expect(again.topics().size).toBe(1);
    expect(text('orders-0/partition.metadata')).toBe(`version: 0\ntopic_id: ${again.topicIdOf('orders')}`);
    await again.close();
  });

  test('thousands of idle ones hold few files open', async () => {
    const manager = await world.open();
    for (let partition = 0; partition < 600; partition++) {
      append(createOrders(manager, {}, partition), aBatch());
    }
    expect(readdirSync('/proc/self/fd').length).toBeLessThan(400);
    await manager.close();
  });
});

describe('in the background', () => {
  test('high watermarks are written every five seconds, recovery points every minute', async () => {
    const manager = await world.open();
    const log = createOrders(manager, { 'segment.bytes': '1000' });
    append(log, aBatch({ valueSize: 800 }));
    append(log, aBatch({ valueSize: 800 }));
    await world.clock.advance(5_000);
    expect(text('replication-offset-checkpoint')).toBe('0\n1\norders 0 2\n');
    // The flush of the rolled segment takes real time.
    await vi.waitFor(() => expect(log.recoveryPoint).toBe(1));
    await world.clock.advance(55_000);
    expect(text('recovery-point-offset-checkpoint')).toBe('0\n1\norders 0 1\n');
    await manager.close();
  });

  test('retention deletes old segments, then their files', async () => {
    const manager = await world.open();
    const log = createOrders(manager, { 'segment.bytes': '1000', 'retention.ms': '600000' });
    append(log, aBatch({ valueSize: 800, timestamp: START_MS }));
    append(log, aBatch({ valueSize: 800, timestamp: START_MS + 300_000 }));
    await world.clock.advance(900_000);
    expect(log.logStartOffset).toBe(1);
    const names = readdirSync(log.directory);
    expect(names).toContain('00000000000000000000.log.deleted');
    await world.clock.advance(60_000);
    expect(readdirSync(log.directory).filter((name) => name.endsWith('.deleted'))).toEqual([]);
    await manager.close();
  });
});
