import fs from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ProcessScanWorker } from '#core/host/process-scan-worker.ts';
import { takeCensus } from '#core/inspect/census/census.ts';
import { NotALogError } from '#core/inspect/read/partition-files.ts';
import { ScanCancelled, ScanControl } from '#core/inspect/scan/scan-control.ts';
import { InlineScanWorker, type ScanProgress, type ScanWorker } from '#core/inspect/scan/scan-worker.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { writeLargeSegment } from '../../../bench/large-segment.ts';

const DATA = fileURLToPath(new URL('../../../fixtures/log-dirs/txn-basic/data', import.meta.url));
const whole = { topic: null, partition: 0, depth: 'contents' } as const;

/** Enough for a scan that takes several slices. */
const SIZE = 128 * 1024 * 1024;

let scans: ScanWorker;
let directory: string;
beforeEach(() => {
  directory = fs.mkdtempSync(`${os.tmpdir()}/scan-worker-`);
});
afterEach(async () => {
  await scans.close();
  fs.rmSync(directory, { recursive: true, force: true });
});

describe.each([
  ['in a process of its own', () => new ProcessScanWorker()],
  ['in slices of this thread', () => new InlineScanWorker(nodePlatform())],
])('a census %s', (_, make) => {
  beforeEach(() => {
    scans = make();
  });

  test('is the same as at home', async () => {
    const { disk, clock } = nodePlatform();
    const expected = await takeCensus({ disk, clock }, { path: DATA, ...whole }, new ScanControl({ clock }));
    const { result } = scans.census({ path: DATA, ...whole }, () => undefined);
    expect((await result).partitions).toEqual(expected.partitions);
  });

  test('of nothing of Kafka’s fails with the reason', async () => {
    const { result } = scans.census({ path: `${directory}/nowhere`, ...whole }, () => undefined);
    await expect(result).rejects.toBeInstanceOf(NotALogError);
  });

  test('says how far it is, and ends when it is cancelled', async () => {
    writeLargeSegment(directory, SIZE);
    const seen: ScanProgress[] = [];
    const running = scans.census({ path: directory, ...whole, depth: 'records' }, (progress) => {
      seen.push(progress);
      running.cancel();
    });
    await expect(running.result).rejects.toBeInstanceOf(ScanCancelled);
    expect(seen[0]?.totalBytes).toBeGreaterThanOrEqual(SIZE);
    expect(seen[0]?.doneBytes).toBeLessThan(seen[0]?.totalBytes ?? 0);
  });

  test('that still runs is over when the worker is closed', async () => {
    writeLargeSegment(directory, SIZE);
    const { result } = scans.census({ path: directory, ...whole, depth: 'records' }, () => undefined);
    const failed = expect(result).rejects.toBeInstanceOf(ScanCancelled);
    await scans.close();
    await failed;
  });
});
