import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { test } from './lab-fixture.ts';
import { TheatrePage } from './pages/theatre-page.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));
const DAMAGED = path.join(FIXTURES, 'damaged/cut-last-batch/data/cut-last-batch-0');
const LOG_DIRECTORY = path.join(FIXTURES, 'log-dirs/txn-basic/data');

/** Drops a file on the window, as a browser hands it over: with a name and without a path. */
async function dropFile(page: Page, name: string): Promise<void> {
  const data = await page.evaluateHandle((fileName) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['x'], fileName));
    return transfer;
  }, name);
  await page.dispatchEvent('main', 'dragenter', { dataTransfer: data });
  await expect(page.getByText('Opened read only. Nothing is written to it.')).toBeVisible();
  await page.dispatchEvent('main', 'drop', { dataTransfer: data });
}

async function openPath(page: Page, file: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'path on this machine' });
  if (!(await field.isVisible())) {
    await page.keyboard.press('2');
    await page.getByRole('button', { name: 'Open a directory or file' }).click();
  }
  await field.fill(file);
  await field.press('Enter');
}

test('a damaged .log is dropped, opened and walked by keyboard from the batch to the field to the byte', async ({
  page,
  lab,
}) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-opened-'));
  const directory = path.join(folder, 'invoices-0');
  fs.cpSync(DAMAGED, directory, { recursive: true });
  const file = path.join(directory, '00000000000000000027.log');
  const before = fs.readFileSync(file);
  const theatre = new TheatrePage(page);
  await theatre.open(lab.url);

  await test.step('a browser knows no path: it is asked for', async () => {
    await dropFile(page, '00000000000000000027.log');
    await expect(page.getByText(/A browser does not say where 00000000000000000027\.log lies/)).toBeVisible();
    await openPath(page, path.join(folder, 'invoices.txt'));
    await expect(page.getByText(/does not exist on this machine/)).toBeVisible();
    await openPath(page, file);
  });

  await test.step('where parsing stopped, and what a broker would do', async () => {
    const banner = page.getByRole('alert').filter({ hasText: 'Parsing stopped at byte 175' });
    await expect(banner).toContainText('The last good byte is 174.');
    await expect(banner).toContainText('After a crash: cuts the log here');
    await page.getByRole('button', { name: 'Search for the next batch' }).click();
    await expect(banner).toContainText('No batch that can be trusted follows');
  });

  await test.step('by keyboard: record, field, byte', async () => {
    const row = page
      .getByRole('grid', { name: /^Records of / })
      .getByRole('row')
      .nth(1);
    await row.click();
    await page.keyboard.press('ArrowDown');
    await expect(row).toHaveAttribute('aria-selected', 'true');
    const fields = page.getByRole('listbox', { name: /^Fields of / });
    await page.keyboard.press('Enter');
    await expect(fields).toBeFocused();
    await page.keyboard.press('Home');
    await expect(page.getByRole('option', { selected: true })).toContainText('baseOffset');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { selected: true })).toContainText('batchLength');
    const bytes = page.getByRole('slider', { name: /^Bytes of / });
    await page.keyboard.press('Enter');
    await expect(bytes).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(bytes).toHaveAttribute('aria-valuetext', /^byte \d+, [0-9a-f]{2}, batchLength$/);
    await page.keyboard.press('Escape');
    await expect(fields).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(row).toBeFocused();
  });

  await test.step('the bytes that cannot be trusted', async () => {
    await page.getByRole('button', { name: 'Show the bytes' }).click();
    await expect(page.getByRole('tab', { name: '.log byte 175' })).toHaveAttribute('aria-selected', 'true');
  });

  expect(fs.readFileSync(file).equals(before)).toBe(true);
  fs.rmSync(folder, { recursive: true, force: true });
});

test('a log directory of Apache Kafka: every offset counted, jumped to, and a transaction seen whole', async ({
  page,
  lab,
}) => {
  const theatre = new TheatrePage(page);
  await theatre.open(lab.url);
  await openPath(page, LOG_DIRECTORY);
  const tree = page.getByRole('region', { name: 'Partitions' });
  await expect(tree.getByRole('button', { name: 'Close data' })).toBeVisible();
  await tree.getByRole('button', { name: 'orders-0', exact: true }).last().click();

  await test.step('census', async () => {
    await page.getByRole('radio', { name: 'Census' }).click();
    await page.getByRole('button', { name: 'Count every offset' }).click();
    await expect(page.getByText('24 offsets from 0 to 23, each counted once')).toBeVisible({
      timeout: 30_000,
    });
    await expect(page.getByText('Nothing. The LSO is at the end of the log, 24.')).toBeVisible();
    await expect(page.getByRole('grid', { name: 'Offsets nobody receives' }).getByRole('row')).toHaveCount(
      1 + 8,
    );
  });

  await test.step('jump to an offset', async () => {
    await page.getByRole('searchbox', { name: 'Jump to an offset or a time' }).fill('5');
    await page.keyboard.press('Enter');
    await expect(theatre.inspector).toContainText('orders-0 @');
  });

  await test.step('X-ray without processes and frames', async () => {
    await page
      .getByRole('row', { name: /aborted/ })
      .first()
      .click();
    await page.keyboard.press('x');
    await expect(page.getByRole('heading', { name: 'X-ray' })).toBeVisible();
    await expect(page.getByText('Not in this snapshot.').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /ABORT marker at offset/ }).first()).toBeVisible();
    await expect(page.locator(':focus')).toHaveAccessibleName(/^Partitions: orders-0: .* records?, offset/);
    await page.keyboard.press('ArrowDown');
    await expect(page.locator(':focus')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('grid', { name: 'Records of orders-0' })).toBeVisible();
  });
});

test.describe('what stands on the command line', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-given-'));
  const directories = ['one', 'two'].map((name) => path.join(folder, name, 'data'));
  for (const directory of directories) {
    fs.cpSync(path.join(FIXTURES, 'to-be-damaged'), directory, {
      recursive: true,
      filter: (source) => !source.endsWith('.md'),
    });
  }
  test.use({ paths: directories });
  test.afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  test('is what the window begins with; damage between its ends is shown without being asked for', async ({
    page,
    lab,
  }) => {
    const [first = '', second = ''] = directories;
    await page.goto(lab.url);
    const tree = page.getByRole('region', { name: 'Partitions' });
    await expect(page.getByRole('heading', { name: 'Logs' })).toBeVisible();
    await expect(tree.getByTitle(first)).toHaveText('one/data');
    await expect(tree.getByTitle(second)).toHaveText('two/data');
    await expect(page.getByRole('alert')).toHaveCount(0);

    const log = path.join(first, 'orders-0', '00000000000000000009.log');
    const bytes = fs.readFileSync(log);
    bytes.writeUInt8(bytes.readUInt8(423) ^ 0x10, 423);
    fs.writeFileSync(log, bytes);
    fs.rmSync(path.join(first, 'orders-0', '00000000000000000018.txnindex'));
    const banner = page.getByRole('alert').filter({ hasText: 'Parsing stopped at byte 343' });
    await expect(banner).toContainText('00000000000000000009.log', { timeout: 15_000 });
    await expect(tree.getByRole('button', { name: 'orders-0, damaged' })).toBeVisible();
    await expect(page.getByText('.txnindex missing')).toBeVisible();
    await banner.getByRole('button', { name: '1 more damaged place' }).click();
    await expect(page.getByRole('alert')).toContainText('hands aborted records to read_committed consumers');
  });
});
