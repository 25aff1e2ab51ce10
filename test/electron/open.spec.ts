import fs from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { FIXTURES, LOG_DIRECTORY, test } from './desktop-window.ts';

const PARTITION = path.join(LOG_DIRECTORY, 'orders-0');
const DAMAGED = path.join(FIXTURES, 'damaged/cut-last-batch/data/cut-last-batch-0/00000000000000000027.log');

/** Names, sizes and times of everything below a directory. */
function listing(directory: string): readonly string[] {
  return fs.readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { size, mtimeMs } = fs.statSync(path.join(directory, name));
    return `${name} ${size} ${mtimeMs}`;
  });
}

test('the menu opens a log directory, a partition directory and every kind of file, and changes none', async ({
  desktop,
}) => {
  const before = listing(LOG_DIRECTORY);
  const window = await desktop.start();
  const { page } = window;

  await test.step('a log directory', async () => {
    await window.chooseToOpen(LOG_DIRECTORY);
    await window.chooseMenu('open-directory');
    await expect(window.opened('data')).toBeVisible();
    expect(await window.asked()).toMatchObject({ properties: ['openDirectory'] });
    await expect(page.getByRole('grid', { name: 'Records of orders-0' })).toBeVisible();
  });

  await test.step('a partition directory', async () => {
    await window.chooseToOpen(PARTITION);
    await window.chooseMenu('open-directory');
    await expect(window.opened('orders-0')).toBeVisible();
  });

  const files = [
    ...['.log', '.index', '.timeindex', '.txnindex'].map((end) => `orders-0/00000000000000000000${end}`),
    'orders-0/00000000000000000024.snapshot',
    'orders-0/leader-epoch-checkpoint',
    'orders-0/partition.metadata',
    'replication-offset-checkpoint',
    'meta.properties',
  ];
  for (const file of files) {
    await test.step(file, async () => {
      const name = path.basename(file);
      await window.chooseToOpen(path.join(LOG_DIRECTORY, file));
      await window.chooseMenu('open-file');
      await expect(window.opened(name)).toBeVisible();
      expect(await window.asked()).toMatchObject({ properties: ['openFile', 'showHiddenFiles'] });
      if (name.endsWith('.log'))
        await expect(page.getByRole('grid', { name: 'Records of orders-0' })).toBeVisible();
      else await expect(page.getByRole('listbox', { name: /^Fields of / })).toBeVisible();
    });
  }

  await test.step('a dialog that is closed opens nothing', async () => {
    await window.chooseToOpen(null);
    await window.chooseMenu('open-file');
    await expect.poll(() => window.asked()).not.toBeNull();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Close / })).toHaveCount(2 + files.length);
  });
  expect(listing(LOG_DIRECTORY)).toEqual(before);
});

test('keys of the menu open, and so do the buttons of the dialog in the window', async ({ desktop }) => {
  const window = await desktop.start();
  await window.chooseToOpen(PARTITION);
  await window.pressKeys('O', ['control', 'shift']);
  await expect(window.opened('orders-0')).toBeVisible();
  await window.chooseToOpen(DAMAGED);
  await window.pressKeys('O', ['control']);
  await expect(window.opened(path.basename(DAMAGED))).toBeVisible();
  await window.page.getByRole('button', { name: 'Open a directory or file' }).click();
  await window.chooseToOpen(LOG_DIRECTORY);
  await window.page.getByRole('button', { name: 'Choose a directory' }).click();
  await expect(window.opened('data')).toBeVisible();
  await expect(window.page.getByRole('dialog')).toHaveCount(0);
});

test('what stands on the command line is open when the window is there; a second start adds its own', async ({
  desktop,
}) => {
  const window = await desktop.start({ args: [LOG_DIRECTORY] });
  await expect(window.opened('data')).toBeVisible();

  await test.step('a relative path of another start, in the folder of that one', async () => {
    const { status } = await desktop.run({ args: ['orders-1'], cwd: LOG_DIRECTORY });
    expect(status).toBe(0);
    await expect(window.opened('orders-1')).toBeVisible();
  });

  await test.step('several at once', async () => {
    await desktop.run({ args: ['orders-2', 'out-0', 'meta.properties'], cwd: LOG_DIRECTORY });
    for (const name of ['orders-2', 'out-0', 'meta.properties'])
      await expect(window.opened(name)).toBeVisible();
  });

  await test.step('what the system wants opened, on macOS', async () => {
    await window.app.evaluate(({ app }, file) => {
      app.emit('open-file', { preventDefault: () => undefined }, file);
    }, DAMAGED);
    await expect(window.opened(path.basename(DAMAGED))).toBeVisible();
  });

  await test.step('also when the page was loaded again, which keeps what is open', async () => {
    await window.page.reload();
    await expect(window.theatre.area('Logs')).toBeVisible();
    await window.app.evaluate(({ app }, file) => {
      app.emit('open-file', { preventDefault: () => undefined }, file);
    }, PARTITION);
    await expect(window.opened('orders-0')).toBeVisible();
    await expect(window.opened('data')).toBeVisible();
  });
});

test('files and directories that are dropped on the window open where they lie', async ({ desktop }) => {
  const window = await desktop.start();
  await window.drop(DAMAGED);
  await expect(window.opened(path.basename(DAMAGED))).toBeVisible();
  await expect(
    window.page.getByRole('alert').filter({ hasText: 'Parsing stopped at byte 175' }),
  ).toBeVisible();
  await window.drop(LOG_DIRECTORY);
  await expect(window.opened('data')).toBeVisible();
  await test.step('several', async () => {
    await window.drop(path.join(LOG_DIRECTORY, 'orders-1'), path.join(LOG_DIRECTORY, 'meta.properties'));
    await expect(window.opened('orders-1')).toBeVisible();
    await expect(window.opened('meta.properties')).toBeVisible();
  });
});
