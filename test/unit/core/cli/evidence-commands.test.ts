import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { NodeDisk } from '#core/platform/node/node-disk.ts';

const main = fileURLToPath(new URL('../../../../core/cli/main.ts', import.meta.url));
const data = 'test/fixtures/log-dirs/txn-basic/data';

function fencepost(
  ...args: readonly string[]
): Promise<{ readonly status: number | null; readonly out: string; readonly err: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', main, ...args]);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, out, err })));
}

describe('export and open', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-cli-'));
  const pack = join(folder, 'orders.fence');

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('write a pack of a directory, and say what it holds', async () => {
    const written = await fencepost('export', '--data', data, '--out', pack, '--topic', 'orders', '--json');
    expect([written.status, written.err]).toEqual([0, '']);
    expect(JSON.parse(written.out)).toMatchObject({ file: pack, point: 'closed' });
    const opened = await fencepost('open', pack, '--json');
    expect([opened.status, opened.err]).toEqual([0, '']);
    const { partitions, timeline, frames, scenario } = JSON.parse(opened.out);
    const [orders] = partitions.filter((one: { topic: string; partition: number }) => one.topic === 'orders');
    expect(orders).toMatchObject({ logEndOffset: 24, verdicts: { aborted: 7, committed: 7, plain: 2 } });
    expect(partitions.some((one: { topic: string }) => one.topic === 'out')).toBe(false);
    expect([timeline.events, frames.count, scenario]).toEqual([0, 0, null]);
    const text = await fencepost('open', pack);
    expect(text.out).toContain('orders-0: log start 0, LSO 24, LEO 24; aborted 7, committed 7');
  });

  it('keep the files in a folder that is asked for, and never in one that is there', async () => {
    const kept = join(folder, 'kept');
    expect((await fencepost('open', pack, '--extract', kept)).status).toBe(0);
    expect(readdirSync(kept).sort()).toEqual(['README.md', 'SHA256SUMS', 'logs', 'pack.json']);
    const again = await fencepost('open', pack, '--extract', kept);
    expect(again).toMatchObject({ status: 1, out: '', err: `open: ${kept} exists; choose a new folder\n` });
  });

  it('write the records of a partition, and a segment', async () => {
    const csv = join(folder, 'orders-0.csv');
    const asked = ['--data', data, '--partition', 'orders-0'];
    expect((await fencepost('export', ...asked, '--format', 'csv', '--out', csv)).status).toBe(0);
    expect(readFileSync(csv, 'utf8').trimEnd().split('\r\n')).toHaveLength(25);
    const log = join(folder, 'segment.log');
    expect((await fencepost('export', ...asked, '--segment', '0', '--out', log)).status).toBe(0);
    expect(readFileSync(log)).toEqual(readFileSync(`${data}/orders-0/00000000000000000000.log`));
  });

  it('write only what has a record between two times, and only what there is of a part', async () => {
    const records = JSON.parse(readFileSync('test/fixtures/log-dirs/txn-basic/verdicts.json', 'utf8')) as {
      readonly partitions: readonly {
        readonly topic: string;
        readonly partition: number;
        readonly records: readonly { readonly timestamp: number }[];
      }[];
    };
    const times = (topic: string): readonly number[] =>
      records.partitions
        .filter((one) => one.topic === topic)
        .flatMap((one) => one.records.map(({ timestamp }) => timestamp));
    const last = Math.max(...times('orders'));
    const asked = ['--data', data, '--json'];
    const out = join(folder, 'times.fence');
    const none = await fencepost('export', ...asked, '--out', out, '--from', String(last + 86_400_000));
    const topicsOf = (text: string): readonly string[] => [
      ...new Set(
        (JSON.parse(text).partitions as { topic: string; isInternal: boolean }[])
          .filter(({ isInternal }) => !isInternal)
          .map(({ topic }) => topic),
      ),
    ];
    expect(topicsOf(none.out)).toEqual([]);
    const to = new Date(last).toISOString();
    const all = await fencepost('export', ...asked, '--out', out, '--to', to, '--part', 'logs');
    expect(topicsOf(all.out)).toContain('orders');
    const csv = join(folder, 'times.csv');
    const part = ['--data', data, '--partition', 'orders-0', '--format', 'csv', '--out', csv];
    const own =
      records.partitions.find((one) => one.topic === 'orders' && one.partition === 0)?.records ?? [];
    const [from = 0, until = 0] = [own[3]?.timestamp, own[9]?.timestamp];
    await fencepost('export', ...part, '--from', String(from), '--to', String(until));
    expect(readFileSync(csv, 'utf8').trimEnd().split('\r\n')).toHaveLength(
      1 + own.filter(({ timestamp }) => timestamp >= from && timestamp <= until).length,
    );
    const frames = await fencepost('export', ...asked, '--out', out, '--part', 'frames');
    expect(frames).toMatchObject({
      status: 2,
      err: 'export: --part frames: a directory has no timeline, no frames and no scenario; only logs\n',
    });
    expect((await fencepost('export', ...asked, '--out', out, '--part', 'nonsense')).status).toBe(2);
    expect((await fencepost('export', ...asked, '--out', out, '--from', 'yesterday')).status).toBe(2);
  });

  it('say in one line what is wrong, and leave nothing', async () => {
    const text = join(folder, 'text.fence');
    writeFileSync(text, 'this is not a pack, and more than a few bytes long');
    expect(await fencepost('open', text)).toEqual({
      status: 1,
      out: '',
      err: `open: ${text} is not opened: it is not a ZIP file, or its end is missing\n`,
    });
    const out = join(folder, 'never.fence');
    const unknown = await fencepost('export', '--data', data, '--out', out, '--topic', 'nowhere');
    expect(unknown).toMatchObject({
      status: 1,
      err: `export: ${out} was not written: there is no topic nowhere\n`,
    });
    const wrong = await fencepost('export', '--data', data, '--out', out, '--format', 'csv');
    expect(wrong.status).toBe(2);
    expect(existsSync(out)).toBe(false);
  });

  it('write nothing into the directory that is exported, whichever way the path leads there', async () => {
    const copy = join(folder, 'own');
    cpSync(data, copy, { recursive: true });
    const elsewhere = join(folder, 'elsewhere');
    cpSync(`${data}/orders-0`, elsewhere, { recursive: true });
    for (const name of ['leader-epoch-checkpoint', 'partition.metadata']) rmSync(join(elsewhere, name));
    rmSync(join(copy, 'orders-0'), { recursive: true });
    symlinkSync(elsewhere, join(copy, 'orders-0'));
    const link = join(folder, 'link');
    symlinkSync(copy, link);
    const log = '00000000000000000000.log';
    const before = readFileSync(join(elsewhere, log));
    for (const out of [
      join(copy, 'orders-0', log),
      `${folder}/live/../own/new.fence`,
      join(link, 'new.fence'),
      join(elsewhere, 'new.fence'),
    ]) {
      expect(await fencepost('export', '--data', copy, '--out', out)).toEqual({
        status: 1,
        out: '',
        err: `export: ${out} was not written: it would lie in --data ${copy}, which is only read; choose another --out\n`,
      });
    }
    expect(readFileSync(join(elsewhere, log))).toEqual(before);
    expect(readdirSync(copy)).not.toContain('new.fence');
  });

  it('replace only what they wrote themselves, and stay out of every directory of Kafka', async () => {
    const asked = ['--data', data, '--partition', 'orders-0'];
    const thesis = join(folder, 'thesis.txt');
    writeFileSync(thesis, 'years of work');
    const taken = await fencepost('export', ...asked, '--format', 'csv', '--out', thesis);
    expect(taken.err).toBe(
      `export: ${thesis} was not written: there is a file of that name, and only a .csv file would be replaced; choose another --out\n`,
    );
    const other = join(folder, 'other', 'orders-0');
    mkdirSync(other, { recursive: true });
    const log = join(other, '00000000000000000000.log');
    cpSync(`${data}/orders-0/00000000000000000000.log`, log);
    const saved = await fencepost('export', ...asked, '--segment', '0', '--out', log);
    expect([saved.status, saved.err]).toEqual([
      1,
      `export: ${log} was not written: it would lie in ${other}, a directory of Kafka's logs; choose another --out\n`,
    ]);
    expect(readdirSync(other)).toEqual(['00000000000000000000.log']);
    const kept = await fencepost('open', pack, '--extract', join(other, 'deep', 'kept'));
    expect([kept.status, kept.err]).toEqual([
      1,
      `open: ${join(other, 'deep', 'kept')} was not made: it would lie in ${other}, a directory of Kafka's logs; choose another --extract\n`,
    ]);
    const inPack = await fencepost('open', pack, '--extract', join(pack, 'kept'));
    expect(inPack.err).toBe(
      `open: ${join(pack, 'kept')} was not made: it is the pack itself; choose another --extract\n`,
    );
    const runs = await fencepost('scenario', 'run', '--all', '--evidence', join(other, 'runs'));
    expect([runs.status, runs.err]).toEqual([
      1,
      `scenario run: --evidence ${join(other, 'runs')}: it would lie in ${other}, a directory of Kafka's logs; choose another folder\n`,
    ]);
    expect(readdirSync(other)).toEqual(['00000000000000000000.log']);
    expect(readFileSync(thesis, 'utf8')).toBe('years of work');
  });

  it('leave a directory alone that a process has open', async () => {
    const copy = join(folder, 'live');
    cpSync(data, copy, { recursive: true });
    const lock = new NodeDisk().lock(`${copy}/.lock`);
    const out = join(folder, 'live.fence');
    const refused = await fencepost('export', '--data', copy, '--out', out);
    lock.release();
    expect(refused.status).toBe(1);
    expect(refused.err).toContain(`is in use by process ${process.pid}`);
  });
});
