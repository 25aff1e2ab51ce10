import fs from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BrowseRequest, browse } from '#core/inspect/browse/browse-window.ts';
import { type ListedPartition, listPath } from '#core/inspect/browse/listing.ts';
import { findTime, positionFor } from '#core/inspect/browse/locate.ts';
import { surveyPartition, viewOfEnd } from '#core/inspect/browse/survey.ts';
import type { PartitionReport } from '#core/inspect/judge/partition-report.ts';
import { ScanControl } from '#core/inspect/scan/scan-control.ts';
import type { BatchView } from '#core/lab-api/views.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { type LargeSegment, writeLargeSegment } from '../../../bench/large-segment.ts';
import { aBatch, aMarker } from '../../../support/log-world.ts';

const { disk, clock } = nodePlatform();
const control = (): ScanControl => new ScanControl({ clock });
/** Somewhat more than is looked around a stretch. */
const SIZE = 12 * 1024 * 1024;

let parent: string;
let segment: LargeSegment;
beforeEach(() => {
  parent = fs.mkdtempSync(`${os.tmpdir()}/browse-`);
  segment = writeLargeSegment(parent, SIZE);
});
afterEach(() => fs.rmSync(parent, { recursive: true }));

async function listed(): Promise<ListedPartition> {
  const { partitions } = await listPath(disk, segment.directory, control());
  return partitions[0] as ListedPartition;
}

async function read(
  fromOffset: number,
  direction: 'up' | 'down' = 'up',
  size: Pick<BrowseRequest, 'recordsMax' | 'unit'> = { recordsMax: 200 },
): Promise<readonly BatchView[]> {
  const found = await listed();
  const { files } = found;
  const end = await viewOfEnd(disk, found, control());
  const openTransactions = async () =>
    (await surveyPartition(disk, { files, end }, control())).openTransactions;
  const partition = { disk, files, logStartOffset: end.logStartOffset, openTransactions };
  return browse(partition, { fromOffset, direction, ...size }, control());
}

/** Without what is known of transactions only when more was read. */
function plainly(views: readonly BatchView[]): unknown {
  return views.map(({ transactionFirstOffset, ...view }) => view);
}

/** Puts a batch in front of the log, and moves nothing: the offsets of the large log begin at 1,000. */
function withEdges(first: Buffer, last: Buffer): void {
  const bytes = fs.readFileSync(segment.log);
  let next = 1000;
  for (let at = 0; at < bytes.length; ) {
    const batch = new RecordBatch(bytes, at);
    const { lastOffsetDelta } = batch;
    batch.baseOffset = next;
    next += lastOffsetDelta + 1;
    at += batch.size;
  }
  new RecordBatch(first).baseOffset = 0;
  new RecordBatch(last).baseOffset = next;
  fs.writeFileSync(segment.log, Buffer.concat([first, bytes, last]));
  for (const suffix of ['index', 'timeindex']) fs.rmSync(segment.log.replace(/log$/, suffix));
}

describe('a place in a large segment', () => {
  test('is found by the index, and read alone', async () => {
    const { files } = await listed();
    const [only] = files.segments;
    if (only === undefined) throw new Error('no segment');
    const offset = Math.floor(segment.nextOffset / 2);
    expect(positionFor(disk, only, offset)).toBeGreaterThan(SIZE / 4);
    const [first] = await read(offset);
    expect(first?.baseOffset).toBeLessThanOrEqual(offset);
    expect(first?.lastOffset).toBeGreaterThanOrEqual(offset);
  });

  test.each([
    [
      'into the middle of a batch',
      (index: Buffer, at: number) => index.writeInt32BE(index.readInt32BE(at + 4) + 5, at + 4),
    ],
    [
      'behind the offset',
      (index: Buffer, at: number) => index.writeInt32BE(index.readInt32BE(at + 4) + 200_000, at + 4),
    ],
    ['past the end', (index: Buffer, at: number) => index.writeInt32BE(2 ** 31 - 1, at + 4)],
  ])('whose index entries all lead %s is found all the same', async (_, damage) => {
    const path = segment.log.replace(/log$/, 'index');
    const index = fs.readFileSync(path);
    const offset = Math.floor(segment.nextOffset / 2);
    const right = await read(offset);
    for (let at = 0; at < index.length; at += 8) damage(index, at);
    fs.writeFileSync(path, index);
    expect(plainly(await read(offset))).toEqual(plainly(right));
  });

  test('without any index is found all the same', async () => {
    const offset = Math.floor(segment.nextOffset / 3);
    const right = await read(offset);
    for (const suffix of ['index', 'timeindex']) fs.rmSync(segment.log.replace(/log$/, suffix));
    const found = await read(offset);
    expect(plainly(found)).toEqual(plainly(right));
    expect(right.map(({ transactionFirstOffset }) => transactionFirstOffset)).toContain(null);
    // Read from the start, a transaction's first offset is known.
    expect(found.find(({ isTransactional }) => isTransactional)?.transactionFirstOffset).toBeGreaterThan(0);
  });

  test('read downwards is the newest that fits, up to the offset', async () => {
    const offset = Math.floor(segment.nextOffset / 2);
    const down = await read(offset, 'down');
    expect(down[0]?.baseOffset).toBeLessThanOrEqual(offset);
    expect(down[0]?.lastOffset).toBeGreaterThanOrEqual(offset);
    expect(down.reduce((sum, { recordCount }) => sum + recordCount, 0)).toBeGreaterThanOrEqual(200);
    const up = await read(down.at(-1)?.baseOffset ?? 0);
    expect(down.map(({ baseOffset }) => baseOffset)).toEqual(
      up.map(({ baseOffset }) => baseOffset).toReversed(),
    );
  });

  test.each(['up', 'down'] as const)(
    'counted in batches has so many of them, %s, without records',
    async (direction) => {
      const offset = Math.floor(segment.nextOffset / 2);
      const batches = await read(offset, direction, { recordsMax: 50, unit: 'batches' });
      expect(batches).toHaveLength(50);
      expect(batches.every(({ records }) => records.length === 0)).toBe(true);
      expect(new Set(batches.map(({ recordCount }) => recordCount))).toEqual(new Set([130, 1]));
      const whole = (await read(offset)).find(({ baseOffset }) => baseOffset === batches[0]?.baseOffset);
      expect(batches[0]).toMatchObject({ verdict: whole?.verdict, markerOffset: whole?.markerOffset });
    },
  );

  test('is found behind any number of offsets that nobody has', async () => {
    const far = new RecordBatch(aBatch());
    const bytes = fs.readFileSync(segment.log);
    far.baseOffset = segment.nextOffset + 1_000_000_000;
    fs.writeFileSync(segment.log, Buffer.concat([bytes, far.whole]));
    const [last] = await read(far.baseOffset - 1, 'down');
    expect(last?.lastOffset).toBe(segment.nextOffset - 1);
    expect((await read(segment.nextOffset))[0]?.baseOffset).toBe(far.baseOffset);
  });

  test('of a time is the first record of that time', async () => {
    const { files } = await listed();
    for (const share of [0, 0.3, 0.77, 1]) {
      const { firstTimestamp, lastTimestamp } = segment;
      const timestamp = Math.round(firstTimestamp + share * (lastTimestamp - firstTimestamp - 1));
      const found = await findTime({ disk, files }, { timestamp, fromOffset: 0 }, control());
      // Records of a batch are a millisecond apart, and so are batches; a marker takes the time of one.
      expect(found?.timestampMs).toBeGreaterThanOrEqual(timestamp);
      expect((found?.timestampMs ?? 0) - timestamp).toBeLessThan(131);
    }
  });

  test('newest first, ends at the offset that was asked for', async () => {
    const down = await read(segment.nextOffset - 1, 'down');
    expect(down[0]?.lastOffset).toBe(segment.nextOffset - 1);
    const offsets = down.map(({ baseOffset }) => baseOffset);
    expect(offsets).toEqual(offsets.toSorted((a, b) => b - a));
  });
});

describe('a transaction that is decided far behind its records', () => {
  const data = (): Buffer => aBatch({ producerId: 99, isTransactional: true });

  test('by an abort is aborted, as the transaction index says', async () => {
    withEdges(data(), aMarker('ABORT', { producerId: 99 }));
    const entry = Buffer.alloc(34);
    entry.writeBigInt64BE(99n, 2);
    entry.writeBigInt64BE(0n, 10);
    entry.writeBigInt64BE(10_000_000n, 18);
    fs.writeFileSync(segment.log.replace(/log$/, 'txnindex'), entry);
    expect((await read(0))[0]).toMatchObject({
      producerId: 99,
      verdict: 'aborted',
      markerOffset: 10_000_000,
    });
  });

  test('by a commit is committed', async () => {
    withEdges(data(), aMarker('COMMIT', { producerId: 99 }));
    expect((await read(0))[0]).toMatchObject({ producerId: 99, verdict: 'committed' });
  });

  test('by nothing is open', async () => {
    withEdges(data(), aBatch());
    expect((await read(0))[0]).toMatchObject({ producerId: 99, verdict: 'open', transactionFirstOffset: 0 });
  });
});

const LOG_DIRS = fileURLToPath(new URL('../../../fixtures/log-dirs', import.meta.url));
const SETS = fs.readdirSync(LOG_DIRS).filter((name) => fs.existsSync(`${LOG_DIRS}/${name}/verdicts.json`));

describe.each(SETS)('a log directory of Apache Kafka, browsed: %s', (set) => {
  const verdicts = JSON.parse(fs.readFileSync(`${LOG_DIRS}/${set}/verdicts.json`, 'utf8')) as {
    readonly partitions: readonly PartitionReport[];
  };

  test('every record is shown, with the verdict of Kafka’s own programs', async () => {
    const { partitions } = await listPath(disk, `${LOG_DIRS}/${set}/data`, control());
    for (const found of partitions) {
      const { files } = found;
      const { topic, partition } = files;
      const expected = verdicts.partitions.find((one) => one.topic === topic && one.partition === partition);
      const end = await viewOfEnd(disk, found, control());
      const { openTransactions, ...view } = await surveyPartition(disk, { files, end }, control());
      expect(view).toMatchObject({
        logStartOffset: expected?.logStartOffset,
        lastStableOffset: expected?.lastStableOffset,
        logEndOffset: expected?.logEndOffset,
      });
      const browsed = { disk, files, logStartOffset: 0, openTransactions: async () => openTransactions };
      const views = await browse(browsed, { fromOffset: 0, direction: 'up', recordsMax: 5000 }, control());
      const shown = views.flatMap(({ records, verdict }) =>
        records.map(({ offset, timestampMs, key, value, headers }) => {
          return { offset, verdict, timestamp: timestampMs, key, value, headers };
        }),
      );
      const data = expected?.records.filter(({ kind }) => kind === 'data') ?? [];
      expect(shown).toEqual(
        data.map(({ offset, verdict, timestamp, key, value, headers }) => {
          return { offset, verdict, timestamp, key, value, headers };
        }),
      );
    }
  });
});
