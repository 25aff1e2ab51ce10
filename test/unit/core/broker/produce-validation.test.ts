import { describe, expect, test } from 'vitest';
import { isTransactional, soleBatch } from '#core/broker/produce-validation.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';

function batch(isInTransaction = false): Buffer {
  return buildBatch({
    records: [{ timestamp: 1, key: null, value: Buffer.from('v'), headers: [] }],
    producerState: { producerId: 5, producerEpoch: 0, baseSequence: 0, isTransactional: isInTransaction },
  });
}

function changed(change: (bytes: Buffer) => void): Buffer {
  const bytes = batch();
  change(bytes);
  return bytes;
}

describe('a partition of a Produce request', () => {
  test('brings one batch of the current format', () => {
    const found = soleBatch(batch(), 12);
    expect(found).toBeInstanceOf(RecordBatch);
    expect((found as RecordBatch).producerId).toBe(5);
  });

  test('may carry the beginning of another one behind it, which is not looked at', () => {
    expect(soleBatch(Buffer.concat([batch(), batch().subarray(0, 30)]), 12)).toBeInstanceOf(RecordBatch);
  });

  test.each([
    ['nothing', Buffer.alloc(0), 'INVALID_RECORD'],
    ['half a batch', batch().subarray(0, 40), 'INVALID_RECORD'],
    ['two batches', Buffer.concat([batch(), batch()]), 'INVALID_RECORD'],
    ['an old format', changed((bytes) => bytes.writeInt8(1, 16)), 'INVALID_RECORD'],
    ['an unknown format', changed((bytes) => bytes.writeInt8(3, 16)), 'CORRUPT_MESSAGE'],
    ['a senseless length', changed((bytes) => bytes.writeInt32BE(13, 8)), 'CORRUPT_MESSAGE'],
    ['a negative length', changed((bytes) => bytes.writeInt32BE(-1, 8)), 'CORRUPT_MESSAGE'],
  ])('is refused with %s', (_, bytes, error) => {
    expect(soleBatch(bytes, 12)).toMatchObject({ error });
  });

  test('zstd is new in version 7', () => {
    const zstd = changed((bytes) => bytes.writeInt16BE(4, 21));
    expect(soleBatch(zstd, 6)).toMatchObject({ error: 'UNSUPPORTED_COMPRESSION_TYPE' });
    expect(soleBatch(zstd, 7)).toBeInstanceOf(RecordBatch);
  });

  test('a batch that ends before its own header does is left to the checksum', () => {
    const short = Buffer.alloc(40);
    short.writeInt32BE(28, 8);
    short.writeInt8(2, 16);
    expect(isTransactional(short)).toBe(false);
    expect(soleBatch(short, 3)).toBeInstanceOf(RecordBatch);
  });

  test('says whether it belongs to a transaction', () => {
    expect([
      isTransactional(batch()),
      isTransactional(batch(true)),
      isTransactional(Buffer.alloc(3)),
    ]).toEqual([false, true, false]);
  });
});
