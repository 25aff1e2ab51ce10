import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeCensus } from '#core/inspect/census/census.ts';
import type { PartitionReport } from '#core/inspect/judge/partition-report.ts';
import { ScanControl } from '#core/inspect/scan/scan-control.ts';
import type { CensusView, DamageView, OffsetCounts, PartitionCensus } from '#core/lab-api/opened-views.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';

const LOG_DIRS = fileURLToPath(new URL('../../../fixtures/log-dirs', import.meta.url));

function census(
  path: string,
  options: { readonly topic?: string; readonly depth?: 'contents' | 'records' } = {},
): Promise<CensusView> {
  const { clock, disk } = nodePlatform();
  const { topic = null, depth = 'contents' } = options;
  return takeCensus({ disk, clock }, { path, topic, partition: 0, depth }, new ScanControl({ clock }));
}

async function onlyPartition(path: string): Promise<PartitionCensus> {
  const { partitions } = await census(path);
  return partitions[0] as PartitionCensus;
}

interface Verdicts {
  readonly partitions: readonly PartitionReport[];
}

/** Data and markers at or behind the log start, as Kafka's programs judged them. */
function judged({ records, logStartOffset }: PartitionReport): Partial<OffsetCounts> {
  const count = (verdict: string): number =>
    records.filter((record) => record.verdict === verdict && record.offset >= logStartOffset).length;
  return {
    plain: count('plain'),
    committed: count('committed'),
    aborted: count('aborted'),
    open: count('open'),
    commitMarkers: count('marker-commit'),
    abortMarkers: count('marker-abort'),
    deleted: logStartOffset,
    damaged: 0,
    missing: 0,
  };
}

function total(counts: OffsetCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

const SETS = fs.readdirSync(LOG_DIRS).filter((name) => fs.existsSync(`${LOG_DIRS}/${name}/verdicts.json`));

describe.each(SETS)('a log directory of Apache Kafka: %s', (set) => {
  const verdicts = JSON.parse(fs.readFileSync(`${LOG_DIRS}/${set}/verdicts.json`, 'utf8')) as Verdicts;

  test.each(['contents', 'records'] as const)(
    'every offset is counted once, as Kafka judges it (%s)',
    async (depth) => {
      const { partitions } = await census(`${LOG_DIRS}/${set}/data`, { depth });
      expect(partitions.map(({ topic, partition }) => `${topic}-${partition}`)).toEqual(
        verdicts.partitions.map(({ topic, partition }) => `${topic}-${partition}`),
      );
      for (const [i, expected] of verdicts.partitions.entries()) {
        const { counts, ...actual } = partitions[i] as PartitionCensus;
        const { logStartOffset, lastStableOffset, logEndOffset } = expected;
        expect(actual).toMatchObject({ logStartOffset, lastStableOffset, logEndOffset, damages: [] });
        expect(counts).toMatchObject(judged(expected));
        expect(total(counts)).toBe(logEndOffset);
        const offsets = actual.holes.reduce((sum, hole) => sum + hole.toOffset - hole.fromOffset + 1, 0);
        const { plain, committed, aborted, open } = counts;
        expect(offsets).toBe(total(counts) - plain - committed - aborted - open);
      }
    },
  );
});

describe('holes have their causes', () => {
  test('what the cleaner removed, and whose', async () => {
    const { partitions } = await census(`${LOG_DIRS}/compacted/data`, { topic: 'compact' });
    const holes = partitions[0]?.holes.map((hole) => [hole.fromOffset, hole.toOffset, hole.cause]);
    expect(holes).toEqual([
      [0, 1, 'compacted'],
      [3, 3, 'compacted'],
      [4, 4, 'compacted'],
      [6, 6, 'compacted'],
      [7, 7, 'commit-marker'],
      [8, 9, 'compacted-aborted'],
      [10, 10, 'abort-marker'],
      [12, 12, 'compacted'],
      [13, 13, 'commit-marker'],
      [16, 17, 'compacted-aborted'],
      [18, 18, 'abort-marker'],
      [19, 19, 'commit-marker'],
      [20, 49, 'compacted'],
      [51, 51, 'commit-marker'],
      [52, 99, 'compacted'],
    ]);
  });

  test('records before the log start are deleted, also those that still lie in a segment', async () => {
    const { counts, holes } = await onlyPartition(`${LOG_DIRS}/delete-records/data/trimmed-0`);
    expect(counts.deleted).toBe(7);
    expect(holes[0]).toMatchObject({ fromOffset: 0, cause: 'deleted' });
  });
});

describe('what a partition knows at its end', () => {
  test('the transaction that pins the last stable offset, and whose it is', async () => {
    const { partitions } = await census(`${LOG_DIRS}/compacted/data`, { topic: 'compact' });
    expect(partitions[0]?.pinnedBy).toMatchObject({
      producerId: 13,
      producerEpoch: 0,
      firstOffset: 112,
      transactionalId: 'tx-o-compact',
    });
    expect(partitions[0]?.producers[0]).toMatchObject({ producerId: 13, openSinceOffset: 112 });
  });

  test('the newest five batches of a producer, as a repetition is recognised by', async () => {
    const { producers } = await onlyPartition(`${LOG_DIRS}/idempotent/data/idem-0`);
    const [producer] = producers.filter(({ batches }) => batches.length === 5);
    const { batches, lastSequence, lastOffset } = producer as (typeof producers)[number];
    for (const [i, { firstSequence }] of batches.entries()) {
      const before = batches[i - 1];
      if (before !== undefined) expect(firstSequence).toBe(before.lastSequence + 1);
    }
    expect(batches.at(-1)).toMatchObject({ lastSequence, lastOffset });
  });
});

describe('damage, and what Kafka was seen to do with it', () => {
  const last = '00000000000000000027';
  let directory: string;
  beforeEach(() => {
    directory = `${fs.mkdtempSync(`${os.tmpdir()}/census-`)}/rolled-0`;
    fs.cpSync(`${LOG_DIRS}/rolled/data/rolled-0`, directory, { recursive: true });
  });
  afterEach(() => fs.rmSync(path.dirname(directory), { recursive: true }));

  function changed(name: string, change: (bytes: Buffer) => Buffer): void {
    fs.writeFileSync(`${directory}/${name}`, change(fs.readFileSync(`${directory}/${name}`)));
  }

  function flipped(at: number, bit = 1): (bytes: Buffer) => Buffer {
    return (bytes) => {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ bit;
      return changed;
    };
  }

  /** Base offset of the newest segment of the fixture. */
  const newest = (): string =>
    fs
      .readdirSync(directory)
      .filter((name) => name.endsWith('.log'))
      .at(-1)
      ?.slice(0, 20) ?? last;

  test.each<[string, () => void, Partial<DamageView>]>([
    [
      'a flipped bit in a body',
      () => changed(`${newest()}.log`, flipped(70)),
      { kind: 'crc', cleanStart: 'readers-fail', uncleanStart: 'truncates' },
    ],
    [
      'magic 3',
      () => changed(`${newest()}.log`, flipped(16)),
      { kind: 'magic', cleanStart: 'readers-fail', uncleanStart: 'readers-fail' },
    ],
    [
      'a batch that is cut',
      () => changed(`${newest()}.log`, (bytes) => bytes.subarray(0, -5)),
      { kind: 'cut', cleanStart: 'end-falls', uncleanStart: 'truncates' },
    ],
    [
      'a length that is far too long',
      () => changed(`${newest()}.log`, flipped(9, 8)),
      { kind: 'cut', cleanStart: 'end-falls', uncleanStart: 'truncates' },
    ],
    [
      'zeros at the end',
      () => changed(`${newest()}.log`, (bytes) => Buffer.concat([bytes, Buffer.alloc(4096)])),
      { kind: 'zeros', cleanStart: 'does-not-start', uncleanStart: 'truncates' },
    ],
    [
      'garbage at the end',
      () => changed(`${newest()}.log`, (bytes) => Buffer.concat([bytes, Buffer.alloc(300, 0x7e)])),
      { kind: 'garbage', cleanStart: 'unnoticed', uncleanStart: 'truncates' },
    ],
    [
      'an offset that jumps',
      () => changed(`${newest()}.log`, flipped(3)),
      { kind: 'outside-segment', cleanStart: 'unnoticed', uncleanStart: 'unnoticed' },
    ],
    [
      'an index into the middle of a batch',
      () => changed('00000000000000000000.index', flipped(7)),
      { kind: 'side-file', cleanStart: 'seekers-miss', uncleanStart: 'rebuilt' },
    ],
    [
      'a missing transaction index',
      () => fs.rmSync(`${directory}/00000000000000000007.txnindex`),
      {
        kind: 'side-file',
        file: '00000000000000000007.txnindex',
        cleanStart: 'aborted-delivered',
        uncleanStart: 'rebuilt',
      },
    ],
  ])('%s', async (_, damage, expected) => {
    damage();
    const { damages } = await onlyPartition(directory);
    expect(damages).toEqual([expect.objectContaining(expected)]);
  });
});
