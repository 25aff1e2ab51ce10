/** Directories of which something cannot be read, or is not what its name says: everything else is read, and it is told by name. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { browse } from '#core/inspect/browse/browse-window.ts';
import { type ListedPartition, listPath } from '#core/inspect/browse/listing.ts';
import { listedView, surveyPartition, viewOfEnd } from '#core/inspect/browse/survey.ts';
import { takeCensus } from '#core/inspect/census/census.ts';
import { inspect } from '#core/inspect/inspect.ts';
import type { PartitionReport } from '#core/inspect/judge/partition-report.ts';
import { renderPartitionCensus } from '#core/inspect/render-census.ts';
import { ScanControl } from '#core/inspect/scan/scan-control.ts';
import { SegmentScanner } from '#core/inspect/scan/segment-scanner.ts';
import type { DamageView, OpenedPartitionView } from '#core/lab-api/opened-views.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { BytesFile } from '../../../support/bytes-file.ts';
import { type DiskOperation, FailingDisk } from '../../../support/failing-disk.ts';

const LOG_DIRS = fileURLToPath(new URL('../../../fixtures/log-dirs', import.meta.url));
const { clock, disk: nodeDisk } = nodePlatform();
const DENIED = 'it cannot be read: permission is denied; read it as its owner, or change its permissions';
const NOWHERE =
  'it cannot be read: it is a link that leads nowhere; bring back what it leads to, or remove it';

let parent: string;
/** A log directory with `rolled-0` and two more partitions. */
let directory: string;
let disk: FailingDisk;
/** Base names of the segments of rolled-0, and what the middle one is called. */
let logs: readonly string[];
let middle: string;
beforeEach(() => {
  parent = fs.mkdtempSync(`${os.tmpdir()}/unreadable-`);
  directory = `${parent}/data`;
  fs.cpSync(`${LOG_DIRS}/rolled/data`, directory, { recursive: true });
  disk = new FailingDisk(nodeDisk);
  logs = fs.readdirSync(`${directory}/rolled-0`).filter((name) => name.endsWith('.log'));
  middle = logs[Math.floor(logs.length / 2)] as string;
});
afterEach(() => fs.rmSync(parent, { recursive: true, force: true }));

function refuse(code: string, operation: DiskOperation, end: string): void {
  const before = disk.fails;
  disk.fails = (asked, path) => (asked === operation && path.endsWith(end) ? code : before(asked, path));
}

async function reports(path = directory): Promise<readonly PartitionReport[]> {
  const all: PartitionReport[] = [];
  for await (const report of inspect(disk, path)) all.push(report);
  return all;
}

async function reportOf(topic: string): Promise<PartitionReport> {
  return (await reports()).find((report) => report.topic === topic) as PartitionReport;
}

async function censusDamages(): Promise<readonly DamageView[]> {
  const options = { path: directory, topic: 'rolled', partition: 0, depth: 'records' } as const;
  const { partitions } = await takeCensus({ disk, clock }, options, new ScanControl({ clock }));
  return partitions[0]?.damages ?? [];
}

async function listed(path = directory): Promise<ListedPartition> {
  const { partitions } = await listPath(disk, path, new ScanControl({ clock }));
  return partitions.find(({ files }) => files.topic === 'rolled') as ListedPartition;
}

async function surveyed(): Promise<OpenedPartitionView> {
  const one = await listed();
  const end = await viewOfEnd(disk, one, new ScanControl({ clock }));
  return surveyPartition(disk, { files: one.files, end }, new ScanControl({ clock }));
}

const names = (all: readonly PartitionReport[]): readonly string[] =>
  all.map(({ topic, partition }) => `${topic}-${partition}`);

describe('a segment that the disk refuses', () => {
  beforeEach(() => refuse('EACCES', 'open', `rolled-0/${middle}`));

  test('is told by name, and what lies before and behind it is read', async () => {
    const whole = await (async () => {
      const all: PartitionReport[] = [];
      for await (const report of inspect(nodeDisk, `${directory}/rolled-0`)) all.push(report);
      return all[0] as PartitionReport;
    })();
    const report = await reportOf('rolled');
    expect(report.damage).toBe(`${directory}/rolled-0/${middle}: byte 0: ${DENIED}`);
    const offsets = [...report.records, ...(report.behindDamage?.records ?? [])].map(({ offset }) => offset);
    const base = Number(middle.slice(0, 20));
    const next = Number((logs[logs.indexOf(middle) + 1] ?? '').slice(0, 20));
    const expected = whole.records.map(({ offset }) => offset);
    expect(offsets).toEqual(expected.filter((offset) => offset < base || offset >= next));
    expect((await reports()).length).toBeGreaterThan(1);
  });

  test('is one damage of a census, and its offsets are damaged, not missing', async () => {
    const options = { path: directory, topic: 'rolled', partition: 0, depth: 'records' } as const;
    const { partitions } = await takeCensus({ disk, clock }, options, new ScanControl({ clock }));
    const [census] = partitions;
    expect(census?.damages[0]).toMatchObject({
      file: middle,
      kind: 'unreadable',
      reason: DENIED,
      cleanStart: 'does-not-start',
      says: { expected: null, found: { key: 'lab.side.cannotRead' } },
    });
    const base = Number(middle.slice(0, 20));
    expect(census?.holes).toContainEqual(expect.objectContaining({ fromOffset: base, cause: 'damaged' }));
    expect(census?.counts.missing).toBe(0);
  });

  test('is shown with the listing, and its neighbours can be browsed', async () => {
    const one = await listed();
    expect(listedView(one).damages).toEqual([
      expect.objectContaining({ file: middle, kind: 'unreadable', reason: DENIED }),
    ]);
    expect((await surveyed()).damages).toHaveLength(1);
    const partition = { disk, files: one.files, logStartOffset: 0, openTransactions: async () => [] };
    const request = { fromOffset: 0, direction: 'up', recordsMax: 1000 } as const;
    const batches = await browse(partition, request, new ScanControl({ clock }));
    expect(batches[0]?.baseOffset).toBe(0);
    expect(batches.map(({ segment }) => segment)).toContain(Number(logs.at(-1)?.slice(0, 20)));
  });

  test('another one behind it is told as well', async () => {
    refuse('EACCES', 'open', `rolled-0/${logs.at(-1)}`);
    const { sideFiles } = await reportOf('rolled');
    expect(sideFiles).toContainEqual({ file: logs.at(-1), damage: DENIED });
    expect((await surveyed()).damages.map(({ file }) => file)).toEqual([middle, logs.at(-1)]);
  });
});

test('a device that fails ends a file where it fails, and not the partition', async () => {
  refuse('EIO', 'read', `rolled-0/${middle}`);
  const reason = 'it cannot be read: its device failed; copy what can be read to another disk';
  const report = await reportOf('rolled');
  expect(report.damage).toBe(`${directory}/rolled-0/${middle}: byte 0: ${reason}`);
  expect(report.behindDamage).toBeDefined();
  expect(await censusDamages()).toContainEqual(
    expect.objectContaining({ file: middle, kind: 'unreadable', reason }),
  );
});

test('a folder that cannot be listed is a partition that cannot be read, among others that are', async () => {
  refuse('EACCES', 'list', '/rolled-0');
  const all = await reports();
  expect(names(all)).toContain('rolled-0');
  expect(all.length).toBeGreaterThan(1);
  const report = all.find(({ topic }) => topic === 'rolled');
  expect(report).toMatchObject({ damage: `${directory}/rolled-0: ${DENIED}`, segments: [], records: [] });
  expect(await censusDamages()).toEqual([
    expect.objectContaining({ file: 'rolled-0', kind: 'unreadable', reason: DENIED }),
  ]);
  expect((await surveyed()).damages).toEqual([
    expect.objectContaining({ file: 'rolled-0', kind: 'unreadable', reason: DENIED }),
  ]);
});

test('a folder that can be listed and not entered tells each of its segments', async () => {
  const inside = (path: string): boolean => path.includes('/rolled-0/');
  disk.fails = (operation, path) => (operation !== 'list' && inside(path) ? 'EACCES' : undefined);
  const report = await reportOf('rolled');
  expect(report.damage).toBe(`${directory}/rolled-0/${logs[0]}: byte 0: ${DENIED}`);
  const told = new Set((await surveyed()).damages.map(({ file }) => file));
  for (const log of logs) expect(told).toContain(log);
});

describe('names that lead to no file', () => {
  const SPECIAL =
    'it cannot be read: it is a pipe, a socket or a device where Kafka has a file; move it away';
  test.each<[string, (path: string) => void, string]>([
    ['a link that leads nowhere', (path) => fs.symlinkSync('/nowhere/at/all', path), NOWHERE],
    [
      'a link that leads to itself',
      (path) => fs.symlinkSync(path, path),
      'it cannot be read: it is a link that leads back to itself; remove it, or let it lead to the file',
    ],
    [
      'a folder',
      (path) => fs.mkdirSync(path),
      'it cannot be read: it is a folder where Kafka has a file; move it away',
    ],
    ['a pipe', (path) => execFileSync('mkfifo', [path]), SPECIAL],
    ['a link to a device', (path) => fs.symlinkSync('/dev/zero', path), SPECIAL],
  ])('%s is passed over, as Kafka does, and told', async (_, make, damage) => {
    const index = middle.replace('.log', '.timeindex');
    for (const name of [middle, index]) {
      fs.rmSync(`${directory}/rolled-0/${name}`);
      make(`${directory}/rolled-0/${name}`);
    }
    const report = await reportOf('rolled');
    expect(report.damage).toBeNull();
    expect(report.segments).not.toContain(Number(middle.slice(0, 20)));
    expect(report.sideFiles).toContainEqual({ file: middle, damage });
    expect(report.sideFiles).toContainEqual({ file: index, damage });
    for (const damages of [await censusDamages(), (await surveyed()).damages])
      expect(damages).toContainEqual(
        expect.objectContaining({
          file: middle,
          kind: 'side-file',
          reason: damage,
          cleanStart: 'passed-over',
        }),
      );
  });

  test('a partition and a segment that are links to what is there are read', async () => {
    fs.renameSync(`${directory}/rolled-0`, `${parent}/moved`);
    fs.symlinkSync(`${parent}/moved`, `${directory}/rolled-0`);
    fs.renameSync(`${parent}/moved/${middle}`, `${parent}/segment`);
    fs.symlinkSync(`${parent}/segment`, `${parent}/moved/${middle}`);
    const report = await reportOf('rolled');
    expect(report).toMatchObject({ damage: null, segments: logs.map((name) => Number(name.slice(0, 20))) });
  });
});

describe('names that Kafka takes for a file of a segment', () => {
  const ENDS =
    'its name does not begin with an offset: Kafka ends with a NumberFormatException and does not start';
  test.each([
    ['99999999999999999999.log', ENDS],
    ['foo.log', ENDS],
    ['foo.index', ENDS],
    ['foo.snapshot', ENDS],
    ['99999999999999999999.snapshot', ENDS],
    ['foo.log.cleaned', ENDS],
    ['foo.log.swap', ENDS],
    ['5.log', 'Kafka takes it for offset 5, does not read it and makes an empty 00000000000000000005.log'],
    ['-1.log', 'Kafka takes it for offset -1, does not read it and makes an empty -00000000000000000001.log'],
    [
      '-00000000000000000001.log',
      'Kafka takes it for a segment at offset -1, before every offset there can be',
    ],
    ['5.timeindex', 'its name has not 20 digits: Kafka does not read it'],
  ])('%s is said to be what it is', async (file, damage) => {
    fs.writeFileSync(`${directory}/rolled-0/${file}`, '');
    const report = await reportOf('rolled');
    expect(report).toMatchObject({ damage: null, segments: logs.map((name) => Number(name.slice(0, 20))) });
    expect(report.sideFiles).toContainEqual({ file, damage });
    const start = damage === ENDS ? 'does-not-start' : 'passed-over';
    for (const damages of [await censusDamages(), (await surveyed()).damages])
      expect(damages).toContainEqual(
        expect.objectContaining({ file, reason: damage, cleanStart: start, uncleanStart: start }),
      );
  });

  test.each([
    '00000000000000000005.log.deleted',
    '00000000000000000005.log.cleaned',
    'foo.log.bak',
    'foo.txt',
  ])('%s is no concern of Kafka', async (file) => {
    fs.writeFileSync(`${directory}/rolled-0/${file}`, '');
    expect((await reportOf('rolled')).sideFiles).toBeUndefined();
  });

  test('a segment beyond the largest offset is refused with its reason when it is named', async () => {
    const path = `${directory}/rolled-0/99999999999999999999.log`;
    fs.writeFileSync(path, '');
    await expect(reports(path)).rejects.toThrow(
      '99999999999999999999.log is not a Kafka log file: its name is beyond the largest offset, 9223372036854775807.',
    );
  });
});

test('an index is not to blame for a log that cannot be read', async () => {
  refuse('EACCES', 'open', `rolled-0/${middle}`);
  expect((await reportOf('rolled')).sideFiles).toBeUndefined();
});

test('a batch of any format is found behind zeros of any length', () => {
  for (const name of ['old-formats', 'rolled']) {
    const folder = `${LOG_DIRS}/${name}/data`;
    const topic = fs.readdirSync(folder).find((one) => /^(old|rolled|magic|v)[^.]*-0$/.test(one)) ?? '';
    const log = fs.readFileSync(`${folder}/${topic}/00000000000000000000.log`);
    for (const zeros of [1, 17, 4095, 4096, 4113, 8192, 70_000, 600_000]) {
      const file = new BytesFile(Buffer.concat([Buffer.alloc(zeros), log]));
      const scanner = new SegmentScanner(file, { segment: 0, depth: 'contents' });
      let step = scanner.next();
      while (step === 'damage' || step === 'searching') step = scanner.next();
      expect([name, zeros, step, scanner.resumed?.position]).toEqual([name, zeros, 'found', zeros]);
    }
  }
});

test('the census says in sentences what Kafka does when it starts', async () => {
  refuse('EACCES', 'open', `rolled-0/${middle}`);
  fs.truncateSync(`${directory}/rolled-0/${logs.at(-1)}`, 100);
  const options = { path: directory, topic: 'rolled', partition: 0, depth: 'records' } as const;
  const { partitions } = await takeCensus({ disk, clock }, options, new ScanControl({ clock }));
  const lines = renderPartitionCensus(partitions[0] as (typeof partitions)[number]).split('\n');
  expect(lines).toContain(
    `  damage: ${middle}: ${DENIED}. Kafka, when it starts: ends with an error and does not start`,
  );
  expect(lines.find((line) => line.includes(logs.at(-1) ?? ''))).toMatch(
    /Kafka, when it starts after an orderly stop: lets the log end fall back to the last good batch, or .*; after a crash: cuts the log here and deletes later segments$/,
  );
});

test('a folder whose name is not UTF-8 is told, and one that goes while it is read is not', async () => {
  const name = Buffer.concat([Buffer.from(`${directory}/caf`), Buffer.from([0xe9]), Buffer.from('-0')]);
  let isMade = true;
  try {
    fs.mkdirSync(name);
  } catch {
    // Some file systems take no such names.
    isMade = false;
  }
  refuse('ENOENT', 'list', '/by-time-0');
  const all = await reports();
  expect(names(all)).not.toContain('by-time-0');
  const told = all.filter(({ damage }) => damage?.endsWith('its name is not UTF-8; rename it') === true);
  expect(told).toHaveLength(isMade ? 1 : 0);
});

test('a segment that goes between listing and reading ends nothing', async () => {
  let opens = 0;
  disk.fails = (operation, path) =>
    operation === 'open' && path.endsWith(`rolled-0/${middle}`) && ++opens > 1 ? 'ENOENT' : undefined;
  const report = await reportOf('rolled');
  expect(report.damage).toBeNull();
  expect(report.records.at(-1)?.offset).toBeGreaterThan(Number(middle.slice(0, 20)));
  opens = 0;
  expect(await censusDamages()).toEqual([]);
});

describe('a partition without a log', () => {
  const NO_LOG = 'it has no .log: Kafka deletes the indexes when it starts, and begins an empty log';
  beforeEach(() => {
    for (const log of logs) fs.rmSync(`${directory}/rolled-0/${log}`);
  });

  test('is said to be what it is, in its directory and alone', async () => {
    const expected = { segments: [], damage: `${directory}/rolled-0: ${NO_LOG}` };
    expect(await reportOf('rolled')).toMatchObject(expected);
    const [alone] = await reports(`${directory}/rolled-0`);
    expect(alone).toMatchObject(expected);
    expect((await censusDamages())[0]).toMatchObject({ file: 'rolled-0', kind: 'no-log', reason: NO_LOG });
    expect((await surveyed()).damages[0]).toMatchObject({ file: 'rolled-0', kind: 'no-log', reason: NO_LOG });
  });

  test('a folder with nothing of Kafka in it is none', async () => {
    fs.mkdirSync(`${directory}/backup-2024`);
    expect(names(await reports())).not.toContain('backup-2024');
  });
});

describe('a path that a person gives', () => {
  test.each<[string, (path: string) => void, string]>([
    ['leads nowhere', (path) => fs.symlinkSync('/nowhere', path), NOWHERE.replace('it ', '')],
    [
      'is a pipe',
      (path) => execFileSync('mkfifo', [path]),
      'cannot be read: it is a pipe, a socket or a device where Kafka has a file; move it away',
    ],
  ])('and that %s is refused with its reason', async (_, make, reason) => {
    const path = `${parent}/00000000000000000000.log`;
    make(path);
    await expect(reports(path)).rejects.toThrow(`${path} ${reason}`);
    await expect(listed(path)).rejects.toThrow(`${path} ${reason}`);
  });

  test.each<[DiskOperation, string]>([
    ['stat', '/data'],
    ['list', '/data'],
  ])('and that nobody may %s is refused with its reason', async (operation, end) => {
    refuse('EACCES', operation, end);
    await expect(reports()).rejects.toThrow(`${directory} ${DENIED.replace('it ', '')}`);
  });
});
