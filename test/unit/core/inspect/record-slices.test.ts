import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browse } from '#core/inspect/browse/browse-window.ts';
import { findPartitions } from '#core/inspect/read/partition-files.ts';
import { ScanControl } from '#core/inspect/scan/scan-control.ts';
import { ProducerHistory } from '#core/lab/history/producer-history.ts';
import { readWindow, readWindowBefore } from '#core/lab/logs/batch-window.ts';
import type { BatchView } from '#core/lab-api/views.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';
import { CODEC } from '#core/protocol/records/compression.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { aBatch, append, createOrders, LogWorld } from '../../../support/log-world.ts';

const HUGE = 100_000;
/** 0 and 1 · 2 to 100,001 in one batch · 100,002 */
const FIRST = 2;
const LAST = HUGE + 1;
const END = HUGE + 3;

interface Asked {
  readonly fromOffset: number;
  readonly direction: 'up' | 'down';
  readonly recordsMax: number;
  readonly unit?: 'batches';
}

interface Reader {
  read(asked: Asked): Promise<readonly BatchView[]>;
  close(): void;
}

async function ownLog(codec: number): Promise<Reader> {
  const world = new LogWorld();
  const manager = await world.open();
  const log: PartitionLog = createOrders(manager, { 'max.message.bytes': '100000000' });
  append(log, aBatch({ count: 2 }));
  await log.append(aBatch({ count: HUGE, codec }), { origin: 'client', leaderEpoch: log.leaderEpoch });
  append(log, aBatch({}));
  const history = new ProducerHistory(world.bus, () => null);
  return {
    read: ({ direction, ...asked }) =>
      (direction === 'up' ? readWindow : readWindowBefore)({ log, history, breathe: () => undefined }, asked),
    close: () => world.remove(),
  };
}

async function openedLog(codec: number): Promise<Reader> {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-slices-'));
  mkdirSync(join(folder, 'wide-0'));
  const batches = [{ count: 2 }, { count: HUGE, codec }, {}].map((saying) => new RecordBatch(aBatch(saying)));
  for (const [i, batch] of batches.entries()) batch.baseOffset = [0, FIRST, LAST + 1][i] ?? 0;
  const bytes = Buffer.concat(batches.map(({ whole }) => whole));
  writeFileSync(join(folder, 'wide-0', '00000000000000000000.log'), bytes);
  const { disk } = new LogWorld();
  const [files] = findPartitions(disk, folder);
  if (files === undefined) throw new Error('nothing was written');
  const partition = { disk, files, logStartOffset: 0, openTransactions: () => Promise.resolve([]) };
  return {
    read: (asked) => browse(partition, asked, new ScanControl({ clock: new SimClock(0) })),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const offsetsOf = (views: readonly BatchView[]) =>
  views.flatMap(({ records }) => records.map(({ offset }) => offset));

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe.each([
  { whose: 'the lab', make: ownLog, codec: CODEC.none, packed: 'plain' },
  { whose: 'the lab', make: ownLog, codec: CODEC.gzip, packed: 'in gzip' },
  { whose: 'somebody', make: openedLog, codec: CODEC.none, packed: 'plain' },
  { whose: 'somebody', make: openedLog, codec: CODEC.gzip, packed: 'in gzip' },
])('a batch of 100,000 records, $packed, in a log of $whose', ({ make, codec }) => {
  let log: Reader;
  beforeAll(async () => {
    log = await make(codec);
  });
  afterAll(() => log.close());

  test('is answered as far as it was asked for', async () => {
    const views = await log.read({ fromOffset: 0, direction: 'up', recordsMax: 300 });
    expect(offsetsOf(views)).toEqual(range(0, 299));
    expect(views.map(({ slice }) => slice)).toEqual([undefined, { from: FIRST, to: 299, index: 0 }]);
    expect(views[1]).toMatchObject({ recordCount: HUGE, baseOffset: FIRST, lastOffset: LAST });
    expect(JSON.stringify(views).length).toBeLessThan(100_000);
  });

  test('is read from its middle on', async () => {
    const [view, ...more] = await log.read({ fromOffset: 50_000, direction: 'up', recordsMax: 300 });
    expect(more).toEqual([]);
    expect(view?.slice).toEqual({ from: 50_000, to: 50_299, index: 49_998 });
    expect(offsetsOf(view === undefined ? [] : [view])).toEqual(range(50_000, 50_299));
    expect(view?.records[0]).toMatchObject({ key: 'key-49998' });
  });

  test('is read up to its middle', async () => {
    const [view, ...more] = await log.read({ fromOffset: 50_000, direction: 'down', recordsMax: 300 });
    expect(more).toEqual([]);
    expect(view?.slice).toEqual({ from: 49_701, to: 50_000, index: 49_699 });
    expect(offsetsOf(view === undefined ? [] : [view])).toEqual(range(49_701, 50_000));
  });

  test('ends where it ends, and what comes behind fills the answer', async () => {
    const views = await log.read({ fromOffset: LAST - 5, direction: 'up', recordsMax: 300 });
    expect(offsetsOf(views)).toEqual(range(LAST - 5, END - 1));
    expect(views[0]?.slice).toEqual({ from: LAST - 5, to: LAST, index: HUGE - 6 });
  });

  test('downwards, what comes before fills the answer', async () => {
    const views = await log.read({ fromOffset: FIRST + 9, direction: 'down', recordsMax: 300 });
    expect(views.map(({ slice }) => slice)).toEqual([{ from: FIRST, to: FIRST + 9, index: 0 }, undefined]);
    expect(offsetsOf(views.toReversed())).toEqual(range(0, FIRST + 9));
  });

  test('from the log end, is behind what was written last', async () => {
    const views = await log.read({ fromOffset: END, direction: 'down', recordsMax: 300 });
    expect(offsetsOf(views.toReversed()).slice(-300)).toEqual(range(END - 300, END - 1));
    expect(offsetsOf(views).length).toBeLessThanOrEqual(301);
  });

  test('counted in batches is one, without records', async () => {
    const views = await log.read({ fromOffset: 0, direction: 'up', recordsMax: 10, unit: 'batches' });
    expect(views.map(({ recordCount, slice }) => [recordCount, slice])).toEqual([
      [2, undefined],
      [HUGE, undefined],
      [1, undefined],
    ]);
    expect(offsetsOf(views)).toEqual([]);
  });
});
