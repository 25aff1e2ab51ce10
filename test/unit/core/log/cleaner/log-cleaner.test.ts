import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LogManager } from '#core/log/log-manager.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import { NodeDisk } from '#core/platform/node/node-disk.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';
import { readRecords } from '#core/protocol/records/batch-reader.ts';
import { batchesIn } from '#core/protocol/records/batch-scanner.ts';
import { FailingDisk } from '../../../../support/failing-disk.ts';
import {
  append,
  appendVerified,
  brokerConfig,
  createOrders,
  end,
  LogWorld,
  START_MS,
  topicConfig,
} from '../../../../support/log-world.ts';

const COMPACT = { 'cleanup.policy': 'compact', 'segment.bytes': '200', 'min.cleanable.dirty.ratio': '0.01' };
const BACKOFF_MS = 15_000;

let world: LogWorld;
let manager: LogManager;
beforeEach(async () => {
  world = new LogWorld();
  world.topicConfig = () => topicConfig(COMPACT);
  manager = await world.open();
});
afterEach(async () => {
  await manager.close();
  world.remove();
});

function put(log: PartitionLog, key: string, value: string | null, timestamp = START_MS): void {
  const content = value === null ? null : Buffer.from(value);
  append(log, buildBatch({ records: [{ timestamp, key: Buffer.from(key), value: content }] }));
}

/** `key=value` of every record, by offset. */
function contents(log: PartitionLog): string[] {
  return [...log.batchesFrom(0)].flatMap((batch) =>
    [...readRecords(batch)].map(
      ({ offsetDelta, key, value }) => `${batch.baseOffset + offsetDelta} ${key}=${value}`,
    ),
  );
}

/** Lets the cleaner work until it has nothing to do: it rests by the clock, and waits for the disk. */
async function clean(): Promise<void> {
  await world.clock.advance(BACKOFF_MS);
  for (let quietTurns = 0; quietTurns < 5; quietTurns++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (process.getActiveResourcesInfo().includes('FSReqCallback')) quietTurns = 0;
    await world.clock.advance(0);
  }
}

function fill(log: PartitionLog): void {
  for (const [key, value] of [
    ['a', '1'],
    ['b', '1'],
    ['a', '2'],
    ['b', '2'],
    ['c', '1'],
  ] as const)
    put(log, key, value);
}

function files(pattern: RegExp): string[] {
  return readdirSync(join(world.directory, 'orders-0')).filter((name) => pattern.test(name));
}

function checkpoint(): string {
  return readFileSync(join(world.directory, 'cleaner-offset-checkpoint'), 'utf8');
}

describe('the cleaner', () => {
  test('keeps the newest record of every key, at its offset, and everything in the active segment', async () => {
    const log = createOrders(manager, COMPACT);
    fill(log);
    await clean();
    expect(contents(log)).toEqual(['2 a=2', '3 b=2', '4 c=1']);
    expect([log.logStartOffset, log.logEndOffset]).toEqual([0, 5]);
    expect(checkpoint()).toBe('0\n1\norders 0 4\n');
    expect(world.of('log.cleaned')).toMatchObject([
      { topic: 'orders', partition: 0, firstDirtyOffset: 0, endOffset: 4, recordsBefore: 4, recordsAfter: 2 },
    ]);
  });

  test('leaves logs alone that are not compacted, or not dirty enough', async () => {
    const deleted = createOrders(manager, { ...COMPACT, 'cleanup.policy': 'delete' });
    const clean1 = createOrders(manager, { ...COMPACT, 'min.cleanable.dirty.ratio': '1' }, 1);
    fill(deleted);
    fill(clean1);
    await clean();
    expect([contents(deleted).length, contents(clean1).length]).toEqual([5, 5]);
    expect(world.of('log.cleaned')).toEqual([]);
  });

  test('begins where the last round ended, also after a restart', async () => {
    fill(createOrders(manager, COMPACT));
    await clean();
    await manager.close();
    manager = await world.open();
    const log = manager.get({ topic: 'orders', partition: 0 }) as PartitionLog;
    log.becomeLeader(1);
    for (const value of ['3', '4', '5']) put(log, 'a', value);
    await clean();
    expect(world.of('log.cleaned').map((event) => event.firstDirtyOffset)).toEqual([0, 4]);
    expect(contents(log)).toEqual(['3 b=2', '4 c=1', '5 a=3', '6 a=4', '7 a=5']);
  });

  test('a deleted topic that is made anew is cleaned from its beginning', async () => {
    fill(createOrders(manager, COMPACT));
    await clean();
    manager.delete({ topic: 'orders', partition: 0 });
    expect(checkpoint()).toBe('0\n0\n');
    const log = createOrders(manager, COMPACT);
    fill(log);
    await clean();
    expect(contents(log)).toEqual(['2 a=2', '3 b=2', '4 c=1']);
  });

  test('does not go beyond the last stable offset', async () => {
    const log = createOrders(manager, COMPACT);
    fill(log);
    appendVerified(log, { producerId: 1 });
    fill(log);
    expect(log.lastStableOffset).toBe(5);
    await clean();
    expect(contents(log).slice(0, 3)).toEqual(['2 a=2', '3 b=2', '4 c=1']);
    expect(contents(log)).toHaveLength(9);
    end(log, 'COMMIT', { producerId: 1 });
    await clean();
    // The record written in the transaction, and the marker, whose key and value are bytes.
    expect(contents(log).filter((line) => /[abc]=/.test(line))).toEqual([
      '4 c=1',
      '8 a=2',
      '9 b=2',
      '10 c=1',
    ]);
  });

  test('waits for min.compaction.lag.ms, and does not wait longer than max.compaction.lag.ms', async () => {
    const lagging = createOrders(manager, { ...COMPACT, 'min.compaction.lag.ms': '60000' });
    const overdue = createOrders(
      manager,
      { ...COMPACT, 'min.cleanable.dirty.ratio': '1', 'max.compaction.lag.ms': '60000' },
      1,
    );
    fill(lagging);
    fill(overdue);
    await clean();
    expect([contents(lagging).length, contents(overdue).length]).toEqual([5, 5]);
    await world.clock.advance(60_000);
    await clean();
    expect([contents(lagging).length, contents(overdue).length]).toEqual([3, 3]);
  });

  test('a tombstone goes delete.retention.ms after it was first seen', async () => {
    const log = createOrders(manager, { ...COMPACT, 'delete.retention.ms': '100000' });
    put(log, 'a', '1');
    put(log, 'a', null);
    fillUp(log, 'x');
    await clean();
    expect(contents(log)[0]).toBe('1 a=null');
    const [batch] = [...log.batchesFrom(0)];
    expect(batch?.hasDeleteHorizon).toBe(true);
    expect(batch?.maxTimestamp).toBe(START_MS);
    await world.clock.advance(100_000);
    fillUp(log, 'y');
    await clean();
    expect(contents(log).some((line) => line.includes('a='))).toBe(false);
  });

  test('does for compact,delete what retention does', async () => {
    const log = createOrders(manager, {
      ...COMPACT,
      'cleanup.policy': 'compact,delete',
      'retention.ms': '1000',
    });
    put(log, 'first', '1');
    fill(log);
    await clean();
    expect([log.logStartOffset, log.logEndOffset]).toEqual([6, 6]);
  });

  test('takes a record too old for its log start along with the segment', async () => {
    const log = createOrders(manager, COMPACT);
    fill(log);
    log.deleteRecordsBefore(3);
    await clean();
    expect(log.read({ offset: 3, maxBytes: 1e6, isolation: 'log-end', minOneBatch: true }).error).toBe(
      'NONE',
    );
    expect(log.logStartOffset).toBe(3);
    expect(contents(log).at(-1)).toBe('4 c=1');
  });

  test('a switched off cleaner does nothing', async () => {
    await manager.close();
    manager = await world.open({ 'log.cleaner.enable': 'false' });
    const log = createOrders(manager, COMPACT);
    fill(log);
    await clean();
    expect(contents(log)).toHaveLength(5);
  });
});

function fillUp(log: PartitionLog, prefix: string): void {
  for (let i = 0; i < 4; i++) put(log, `${prefix}${i}`, 'z');
}

describe('a producer id', () => {
  test('goes on after its records were compacted away, and after a crash', async () => {
    const log = createOrders(manager, COMPACT);
    const send = (to: PartitionLog, sequence: number, key: string): string =>
      append(
        to,
        buildBatch({
          records: [{ timestamp: START_MS, key: Buffer.from(key), value: Buffer.from(`v${sequence}`) }],
          producerState: { producerId: 9, producerEpoch: 0, baseSequence: sequence, isTransactional: false },
        }),
      ).error;
    send(log, 0, 'a');
    send(log, 1, 'a');
    put(log, 'a', 'newer');
    fillUp(log, 'x');
    await clean();
    expect(contents(log)[0]).toBe('2 a=newer');
    await manager.close();
    for (const name of readdirSync(join(world.directory, 'orders-0'))) {
      if (name.endsWith('.snapshot')) world.disk.remove(join(world.directory, 'orders-0', name));
    }
    world.disk.remove(join(world.directory, '.kafka_cleanshutdown'));
    world.disk.remove(join(world.directory, 'recovery-point-offset-checkpoint'));
    manager = await world.open();
    const again = manager.get({ topic: 'orders', partition: 0 }) as PartitionLog;
    again.becomeLeader(1);
    expect(again.activeProducers()).toMatchObject([{ producerId: 9, lastSequence: 1 }]);
    expect([send(again, 3, 'b'), send(again, 2, 'b')]).toEqual(['OUT_OF_ORDER_SEQUENCE_NUMBER', 'NONE']);
  });
});

describe('what goes wrong', () => {
  test('a disk that refuses leaves the log as it was, and the round is tried again', async () => {
    await manager.close();
    const disk = new FailingDisk(new NodeDisk());
    world.disk = disk;
    manager = await world.open();
    const log = createOrders(manager, COMPACT);
    fill(log);
    disk.fails = (operation, path) =>
      operation === 'open' && path.endsWith('.log.cleaned') ? 'ENOSPC' : undefined;
    await clean();
    expect(contents(log)).toHaveLength(5);
    expect(files(/cleaned|swap/)).toEqual([]);
    disk.fails = () => undefined;
    await clean();
    expect(contents(log)).toHaveLength(3);
  });

  test('a batch that cannot be read makes the log uncleanable until the next start', async () => {
    const log = createOrders(manager, COMPACT);
    fill(log);
    const path = join(world.directory, 'orders-0', `${'0'.repeat(20)}.log`);
    const bytes = readFileSync(path);
    // The length of the first record.
    bytes.writeUInt8(0x7e, 61);
    writeFileSync(path, bytes);
    await clean();
    await clean();
    expect(world.of('log.cleanFailed')).toMatchObject([{ topic: 'orders', partition: 0 }]);
    expect(log.logEndOffset).toBe(5);
    expect(files(/cleaned|swap/)).toEqual([]);
  });

  test('a swap that a crash interrupts is completed at the next start', async () => {
    await manager.close();
    const disk = new FailingDisk(new NodeDisk());
    world.disk = disk;
    manager = await world.open();
    const log = createOrders(manager, COMPACT);
    fill(log);
    disk.fails = (operation, path) =>
      operation === 'rename' && path.endsWith('.log.swap') ? 'EIO' : undefined;
    await clean();
    expect(world.of('log.cleanFailed')).toMatchObject([{ reason: 'segment 0 could not be replaced' }]);
    expect(files(/\.log\.swap$/)).toHaveLength(1);
    disk.fails = () => undefined;
    for (const name of ['.lock']) world.disk.remove(join(world.directory, name));
    const after = await world.open();
    const recovered = after.get({ topic: 'orders', partition: 0 }) as PartitionLog;
    expect(contents(recovered)).toEqual(['2 a=2', '3 b=2', '4 c=1']);
    expect(files(/cleaned|swap|deleted/)).toEqual([]);
    await after.close();
  });

  test('a topic deleted in the middle of a round ends it', async () => {
    const log = createOrders(manager, COMPACT);
    fill(log);
    const round = log.clean({ range: log.cleanableRange(undefined), isCancelled: () => false });
    manager.delete({ topic: 'orders', partition: 0 });
    expect(await round).toBeUndefined();
    expect(existsSync(join(world.directory, 'orders-0'))).toBe(false);
  });
});

test('when more keys are dirty than the map takes, a round stops early and the next goes on', async () => {
  const log = createOrders(manager, COMPACT);
  fill(log);
  const first = await log.clean({
    range: log.cleanableRange(undefined),
    keysMax: 1,
    isCancelled: () => false,
  });
  expect(first?.endOffset).toBe(1);
  expect(contents(log)).toHaveLength(5);
  const range = log.cleanableRange(first?.endOffset);
  expect((await log.clean({ range, isCancelled: () => false }))?.endOffset).toBe(4);
  expect(contents(log)).toEqual(['2 a=2', '3 b=2', '4 c=1']);
});

test('several segments become one', async () => {
  const log = createOrders(manager, COMPACT);
  fill(log);
  expect(log.segments()).toHaveLength(3);
  const [before] = [
    ...batchesIn(log.read({ offset: 0, maxBytes: 1, isolation: 'log-end', minOneBatch: true }).records),
  ];
  expect(before?.baseOffset).toBe(0);
  log.reconfigure(topicConfig({ ...COMPACT, 'segment.bytes': '400' }));
  await clean();
  expect(log.segments().map(({ baseOffset }) => baseOffset)).toEqual([0, 4]);
});

test('another log.cleaner.backoff.ms counts at once', async () => {
  const log = createOrders(manager, COMPACT);
  fill(log);
  manager.reconfigureAll(brokerConfig({ 'log.cleaner.backoff.ms': '100000' }));
  await clean();
  expect(contents(log)).toHaveLength(5);
  manager.reconfigureAll(brokerConfig({ 'log.cleaner.backoff.ms': String(BACKOFF_MS) }));
  await clean();
  expect(contents(log)).toEqual(['2 a=2', '3 b=2', '4 c=1']);
});
