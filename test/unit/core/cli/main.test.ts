import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const main = fileURLToPath(new URL('../../../../core/cli/main.ts', import.meta.url));

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

describe('wrong usage', () => {
  it.each([
    ['an unknown verb', ['brokre'], 'brokre'],
    ['an unknown verb with --help', ['brokre', '--help'], 'brokre'],
    ['help of an unknown verb', ['help', 'brokre'], 'brokre'],
    ['an unknown verb of scenario with -h', ['scenario', 'rnu', '-h'], 'rnu'],
    ['an unknown option', ['demo', '--fast'], '--fast'],
    ['a missing option', ['broker', '--port', '0'], '--data'],
    ['a version that does not exist', ['demo', '--transaction-version', '3'], '1, 2'],
    ['a port that is none', ['lab', '--port', '99999'], 'port'],
    ['a missing argument', ['inspect'], 'path'],
    ['an unknown scenario', ['scenario', 'run', 'no-such-scenario'], '"no-such-scenario"'],
    ['no scenario at all', ['scenario', 'run'], '--all'],
    ['no rounds', ['bench', 'start', '--rounds', '0'], '1 to 100'],
    ['rounds that are no number', ['bench', 'start', '--rounds', 'many'], '1 to 100'],
    ['an unknown experiment', ['bench', 'lab', '--only', 'luck'], 'partitioner'],
    ['too many rounds', ['bench', 'start', '--rounds', '101'], '1 to 100'],
  ])('%s: one line on stderr that names it, status 2', async (_, args, named) => {
    const { status, out, err } = await fencepost(...args);
    expect(err).toContain(named);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(out).toBe('');
    expect(status).toBe(2);
  });
});

describe('help', () => {
  it('that was asked for is no mistake', async () => {
    const { status, out } = await fencepost('--help');
    expect(status).toBe(0);
    for (const verb of ['broker', 'lab', 'demo', 'inspect']) expect(out).toContain(verb);
  });
});

describe('standard output that cannot be written', { timeout: 60_000 }, () => {
  const data = 'test/fixtures/log-dirs/txn-basic/data';
  const pack = path.join(os.tmpdir(), `fencepost-full-${process.pid}.fence`);
  afterAll(() => fs.rmSync(pack, { force: true }));

  it.skipIf(!fs.existsSync('/dev/full')).each([
    ['version', ['--version']],
    ['export', ['export', '--data', data, '--topic', 'orders', '--out', pack]],
    ['export --json', ['export', '--data', data, '--topic', 'orders', '--out', pack, '--json']],
    ['open', ['open', pack]],
    ['open --json', ['open', pack, '--json']],
    ['inspect', ['inspect', `${data}/orders-0`]],
    ['scenario list', ['scenario', 'list']],
  ] as const)('is a failure of %s, in one line', async (_, args) => {
    const full = fs.openSync('/dev/full', 'w');
    const child = spawn(process.execPath, ['--import', 'tsx', main, ...args], {
      stdio: ['ignore', full, 'pipe'],
    });
    fs.closeSync(full);
    let err = '';
    child.stderr?.on('data', (chunk) => {
      err += chunk;
    });
    const status = await new Promise((resolve) => child.once('close', resolve));
    expect([status, err]).toEqual([
      1,
      'fencepost: standard output cannot be written: its disk is full; make room\n',
    ]);
  });
});

describe('called through npm', { timeout: 60_000 }, () => {
  const called = path.resolve('test');
  const target = 'fixtures/log-dirs/txn-basic/data/orders-0/leader-epoch-checkpoint';
  const inspect = (env: { readonly [name: string]: string }) =>
    spawnSync(process.execPath, ['--import', 'tsx', main, 'inspect', target], {
      env: { ...process.env, INIT_CWD: called, ...env },
      encoding: 'utf8',
    });

  it('paths count from where npm was called', () => {
    const { status, stdout } = inspect({ npm_package_name: 'fencepost', npm_lifecycle_event: 'fencepost' });
    expect([status, stdout.split('\n')[0]]).toEqual([0, 'leader-epoch-checkpoint: leader-epoch-checkpoint']);
  });

  it('by a script of another package, from that package', () => {
    const { status, stderr } = inspect({ npm_package_name: 'shop', npm_lifecycle_event: 'fencepost' });
    expect([status, stderr]).toEqual([1, expect.stringContaining(path.resolve(target))]);
  });
});

describe('version', () => {
  it('is the one of the package', async () => {
    const { version } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { version: string };
    expect(await fencepost('--version')).toEqual({ status: 0, out: `${version}\n`, err: '' });
  });
});

describe('inspect of one file', () => {
  const partition = 'test/fixtures/log-dirs/txn-basic/data/orders-0';

  it('prints a line an entry', async () => {
    const { status, out } = await fencepost('inspect', `${partition}/00000000000000000000.txnindex`);
    expect(status).toBe(0);
    expect(out.split('\n').slice(0, 2)).toEqual([
      '00000000000000000000.txnindex: txnindex',
      '  producerId: 1 firstOffset: 4 lastOffset: 6 lastStableOffset: 7',
    ]);
  });

  it('is one JSON object with --json', async () => {
    const { out } = await fencepost('inspect', `${partition}/leader-epoch-checkpoint`, '--json');
    expect(JSON.parse(out)).toEqual({
      file: 'leader-epoch-checkpoint',
      kind: 'leader-epoch-checkpoint',
      entries: [{ epoch: 0, startOffset: 0 }],
      damage: null,
    });
  });
});
