import { describe, expect, test } from 'vitest';
import { DecodeError } from '#core/protocol/reader.ts';
import { batchesIn, nextBatchSize } from '#core/protocol/records/batch-scanner.ts';
import { kafkaSegments } from '../../../../support/kafka-batches.ts';
import { COMMIT_MARKER, PLAIN_BATCH } from '../../../../support/record-vectors.ts';

const plain = Buffer.from(PLAIN_BATCH, 'hex');
const marker = Buffer.from(COMMIT_MARKER, 'hex');
const both = Buffer.concat([plain, marker]);

function starts(bytes: Buffer, start?: number, end?: number): number[] {
  return [...batchesIn(bytes, start, end)].map((batch) => batch.start);
}

describe('a run of batches', () => {
  test('is cut where each begins', () => {
    expect(starts(both)).toEqual([0, plain.length]);
    expect(starts(both, plain.length)).toEqual([plain.length]);
    expect(starts(both, 0, plain.length)).toEqual([0]);
    expect(starts(Buffer.alloc(0))).toEqual([]);
  });

  test('ends silently at a batch that is cut anywhere', () => {
    for (let cut = 0; cut < marker.length; cut++) {
      expect(starts(both.subarray(0, plain.length + cut))).toEqual([0]);
    }
  });

  test.each(kafkaSegments('old-formats'))('holds messages of every version: $name', ({ bytes, batches }) => {
    expect([...batchesIn(bytes)].map(({ start, size, magic }) => ({ position: start, size, magic }))).toEqual(
      batches.map(({ position, size, magic }) => ({ position, size, magic })),
    );
  });

  test('is refused where a length is too small for any version', () => {
    for (const length of [13, 0, -1, -2147483648]) {
      const broken = Buffer.from(both);
      broken.writeInt32BE(length, plain.length + 8);
      const seen: number[] = [];
      expect(() => {
        for (const batch of batchesIn(broken)) seen.push(batch.start);
      }).toThrow(DecodeError);
      expect(seen).toEqual([0]);
    }
  });

  test('is refused where the magic is not known', () => {
    for (const magic of [3, -1, 127]) {
      const broken = Buffer.from(plain);
      broken.writeInt8(magic, 16);
      expect(() => nextBatchSize(broken, 0, broken.length)).toThrow(`magic ${magic}`);
    }
  });

  test('is refused where a batch is shorter than its header', () => {
    const broken = Buffer.from(plain);
    broken.writeInt32BE(48, 8);
    expect(() => starts(broken)).toThrow('its header has 61');
  });
});
