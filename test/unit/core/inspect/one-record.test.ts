import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findRecord, recordAtPlace } from '#core/inspect/browse/one-record.ts';
import { findPartitions } from '#core/inspect/read/partition-files.ts';
import { ScanControl } from '#core/inspect/scan/scan-control.ts';
import { NodeDisk } from '#core/platform/node/node-disk.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';
import { CODEC } from '#core/protocol/records/compression.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { aBatch } from '../../../support/log-world.ts';

const HUGE = 100_000;
const disk = new NodeDisk();
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fencepost-one-'));
  mkdirSync(join(folder, 'wide-0'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(...batches: readonly Buffer[]): void {
  let next = 0;
  for (const bytes of batches) {
    const batch = new RecordBatch(bytes);
    batch.baseOffset = next;
    next = batch.lastOffset + 1;
  }
  writeFileSync(join(folder, 'wide-0', '00000000000000000000.log'), Buffer.concat(batches));
}

function read(position: number, offset: number) {
  const [files] = findPartitions(disk, folder);
  if (files === undefined) throw new Error('nothing was written');
  const control = new ScanControl({ clock: new SimClock(0) });
  const asked = { topic: 'wide', offset, bytesMax: 100 };
  return recordAtPlace(disk, files, { place: { segment: 0, position }, asked, control });
}

describe.each([
  { packed: 'plain', codec: CODEC.none },
  { packed: 'in gzip', codec: CODEC.gzip },
])('one of 100,000 records of a batch, $packed', ({ codec }) => {
  test('is found by the place of its batch and its offset', async () => {
    const small = aBatch({});
    write(small, aBatch({ count: HUGE, codec }));
    expect(await read(small.length, 50_001)).toMatchObject({ offset: 50_001, key: { text: 'key-50000' } });
    expect(await read(small.length, HUGE)).toMatchObject({ key: { text: `key-${HUGE - 1}` } });
    expect(await read(0, 0)).toMatchObject({ key: { text: 'key-0' } });
    // It has no such record; no batch begins there.
    expect(await read(small.length, HUGE + 1)).toBeNull();
    expect(await read(small.length + 1, 50_001)).toBeNull();
  });

  test('is looked for some at a time', async () => {
    let looks = 0;
    const batch = new RecordBatch(aBatch({ count: HUGE, codec }));
    const found = await findRecord(batch, HUGE - 1, () => {
      looks++;
      return undefined;
    });
    expect(found?.key?.toString()).toBe(`key-${HUGE - 1}`);
    expect(looks).toBeGreaterThan(20);
  });
});

test('a record of a damaged batch is none', async () => {
  const damaged = aBatch({ count: 3 });
  damaged[damaged.length - 5] = (damaged[damaged.length - 5] ?? 0) ^ 1;
  write(damaged, aBatch({}));
  expect(await read(0, 0)).toBeNull();
  expect(await read(damaged.length, 3)).toMatchObject({ offset: 3 });
});
