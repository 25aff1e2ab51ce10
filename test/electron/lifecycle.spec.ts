import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { test } from './desktop-window.ts';

const DIALOGS = fileURLToPath(new URL('say-dialogs.cjs', import.meta.url));

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('closing the window ends the broker in order, and every producer, frozen ones too', async ({
  desktop,
}) => {
  test.skip(process.platform !== 'linux', 'processes are found in /proc');
  const { app, theatre } = await desktop.start();
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
  expect(fs.readdirSync(desktop.path('data'))).toContain('.kafka_cleanshutdown');
});

test('a second start shows the window of the first, and ends', async ({ desktop }) => {
  const { app } = await desktop.start();
  await app.evaluate(({ app: first, BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.hide();
    first.on('second-instance', () => Object.assign(globalThis, { wasStartedAgain: true }));
  });
  expect((await desktop.run()).status).toBe(0);
  const seen = await app.evaluate(({ BrowserWindow }) => ({
    wasStartedAgain: 'wasStartedAgain' in globalThis,
    windows: BrowserWindow.getAllWindows().map((window) => window.isVisible()),
  }));
  expect(seen).toEqual({ wasStartedAgain: true, windows: [true] });
});

test('a lab that cannot start says why in a dialog, and touches nothing', async ({ desktop }) => {
  fs.mkdirSync(desktop.path('data'));
  fs.writeFileSync(desktop.path('data', 'letter.txt'), 'dear all');
  const { status, output } = await desktop.run({ before: ['-r', DIALOGS] });
  expect(output).toMatch(
    /^dialog Fencepost could not start: .+ Use an empty directory, or one that Kafka wrote\.$/m,
  );
  expect(status).toBe(1);
  expect(fs.readdirSync(desktop.path('data'))).toEqual(['letter.txt']);
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
