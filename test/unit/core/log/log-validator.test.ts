import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { partitionName } from '#core/base/topic-partition.ts';
import type { LogManager } from '#core/log/log-manager.ts';
import type { AppendResult } from '#core/log/log-types.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';
import { openRecordsAsync, readRecordsAsync } from '#core/protocol/records/batch-reader.ts';
import { CODEC } from '#core/protocol/records/compression.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { aBatch, append, createOrders, end, LogWorld, START_MS } from '../../../support/log-world.ts';

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

/** Changes a batch as the test says, and makes its checksum fit again. */
function forged(batch: Buffer, change: (batch: RecordBatch) => void): Buffer {
  const view = new RecordBatch(batch);
  change(view);
  view.renewCrc();
  return batch;
}

function another(given: { readonly [key: string]: string }): PartitionLog {
  return createOrders(manager, given, 1);
}

function stored(of: PartitionLog): RecordBatch {
  const [batch] = of.batchesFrom(0);
  if (batch === undefined) throw new Error('nothing was stored');
  return batch;
}

function append1(of: PartitionLog, batch: Buffer): AppendResult | Promise<AppendResult> {
  return of.append(batch, { origin: 'client', leaderEpoch: 0 });
}

describe('the structure of a produced batch', () => {
  test('its checksum must fit', () => {
    const batch = aBatch();
    batch.writeUInt8(batch.readUInt8(70) ^ 1, 70);
    expect(append(log, batch)).toMatchObject({ error: 'CORRUPT_MESSAGE', logStartOffset: -1 });
  });

  test('there must be exactly one, of format 2', () => {
    expect(append(log, Buffer.alloc(0)).error).toBe('INVALID_RECORD');
    expect(append(log, aBatch().subarray(0, 50)).error).toBe('INVALID_RECORD');
    expect(append(log, Buffer.concat([aBatch(), aBatch()])).error).toBe('INVALID_RECORD');
    expect(
      append(
        log,
        forged(aBatch(), ({ bytes }) => bytes.writeInt8(1, 16)),
      ).error,
    ).toBe('INVALID_RECORD');
  });

  test('what cannot be a batch is corrupt', () => {
    expect(
      append(
        log,
        forged(aBatch(), ({ bytes }) => bytes.writeInt8(7, 16)),
      ).error,
    ).toBe('CORRUPT_MESSAGE');
    const short = aBatch();
    short.writeInt32BE(3, 8);
    expect(append(log, short).error).toBe('CORRUPT_MESSAGE');
  });

  test('a piece of another one behind it is dropped', () => {
    expect(append(log, Buffer.concat([aBatch(), aBatch().subarray(0, 20)])).error).toBe('NONE');
    expect(log.sizeBytes).toBe(aBatch().length);
  });

  test('its base offset must be 0', () => {
    const batch = aBatch();
    new RecordBatch(batch).baseOffset = 5;
    expect(append(log, batch)).toMatchObject({ error: 'INVALID_RECORD', logStartOffset: 0 });
  });

  test('it may not be larger than max.message.bytes', () => {
    expect(append(another({ 'max.message.bytes': '100' }), aBatch({ valueSize: 100 })).error).toBe(
      'MESSAGE_TOO_LARGE',
    );
  });
});

describe('the header of a produced batch', () => {
  test.each([
    ['no records', (batch: RecordBatch) => batch.bytes.writeInt32BE(0, 57)],
    ['more records than offsets', (batch: RecordBatch) => batch.bytes.writeInt32BE(2, 57)],
    ['a negative offset range', (batch: RecordBatch) => batch.bytes.writeInt32BE(-2, 23)],
    ['the control bit', (batch: RecordBatch) => batch.bytes.writeInt16BE(0x20, 21)],
  ])('with %s is refused', (_, change) => {
    expect(append(log, forged(aBatch(), change)).error).toBe('INVALID_RECORD');
  });

  test('with a producer id needs a sequence', () => {
    expect(append(log, aBatch({ producerId: 5, sequence: -1 })).error).toBe('INVALID_RECORD');
  });
});

describe('the records of a produced batch', () => {
  test('must parse', () => {
    const batch = forged(aBatch(), ({ bytes }) => bytes.writeUInt8(0x7f, 61));
    expect(append(log, batch)).toMatchObject({ error: 'INVALID_RECORD', baseOffset: -1, logStartOffset: 0 });
  });

  test('must have keys where the topic is compacted; each is told', () => {
    const compacted = another({ 'cleanup.policy': 'compact' });
    const record = (key: string | null) => ({
      timestamp: START_MS,
      key: key === null ? null : Buffer.from(key),
      value: Buffer.from('v'),
      headers: [],
    });
    const result = append(compacted, buildBatch({ records: [record(null), record('k'), record(null)] }));
    expect(result.error).toBe('INVALID_RECORD');
    const place = partitionName(compacted.topicPartition);
    expect(result.recordErrors).toEqual([
      {
        batchIndex: 0,
        message: `Compacted topic cannot accept message without key in topic partition ${place}`,
      },
      {
        batchIndex: 2,
        message: `Compacted topic cannot accept message without key in topic partition ${place}`,
      },
    ]);
    expect(result.message).toContain(
      'One or more records have been rejected due to 2 record errors in total',
    );
  });

  test('may not be too far in the future, nor in the past where that is limited', () => {
    expect(append(log, aBatch({ timestamp: START_MS + 3_600_000 })).error).toBe('NONE');
    const late = append(log, aBatch({ timestamp: START_MS + 3_600_001 }));
    expect(late.error).toBe('INVALID_TIMESTAMP');
    expect(late.message).toBe('One or more records have been rejected due to invalid timestamp');
    expect(late.recordErrors).toEqual([
      {
        batchIndex: 0,
        message:
          'Timestamp 1700003600001 of message with offset 0 is out of range. ' +
          'The timestamp should be within [-9223370336854775807, 1700003600000]',
      },
    ]);
    const strict = another({ 'message.timestamp.before.max.ms': '1000' });
    expect(append(strict, aBatch({ timestamp: START_MS - 1000 })).error).toBe('NONE');
    expect(append(strict, aBatch({ timestamp: START_MS - 1001 })).error).toBe('INVALID_TIMESTAMP');
    expect(append(strict, aBatch({ timestamp: -1 })).error).toBe('NONE');
  });

  test('of a compressed batch must be numbered 0, 1, 2, …', () => {
    const record = (offsetDelta: number) => ({
      timestamp: START_MS,
      key: null,
      value: null,
      headers: [],
      offsetDelta,
    });
    const holes = buildBatch({ records: [record(0), record(2), record(3)], codec: CODEC.gzip });
    const batch = forged(holes, (view) => view.bytes.writeInt32BE(2, 23));
    expect(append(log, batch).error).toBe('UNKNOWN_SERVER_ERROR');
  });

  test('that cannot be decompressed are UNKNOWN_SERVER_ERROR', () => {
    const batch = forged(aBatch({ codec: CODEC.gzip }), ({ bytes }) => bytes.writeUInt8(0, 62));
    expect(append(log, batch).error).toBe('UNKNOWN_SERVER_ERROR');
    expect(
      append(
        log,
        forged(aBatch(), ({ bytes }) => bytes.writeInt16BE(6, 21)),
      ).error,
    ).toBe('UNKNOWN_SERVER_ERROR');
  });
});

describe('timestamps', () => {
  test('CreateTime keeps those of the records, and corrects the greatest one', () => {
    const batch = forged(aBatch({ count: 3 }), ({ bytes }) => bytes.writeBigInt64BE(5n, 35));
    expect(append(log, batch).logAppendTimeMs).toBe(-1);
    expect(stored(log)).toMatchObject({
      maxTimestamp: START_MS + 2,
      isLogAppendTime: false,
      isCrcValid: true,
    });
  });

  test('CreateTime clears the bit of a producer that claims LogAppendTime', () => {
    const batch = forged(aBatch(), ({ bytes }) => bytes.writeInt16BE(0x08, 21));
    expect(append(log, batch).error).toBe('NONE');
    expect(stored(log)).toMatchObject({ isLogAppendTime: false, isCrcValid: true });
  });

  test('LogAppendTime stamps the broker’s time on batches and markers', async () => {
    const stamped = another({ 'message.timestamp.type': 'LogAppendTime' });
    await world.clock.advance(500);
    expect(append(stamped, aBatch({ timestamp: 7 })).logAppendTimeMs).toBe(START_MS + 500);
    expect(stored(stamped)).toMatchObject({
      maxTimestamp: START_MS + 500,
      isLogAppendTime: true,
      isCrcValid: true,
    });
    end(stamped, 'COMMIT', { producerId: 1 });
    const [, marker] = stamped.batchesFrom(0);
    expect(marker?.attributes).toBe(0x38);
  });

  test('LogAppendTime refuses a producer that sets it itself', () => {
    const stamped = another({ 'message.timestamp.type': 'LogAppendTime' });
    const result = append(
      stamped,
      forged(aBatch(), ({ bytes }) => bytes.writeInt16BE(0x08, 21)),
    );
    expect(result.error).toBe('INVALID_TIMESTAMP');
    expect(result.recordErrors?.[0]?.message).toContain(
      'Producer should not set timestamp type to LogAppendTime.',
    );
  });
});

describe('compression', () => {
  test.each(['gzip', 'snappy', 'lz4'] as const)('a batch in %s is stored as it came', (name) => {
    const batch = aBatch({ codec: CODEC[name], count: 5, producerId: 3 });
    const sent = Buffer.from(batch);
    expect(append(log, batch).error).toBe('NONE');
    expect(stored(log).payload.equals(new RecordBatch(sent).payload)).toBe(true);
  });

  test.each([
    ['uncompressed', CODEC.gzip, CODEC.none],
    ['gzip', CODEC.none, CODEC.gzip],
    ['lz4', CODEC.snappy, CODEC.lz4],
    ['zstd', CODEC.none, CODEC.zstd],
  ])('compression.type=%s rebuilds the batch, which stays the producer’s', async (type, from, to) => {
    const target = another({ 'compression.type': type });
    const sent = aBatch({ codec: from, count: 5, producerId: 3, epoch: 2, sequence: 9, valueSize: 100 });
    const expected = await readRecordsAsync(new RecordBatch(Buffer.from(sent)));
    expect((await append1(target, sent)).error).toBe('NONE');
    const batch = stored(target);
    expect(batch).toMatchObject({
      codec: to,
      producerId: 3,
      producerEpoch: 2,
      baseSequence: 9,
      isCrcValid: true,
    });
    const records = await readRecordsAsync(batch);
    expect(records.map(({ key, value }) => [key, value])).toEqual(
      expected.map(({ key, value }) => [key, value]),
    );
  });

  test('a rebuilt batch may be too large where the sent one was not', async () => {
    const target = another({ 'compression.type': 'uncompressed', 'max.message.bytes': '300' });
    const batch = aBatch({ codec: CODEC.gzip, valueSize: 1000 });
    expect((await append1(target, batch)).error).toBe('MESSAGE_TOO_LARGE');
  });

  test('control batches are stored as they are', () => {
    const target = another({ 'compression.type': 'gzip' });
    end(target, 'COMMIT', { producerId: 1 });
    expect(stored(target)).toMatchObject({ codec: CODEC.none, isControl: true });
  });

  test('a large batch is decompressed outside the turn; its offset is given when that is done', async () => {
    const noise = Buffer.from(Array.from({ length: 100_000 }, (_, i) => ((i * 7919) % 251) ^ (i >> 7)));
    const large = buildBatch({
      records: [{ timestamp: START_MS, key: null, value: noise, headers: [] }],
      codec: CODEC.snappy,
    });
    expect(large.length).toBeGreaterThan(65_536);
    const pending = append1(log, large);
    expect(pending).toBeInstanceOf(Promise);
    expect(append(log, aBatch()).baseOffset).toBe(0);
    expect((await pending).baseOffset).toBe(1);
    const cursor = await openRecordsAsync([...log.batchesFrom(1)][0] as RecordBatch);
    cursor.next();
    expect(cursor.value?.equals(noise)).toBe(true);
  });

  test('an append that is still being decompressed when the log closes is refused', async () => {
    const noise = Buffer.from(Array.from({ length: 100_000 }, (_, i) => ((i * 7919) % 251) ^ (i >> 7)));
    const large = buildBatch({
      records: [{ timestamp: START_MS, key: null, value: noise, headers: [] }],
      codec: CODEC.snappy,
    });
    const pending = append1(log, large);
    await manager.close();
    expect(await pending).toMatchObject({ error: 'NOT_LEADER_OR_FOLLOWER' });
  });
});

describe('offsets', () => {
  test('are dense, and written into the buffer that was given', () => {
    const first = aBatch({ count: 3 });
    const second = aBatch({ count: 2 });
    append(log, first);
    append(log, second);
    expect(new RecordBatch(second)).toMatchObject({ baseOffset: 3, lastOffset: 4, partitionLeaderEpoch: 0 });
    expect(new RecordBatch(second).isCrcValid).toBe(true);
  });

  test('of replicated batches are kept, holes included', () => {
    const batch = aBatch();
    new RecordBatch(batch).baseOffset = 10;
    new RecordBatch(batch).partitionLeaderEpoch = 6;
    expect(append(log, batch, { origin: 'replication' })).toMatchObject({ error: 'NONE', baseOffset: 10 });
    expect([log.logEndOffset, log.leaderEpoch]).toEqual([11, 6]);
    const low = aBatch();
    new RecordBatch(low).baseOffset = 9;
    expect(append(log, low, { origin: 'replication' }).error).toBe('INVALID_RECORD');
  });
});
