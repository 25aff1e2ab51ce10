import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DecodeError } from '#core/protocol/reader.ts';
import { buildBatchAsync } from '#core/protocol/records/batch-builder.ts';
import { openRecordsAsync, readRecordsAsync, recordTimestamp } from '#core/protocol/records/batch-reader.ts';
import { batchesIn } from '#core/protocol/records/batch-scanner.ts';
import { CODEC, CODECS, compressAsync, decompressAsync } from '#core/protocol/records/compression.ts';
import { CompressionError } from '#core/protocol/records/compression-error.ts';
import { readMarker } from '#core/protocol/records/control-record.ts';
import { LegacyMessage, readLegacyRecords } from '#core/protocol/records/legacy-record.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { kafkaSegments } from '../support/kafka-batches.ts';
import { COMMIT_MARKER } from '../support/record-vectors.ts';

const codec = fc.constantFrom(...CODECS.map((name) => CODEC[name]));
const packing = fc.constantFrom(CODEC.gzip, CODEC.snappy, CODEC.lz4, CODEC.zstd);
const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
const repetitive = fc
  .tuple(bytes, fc.nat(2000))
  .map(([part, times]) => Buffer.alloc(times, part.length > 0 ? part : 'x'));
const maybeBytes = fc.option(fc.oneof(bytes, repetitive));
const record = fc.record({
  timestamp: fc.oneof(
    fc.maxSafeNat().map((n) => n % 2 ** 45),
    fc.constant(-1),
  ),
  key: maybeBytes,
  value: maybeBytes,
  headers: fc.array(fc.record({ key: fc.string({ unit: 'grapheme' }), value: maybeBytes }), { maxLength: 4 }),
});
const batchInit = fc.record({
  records: fc.array(record, { minLength: 1, maxLength: 30 }),
  codec,
  // The last record's offset has to be exact too.
  baseOffset: fc.maxSafeNat().map((n) => Math.min(n, Number.MAX_SAFE_INTEGER - 1_000_000)),
});

/** Bytes with some of them changed, cut, or put in. */
function damaged(original: Buffer, damage: readonly (readonly [number, number])[], keep: number): Buffer {
  const copy = Buffer.from(original.subarray(0, Math.ceil(original.length * keep)));
  for (const [at, value] of damage) {
    const i = at % Math.max(copy.length, 1);
    copy[i] = (copy[i] ?? 0) ^ value;
  }
  return copy;
}
const damage = fc.tuple(
  fc.array(fc.tuple(fc.nat(1_000_000), fc.integer({ min: 1, max: 255 })), { maxLength: 4 }),
  fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 1, noNaN: true })),
);

/** What reading came to: a value, or the name of the error; anything but a DecodeError is passed on. */
async function outcome(read: () => Promise<unknown>): Promise<string> {
  try {
    await read();
    return 'value';
  } catch (error) {
    if (error instanceof DecodeError) return 'DecodeError';
    throw error;
  }
}

describe('record batches', () => {
  test('give back every record, in every codec', async () => {
    await fc.assert(
      fc.asyncProperty(batchInit, async (init) => {
        const batch = new RecordBatch(await buildBatchAsync(init));
        expect(batch.isCrcValid).toBe(true);
        expect(batch.nextOffset).toBe(init.baseOffset + init.records.length);
        expect(batch.maxTimestamp).toBe(Math.max(...init.records.map(({ timestamp }) => timestamp)));
        const read = await readRecordsAsync(batch);
        expect(
          read.map((found) => ({
            timestamp: recordTimestamp(batch, found),
            key: found.key,
            value: found.value,
            headers: found.headers,
          })),
        ).toEqual(init.records);
      }),
      { numRuns: 60 },
    );
  });

  test('that are damaged are read or refused, never anything else', async () => {
    await fc.assert(
      fc.asyncProperty(batchInit, damage, async (init, [changes, keep]) => {
        const run = damaged(await buildBatchAsync(init), changes, keep);
        await outcome(async () => {
          for (const batch of batchesIn(run)) {
            readsLikeItsHeader(batch);
            const cursor = await openRecordsAsync(batch, 1_000_000);
            while (cursor.next()) cursor.record();
            if (batch.codec === CODEC.none) readMarker(batch);
          }
        });
      }),
      { numRuns: 500 },
    );
  });

  test('of random bytes are refused', async () => {
    const header = Buffer.from(COMMIT_MARKER, 'hex').subarray(0, 61);
    await fc.assert(
      fc.asyncProperty(bytes, fc.nat(40), codec, async (body, count, number) => {
        const run = Buffer.concat([header, body]);
        run.writeInt32BE(run.length - 12, 8);
        run.writeInt16BE(number, 21);
        run.writeInt32BE(count, 57);
        await outcome(() => readRecordsAsync(new RecordBatch(run)));
      }),
      { numRuns: 1000 },
    );
  });
});

function readsLikeItsHeader(batch: RecordBatch): void {
  expect(batch.whole.length).toBe(batch.size);
  expect(batch.payload.length).toBe(batch.size - 61);
}

describe('messages of old versions', () => {
  const segments = kafkaSegments('old-formats');
  test('that are damaged are read or refused, never anything else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...segments), damage, async (segment, [changes, keep]) => {
        const run = damaged(segment.bytes, changes, keep);
        await outcome(async () => {
          for (const batch of batchesIn(run)) {
            if (batch.magic < 2) readLegacyRecords(new LegacyMessage(run, batch.start), 100_000);
          }
        });
      }),
      { numRuns: 1000 },
    );
  });
});

describe('codecs', () => {
  test('never produce more than they may, whatever they are given', async () => {
    await fc.assert(
      fc.asyncProperty(
        packing,
        repetitive,
        damage,
        fc.nat(5000),
        async (number, input, [changes, keep], maxSize) => {
          const packed = damaged(await compressAsync(number, input), changes, keep);
          try {
            expect((await decompressAsync(number, packed, maxSize)).length).toBeLessThanOrEqual(maxSize);
          } catch (error) {
            expect(error).toBeInstanceOf(CompressionError);
          }
        },
      ),
      { numRuns: 800 },
    );
  });

  test('refuse random bytes', async () => {
    await fc.assert(
      fc.asyncProperty(packing, bytes, async (number, input) => {
        await outcome(() => decompressAsync(number, input, 1_000_000));
      }),
      { numRuns: 1000 },
    );
  });
});
