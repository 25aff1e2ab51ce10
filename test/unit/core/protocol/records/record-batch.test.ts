import { describe, expect, test } from 'vitest';
import { addSequence, RecordBatch, subtractSequence } from '#core/protocol/records/record-batch.ts';
import { COMMIT_MARKER, PLAIN_BATCH, TRANSACTIONAL_BATCH } from '../../../../support/record-vectors.ts';

function batchOf(hex: string): RecordBatch {
  return new RecordBatch(Buffer.from(hex, 'hex'));
}

describe('a batch header', () => {
  test('is read field by field, wherever the batch lies', () => {
    const bytes = Buffer.from(`ffff${TRANSACTIONAL_BATCH}`, 'hex');
    const batch = new RecordBatch(bytes, 2);
    expect({
      baseOffset: batch.baseOffset,
      size: batch.size,
      epoch: batch.partitionLeaderEpoch,
      magic: batch.magic,
      crc: batch.crc.toString(16),
      flags: [
        batch.codec,
        batch.isLogAppendTime,
        batch.isTransactional,
        batch.isControl,
        batch.hasDeleteHorizon,
      ],
      offsets: [batch.lastOffsetDelta, batch.lastOffset, batch.nextOffset],
      times: [batch.baseTimestamp, batch.maxTimestamp],
      producer: [
        batch.producerId,
        batch.producerEpoch,
        batch.baseSequence,
        batch.lastSequence,
        batch.hasProducerId,
      ],
      count: batch.recordCount,
      rest: batch.payload.toString('hex'),
    }).toEqual({
      baseOffset: 0,
      size: 70,
      epoch: -1,
      magic: 2,
      crc: '92155e66',
      flags: [0, false, true, false, false],
      offsets: [0, 0, 1],
      times: [1700000000000, 1700000000000],
      producer: [1000, 5, 0, 0, true],
      count: 1,
      rest: '100000000261026200',
    });
    expect(batch.isCrcValid).toBe(true);
    expect(batch.whole.toString('hex')).toBe(TRANSACTIONAL_BATCH);
  });

  test('of a marker and of a batch without a producer', () => {
    const marker = batchOf(COMMIT_MARKER);
    expect([marker.isControl, marker.isTransactional, marker.baseSequence, marker.lastSequence]).toEqual([
      true,
      true,
      -1,
      -1,
    ]);
    const plain = batchOf(PLAIN_BATCH);
    expect([plain.producerId, plain.hasProducerId, plain.lastSequence]).toEqual([-1, false, -1]);
  });
});

describe('a leader', () => {
  test('assigns offset and epoch without touching the checksum', () => {
    const batch = batchOf(PLAIN_BATCH);
    const { crc } = batch;
    batch.baseOffset = 2 ** 40 + 5;
    batch.partitionLeaderEpoch = 7;
    expect([batch.baseOffset, batch.lastOffset, batch.partitionLeaderEpoch]).toEqual([
      2 ** 40 + 5,
      2 ** 40 + 6,
      7,
    ]);
    expect([batch.crc, batch.isCrcValid]).toEqual([crc, true]);
  });

  test('stamps the time of append and renews the checksum', () => {
    const batch = batchOf(PLAIN_BATCH);
    batch.setMaxTimestamp(1800000000000, true);
    expect([batch.maxTimestamp, batch.isLogAppendTime, batch.isCrcValid]).toEqual([
      1800000000000,
      true,
      true,
    ]);
    batch.setMaxTimestamp(1700000000005, false);
    expect(batch.whole.toString('hex')).toBe(PLAIN_BATCH);
  });
});

describe('a producer', () => {
  test('stamps its state before sending, and again before sending anew', () => {
    const batch = batchOf(PLAIN_BATCH);
    batch.setProducerState({
      producerId: 2 ** 33,
      producerEpoch: 3,
      baseSequence: 2147483647,
      isTransactional: true,
    });
    expect(batch.isCrcValid).toBe(false);
    batch.renewCrc();
    expect([
      batch.producerId,
      batch.producerEpoch,
      batch.baseSequence,
      batch.isTransactional,
      batch.isCrcValid,
    ]).toEqual([2 ** 33, 3, 2147483647, true, true]);
    expect(batch.lastSequence).toBe(0);
    batch.setProducerState({ producerId: -1, producerEpoch: -1, baseSequence: -1, isTransactional: false });
    batch.renewCrc();
    expect(batch.whole.toString('hex')).toBe(PLAIN_BATCH);
  });
});

test('a changed byte behind the checksum is noticed, one in front is not', () => {
  for (let at = 0; at < 85; at++) {
    const bytes = Buffer.from(PLAIN_BATCH, 'hex');
    // The length is used to find the contents: leave it alone.
    if (at >= 8 && at < 12) continue;
    bytes[at] = (bytes[at] as number) ^ 0x10;
    expect({ at, valid: new RecordBatch(bytes).isCrcValid }).toEqual({ at, valid: at < 17 });
  }
});

test('sequences run from 0 to 2^31 − 1 in a ring', () => {
  expect(addSequence(5, 3)).toBe(8);
  expect(addSequence(2147483646, 2)).toBe(0);
  expect(addSequence(2147483647, 1)).toBe(0);
  expect(addSequence(2147483647, 0)).toBe(2147483647);
  expect(addSequence(0, 2147483647)).toBe(2147483647);
  expect(subtractSequence(8, 3)).toBe(5);
  expect(subtractSequence(0, 1)).toBe(2147483647);
  expect(subtractSequence(1, 3)).toBe(2147483646);
  for (const sequence of [0, 1, 77, 2147483647]) {
    for (const step of [0, 1, 500, 2147483647]) {
      expect(subtractSequence(addSequence(sequence, step), step)).toBe(sequence);
    }
  }
});
