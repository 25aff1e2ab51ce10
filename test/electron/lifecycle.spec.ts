import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, expect, test } from '@playwright/test';
import { TheatrePage } from '../e2e/pages/theatre-page.ts';
import { electronExecutable, reasonToSkip } from './electron-binary.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DIALOGS = fileURLToPath(new URL('say-dialogs.cjs', import.meta.url));

test.skip(reasonToSkip() !== undefined, reasonToSkip() ?? '');

let userData: string;
test.beforeEach(() => {
  userData = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-electron-'));
});
test.afterEach(() => fs.rmSync(userData, { recursive: true, force: true }));

function environment(): { [key: string]: string } {
  return { ...process.env, FENCEPOST_DATA: path.join(userData, 'data') } as { [key: string]: string };
}

function open(): Promise<ElectronApplication> {
  return _electron.launch({
    executablePath: electronExecutable() as string,
    args: [ROOT, `--user-data-dir=${userData}`],
    env: environment(),
  });
}

/** Starts the application without driving it; resolves when it has ended. */
function run(...args: readonly string[]): Promise<{ readonly status: number | null; readonly out: string }> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(
    electronExecutable() as string,
    [...args, ...sandbox, ROOT, `--user-data-dir=${userData}`],
    { env: environment() },
  );
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, out })));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('closing the window ends the broker in order, and every producer, frozen ones too', async () => {
  test.skip(process.platform !== 'linux', 'processes are found in /proc');
  const app = await open();
  const page = await app.firstWindow();
  const theatre = new TheatrePage(page);
  await theatre.step('Start producer A').click();
  await expect(theatre.step('Freeze A')).toBeEnabled({ timeout: 30_000 });
  await theatre.step('Freeze A').click();
  await expect(theatre.step('Start twin B')).toBeEnabled({ timeout: 30_000 });
  const main = app.process().pid as number;
  const producers = childrenOf(main);
  expect(producers.length).toBeGreaterThan(0);

  const closed = app.waitForEvent('close');
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await closed;
  await expect.poll(() => [main, ...producers].filter(isAlive), { timeout: 10_000 }).toEqual([]);
  expect(fs.readdirSync(path.join(userData, 'data'))).toContain('.kafka_cleanshutdown');
});

test('a second start shows the window of the first, and ends', async () => {
  const app = await open();
  await app.firstWindow();
  await app.evaluate(({ app: first, BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.hide();
    first.on('second-instance', () => Object.assign(globalThis, { wasStartedAgain: true }));
  });
  expect((await run()).status).toBe(0);
  const seen = await app.evaluate(({ BrowserWindow }) => ({
    wasStartedAgain: 'wasStartedAgain' in globalThis,
    windows: BrowserWindow.getAllWindows().map((window) => window.isVisible()),
  }));
  expect(seen).toEqual({ wasStartedAgain: true, windows: [true] });
  await app.close();
});

test('a lab that cannot start says why in a dialog, and touches nothing', async () => {
  const data = path.join(userData, 'data');
  fs.mkdirSync(data);
  fs.writeFileSync(path.join(data, 'letter.txt'), 'dear all');
  const { status, out } = await run('-r', DIALOGS);
  expect(out).toMatch(
    /^dialog Fencepost could not start: .+ Use an empty directory, or one that Kafka wrote\.$/m,
  );
  expect(status).toBe(1);
  expect(fs.readdirSync(data)).toEqual(['letter.txt']);
});

/** The producers among the child processes. */
function childrenOf(parent: number): readonly number[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
        const ppid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        return ppid === parent && fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('producer.cjs');
      } catch {
        return false;
      }
    });
}
