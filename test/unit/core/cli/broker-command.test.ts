import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const MAIN = path.resolve('core/cli/main.ts');
const FIRST_LOG = '00000000000000000000.log';
const PATIENCE_MS = 60_000;

let directory: string;
const running: ChildProcess[] = [];
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'broker-command-'));
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  fs.rmSync(directory, { recursive: true, force: true });
});

function start(...args: readonly string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN, 'broker', ...args]);
  running.push(child);
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.err += chunk;
  });
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const ready = new Promise<number>((resolve, reject) => {
    child.stdout.on('data', () => {
      const port = /^ready 127\.0\.0\.1:([0-9]+)\n$/.exec(output.out)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    void exit.then((code) => reject(new Error(`ended with ${code}: ${output.err}`)));
  });
  ready.catch(() => undefined);
  return { child, output, exit, ready };
}

describe('fencepost broker', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'prints one line when it is ready, and %s ends it in order',
    async (signal) => {
      const data = path.join(directory, 'data');
      const { child, output, exit, ready } = start(
        '--port',
        '0',
        '--data',
        data,
        '--set',
        'num.partitions=2',
      );
      const port = await ready;
      expect(port).toBeGreaterThan(0);
      child.kill(signal);
      expect(await exit).toBe(0);
      expect(output).toEqual({ out: `ready 127.0.0.1:${port}\n`, err: '' });
      expect(fs.existsSync(path.join(data, '.kafka_cleanshutdown'))).toBe(true);
    },
    PATIENCE_MS,
  );

  test(
    'a directory in use, a taken port and a directory of something else are one line and status 1, and nothing is touched',
    async () => {
      const data = path.join(directory, 'data');
      const first = start('--port', '0', '--data', data);
      const port = await first.ready;
      const other = path.join(directory, 'other');
      const papers = path.join(directory, 'papers');
      fs.mkdirSync(papers);
      fs.writeFileSync(path.join(papers, 'thesis.txt'), 'precious');
      const refused = [
        start('--port', '0', '--data', data),
        start('--port', String(port), '--data', other),
        start('--port', '0', '--data', papers),
      ];
      for (const { exit, output } of refused) {
        expect(await exit).toBe(1);
        expect(output.out).toBe('');
        expect(output.err).toMatch(/^broker: [^\n]+\n$/);
      }
      expect(refused[0]?.output.err).toMatch(/in use by process [0-9]+; stop it, or choose another --data/);
      expect(refused[1]?.output.err).toContain(`port ${port} is taken`);
      expect(refused[2]?.output.err).toContain('choose an empty --data directory');
      expect(fs.existsSync(other)).toBe(false);
      expect(fs.readdirSync(papers)).toEqual(['thesis.txt']);
      first.child.kill('SIGTERM');
      expect(await first.exit).toBe(0);
    },
    PATIENCE_MS,
  );

  test(
    'what recovery cuts off a log is a line on stderr, a partition',
    async () => {
      const data = path.join(directory, 'data');
      fs.cpSync('test/fixtures/log-dirs/plain/data', data, { recursive: true });
      fs.rmSync(path.join(data, '.kafka_cleanshutdown'), { force: true });
      const partition = fs
        .readdirSync(data)
        .find((name) => /^[a-z]+-0$/.test(name) && fs.existsSync(path.join(data, name, FIRST_LOG))) as string;
      const log = path.join(data, partition, FIRST_LOG);
      const { size } = fs.statSync(log);
      fs.appendFileSync(log, 'half a batch');
      const { child, output, exit, ready } = start('--port', '0', '--data', data);
      await ready;
      child.kill('SIGTERM');
      expect(await exit).toBe(0);
      expect(output.err).toMatch(
        new RegExp(
          `^broker: ${partition} was cut at byte ${size} of ${log}, 12 bytes were not a whole batch; log end is [0-9]+\\n$`,
        ),
      );
      expect(fs.statSync(log).size).toBe(size);
    },
    PATIENCE_MS,
  );

  test(
    'wrong usage is status 2: ports, pairs and values that cannot be',
    async () => {
      const data = path.join(directory, 'data');
      const wrong = [
        start('--port', '70000', '--data', data),
        start('--port', '0', '--data', data, '--set', 'num.partitions'),
        start('--port', '0', '--data', data, '--set', 'num.partitions=many'),
        start('--port', '0', '--data', data, '--transaction-version', '3'),
      ];
      for (const { exit, output } of wrong) {
        expect(await exit).toBe(2);
        expect(output.err).toMatch(/^[a-z]+: [^\n]+\n$/);
      }
      expect(fs.existsSync(data)).toBe(false);
    },
    PATIENCE_MS,
  );

  test(
    'a setting it does not have is said and ignored, and a port that is not 0 is the one that is used',
    async () => {
      const port = await freePort();
      const data = path.join(directory, 'data');
      const { child, output, exit, ready } = start(
        '--port',
        String(port),
        '--data',
        data,
        '--set',
        'num.io.threads=8',
      );
      expect(await ready).toBe(port);
      child.kill('SIGTERM');
      expect(await exit).toBe(0);
      expect(output.err).toMatch(/^broker: --set num\.io\.threads has no effect[^\n]+\n$/);
    },
    PATIENCE_MS,
  );
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
