import { describe, expect, test } from 'vitest';
import { DecodeError } from '#core/protocol/reader.ts';
import { readRecordsAsync, recordTimestamp } from '#core/protocol/records/batch-reader.ts';
import { batchesIn } from '#core/protocol/records/batch-scanner.ts';
import { codecName } from '#core/protocol/records/compression.ts';
import { CompressionError } from '#core/protocol/records/compression-error.ts';
import { LegacyMessage, readLegacyRecords } from '#core/protocol/records/legacy-record.ts';
import { kafkaSegments, preview } from '../../../../support/kafka-batches.ts';

const segments = kafkaSegments('old-formats');

function messageOf(codec: string, magic: number): Buffer {
  for (const { bytes, batches } of segments) {
    const found = batches.find((batch) => batch.codec === codec && batch.magic === magic);
    if (found !== undefined) return Buffer.from(bytes.subarray(found.position, found.position + found.size));
  }
  throw new Error(`no ${codec} message of version ${magic}`);
}

describe('messages of version 0 and 1', () => {
  test.each(segments)('are read as Kafka reads them: $name', async ({ bytes, batches, records }) => {
    const seenBatches: unknown[] = [];
    const seenRecords: unknown[] = [];
    for (const batch of batchesIn(bytes)) {
      const found: { offset: number; timestamp: number; key: Buffer | null; value: Buffer | null }[] = [];
      if (batch.magic === 2) {
        for (const record of await readRecordsAsync(batch)) {
          found.push({
            ...record,
            offset: batch.baseOffset + record.offsetDelta,
            timestamp: recordTimestamp(batch, record),
          });
        }
      } else {
        const message = new LegacyMessage(bytes, batch.start);
        expect(message.isCrcValid).toBe(true);
        found.push(...readLegacyRecords(message));
        seenBatches.push({
          position: batch.start,
          size: message.size,
          magic: message.magic,
          baseOffset: found[0]?.offset,
          lastOffset: message.offset,
          count: found.length,
          codec: codecName(message.codec),
        });
      }
      for (const { offset, timestamp, key, value } of found) {
        seenRecords.push({ offset, timestamp, key: preview(key), value: preview(value) });
      }
    }
    expect(seenBatches).toEqual(
      batches
        .filter(({ magic }) => magic < 2)
        .map(({ position, size, magic, baseOffset, lastOffset, count, codec }) => ({
          position,
          size,
          magic,
          baseOffset,
          lastOffset,
          count,
          codec,
        })),
    );
    expect(seenRecords).toEqual(
      records.map(({ offset, timestamp, key, value }) => ({ offset, timestamp, key, value })),
    );
  });

  test('of version 0 may carry the wrong LZ4 header checksum, those of version 1 may not', () => {
    const old = messageOf('lz4', 0);
    const frameAt = old.indexOf(Buffer.from('04224d18', 'hex'));
    expect(old[frameAt + 6]).not.toBe(0x82);
    expect(readLegacyRecords(new LegacyMessage(old)).length).toBe(3);
    const newer = messageOf('lz4', 1);
    const at = newer.indexOf(Buffer.from('04224d18', 'hex')) + 6;
    expect(newer[at]).toBe(0x82);
    newer[at] = 0x83;
    expect(() => readLegacyRecords(new LegacyMessage(newer))).toThrow(CompressionError);
  });

  test('notice a changed byte by their checksum', () => {
    const message = messageOf('none', 1);
    message[message.length - 1] = 0;
    expect(new LegacyMessage(message).isCrcValid).toBe(false);
  });

  test('wrapped with offset 0 keep their own numbers, as an early librdkafka sent them', () => {
    const bytes = messageOf('gzip', 1);
    bytes.writeBigInt64BE(0n, 0);
    expect(readLegacyRecords(new LegacyMessage(bytes)).map(({ offset }) => offset)).toEqual([0, 1, 2]);
    bytes.writeBigInt64BE(1n, 0);
    expect(() => readLegacyRecords(new LegacyMessage(bytes))).toThrow('numbered 2');
  });

  test('are refused when they make no sense', () => {
    const bytes = messageOf('none', 0);
    for (const size of [13, -1, bytes.length]) {
      const broken = Buffer.from(bytes);
      broken.writeInt32BE(size, 8);
      expect(() => new LegacyMessage(broken)).toThrow(DecodeError);
    }
    const noMagic = Buffer.from(bytes);
    noMagic[16] = 2;
    expect(() => new LegacyMessage(noMagic)).toThrow('magic 2');
    expect(() => new LegacyMessage(bytes.subarray(0, 17))).toThrow(DecodeError);
    const longKey = Buffer.from(bytes);
    longKey.writeInt32BE(1000, 18);
    expect(() => readLegacyRecords(new LegacyMessage(longKey))).toThrow(DecodeError);
  });

  test('do not know zstd, and a wrapper wraps something', () => {
    const bytes = messageOf('none', 1);
    bytes[17] = 4;
    expect(() => readLegacyRecords(new LegacyMessage(bytes))).toThrow('zstd does not exist in version 1');
    const empty = messageOf('none', 1);
    empty[17] = 1;
    empty.writeInt32BE(-1, 26 + 4 + empty.readInt32BE(26));
    expect(() => readLegacyRecords(new LegacyMessage(empty))).toThrow('without a value');
  });
});
