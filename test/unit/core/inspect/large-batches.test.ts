import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { browse } from '#core/inspect/browse/browse-window.ts';
import { findPartitions } from '#core/inspect/read/partition-files.ts';
import { ScanControl } from '#core/inspect/scan/scan-control.ts';
import { type ScanStep, SegmentScanner } from '#core/inspect/scan/segment-scanner.ts';
import type { BatchView } from '#core/lab-api/views.ts';
import { NodeDisk } from '#core/platform/node/node-disk.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { aBatch } from '../../../support/log-world.ts';

const MB = 1024 * 1024;
const disk = new NodeDisk();
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fencepost-wide-'));
  mkdirSync(join(folder, 'wide-0'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function batchAt(baseOffset: number, saying: Parameters<typeof aBatch>[0]): Buffer {
  const batch = new RecordBatch(aBatch(saying));
  batch.baseOffset = baseOffset;
  return batch.whole;
}

function write(...parts: readonly Buffer[]): string {
  const path = join(folder, 'wide-0', '00000000000000000000.log');
  writeFileSync(path, Buffer.concat(parts));
  return path;
}

function stepsOf(path: string): readonly ScanStep[] {
  const file = disk.open(path, 'read');
  const scanner = new SegmentScanner(file, { segment: 0, depth: 'contents' });
  const steps: ScanStep[] = [];
  for (let step = scanner.next(); step !== 'end'; step = scanner.next()) steps.push(step);
  file.close();
  return steps;
}

/** Counts how often it is asked. */
class CountedControl extends ScanControl {
  looks = 0;
  override pulse(bytes: number): Promise<void> | undefined {
    this.looks++;
    return super.pulse(bytes);
  }
}

async function firstPage(control: ScanControl, recordsMax = 10): Promise<readonly BatchView[]> {
  const [files] = findPartitions(disk, folder);
  if (files === undefined) throw new Error('nothing was written');
  const openTransactions = () => Promise.resolve([]);
  return browse(
    { disk, files, logStartOffset: 0, openTransactions },
    { fromOffset: 0, direction: 'up', recordsMax },
    control,
  );
}

describe('a batch of many MiB', () => {
  it('is checked in pieces of 1 MiB, each a step', () => {
    const steps = stepsOf(write(batchAt(0, { valueSize: 9 * MB }), batchAt(1, {})));
    expect(steps.filter((step) => step === 'checking')).toHaveLength(9);
    expect(steps.filter((step) => step !== 'checking')).toEqual(['batch', 'batch']);
  });

  it('that is damaged is told in its step, and reading goes on behind it', () => {
    const damaged = batchAt(0, { valueSize: 9 * MB });
    damaged[8 * MB] = 1;
    const steps = stepsOf(write(damaged, batchAt(1, {})));
    expect(steps.filter((step) => step !== 'checking')).toEqual(['damage', 'batch']);
  });

  it('behind a damaged one is found, piece by piece too', () => {
    const damaged = batchAt(0, {});
    damaged[70] = (damaged[70] ?? 0) ^ 1;
    const steps = stepsOf(write(damaged, batchAt(1, { valueSize: 9 * MB }), batchAt(2, {})));
    expect(steps.filter((step) => step === 'searching').length).toBeGreaterThanOrEqual(8);
    expect(steps.filter((step) => step === 'damage' || step === 'found' || step === 'batch')).toEqual([
      'damage',
      'found',
      'batch',
      'batch',
    ]);
  });

  it('has its records read some at a time', async () => {
    write(batchAt(0, { count: 20_000 }));
    const control = new CountedControl({ clock: new SimClock(0) });
    const [batch] = await firstPage(control, 5000);
    expect(batch?.records).toHaveLength(5000);
    expect(control.looks).toBeGreaterThan(70);
  });

  it('that is not unfolded is shown without records, and does not hide the others', async () => {
    write(batchAt(0, {}), batchAt(1, { valueSize: 33 * MB }), batchAt(2, {}));
    const page = await firstPage(new ScanControl({ clock: new SimClock(0) }));
    expect(page.map(({ recordCount, records }) => [recordCount, records.length])).toEqual([
      [1, 1],
      [1, 0],
      [1, 1],
    ]);
  });
});
