import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { type DesktopWindow, test } from './desktop-window.ts';
import { makeLargeLab } from './large-lab.ts';

const LATE_PAGE = fileURLToPath(new URL('late-page.cjs', import.meta.url));
const LATE_LAB = fileURLToPath(new URL('late-lab.cjs', import.meta.url));
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
  const producers = childrenOf(main, 'producer.cjs');
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

test('a page that does not load, and a lab that does not start, are said, and the application can be left', async ({
  desktop,
}) => {
  const page = await desktop.run({ before: ['-r', DIALOGS, '-r', LATE_PAGE] });
  expect(page.output).toMatch(/^dialog Fencepost could not start: The page of the window did not load\./m);
  expect(fs.readdirSync(desktop.path('data'))).toContain('.kafka_cleanshutdown');

  const lab = await desktop.run({ before: ['-r', DIALOGS, '-r', LATE_LAB], data: desktop.path('data-2') });
  expect(lab.output).toContain('dialog The lab has not started yet: Wait | Quit Fencepost');
  expect(lab.status).toBe(1);
});

/** Ends the application as its menu does; resolves when nothing of it is left. */
async function quit({ app }: DesktopWindow): Promise<void> {
  const main = app.process().pid as number;
  const processes = [main, ...childrenOf(main)];
  const closed = app.waitForEvent('close');
  await app.evaluate(({ app: electron }) => electron.quit());
  await closed;
  await expect.poll(() => processes.filter(isAlive), { timeout: 10_000 }).toEqual([]);
}

test('quitting while a pack is written leaves nothing of it, and the broker stops in order', async ({
  desktop,
}) => {
  test.skip(process.platform !== 'linux', 'processes are found in /proc');
  makeLargeLab(desktop.path('data'), { bytes: 160 << 20, valueBytes: 512 << 10 });
  const window = await desktop.start();
  const pack = desktop.path('out', 'large.fence');
  fs.mkdirSync(desktop.path('out'));
  await window.theatre.area('Evidence').click();
  await window.chooseToSave(pack);
  await window.page.getByRole('button', { name: 'Export this run' }).click();
  await expect.poll(() => fs.existsSync(`${pack}.partial`), { intervals: [10] }).toBe(true);
  await quit(window);
  expect(fs.readdirSync(desktop.path('out'))).toEqual([]);
  expect(fs.readdirSync(desktop.path('data'))).toContain('.kafka_cleanshutdown');
});

test('quitting while a census counts ends the process that counts', async ({ desktop }) => {
  test.skip(process.platform !== 'linux', 'processes are found in /proc');
  makeLargeLab(desktop.path('opened'), { bytes: 128 << 20, valueBytes: 40 });
  const window = await desktop.start({ args: [desktop.path('opened')] });
  const { page, app } = window;
  await expect(page.getByRole('grid', { name: 'Records of orders-0' })).toBeVisible();
  await page.getByRole('radio', { name: 'Census' }).click();
  await page.getByRole('button', { name: 'Count every offset' }).click();
  const counting = (): readonly number[] => childrenOf(app.process().pid as number, 'scan.cjs');
  await expect.poll(() => counting().length, { intervals: [10] }).toBe(1);
  const [scan] = counting();
  await expect(page.getByText(/^Reading /)).toBeVisible();
  await quit(window);
  expect(isAlive(scan as number)).toBe(false);
});

test('a port and a data directory that are taken', async ({ desktop }) => {
  const first = await desktop.start();
  const port = async ({ page }: DesktopWindow): Promise<string | undefined> =>
    /127\.0\.0\.1:(\d+)/.exec((await page.getByRole('banner').textContent()) ?? '')?.[1];

  await test.step('the data directory: a dialog says who has it', async () => {
    const { status, output } = await desktop.run({
      before: ['-r', DIALOGS],
      user: 'other',
      data: desktop.path('data'),
    });
    expect(output).toMatch(
      /^dialog Fencepost could not start: .+data is in use by process \d+\. Stop it, or use another directory\.$/m,
    );
    expect(status).toBe(1);
  });

  await test.step('the port: another one, which the window shows', async () => {
    const second = await desktop.start({ user: 'other', data: desktop.path('data-2') });
    expect(await port(second)).toMatch(/^\d+$/);
    expect(await port(second)).not.toBe(await port(first));
  });
});

/** The child processes that run one of our programs. */
function childrenOf(parent: number, program = '.cjs'): readonly number[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
        const ppid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        return ppid === parent && fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program);
      } catch {
        return false;
      }
    });
}
