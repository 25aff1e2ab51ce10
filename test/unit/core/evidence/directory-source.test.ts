import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Disk } from '#core/base/disk.ts';
import { readLogsOfPack } from '#core/evidence/pack/logs-of-pack.ts';
import { writeFile } from '#core/evidence/save/write-file.ts';
import { readDirectory } from '#core/evidence/source/directory-source.ts';
import type { LogSnapshot } from '#core/evidence/source/log-snapshot.ts';
import { Work } from '#core/evidence/work.ts';
import { FailingDisk } from '../../../support/failing-disk.ts';
import { fixture } from '../../../support/log-world.ts';
import { PackWorld } from '../../../support/pack-world.ts';

const RECOVERY_POINTS = 'recovery-point-offset-checkpoint';
const CLEAN_SHUTDOWN = '.kafka_cleanshutdown';

describe('the logs of a directory', () => {
  let world: PackWorld;

  beforeEach(() => {
    world = new PackWorld();
  });
  afterEach(() => world.close());

  function copy(set: string): string {
    cpSync(join(fixture(set), 'data'), world.path('data'), { recursive: true });
    return world.path('data');
  }

  function read(
    directory: string,
    topics?: readonly string[],
    disk: Disk = world.disk,
  ): Promise<LogSnapshot> {
    const { packing } = world;
    return readDirectory({
      disk,
      packing,
      directory,
      selects: ({ topic }) => topics === undefined || topics.includes(topic),
      nowMs: 0,
      work: world.work(),
    });
  }

  it('go in byte for byte when it was closed in order', async () => {
    const directory = copy('log-dirs/rolled');
    await world.write('pack.fence', { snapshot: await read(directory) });
    await world.extract('pack.fence');
    const [given, got] = [world.filesBelow('data'), world.filesBelow('out/logs')];
    const partitionFiles = [...given.keys()].filter((name) => name.includes('/'));
    expect(
      partitionFiles.filter((name) => !given.get(name)?.equals(got.get(name) ?? Buffer.alloc(0))),
    ).toEqual([]);
    expect(got.get(CLEAN_SHUTDOWN)).toEqual(given.get(CLEAN_SHUTDOWN));
  });

  it('come with a README that speaks of nothing but them', async () => {
    await world.write('pack.fence', { snapshot: await read(copy('log-dirs/rolled')) });
    await world.extract('pack.fence');
    const readme = world.filesBelow('out').get('README.md')?.toString() ?? '';
    expect(readme).not.toMatch(/timeline|frames|tshark|Wireshark|pcap/);
    expect(readme).toContain('| `logs/` |');
  });

  it('are left as they were', async () => {
    const directory = copy('log-dirs/rolled');
    const before = stamps(directory);
    await world.write('pack.fence', { snapshot: await read(directory) });
    expect(stamps(directory)).toEqual(before);
  });

  it('are chosen by topic, checkpoints too', async () => {
    const directory = copy('log-dirs/rolled');
    const topic = readdirSync(directory).find((name) => /-0$/.test(name) && !name.startsWith('__')) ?? '';
    const snapshot = await read(directory, [topic.slice(0, -2)]);
    const folders = new Set(snapshot.files.map(({ path }) => path.split('/')[0]));
    expect([...folders].filter((name) => /-[0-9]+$/.test(name ?? ''))).toEqual([topic]);
    const points = snapshot.files.find(({ path }) => path === 'recovery-point-offset-checkpoint');
    expect(Buffer.concat([...(points?.contents() ?? [])]).toString()).toMatch(/^0\n1\n/);
  });

  /** As a crash leaves it that came before anything was brought to the device. */
  function crashed(): string {
    const directory = copy('log-dirs/rolled');
    rmSync(join(directory, CLEAN_SHUTDOWN));
    rmSync(join(directory, RECOVERY_POINTS));
    return directory;
  }

  it('lose the mark, the indexes and the torn end when it was not closed in order', async () => {
    const directory = crashed();
    const [log] = [...world.filesBelow('data').keys()].filter((name) => name.endsWith('.log')).slice(-1);
    const path = join(directory, log ?? '');
    const whole = readFileSync(path);
    writeFileSync(path, Buffer.concat([whole, Buffer.alloc(300, 7)]));
    const snapshot = await read(directory);
    expect(snapshot.point).toBe('crashed');
    expect(snapshot.checks.filter(({ check }) => check === 'cutTail').map(({ params }) => params)).toEqual([
      { file: log, bytes: 300, reason: expect.any(String) },
    ]);
    await world.write('pack.fence', { snapshot });
    await world.extract('pack.fence');
    const got = world.filesBelow('out/logs');
    expect(got.get(log ?? '')).toEqual(whole);
    expect([...got.keys()].filter((name) => /index$|cleanshutdown|recovery-point/.test(name))).toEqual([]);
  });

  it('leave out what lies behind a damaged segment when it was not closed in order', async () => {
    const directory = crashed();
    const logs = [...world.filesBelow('data').keys()].filter((name) => name.endsWith('.log')).sort();
    const first = logs.find(
      (name) => logs.filter((other) => other.split('/')[0] === name.split('/')[0]).length > 2,
    );
    truncateSync(join(directory, first ?? ''), 20);
    const snapshot = await read(directory);
    const folder = (first ?? '').split('/')[0];
    const kept = snapshot.files.filter(({ path }) => path.startsWith(`${folder}/`) && path.endsWith('.log'));
    expect(kept.map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual([[first, 0]]);
    expect(snapshot.checks.some(({ check }) => check === 'segmentsLeftOut')).toBe(true);
  });

  it('keep what lies before the recovery point as it is, damage too, as recovery looks no more at it', async () => {
    const directory = crashed();
    writeFileSync(join(directory, RECOVERY_POINTS), '0\n1\nrolled 0 20\n');
    const old = join(directory, 'rolled-0/00000000000000000007.log');
    const bytes = readFileSync(old);
    bytes.writeUInt8(bytes.readUInt8(50) ^ 1, 50);
    writeFileSync(old, bytes);
    const torn = join(directory, 'rolled-0/00000000000000000038.log');
    writeFileSync(torn, Buffer.concat([readFileSync(torn), Buffer.alloc(300, 7)]));
    const snapshot = await read(directory);
    const rolled = snapshot.partitions.find(({ topic }) => topic === 'rolled');
    expect(rolled).toMatchObject({ logEndOffset: 39, lastStableOffset: 34 });
    const told = snapshot.checks.map(({ check, params: { file, clean, unclean } }) => [
      check,
      file,
      clean,
      unclean,
    ]);
    expect(told).toContainEqual([
      'damage',
      'rolled-0/00000000000000000007.log',
      'readers-fail',
      'readers-fail',
    ]);
    expect(told).toContainEqual(['cutTail', 'rolled-0/00000000000000000038.log', undefined, undefined]);
    await world.write('pack.fence', { snapshot });
    const facts = await world.extract('pack.fence');
    const got = world.filesBelow('out/logs');
    expect(got.get('rolled-0/00000000000000000007.log')).toEqual(bytes);
    expect(got.get(RECOVERY_POINTS)?.toString()).toBe('0\n1\nrolled 0 20\n');
    const indexes = [...got.keys()].filter((name) => /rolled-0.*\.index$/.test(name));
    // The segment that holds the recovery point is checked: 18 to 21.
    expect(indexes.map((name) => Number(name.slice(9, -6))).sort((a, b) => a - b)).toEqual([0, 4, 7, 11, 14]);
    const logs = await readLogsOfPack(world.disk, world.path('out'), { facts, work: world.work() });
    expect(logs.damages).toEqual([]);
  });

  it('end where their newest segment does, whatever an older one claims', async () => {
    const directory = copy('log-dirs/rolled');
    const path = join(directory, 'rolled-0/00000000000000000007.log');
    const bytes = readFileSync(path);
    // The base offset, which no checksum covers.
    bytes.writeUInt8(1, 2);
    writeFileSync(path, bytes);
    const { partitions } = await read(directory);
    expect(partitions.find(({ topic }) => topic === 'rolled')).toMatchObject({ logEndOffset: 39 });
  });

  it('of a batch with a wrong producer id are those of the snapshot, as a broker takes them', async () => {
    const directory = copy('log-dirs/rolled');
    const path = join(directory, 'rolled-0/00000000000000000007.log');
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(50) ^ 4, 50);
    writeFileSync(path, bytes);
    const { partitions } = await read(directory);
    expect(partitions.find(({ topic }) => topic === 'rolled')).toMatchObject({ lastStableOffset: 34 });
  });

  it('take a swap along that was not finished', async () => {
    const directory = crashed();
    const name = 'rolled-0/00000000000000000007.log';
    cpSync(join(directory, name), join(directory, `${name}.swap`));
    expect((await read(directory)).files.map(({ path }) => path)).toContain(`${name}.swap`);
  });

  it('leave out leader epochs that end a start after a crash, and say so', async () => {
    const directory = crashed();
    writeFileSync(join(directory, 'rolled-0/leader-epoch-checkpoint'), '0\n1\nx 0\n');
    const snapshot = await read(directory);
    expect(snapshot.files.map(({ path }) => path)).not.toContain('rolled-0/leader-epoch-checkpoint');
    expect(snapshot.checks).toContainEqual({
      check: 'leftOut',
      outcome: 'bad',
      params: {
        file: 'rolled-0/leader-epoch-checkpoint',
        reason: 'it is malformed: Kafka ends with an error and does not start; without it, it makes another',
      },
    });
  });

  it('of a directory that was closed in order end where a broker says, behind damage too', async () => {
    const directory = copy('log-dirs/rolled');
    truncateSync(join(directory, 'rolled-0/00000000000000000007.log'), 100);
    const snapshot = await read(directory);
    expect(snapshot.partitions.find(({ topic }) => topic === 'rolled')).toMatchObject({
      logEndOffset: 39,
      lastStableOffset: 34,
      highWatermark: 39,
    });
    const points = snapshot.files.find(({ path }) => path === RECOVERY_POINTS);
    expect(Buffer.concat([...(points?.contents() ?? [])]).toString()).toContain('\nrolled 0 39\n');
  });

  const DENIED = 'cannot be read: permission is denied; read it as its owner, or change its permissions';

  it.each(['00000000000000000007.log', '00000000000000000007.index', 'leader-epoch-checkpoint'])(
    'are refused by name when %s cannot be read, unless another topic is chosen',
    async (name) => {
      const directory = copy('log-dirs/rolled');
      const disk = new FailingDisk(world.disk);
      disk.fails = (operation, path) =>
        operation === 'open' && path.endsWith(`rolled-0/${name}`) ? 'EACCES' : undefined;
      await expect(read(directory, undefined, disk)).rejects.toThrow(
        `${directory}/rolled-0/${name} ${DENIED}`,
      );
      const { partitions } = await read(directory, ['by-time'], disk);
      expect(partitions.map(({ topic }) => topic)).toContain('by-time');
    },
  );

  it('are refused when the folder of a partition or a checkpoint cannot be read', async () => {
    const directory = copy('log-dirs/rolled');
    for (const end of ['/rolled-0', '/log-start-offset-checkpoint']) {
      const disk = new FailingDisk(world.disk);
      disk.fails = (operation, path) =>
        (operation === 'open' || operation === 'list') && path.endsWith(end) ? 'EACCES' : undefined;
      await expect(read(directory, undefined, disk)).rejects.toThrow(`${directory}${end} ${DENIED}`);
    }
  });

  it('are refused when a segment is a link that leads nowhere', async () => {
    const directory = copy('log-dirs/rolled');
    const path = join(directory, 'rolled-0/00000000000000000007.log');
    rmSync(path);
    symlinkSync('/nowhere', path);
    await expect(read(directory)).rejects.toThrow(`${path} cannot be read: it is a link that leads nowhere`);
  });

  it('go in without what no broker would read, and the pack says so', async () => {
    const directory = copy('log-dirs/rolled');
    writeFileSync(join(directory, 'rolled-0/foo.log'), 'notes');
    for (const name of readdirSync(join(directory, 'by-time-0')))
      if (name.endsWith('.log')) rmSync(join(directory, 'by-time-0', name));
    const snapshot = await read(directory);
    const leftOut = snapshot.checks.filter(({ check }) => check === 'leftOut');
    expect(leftOut.map(({ params }) => params['file'])).toEqual(['by-time-0', 'rolled-0/foo.log']);
    expect(snapshot.partitions.map(({ topic }) => topic)).not.toContain('by-time');
    await world.write('pack.fence', { snapshot });
    await world.extract('pack.fence');
    const readme = world.filesBelow('out').get('README.md')?.toString() ?? '';
    expect(readme).toContain('Not in this pack:\n\n- by-time-0: it has no .log');
  });

  it('take the place of a file only', async () => {
    const snapshot = await read(copy('log-dirs/rolled'));
    mkdirSync(world.path('folder.fence'));
    await expect(world.write('folder.fence', { snapshot })).rejects.toThrow('is a folder');
    execFileSync('mkfifo', [world.path('pipe.fence')]);
    await expect(world.write('pipe.fence', { snapshot })).rejects.toThrow('is a pipe, a socket or a device');
    const pieces = [Buffer.from('x')];
    const options = { pieces, kind: 'csv', work: world.work() } as const;
    const csv = writeFile(world.disk, world.path('pipe.fence'), options);
    await expect(csv).rejects.toThrow('is a pipe, a socket or a device');
    expect(statSync(world.path('pipe.fence')).isFIFO()).toBe(true);
  });

  it('are refused while a process has the directory open', async () => {
    const directory = copy('log-dirs/rolled');
    const lock = world.disk.lock(`${directory}/.lock`);
    try {
      await expect(read(directory)).rejects.toThrow(
        `is in use by process ${process.pid}: stop it first, or copy the directory and export the copy`,
      );
    } finally {
      lock.release();
    }
  });

  it('say so when somebody rolls, deletes or cleans them while they are read', async () => {
    const directory = copy('log-dirs/rolled');
    const logs = [...world.filesBelow('data').keys()].filter((name) => name.endsWith('.log')).sort();
    const { disk, packing } = world;
    for (const gone of [logs.at(-1) ?? '', (logs.at(-1) ?? '').split('/')[0] ?? '']) {
      const work = new Work(world.clock, () => {
        rmSync(join(directory, gone), { recursive: true, force: true });
      });
      const source = { disk, packing, directory, selects: () => true, nowMs: 0, work };
      await expect(readDirectory(source).then(() => undefined)).rejects.toMatchObject({
        name: 'SnapshotChangedError',
        message: expect.stringContaining('was removed while it was read; try again'),
      });
    }
  });

  it('are not written when the directory changed meanwhile', async () => {
    const directory = copy('log-dirs/rolled');
    const snapshot = await read(directory);
    rmSync(join(directory, CLEAN_SHUTDOWN));
    await expect(world.write('pack.fence', { snapshot })).rejects.toThrow('again');
    expect(readdirSync(world.folder)).toEqual(['data']);
  });
});

function stamps(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map(
      (name) => `${name} ${statSync(join(directory, name)).mtimeMs} ${statSync(join(directory, name)).size}`,
    )
    .sort();
}
