import { describe, expect, test } from 'vitest';
import { AssertionError } from '#core/base/assert.ts';
import {
  BatchBuilder,
  batchSizeUpperBound,
  buildBatch,
  buildBatchAsync,
} from '#core/protocol/records/batch-builder.ts';
import { readRecordsAsync, recordTimestamp } from '#core/protocol/records/batch-reader.ts';
import { CODEC, CODECS } from '#core/protocol/records/compression.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { PLAIN_BATCH, TRANSACTIONAL_BATCH } from '../../../../support/record-vectors.ts';

const T = 1700000000000;

function aRecord(size: number, timestamp = T) {
  return { timestamp, key: null, value: Buffer.alloc(size, 'x') };
}

describe('a batch', () => {
  test('has the bytes that other clients give it', () => {
    const batch = buildBatch({
      partitionLeaderEpoch: 0,
      records: [
        {
          timestamp: T,
          key: Buffer.from('k1'),
          value: Buffer.from('v1'),
          headers: [{ key: 'h', value: Buffer.from('x') }],
        },
        { timestamp: T + 5, key: null, value: Buffer.from('v2') },
      ],
    });
    expect(batch.toString('hex')).toBe(PLAIN_BATCH);
  });

  test('of a transaction carries its producer state, whether given on closing or stamped afterwards', () => {
    const state = { producerId: 1000, producerEpoch: 5, baseSequence: 0, isTransactional: true };
    const records = [{ timestamp: T, key: Buffer.from('a'), value: Buffer.from('b') }];
    expect(buildBatch({ records, producerState: state }).toString('hex')).toBe(TRANSACTIONAL_BATCH);
    const late = new RecordBatch(buildBatch({ records, isUnsummed: true }));
    expect(late.crc).toBe(0);
    late.setProducerState(state);
    late.renewCrc();
    expect(late.whole.toString('hex')).toBe(TRANSACTIONAL_BATCH);
  });

  test('takes its base timestamp from the first record and its greatest from all', () => {
    const batch = new RecordBatch(
      buildBatch({ records: [aRecord(1, T), aRecord(1, T - 100), aRecord(1, T + 7)] }),
    );
    expect({ base: batch.baseTimestamp, max: batch.maxTimestamp, last: batch.lastOffsetDelta }).toEqual({
      base: T,
      max: T + 7,
      last: 2,
    });
  });

  test('without timestamps counts from −1', async () => {
    const batch = new RecordBatch(buildBatch({ records: [aRecord(1, -1), aRecord(1, -1)] }));
    expect([batch.baseTimestamp, batch.maxTimestamp]).toEqual([-1, -1]);
    const records = await readRecordsAsync(batch);
    expect(records.map((record) => recordTimestamp(batch, record))).toEqual([-1, -1]);
  });

  test('of a LogAppendTime topic reports one timestamp for all its records', async () => {
    const batch = new RecordBatch(
      buildBatch({ records: [aRecord(1), aRecord(1, T + 9)], logAppendTime: T + 500 }),
    );
    expect(batch.isLogAppendTime).toBe(true);
    const records = await readRecordsAsync(batch);
    expect(records.map((record) => recordTimestamp(batch, record))).toEqual([T + 500, T + 500]);
  });

  test('that was compacted keeps its offsets, its last offset and its delete horizon', async () => {
    const batch = new RecordBatch(
      buildBatch({
        records: [
          { ...aRecord(1), offsetDelta: 3 },
          { ...aRecord(2, T + 1), offsetDelta: 8 },
        ],
        baseOffset: 100,
        lastOffsetDelta: 9,
        deleteHorizonMs: T + 86_400_000,
      }),
    );
    expect(batch.hasDeleteHorizon).toBe(true);
    expect([batch.baseTimestamp, batch.lastOffset, batch.isCrcValid]).toEqual([T + 86_400_000, 109, true]);
    const records = await readRecordsAsync(batch);
    expect(records.map((record) => [record.offsetDelta, recordTimestamp(batch, record)])).toEqual([
      [3, T],
      [8, T + 1],
    ]);
  });

  test.each([...CODECS])('compressed with %s is read back, small and large', async (name) => {
    for (const count of [1, 20, 3000]) {
      const records = Array.from({ length: count }, (_, i) => ({
        timestamp: T + i,
        key: Buffer.from(`key ${i % 7}`),
        value:
          i % 5 === 0
            ? null
            : Buffer.from(`value ${i} of some length, so that there is something to compress`),
        headers: i % 3 === 0 ? [{ key: 'n', value: Buffer.from(String(i)) }] : [],
      }));
      const batch = new RecordBatch(await buildBatchAsync({ records, codec: CODEC[name] }));
      expect([batch.codec, batch.isCrcValid, batch.recordCount]).toEqual([CODEC[name], true, count]);
      const read = await readRecordsAsync(batch);
      expect(read.length).toBe(count);
      for (const [i, { key, value, headers }] of records.entries()) {
        const got = read[i];
        const same =
          got?.key?.equals(key) &&
          (value === null ? got.value === null : got.value?.equals(value)) &&
          got.headers.map((header) => `${header.key}=${header.value}`).join() ===
            headers.map((header) => `${header.key}=${header.value}`).join();
        if (!same) expect(got).toMatchObject({ key, value, headers });
      }
    }
  });
});

describe('room in a batch', () => {
  test('is there for one record of any size, and then up to the limit', () => {
    const builder = new BatchBuilder({ writeLimit: 200 });
    expect(builder.tryAppend(aRecord(1000))).toBe(0);
    expect(builder.isFull).toBe(true);
    expect(builder.tryAppend(aRecord(1))).toBeUndefined();
  });

  test('ends exactly at the limit', () => {
    // Header 61, first record 1 + 6 + 10, second the same.
    for (const [writeLimit, fits] of [
      [61 + 17 + 17, true],
      [61 + 17 + 16, false],
    ] as const) {
      const builder = new BatchBuilder({ writeLimit });
      builder.append(aRecord(10));
      expect([builder.estimatedSize, builder.hasRoomFor(aRecord(10))]).toEqual([61 + 17, fits]);
    }
  });

  test('with a limit of 0 every record goes alone', () => {
    const builder = new BatchBuilder({ writeLimit: 0 });
    expect(builder.tryAppend(aRecord(1))).toBe(0);
    expect(builder.tryAppend(aRecord(1))).toBeUndefined();
  });

  test('is judged by the expected ratio when compressed, with 5 % in reserve; the record to come counts whole', () => {
    const builder = new BatchBuilder({ codec: CODEC.gzip, writeLimit: 1000, compressionRatio: 0.5 });
    builder.append(aRecord(1000));
    expect(builder.recordsSize).toBe(1009);
    expect(builder.estimatedSize).toBe(61 + Math.trunc(1009 * 0.5 * 1.05));
    expect(builder.hasRoomFor(aRecord(401))).toBe(true);
    expect(builder.hasRoomFor(aRecord(402))).toBe(false);
  });

  test('is gone once the batch is closed, and what compression came to is known', () => {
    const builder = new BatchBuilder({ codec: CODEC.lz4 });
    for (let i = 0; i < 100; i++) builder.append(aRecord(100));
    const size = builder.close().length;
    expect(builder.isFull).toBe(true);
    expect(builder.compressionRatio).toBe(Math.fround((size - 61) / builder.recordsSize));
    expect(() => builder.append(aRecord(1))).toThrow(AssertionError);
    expect(() => builder.close()).toThrow(AssertionError);
  });

  test('a record alone never takes more than its upper bound', () => {
    const record = { ...aRecord(300), headers: [{ key: 'schlüssel', value: null }] };
    // 21 for the fixed part, 2 + 300 value, 1 key, 1 + 1 + 10 + 1 headers.
    expect(batchSizeUpperBound(record)).toBe(61 + 21 + 1 + 302 + 13);
    expect(buildBatch({ records: [record] }).length).toBeLessThanOrEqual(batchSizeUpperBound(record));
  });

  test('large batches are compressed without holding the event loop', async () => {
    const builder = new BatchBuilder({ codec: CODEC.gzip });
    builder.append(aRecord(200_000));
    expect(builder.canCloseSync).toBe(false);
    const closing = builder.closeAsync();
    expect(builder.isClosed).toBe(true);
    expect(new RecordBatch(await closing).isCrcValid).toBe(true);
  });

  test('offsets within a batch must increase, and a batch is not empty', () => {
    const builder = new BatchBuilder();
    expect(() => builder.close()).toThrow(AssertionError);
    builder.append({ ...aRecord(1), offsetDelta: 5 });
    expect(() => builder.append({ ...aRecord(1), offsetDelta: 5 })).toThrow(AssertionError);
    expect(builder.append(aRecord(1))).toBe(6);
  });
});
