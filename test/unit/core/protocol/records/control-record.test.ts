import { describe, expect, test } from 'vitest';
import { DecodeError } from '#core/protocol/reader.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';
import {
  type MarkerType,
  markerBatch,
  readControlKey,
  readMarker,
  readMarkerValue,
} from '#core/protocol/records/control-record.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { ABORT_MARKER, COMMIT_MARKER, TRANSACTIONAL_BATCH } from '../../../../support/record-vectors.ts';

const hex = (text: string) => Buffer.from(text, 'hex');

describe('a transaction marker', () => {
  test.each<[MarkerType, string]>([
    ['COMMIT', COMMIT_MARKER],
    ['ABORT', ABORT_MARKER],
  ])('%s has the bytes of the format and is read back', (type, bytes) => {
    const batch = markerBatch({
      producerId: 1000,
      producerEpoch: 5,
      type,
      coordinatorEpoch: 3,
      timestamp: 1700000000000,
    });
    expect(batch.toString('hex')).toBe(bytes);
    expect(readMarker(new RecordBatch(hex(bytes)))).toEqual({ type, coordinatorEpoch: 3 });
  });

  test('is recognised by the attributes: data, emptied batches and other control records are none', () => {
    expect(readMarker(new RecordBatch(hex(TRANSACTIONAL_BATCH)))).toBeUndefined();
    const emptied = hex(COMMIT_MARKER).subarray(0, 61);
    emptied.writeInt32BE(61 - 12, 8);
    emptied.writeInt32BE(0, 57);
    expect(readMarker(new RecordBatch(emptied))).toBeUndefined();
    const leaderChange = buildBatch({
      isControl: true,
      records: [{ timestamp: 0, key: hex('00000002'), value: hex('0000') }],
    });
    expect(readMarker(new RecordBatch(leaderChange))).toBeUndefined();
  });

  test('with a delete horizon is read like any other', () => {
    const batch = new RecordBatch(
      buildBatch({
        isControl: true,
        deleteHorizonMs: 1700086400000,
        records: [{ timestamp: 1700000000000, key: hex('00000001'), value: hex('000000000007') }],
      }),
    );
    expect(batch.size).toBe(81);
    expect(readMarker(batch)).toEqual({ type: 'COMMIT', coordinatorEpoch: 7 });
  });

  test('of a later version is read as version 0', () => {
    expect(readControlKey(hex('00050001ff'))).toEqual({ version: 5, type: 1, name: 'COMMIT' });
    expect(readMarkerValue(hex('000500000009ffff'))).toBe(9);
  });
});

describe('a control record', () => {
  test('of an unknown type has no name', () => {
    expect(readControlKey(hex('00000009')).name).toBe('UNKNOWN');
    expect(readControlKey(hex('0000ffff')).name).toBe('UNKNOWN');
  });

  test.each([null, hex(''), hex('000000'), hex('ffff0001')])('with key %s is refused', (key) => {
    expect(() => readControlKey(key)).toThrow(DecodeError);
  });

  test.each([null, hex('0000000000'), hex('ffff00000001')])('with marker value %s is refused', (value) => {
    expect(() => readMarkerValue(value)).toThrow(DecodeError);
  });
});
