import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordViews } from '#core/inspect/record-views.ts';
import type { RecordSlice } from '#core/lab-api/views.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';
import { CODEC } from '#core/protocol/records/compression.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';

/** Distances between the offsets of its records: compaction leaves holes. */
const steps = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 501, maxLength: 900 });
const BASE = 1_000;

function batchOf(distances: readonly number[], codec: number): { batch: RecordBatch; offsets: number[] } {
  let offsetDelta = -1;
  const records = distances.map((by, i) => {
    offsetDelta += by;
    return { offsetDelta, timestamp: 0, key: Buffer.from(`k${i}`), value: null, headers: [] };
  });
  const batch = new RecordBatch(buildBatch({ records, codec, baseOffset: BASE }));
  return { batch, offsets: records.map((record) => BASE + record.offsetDelta) };
}

const reading = { topic: null, breathe: () => undefined };

interface Page {
  readonly offsets: readonly number[];
  readonly slice: RecordSlice;
}

async function page(
  batch: RecordBatch,
  asked: { readonly from: number; readonly direction: 'up' | 'down'; readonly recordsMax: number },
): Promise<Page> {
  const isDown = asked.direction === 'down';
  const { records, slice } = await recordViews(
    batch,
    {
      fromOffset: isDown ? 0 : asked.from,
      untilOffset: isDown ? asked.from : Infinity,
      recordsMax: asked.recordsMax,
      isDown,
    },
    reading,
  );
  if (slice === undefined) throw new Error('the batch came whole');
  return { offsets: records.map(({ offset }) => offset), slice };
}

describe('a large batch that is read page by page', () => {
  test('from any place to both ends gives every record exactly once', async () => {
    await fc.assert(
      fc.asyncProperty(
        steps,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 20, max: 700 }),
        fc.constantFrom(CODEC.none, CODEC.gzip),
        async (distances, part, recordsMax, codec) => {
          const { batch, offsets } = batchOf(distances, codec);
          const begin = BASE + Math.floor(part * (batch.lastOffset - BASE));
          const up: Page[] = [];
          for (let from = begin; from <= batch.lastOffset; from = (up.at(-1)?.slice.to ?? from) + 1)
            up.push(await page(batch, { from, direction: 'up', recordsMax }));
          const down: Page[] = [];
          for (let from = begin - 1; from >= BASE; from = (down.at(-1)?.slice.from ?? from) - 1)
            down.push(await page(batch, { from, direction: 'down', recordsMax }));
          const pages = [...down.toReversed(), ...up];
          expect(pages.flatMap((one) => one.offsets)).toEqual(offsets);
          let index = 0;
          let next = BASE;
          for (const { offsets: some, slice } of pages) {
            expect(some.length).toBeLessThanOrEqual(recordsMax);
            expect(slice.from).toBe(next);
            expect(slice.index).toBe(index);
            next = slice.to + 1;
            index += some.length;
          }
          expect(next).toBe(batch.lastOffset + 1);
        },
      ),
      { numRuns: 40 },
    );
  });
});
