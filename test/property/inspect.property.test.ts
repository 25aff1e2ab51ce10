import fs from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { inspect } from '#core/inspect/inspect.ts';
import type { PartitionReport } from '#core/inspect/judge/partition-report.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';

const SOURCE = fileURLToPath(
  new URL('../fixtures/log-dirs/txn-basic/data/orders-0/00000000000000000000.log', import.meta.url),
);
const directory = fs.mkdtempSync(`${os.tmpdir()}/fencepost-inspect-`);
const partition = `${directory}/orders-0`;
fs.mkdirSync(partition);
const file = `${partition}/00000000000000000000.log`;
const original = fs.readFileSync(SOURCE);

afterAll(() => fs.rmSync(directory, { recursive: true }));

async function inspected(bytes: Buffer): Promise<PartitionReport> {
  fs.writeFileSync(file, bytes);
  for await (const report of inspect(nodePlatform().disk, partition)) return report;
  throw new Error('no report');
}

const whole = await inspected(original);

/** Records of the batches that end at or before `position`. */
function recordsBefore(position: number): number {
  return whole.batches
    .filter((batch) => batch.position + batch.size <= position)
    .reduce((sum, { count }) => sum + count, 0);
}

test('a log that is cut anywhere gives every record before the cut, and says where it ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: original.length }), async (size) => {
      const report = await inspected(original.subarray(0, size));
      expect(report.records).toHaveLength(recordsBefore(size));
      const isAtBorder = size === 0 || whole.batches.some((batch) => batch.position + batch.size === size);
      expect(report.damage === null).toBe(isAtBorder);
    }),
    { numRuns: 300 },
  );
});

test('a flipped bit is found in its batch, and every record before it is read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: original.length * 8 - 1 }), async (bit) => {
      const bytes = Buffer.from(original);
      const at = bit >> 3;
      bytes[at] = (bytes[at] as number) ^ (1 << (bit & 7));
      const report = await inspected(bytes);
      const batch = whole.batches.find(({ position, size }) => at >= position && at < position + size);
      const within = at - (batch?.position ?? 0);
      // Base offset, leader epoch and magic are outside the checksum; a flipped magic can still read as a batch.
      const isUnprotected = within < 8 || (within >= 12 && within < 17);
      if (!isUnprotected) {
        expect(report.damage).toContain(`byte ${batch?.position}:`);
        expect(report.records).toEqual(
          whole.records.slice(0, report.records.length).map(withoutLaterVerdict(report)),
        );
      }
    }),
    { numRuns: 300 },
  );
});

/** Verdicts depend on markers behind the damage, which are gone; everything else of a record must be the same. */
function withoutLaterVerdict(report: PartitionReport) {
  return (record: PartitionReport['records'][number], i: number) => ({
    ...record,
    verdict: report.records[i]?.verdict,
    markerOffset: report.records[i]?.markerOffset,
  });
}
