import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LogManager } from '#core/log/log-manager.ts';
import type { FetchIsolation } from '#core/log/log-types.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import { batchesIn } from '#core/protocol/records/batch-scanner.ts';
import { CODEC } from '#core/protocol/records/compression.ts';
import {
  aBatch,
  append,
  appendVerified,
  createOrders,
  end,
  LogWorld,
  START_MS,
} from '../../../support/log-world.ts';

let world: LogWorld;
let manager: LogManager;
let log: PartitionLog;

beforeEach(async () => {
  world = new LogWorld();
  manager = await world.open();
  log = createOrders(manager);
});
afterEach(async () => {
  await manager.close();
  world.remove();
});

function read(offset: number, isolation: FetchIsolation, maxBytes = 1 << 20) {
  return log.read({ offset, maxBytes, isolation, minOneBatch: true });
}

/** First offsets of the batches. */
function bases(records: Buffer): number[] {
  return [...batchesIn(records)].map((batch) => batch.baseOffset);
}

describe('the four offsets', () => {
  /** T1 data @0–2, plain @3, T2 data @4, commit of T1 @5, plain @6. */
  function worked(): void {
    appendVerified(log, { producerId: 1, count: 3 });
    append(log, aBatch());
    appendVerified(log, { producerId: 2 });
    end(log, 'COMMIT', { producerId: 1 });
    append(log, aBatch());
  }

  test('the first open transaction holds the last stable offset back', () => {
    worked();
    expect([log.lastStableOffset, log.highWatermark, log.logEndOffset]).toEqual([4, 7, 7]);
    expect(bases(read(0, 'committed').records)).toEqual([0, 3]);
    expect(read(0, 'committed').abortedTransactions).toEqual([]);
    expect(bases(read(0, 'high-watermark').records)).toEqual([0, 3, 4, 5, 6]);
    expect(read(0, 'high-watermark').abortedTransactions).toBeNull();
  });

  test('the abort lets it go, and tells readers what to leave out', () => {
    worked();
    end(log, 'ABORT', { producerId: 2 });
    expect(log.lastStableOffset).toBe(8);
    const fetched = read(4, 'committed');
    expect(bases(fetched.records)).toEqual([4, 5, 6, 7]);
    expect(fetched.abortedTransactions).toEqual([{ producerId: 2, firstOffset: 4 }]);
  });

  test('an offset between the last stable offset and the log end is legal and answers nothing', () => {
    worked();
    expect(read(5, 'committed')).toMatchObject({
      error: 'NONE',
      abortedTransactions: [],
      lastStableOffset: 4,
    });
    expect(read(5, 'committed').records).toHaveLength(0);
    expect(read(7, 'committed').error).toBe('NONE');
  });

  test('offsets outside the log are out of range', () => {
    worked();
    expect(read(8, 'high-watermark').error).toBe('OFFSET_OUT_OF_RANGE');
    log.deleteRecordsBefore(3);
    expect(read(2, 'high-watermark').error).toBe('OFFSET_OUT_OF_RANGE');
    expect(read(3, 'high-watermark').error).toBe('NONE');
  });

  test('the last stable offset never lies below the log start', () => {
    worked();
    log.deleteRecordsBefore(6);
    expect([log.logStartOffset, log.lastStableOffset]).toEqual([6, 6]);
  });
});

describe('reading', () => {
  test('whole batches up to the size asked for, from the one that holds the offset', () => {
    for (let i = 0; i < 4; i++) append(log, aBatch({ count: 5 }));
    const size = read(0, 'high-watermark').records.length / 4;
    expect(bases(read(7, 'high-watermark', 2 * size).records)).toEqual([5, 10]);
    expect(bases(read(7, 'high-watermark', 2 * size + 70).records)).toEqual([5, 10]);
  });

  test('the first batch comes even when it is larger, if asked for', () => {
    append(log, aBatch({ valueSize: 5000 }));
    append(log, aBatch());
    expect(bases(read(0, 'high-watermark', 100).records)).toEqual([0]);
    const strict = log.read({ offset: 0, maxBytes: 100, isolation: 'high-watermark', minOneBatch: false });
    expect(strict.records).toHaveLength(0);
  });

  test('far from the beginning the index leads to the batch', () => {
    for (let i = 0; i < 300; i++) append(log, aBatch({ valueSize: 200 }));
    for (const offset of [0, 1, 57, 123, 299]) {
      expect(bases(read(offset, 'high-watermark', 1).records)).toEqual([offset]);
    }
  });

  test('batches can be walked from any offset, across segments', () => {
    log.reconfigure({ ...log.config, 'segment.bytes': 1000 });
    for (let i = 0; i < 20; i++) append(log, aBatch({ count: 2, valueSize: 100 }));
    expect(log.segments().length).toBeGreaterThan(3);
    const seen = [...log.batchesFrom(11)].map((batch) => batch.baseOffset);
    expect(seen).toEqual([10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38]);
  });
});

describe('a walk over batches', () => {
  test('goes on when its file was given back for others, and ends where the log ended', () => {
    log.reconfigure({ ...log.config, 'segment.bytes': 2_000_000 });
    for (let i = 0; i < 30; i++) append(log, aBatch({ valueSize: 100_000 }));
    const seen: number[] = [];
    for (const batch of log.batchesFrom(0)) {
      seen.push(batch.baseOffset);
      if (batch.baseOffset !== 2) continue;
      for (let partition = 1; partition < 300; partition++)
        append(createOrders(manager, {}, partition), aBatch());
    }
    expect(seen).toEqual(Array.from({ length: 30 }, (_, i) => i));
  });

  test('keeps its batches valid', () => {
    for (let i = 0; i < 30; i++) append(log, aBatch({ valueSize: 100_000 }));
    const batches = [...log.batchesFrom(0)];
    expect(batches.every((batch) => batch.isCrcValid)).toBe(true);
  });
});

describe('aborted transactions of a fetch', () => {
  test('come from later segments too, when they began within what is returned', () => {
    log.reconfigure({ ...log.config, 'segment.bytes': 400 });
    for (const producerId of [1, 2, 3]) appendVerified(log, { producerId, valueSize: 100 });
    for (const producerId of [3, 2, 1]) end(log, 'ABORT', { producerId });
    append(log, aBatch({ valueSize: 100 }));
    expect(bases(read(0, 'committed').records)).toEqual([0, 1]);
    // In the order of their markers; the third one's data lies behind.
    expect(read(0, 'committed').abortedTransactions).toEqual([
      { producerId: 2, firstOffset: 1 },
      { producerId: 1, firstOffset: 0 },
    ]);
    expect(read(2, 'committed').abortedTransactions?.[0]).toEqual({ producerId: 3, firstOffset: 2 });
  });

  test('leave out those that ended before the offset', () => {
    appendVerified(log, { producerId: 1 });
    end(log, 'ABORT', { producerId: 1 });
    append(log, aBatch());
    expect(read(2, 'committed').abortedTransactions).toEqual([]);
  });
});

describe('leader epochs', () => {
  test('are stamped on batches, and end where the next begins', () => {
    append(log, aBatch({ count: 2 }));
    log.becomeLeader(3);
    append(log, aBatch());
    expect([...log.batchesFrom(0)].map((batch) => batch.partitionLeaderEpoch)).toEqual([0, 3]);
    expect(log.endOffsetForEpoch(0)).toEqual({ leaderEpoch: 0, endOffset: 2 });
    expect(log.endOffsetForEpoch(2)).toEqual({ leaderEpoch: 0, endOffset: 2 });
    expect(log.endOffsetForEpoch(3)).toEqual({ leaderEpoch: 3, endOffset: 3 });
    expect(log.endOffsetForEpoch(4)).toEqual({ leaderEpoch: -1, endOffset: -1 });
    expect([log.epochAt(1), log.epochAt(2)]).toEqual([0, 3]);
  });
});

describe('timestamps', () => {
  beforeEach(() => {
    append(log, aBatch({ count: 3, timestamp: START_MS }));
    append(log, aBatch({ count: 3, timestamp: START_MS + 100, codec: CODEC.gzip }));
    append(log, aBatch({ count: 1, timestamp: START_MS + 50 }));
  });

  test('the first record at or after a time is found inside its batch', async () => {
    const at = async (ms: number) => (await log.offsetForTimestamp(START_MS + ms, 'high-watermark'))?.offset;
    expect([await at(0), await at(1), await at(3), await at(101), await at(102), await at(103)]).toEqual([
      0,
      1,
      3,
      4,
      5,
      undefined,
    ]);
  });

  test('the greatest timestamp is that of the first record which has it', async () => {
    expect(await log.maxTimestampOffset('high-watermark')).toEqual({
      timestamp: START_MS + 102,
      offset: 5,
      leaderEpoch: 0,
    });
  });

  test('what lies at or above the isolation bound is not found', async () => {
    appendVerified(log, { producerId: 9, timestamp: START_MS + 500 });
    expect(await log.offsetForTimestamp(START_MS + 400, 'committed')).toBeUndefined();
    expect(await log.offsetForTimestamp(START_MS + 400, 'high-watermark')).toMatchObject({ offset: 7 });
    expect(await log.maxTimestampOffset('committed')).toBeUndefined();
  });

  test('records below the log start are not found', async () => {
    log.deleteRecordsBefore(4);
    expect(await log.offsetForTimestamp(START_MS, 'high-watermark')).toMatchObject({ offset: 4 });
  });
});

describe('events', () => {
  test('an append tells where the batch lies and what became of the offsets', () => {
    appendVerified(log, { producerId: 1, count: 2 });
    end(log, 'ABORT', { producerId: 1, coordinatorEpoch: 4 });
    const [first, marker] = world.of('log.appended');
    expect(first).toMatchObject({
      topic: 'orders',
      partition: 0,
      segment: 0,
      position: 0,
      baseOffset: 0,
      lastOffset: 1,
      recordCount: 2,
      producerId: 1,
      isTransactional: true,
      marker: '',
      lastStableOffset: 0,
      logEndOffset: 2,
    });
    expect(marker).toMatchObject({
      position: first?.size,
      size: 78,
      marker: 'ABORT',
      coordinatorEpoch: 4,
      lastStableOffset: 3,
      highWatermark: 3,
    });
  });

  test('deleting records raises the log start, and says so', () => {
    append(log, aBatch({ count: 5 }));
    expect(log.deleteRecordsBefore(6)).toBe('OFFSET_OUT_OF_RANGE');
    expect(log.deleteRecordsBefore(-2)).toBe('OFFSET_OUT_OF_RANGE');
    expect(log.deleteRecordsBefore(2)).toBe('NONE');
    expect(log.deleteRecordsBefore(1)).toBe('NONE');
    expect(log.logStartOffset).toBe(2);
    expect(world.of('log.startRaised')).toEqual([{ topic: 'orders', partition: 0, logStartOffset: 2 }]);
  });
});
