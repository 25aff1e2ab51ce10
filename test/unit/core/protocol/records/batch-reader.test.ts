import { describe, expect, test } from 'vitest';
import { DecodeError } from '#core/protocol/reader.ts';
import { buildBatch, buildBatchAsync } from '#core/protocol/records/batch-builder.ts';
import {
  canReadSync,
  forEachRecord,
  openRecords,
  readRecords,
  readRecordsAsync,
  recordSequence,
  recordTimestamp,
} from '#core/protocol/records/batch-reader.ts';
import { batchesIn } from '#core/protocol/records/batch-scanner.ts';
import { CODEC, codecName } from '#core/protocol/records/compression.ts';
import { CompressionError } from '#core/protocol/records/compression-error.ts';
import { RecordBatch, writeBatchHeader } from '#core/protocol/records/record-batch.ts';
import { kafkaSegments, preview } from '../../../../support/kafka-batches.ts';
import { PLAIN_BATCH } from '../../../../support/record-vectors.ts';

const plain = new RecordBatch(Buffer.from(PLAIN_BATCH, 'hex'));

/** A batch with this count around these record bytes. */
function batchOf(recordHex: string, recordCount = 1): RecordBatch {
  const records = Buffer.from(recordHex, 'hex');
  const bytes = Buffer.concat([Buffer.alloc(61), records]);
  return writeBatchHeader(bytes, {
    baseOffset: 0,
    partitionLeaderEpoch: -1,
    codec: 0,
    isLogAppendTime: false,
    isTransactional: false,
    isControl: false,
    hasDeleteHorizon: false,
    lastOffsetDelta: recordCount - 1,
    baseTimestamp: 0,
    maxTimestamp: 0,
    producerId: -1,
    producerEpoch: -1,
    baseSequence: -1,
    recordCount,
  });
}

describe('records of a batch', () => {
  test('are what was written, as views into the batch', () => {
    const records = [...readRecords(plain)];
    expect(
      records.map((record) => ({
        offset: plain.baseOffset + record.offsetDelta,
        timestamp: recordTimestamp(plain, record),
        key: record.key?.toString() ?? null,
        value: record.value?.toString() ?? null,
        headers: record.headers.map(({ key, value }) => [key, value?.toString()]),
      })),
    ).toEqual([
      { offset: 0, timestamp: 1700000000000, key: 'k1', value: 'v1', headers: [['h', 'x']] },
      { offset: 1, timestamp: 1700000000005, key: null, value: 'v2', headers: [] },
    ]);
    expect(records[0]?.value?.buffer).toBe(plain.bytes.buffer);
    expect([records[0]?.start, records[0]?.end, records[1]?.start, records[1]?.end]).toEqual([0, 15, 15, 24]);
  });

  test('are visited in order by a callback', () => {
    const deltas: number[] = [];
    forEachRecord(plain, (record) => deltas.push(record.offsetDelta));
    expect(deltas).toEqual([0, 1]);
  });

  test.each(kafkaSegments('plain'))('of Kafka are read as Kafka reads them: $name', async (segment) => {
    const batches = [...batchesIn(segment.bytes)];
    expect(
      batches.map((batch) => ({
        position: batch.start,
        size: batch.size,
        magic: batch.magic,
        baseOffset: batch.baseOffset,
        lastOffset: batch.lastOffset,
        count: batch.recordCount,
        codec: codecName(batch.codec),
        timestampType: batch.isLogAppendTime ? 'LogAppendTime' : 'CreateTime',
        maxTimestamp: batch.maxTimestamp,
        leaderEpoch: batch.partitionLeaderEpoch,
        producerId: batch.producerId,
        epoch: batch.producerEpoch,
        sequence: batch.baseSequence,
      })),
    ).toEqual(segment.batches);
    expect(batches.every((batch) => batch.isCrcValid)).toBe(true);

    const records = [];
    for (const batch of batches) {
      for (const record of await readRecordsAsync(batch)) {
        records.push({
          offset: batch.baseOffset + record.offsetDelta,
          timestamp: recordTimestamp(batch, record),
          sequence: recordSequence(batch, record),
          keySize: record.key?.length ?? -1,
          valueSize: record.value?.length ?? -1,
          key: preview(record.key),
          value: preview(record.value),
          headers: record.headers.map(({ key, value }) => [key, preview(value)]),
        });
      }
    }
    expect(records).toEqual(segment.records);
  });

  test('of a batch that the cleaner emptied are none', () => {
    expect([...readRecords(batchOf('', 0))]).toEqual([]);
  });

  test('have sequences that wrap at 2^31 − 1', () => {
    const batch = new RecordBatch(Buffer.from(plain.bytes));
    batch.setProducerState({
      producerId: 1,
      producerEpoch: 0,
      baseSequence: 2147483647,
      isTransactional: false,
    });
    expect([...readRecords(batch)].map((record) => recordSequence(batch, record))).toEqual([2147483647, 0]);
  });

  test.each([
    ['a length that is longer than the batch', '2000000001020000', 1, 'record claims 16 bytes, 7 remain'],
    ['a negative length', '01', 1, 'record claims -1 bytes'],
    ['a record that ends before its length', '0e000000010100000000', 1, 'leaves 1 of its 7 bytes unread'],
    ['a key that is longer than the record', '0c000000200100', 1, 'needs 16 bytes'],
    ['a value that is longer than the record', '0c000000011000', 1, 'needs 8 bytes'],
    ['a negative header count', '0c000000010101', 1, 'claims -1 headers'],
    ['more headers than bytes', '0c000000010110', 1, 'claims 8 headers'],
    ['a header without a key', '100000000101020101', 1, 'header key must not be null'],
    ['a varint without an end', 'ffffffffffff', 1, 'varint longer than 5 bytes'],
    ['a timestamp without an end', '1c00ffffffffffffffffffff010000', 1, 'varlong longer than 10 bytes'],
    ['bytes behind the last record', '0c00000001010000', 1, '1 bytes are left behind 1 records'],
    ['fewer records than the header says', '0c000000010100', 2, 'varint is cut'],
    ['a negative count', '', -5, 'batch claims -5 records'],
  ])('%s is refused', (_what, hex, count, message) => {
    const batch = batchOf(hex, count);
    expect(() => [...readRecords(batch)]).toThrow(DecodeError);
    expect(() => [...readRecords(batch)]).toThrow(message);
  });

  test('that do not decompress are refused as such', async () => {
    const packed = buildBatch({ codec: CODEC.gzip, records: [{ timestamp: 0, key: null, value: null }] });
    packed[61] = 0xff;
    const batch = new RecordBatch(packed);
    expect(() => [...readRecords(batch)]).toThrow(CompressionError);
    await expect(readRecordsAsync(batch)).rejects.toThrow(CompressionError);
  });

  test('of large compressed batches wait for the thread pool', async () => {
    const value = Buffer.from(Array.from({ length: 300_000 }, (_, i) => Math.imul(i * i, 40503) >> 7));
    const batch = new RecordBatch(
      await buildBatchAsync({ codec: CODEC.lz4, records: [{ timestamp: 0, key: null, value }] }),
    );
    expect(canReadSync(batch)).toBe(false);
    expect((await readRecordsAsync(batch))[0]?.value?.equals(value)).toBe(true);
  });
});

describe('a cursor', () => {
  test('looks at records without making objects of them', () => {
    const cursor = openRecords(plain);
    const seen: unknown[] = [];
    while (cursor.next()) {
      const { index, offsetDelta, timestampDelta, hasKey, hasValue, headerCount, valueSize } = cursor;
      seen.push({ index, offsetDelta, timestampDelta, hasKey, hasValue, headerCount, valueSize });
    }
    expect(seen).toEqual([
      {
        index: 0,
        offsetDelta: 0,
        timestampDelta: 0,
        hasKey: true,
        hasValue: true,
        headerCount: 1,
        valueSize: 2,
      },
      {
        index: 1,
        offsetDelta: 1,
        timestampDelta: 5,
        hasKey: false,
        hasValue: true,
        headerCount: 0,
        valueSize: 2,
      },
    ]);
    expect(cursor.next()).toBe(false);
  });

  test('reads timestamps far from the base, in both directions', () => {
    const times = [0, 2 ** 31, -(2 ** 31), 2 ** 40, -(2 ** 45), 2 ** 27, -(2 ** 27) - 1, 2 ** 53 - 1];
    const batch = new RecordBatch(
      buildBatch({ records: times.map((timestamp) => ({ timestamp, key: null, value: null })) }),
    );
    expect([...readRecords(batch)].map((record) => recordTimestamp(batch, record))).toEqual(times);
  });
});
