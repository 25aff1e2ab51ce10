import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './lab-fixture.ts';
import { TheatrePage } from './pages/theatre-page.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));
const LOG_DIRS = path.join(FIXTURES, 'log-dirs');

async function openPath(page: Page, file: string): Promise<void> {
  await page.keyboard.press('2');
  await page.getByRole('button', { name: 'Open a directory or file' }).click();
  const field = page.getByRole('textbox', { name: 'path on this machine' });
  await field.fill(file);
  await field.press('Enter');
}

async function openPartition(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name, exact: true }).last().click();
  const grid = page.getByRole('grid', { name: `Records of ${name}` });
  await expect(grid).toBeVisible();
  return grid;
}

function rowOf(grid: Locator, offset: number): Locator {
  return grid.getByRole('row', { name: new RegExp(`^${offset} `) });
}

const fieldsOf = (page: Page) => page.getByRole('listbox', { name: /^Fields of / });
const bytesOf = (page: Page) => page.getByRole('slider', { name: /^Bytes of / });
const chosen = (page: Page) => fieldsOf(page).getByRole('option', { selected: true });

/** Where the keyboard is can be seen: an outline, or for the list of fields and the bytes also a lit field. */
async function expectSeen(place: Locator): Promise<void> {
  await expect(place).toBeFocused();
  expect(await place.evaluate((element) => getComputedStyle(element).outlineStyle)).not.toBe('none');
}

/** From the row of a record down to a byte of it inside of its compressed block, and back up to the row. */
async function walk(
  page: Page,
  { grid, offset, codec, element }: { grid: Locator; offset: number; codec: string; element: string },
): Promise<void> {
  const row = rowOf(grid, offset);
  const unpacked = page.getByRole('button', { name: 'Unpacked' });
  const within = new RegExp(element.replaceAll(/[[\].]/g, '\\$&'));
  const jump = page.getByRole('searchbox', { name: 'Jump to an offset or a time' });
  await jump.fill(String(offset));
  await jump.press('Enter');
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await row.focus();
  await expect(new TheatrePage(page).inspector).toContainText(`Record ${offset}`);
  await page.keyboard.press('Enter');
  await expectSeen(fieldsOf(page));
  await page.keyboard.press('End');
  await expect(chosen(page)).toHaveAccessibleName(new RegExp(codec));

  // Into the compressed block, to the record that was chosen.
  await page.keyboard.press('Enter');
  await expectSeen(fieldsOf(page));
  await expect(unpacked).toHaveAttribute('aria-pressed', 'true');
  await expect(chosen(page)).toHaveAccessibleName(within);
  await page.keyboard.press('ArrowLeft');
  await expect(chosen(page)).not.toHaveAccessibleName(within);
  await page.keyboard.press('ArrowRight');
  await expect(chosen(page)).toHaveAccessibleName(within);

  // To a byte.
  for (const key of ['Home', 'PageDown', 'PageUp', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expectSeen(bytesOf(page));
  const before = await bytesOf(page).getAttribute('aria-valuenow');
  await page.keyboard.press('ArrowRight');
  await expect(bytesOf(page)).not.toHaveAttribute('aria-valuenow', before ?? '');
  await expect(bytesOf(page)).toHaveAttribute('aria-valuetext', /^byte \d+, [0-9a-f]{2}, \w+\[0\]\./);
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await expect(bytesOf(page)).toHaveAttribute('aria-valuenow', '0');

  // And back, level by level.
  await page.keyboard.press('Escape');
  await expectSeen(fieldsOf(page));
  await expect(unpacked).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expectSeen(fieldsOf(page));
  await expect(unpacked).toHaveAttribute('aria-pressed', 'false');
  await expect(chosen(page)).toHaveAccessibleName(new RegExp(codec));
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
}

test('compressed batches are walked by keyboard to a byte of a record, and back: all codecs', async ({
  page,
  lab,
}) => {
  await new TheatrePage(page).open(lab.url);
  await openPath(page, path.join(LOG_DIRS, 'plain/data'));
  const grid = await openPartition(page, 'plain-1');
  for (const [codec, offset] of [
    ['gzip', 7],
    ['snappy', 12],
    ['lz4', 17],
    ['zstd', 22],
  ] as const)
    await test.step(codec, () => walk(page, { grid, offset, codec, element: 'records[2].' }));
});

test('wrapped messages of the old formats are walked likewise, and say which offsets they have', async ({
  page,
  lab,
}) => {
  await new TheatrePage(page).open(lab.url);
  await openPath(page, path.join(LOG_DIRS, 'old-formats/data'));
  for (const [partition, codec, offset] of [
    ['magic0-0', 'lz4', 10],
    ['magic1-0', 'snappy', 7],
  ] as const) {
    const grid = await openPartition(page, partition);
    await test.step(`${partition}, ${codec}`, () =>
      walk(page, { grid, offset, codec, element: 'messages[1].' }));
  }
  for (const key of ['Enter', 'End', 'Enter', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
  const say = page.getByText(/Number 1 inside of the wrapper\./);
  await expect(say).toContainText('they count from 6: this one has offset 7.');
});

test('records of the internal topics stand in words, are decoded whole, and are found by what they name', async ({
  page,
  lab,
}) => {
  const theatre = new TheatrePage(page);
  await theatre.open(lab.url);
  await openPath(page, path.join(LOG_DIRS, 'txn-basic/data'));

  await test.step('transactions', async () => {
    const grid = await openPartition(page, '__transaction_state-15');
    await expect(rowOf(grid, 2)).toContainText('Ongoing, producer 6 epoch 0, 2 partitions');
    await rowOf(grid, 2).click();
    await expect(theatre.inspector).toContainText(
      'transactional.id tx-open → Ongoing, producer 6 epoch 0, 2 partitions',
    );
    await expect(theatre.inspector).toContainText('"transactionTimeoutMs": 900000');
  });

  await test.step('offsets, and the bytes of a field', async () => {
    const grid = await openPartition(page, '__consumer_offsets-42');
    await expect(rowOf(grid, 1)).toContainText('group g1, orders-0');
    await expect(rowOf(grid, 1)).toContainText('offset 5');
    await rowOf(grid, 1).click();
    await page.keyboard.press('Enter');
    await fieldsOf(page)
      .getByRole('option', { name: /value\.offset / })
      .click();
    await expect(page.getByText(/^The group goes on reading at offset 5/)).toBeVisible();
    const filter = page.getByRole('searchbox', { name: 'filter' });
    await filter.fill('key:orders-0');
    await expect(grid.getByRole('row')).toHaveCount(1 + 3);
    await filter.fill('key:nobody');
    await expect(page.getByText('No record matches')).toBeVisible();
  });
});

test('what is in a record is shown whole: text, bytes, null and headers', async ({ page, lab }) => {
  const theatre = new TheatrePage(page);
  await theatre.open(lab.url);
  await openPath(page, path.join(LOG_DIRS, 'plain/data'));
  const grid = await openPartition(page, 'plain-0');
  await rowOf(grid, 4).click();
  const contents = theatre.inspector;
  await expect(contents).toContainText('Record 4');
  await expect(contents).toContainText('five headers');
  await expect(contents).toContainText('second, same name');
  await expect(contents).toContainText('header nothing');
  await expect(contents).toContainText('null');
  await expect(contents).toContainText('empty, no bytes');
  await expect(contents).toContainText('00 01 ff');
});

test('the ruler copies a field and everything by keys, and says so', async ({ page, lab, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const theatre = new TheatrePage(page);
  await theatre.open(lab.url);
  await openPath(page, path.join(FIXTURES, 'damaged/cut-last-batch/data/cut-last-batch-0'));
  const grid = page.getByRole('grid', { name: /^Records of / });
  await grid.getByRole('row').nth(1).click();
  await page.keyboard.press('Enter');
  await expectSeen(fieldsOf(page));
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(chosen(page)).toHaveAccessibleName(/batchLength/);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.keyboard.press('c');
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  expect(await clipboard()).toMatch(/^batchLength = \d+$/);
  await page.keyboard.press('h');
  await expect.poll(clipboard).toMatch(/^([0-9a-f]{2} ){3}[0-9a-f]{2}$/);
  await page.keyboard.press('j');
  await expect.poll(clipboard).toContain('"name": "batchLength"');
  await page.keyboard.press('Shift+T');
  await expect.poll(clipboard).toMatch(/baseOffset:int64 = \d+.*\n.*batchLength:int32/);
  await page.keyboard.press('Enter');
  await expectSeen(bytesOf(page));
  await page.keyboard.press('ControlOrMeta+c');
  await expect.poll(clipboard).toMatch(/^batchLength = \d+$/);
});

test('Enter on a row whose bytes are not read yet leads to its fields when they are', async ({
  page,
  lab,
}) => {
  const waiting: (() => void)[] = [];
  let isHeld = true;
  await page.routeWebSocket(/\/socket/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const isOfBytes = String(message).includes('"opened.batchBytes"');
      if (isOfBytes && isHeld) waiting.push(() => server.send(message));
      else server.send(message);
    });
  });
  await new TheatrePage(page).open(lab.url);
  await openPath(page, path.join(LOG_DIRS, 'plain/data'));
  const grid = page.getByRole('grid', { name: /^Records of / });
  await grid.getByRole('row').nth(1).click();
  await page.keyboard.press('Enter');
  await expect.poll(() => waiting.length).toBeGreaterThan(0);
  await expect(fieldsOf(page)).toHaveCount(0);
  isHeld = false;
  for (const send of waiting) send();
  await expectSeen(fieldsOf(page));
});

test('a field that was clicked keeps the keyboard when it is scrolled away', async ({ page, lab }) => {
  const theatre = new TheatrePage(page);
  await theatre.open(lab.url);
  await openPath(page, path.join(LOG_DIRS, 'plain/data'));
  const grid = await openPartition(page, 'plain-2');
  await rowOf(grid, 3).click();
  await fieldsOf(page)
    .getByRole('option', { name: /batchLength/ })
    .click();
  await expect(fieldsOf(page)).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await expect(chosen(page)).toHaveAccessibleName(/baseOffset/);
});

test('G asks for a byte among bytes and fields alike, and Escape gives the keyboard back to the bytes', async ({
  page,
  lab,
}) => {
  await new TheatrePage(page).open(lab.url);
  await openPath(page, path.join(LOG_DIRS, 'plain/data'));
  await openPartition(page, 'plain-1');
  const position = page.getByRole('textbox', { name: 'Go to byte' });
  for (const place of [fieldsOf(page), bytesOf(page)]) {
    await place.focus();
    await page.keyboard.press('g');
    await expect(position).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(position).toHaveCount(0);
    await expect(bytesOf(page)).toBeFocused();
  }
});

test('offsets that nobody receives say why once the check has read all, and Enter leads to them in the census', async ({
  page,
  lab,
}) => {
  await new TheatrePage(page).open(lab.url);
  await openPath(page, path.join(LOG_DIRS, 'compacted/data'));
  const grid = await openPartition(page, 'compact-0');
  const hole = grid.getByRole('row', { name: /hole/ }).first();
  await expect(hole).toContainText('compacted');
  await hole.click();
  await page.keyboard.press('Enter');
  const holes = page.getByRole('grid', { name: 'Offsets nobody receives' });
  await expect(holes.locator('[aria-selected="true"]')).toHaveCount(1);
});
