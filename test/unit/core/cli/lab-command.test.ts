import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { rendererDirectory } from '#core/host/entries.ts';

const MAIN = fileURLToPath(new URL('../../../../core/cli/main.ts', import.meta.url));
const LOG_DIRECTORY = fileURLToPath(new URL('../../../fixtures/log-dirs/txn-basic/data', import.meta.url));
const isBuilt = existsSync(join(rendererDirectory(), 'index.html'));

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'fencepost-cli-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

interface Started {
  readonly child: ChildProcess;
  /** Standard output up to its second line. */
  readonly lines: Promise<readonly string[]>;
  readonly ended: Promise<{ readonly status: number | null; readonly out: string; readonly err: string }>;
}

function lab(...args: readonly string[]): Started {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN, 'lab', '--no-open', ...args]);
  let out = '';
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const lines = new Promise<readonly string[]>((resolve) => {
    child.stdout.on('data', (chunk) => {
      out += chunk;
      if (out.split('\n').length > 2) resolve(out.split('\n'));
    });
    child.once('close', () => resolve(out.split('\n')));
  });
  const ended = new Promise<{ status: number | null; out: string; err: string }>((resolve) => {
    child.once('close', (status) => resolve({ status, out, err }));
  });
  return { child, lines, ended };
}

/** What a window at this address is answered. */
async function answerTo(address: string, name: 'opened.list' | 'lab.describe'): Promise<unknown> {
  const { host, hash } = new URL(address);
  const socket = new WebSocket(`ws://${host}/socket?token=${encodeURIComponent(hash.slice(1))}`);
  await once(socket, 'open');
  const answered = once(socket, 'message') as Promise<[Buffer]>;
  socket.send(JSON.stringify({ kind: 'call', id: 1, name, input: null }));
  const [answer] = await answered;
  socket.close();
  return (JSON.parse(answer.toString()) as { readonly value: unknown }).value;
}

/** The paths that a window at this address finds opened. */
async function openedIn(address: string): Promise<readonly string[]> {
  const { value } = (await answerTo(address, 'opened.list')) as {
    readonly value: readonly { readonly path: string }[];
  };
  return value.map(({ path }) => path);
}

describe.runIf(isBuilt)('fencepost lab', () => {
  it('prints the address alone on its line, and ends in order however often it is told to', async () => {
    const { child, lines, ended } = lab('--port', '0', '--data', directory);
    const [first, second] = await lines;
    expect(first).toMatch(/^open http:\/\/127\.0\.0\.1:\d+\/#[\w-]{32}$/);
    expect(second).toMatch(/^broker 127\.0\.0\.1:\d+, data /);
    const page = await fetch(first?.slice('open '.length) ?? '');
    expect(page.status).toBe(200);
    child.kill('SIGINT');
    child.kill('SIGTERM');
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ status: 0, err: '' });
    expect(readdirSync(directory)).toContain('.kafka_cleanshutdown');
  });

  it('names the process that has its port, and leaves the directory as it was', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { readonly port: number };
    const who =
      process.platform === 'linux' ? new RegExp(`Process .+ \\(${process.pid}\\) listens there`) : /listens/;
    for (const option of ['--port', '--ui-port']) {
      const data = join(directory, option);
      const args = option === '--port' ? ['--data', data] : ['--port', '0'];
      const { status, out, err } = await lab(option, String(port), ...args).ended;
      expect(err).toMatch(new RegExp(`^lab: Port ${port} is taken\\. .+\\n$`));
      expect(err).toMatch(who);
      expect([status, out, existsSync(data)]).toEqual([1, '', false]);
    }
    await new Promise((resolve) => server.close(resolve));
  });

  it('opens what stands behind it, and says so when it cannot', async () => {
    const { child, lines, ended } = lab('--port', '0', '--data', join(directory, 'data'), LOG_DIRECTORY);
    const [first = ''] = await lines;
    const address = first.slice('open '.length);
    expect(await openedIn(address)).toEqual([LOG_DIRECTORY]);
    expect(await answerTo(address, 'lab.describe')).toMatchObject({ given: { kind: 'opened', id: 'o1' } });
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ status: 0, err: '' });

    const data = ['--data', join(directory, 'data')];
    const missing = await lab('--port', '0', ...data, join(directory, 'nothing')).ended;
    expect(missing.err).toMatch(/^lab: .+nothing.+\n$/);
    expect([missing.status, missing.out]).toEqual([1, '']);
    expect(readdirSync(join(directory, 'data'))).toContain('.kafka_cleanshutdown');
  });

  it('does not touch a directory that is not a log directory', async () => {
    writeFileSync(join(directory, 'letter.txt'), 'dear all');
    mkdirSync(join(directory, 'photos'));
    const { status, err } = await lab('--port', '0', '--data', directory).ended;
    expect(err).toMatch(/^lab: .+ Use an empty directory, or one that Kafka wrote\.\n$/);
    expect(status).toBe(1);
    expect(readdirSync(directory).sort()).toEqual(['letter.txt', 'photos']);
  });

  it('does not touch a directory that another lab uses', async () => {
    const first = lab('--port', '0', '--data', directory);
    await first.lines;
    const { status, err } = await lab('--port', '0', '--data', directory).ended;
    expect(err).toMatch(/^lab: .+ Stop it, or use another directory\.\n$/);
    expect(status).toBe(1);
    first.child.kill('SIGTERM');
    expect(await first.ended).toMatchObject({ status: 0 });
  });
});
