import fs from 'node:fs';
import os from 'node:os';
import { afterAll, bench, describe } from 'vitest';
import { browse } from '#core/inspect/browse/browse-window.ts';
import { listPath } from '#core/inspect/browse/listing.ts';
import { findTime } from '#core/inspect/browse/locate.ts';
import { surveyPartition, viewOfEnd } from '#core/inspect/browse/survey.ts';
import { takeCensus } from '#core/inspect/census/census.ts';
import { ScanControl } from '#core/inspect/scan/scan-control.ts';
import { SegmentScanner } from '#core/inspect/scan/segment-scanner.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { SeededRandom } from '../support/seeded-random.ts';
import { writeLargeSegment } from './large-segment.ts';

/** Check 6 of the inspector: 1 GiB of batches of 16 KiB. */
const SIZE_MB = Number(process.env['BENCH_SEGMENT_MB'] ?? 1024);
const ONCE = { iterations: 3, time: 0, warmupIterations: 1, warmupTime: 0 };

const parent = fs.mkdtempSync(`${os.tmpdir()}/fencepost-bench-`);
const segment = writeLargeSegment(parent, SIZE_MB * 1024 * 1024);
afterAll(() => fs.rmSync(parent, { recursive: true, force: true }));

const { disk, clock } = nodePlatform();
const random = new SeededRandom(7);
const control = (): ScanControl => new ScanControl({ clock });

async function firstScreen() {
  const [listed] = (await listPath(disk, segment.directory, control())).partitions;
  if (listed === undefined) throw new Error('nothing is listed');
  const { files } = listed;
  const end = await viewOfEnd(disk, listed, control());
  const openTransactions = async () =>
    (await surveyPartition(disk, { files, end }, control())).openTransactions;
  const partition = { disk, files, logStartOffset: end.logStartOffset, openTransactions };
  const newest = { fromOffset: end.logEndOffset - 1, direction: 'down', recordsMax: 200 } as const;
  await browse(partition, newest, control());
  return { partition, files };
}

const { partition, files } = await firstScreen();

function jump(fromOffset: number) {
  return browse(partition, { fromOffset, direction: 'up', recordsMax: 200 }, control());
}

describe(`a segment of ${SIZE_MB} MiB, ${segment.records} records`, () => {
  bench('opened, up to the first screen', async () => {
    await firstScreen();
  });
  bench('a jump to an offset', async () => {
    await jump(random.nextInt(segment.nextOffset));
  });
  bench('a jump to a time', async () => {
    const { firstTimestamp, lastTimestamp } = segment;
    const timestamp = firstTimestamp + random.nextInt(lastTimestamp - firstTimestamp);
    const found = await findTime({ disk, files }, { timestamp, fromOffset: 0 }, control());
    await jump(found?.offset ?? 0);
  });
});

function scan(depth: 'headers' | 'contents', onBatch: (scanner: SegmentScanner) => void): void {
  const file = disk.open(segment.log, 'read');
  const scanner = new SegmentScanner(file, { segment: 0, depth });
  while (scanner.next() === 'batch') onBatch(scanner);
  file.close();
}

describe(`all of ${SIZE_MB} MiB`, () => {
  bench('headers', () => scan('headers', () => undefined), ONCE);
  bench('checksums', () => scan('contents', () => undefined), ONCE);
  bench(
    'every record decoded',
    () =>
      scan('contents', (scanner) => {
        const cursor = scanner.records();
        if (cursor instanceof Promise) throw new Error('these batches are not compressed');
        while (cursor.next());
      }),
    ONCE,
  );
  const census = (depth: 'contents' | 'records') => async () => {
    const options = { path: segment.directory, topic: null, partition: 0, depth };
    await takeCensus({ disk, clock }, options, control());
  };
  bench('census', census('contents'), ONCE);
  bench('census with every record decoded', census('records'), ONCE);
});
