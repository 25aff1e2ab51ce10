import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LogManager } from '#core/log/log-manager.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import {
  aBatch,
  append,
  appendVerified,
  createOrders,
  LogWorld,
  START_MS,
} from '../../../support/log-world.ts';

let world: LogWorld;
let manager: LogManager;

beforeEach(async () => {
  world = new LogWorld();
  manager = await world.open();
});
afterEach(async () => {
  await manager.close();
  world.remove();
});

function bases(log: PartitionLog): number[] {
  return log.segments().map((segment) => segment.baseOffset);
}

/** One record a segment. */
function fill(log: PartitionLog, count: number, timestamp = START_MS): void {
  for (let i = 0; i < count; i++) append(log, aBatch({ valueSize: 800, timestamp }));
}

describe('rolling', () => {
  test('begins a segment where a batch would make the active one too large', () => {
    const log = createOrders(manager, { 'segment.bytes': '1800' });
    fill(log, 5);
    expect(bases(log)).toEqual([0, 2, 4]);
    expect(world.of('log.rolled').map((event) => event.baseOffset)).toEqual([2, 4]);
  });

  test('begins a segment when record time has moved on by segment.ms', () => {
    const log = createOrders(manager, { 'segment.ms': '1000' });
    append(log, aBatch({ timestamp: START_MS }));
    append(log, aBatch({ timestamp: START_MS + 1000 }));
    append(log, aBatch({ timestamp: START_MS + 1001 }));
    expect(bases(log)).toEqual([0, 2]);
  });

  test('goes by the clock when the records have no timestamps', async () => {
    const log = createOrders(manager, { 'segment.ms': '1000' });
    append(log, aBatch({ timestamp: -1 }));
    await world.clock.advance(1000);
    append(log, aBatch({ timestamp: -1 }));
    expect(bases(log)).toEqual([0]);
    await world.clock.advance(1);
    append(log, aBatch({ timestamp: -1 }));
    expect(bases(log)).toEqual([0, 2]);
  });

  test('begins a segment when an index is full', () => {
    const log = createOrders(manager, { 'segment.index.bytes': '24', 'index.interval.bytes': '0' });
    for (let i = 0; i < 6; i++) append(log, aBatch({ timestamp: START_MS + i }));
    // The time index has room for two entries, one of which is kept for the end.
    expect(bases(log).length).toBeGreaterThan(1);
    expect(log.logEndOffset).toBe(6);
  });

  test('keeps a producer snapshot at the new base', () => {
    const log = createOrders(manager, { 'segment.bytes': '1000' });
    append(log, aBatch({ producerId: 1, valueSize: 800 }));
    append(log, aBatch({ producerId: 1, sequence: 1, valueSize: 800 }));
    const [, active] = log.segments();
    expect(active?.files.map((file) => [file.kind, file.sizeBytes])).toContainEqual(['snapshot', 56]);
  });

  test('refuses a batch larger than a segment', () => {
    const log = createOrders(manager, { 'segment.bytes': '1000' });
    expect(append(log, aBatch({ valueSize: 2000 }))).toMatchObject({
      error: 'RECORD_LIST_TOO_LARGE',
      logStartOffset: -1,
    });
  });
});

describe('retention', () => {
  test('by time goes by the records, and spares the first young segment and all behind it', () => {
    const log = createOrders(manager, { 'segment.bytes': '1000', 'retention.ms': '1000' });
    fill(log, 2, START_MS - 5000);
    fill(log, 1, START_MS);
    fill(log, 1, START_MS - 5000);
    fill(log, 1, START_MS);
    log.applyRetention();
    expect(bases(log)).toEqual([2, 3, 4]);
    expect(log.logStartOffset).toBe(2);
    expect(world.of('log.startRaised')).toEqual([{ topic: 'orders', partition: 0, logStartOffset: 2 }]);
  });

  test('takes the active segment too: an empty one stands in for it', () => {
    const log = createOrders(manager, { 'segment.bytes': '1000', 'retention.ms': '1000' });
    fill(log, 2, START_MS - 5000);
    log.applyRetention();
    expect(bases(log)).toEqual([2]);
    expect([log.logStartOffset, log.logEndOffset, log.sizeBytes]).toEqual([2, 2, 0]);
    log.applyRetention();
    expect(bases(log)).toEqual([2]);
    expect(append(log, aBatch()).baseOffset).toBe(2);
  });

  test('by size keeps at least retention.bytes', () => {
    const log = createOrders(manager, { 'segment.bytes': '1000', 'retention.bytes': '2000' });
    fill(log, 5);
    const { sizeBytes } = log;
    log.applyRetention();
    expect(log.sizeBytes).toBeGreaterThanOrEqual(2000);
    expect(log.sizeBytes - sizeBytes / 5).toBeLessThan(2000);
  });

  test('below the log start does not need the policy', () => {
    const log = createOrders(manager, {
      'segment.bytes': '1000',
      'cleanup.policy': 'compact',
      'retention.ms': '1',
    });
    fill(log, 4, START_MS - 5000);
    log.deleteRecordsBefore(2);
    log.applyRetention();
    expect(bases(log)).toEqual([2, 3]);
  });

  test('does not spare open transactions; the last stable offset follows the log start', () => {
    const log = createOrders(manager, { 'segment.bytes': '1000', 'retention.ms': '1000' });
    appendVerified(log, { producerId: 1, valueSize: 800, timestamp: START_MS - 5000 });
    fill(log, 1, START_MS);
    log.applyRetention();
    expect([log.logStartOffset, log.lastStableOffset]).toEqual([1, 1]);
    expect(log.activeProducers()).toMatchObject([{ currentTxnStartOffset: 0 }]);
  });

  test('forgets leader epochs and snapshots of what went', () => {
    const log = createOrders(manager, { 'segment.bytes': '1000', 'retention.ms': '1000' });
    fill(log, 2, START_MS - 5000);
    log.becomeLeader(4);
    fill(log, 1, START_MS);
    log.applyRetention();
    expect(log.endOffsetForEpoch(0)).toEqual({ leaderEpoch: 0, endOffset: 2 });
    expect(log.segments().flatMap((segment) => segment.files.map((file) => file.name))).toContain(
      '00000000000000000002.snapshot',
    );
  });
});
