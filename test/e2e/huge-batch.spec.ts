import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { CODEC } from '#core/protocol/records/compression.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { aBatch } from '../support/log-world.ts';
import { test } from './lab-fixture.ts';
import { TheatrePage } from './pages/theatre-page.ts';

const HUGE = 50_000;
const SMALL = 5;
const SMALL_BATCHES = 10;
/** As many small batches before it as behind it. */
const FIRST = SMALL * SMALL_BATCHES;
const END = HUGE + 2 * FIRST;

function writeLog(parent: string): void {
  fs.mkdirSync(path.join(parent, 'huge-0'));
  const counts = [
    ...Array<number>(SMALL_BATCHES).fill(SMALL),
    HUGE,
    ...Array<number>(SMALL_BATCHES).fill(SMALL),
  ];
  let next = 0;
  const batches = counts.map((count) => {
    const batch = new RecordBatch(aBatch({ count, codec: count === HUGE ? CODEC.gzip : CODEC.none }));
    batch.baseOffset = next;
    next += count;
    return batch.whole;
  });
  fs.writeFileSync(path.join(parent, 'huge-0', '00000000000000000000.log'), Buffer.concat(batches));
}

/** The row of an offset, with every cell of it. */
function rowOf(grid: Locator, offset: number): Locator {
  return grid.getByRole('row', { name: new RegExp(`^${offset} `) });
}

async function jump(page: Page, to: string): Promise<void> {
  const field = page.getByRole('searchbox', { name: 'Jump to an offset or a time' });
  await field.fill(to);
  await field.press('Enter');
}

/** Rows that are seen follow each other, newest first, and the first of them is near an offset. */
async function expectSeen(grid: Locator, offset: number): Promise<void> {
  const seen = async (): Promise<boolean> => {
    const offsets = (await grid.locator('tbody tr td:first-child').allInnerTexts()).map(Number);
    const [first = -1] = offsets;
    return offsets.length > 2 && Math.abs(first - offset) < 60 && offsets.every((at, i) => at === first - i);
  };
  await expect.poll(seen).toBe(true);
}

test('the records of a batch of fifty thousand are read as they are scrolled to', async ({ page, lab }) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-huge-'));
  writeLog(folder);
  const theatre = new TheatrePage(page);
  let longestAnswer = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (payload.includes('"slice":')) longestAnswer = Math.max(longestAnswer, payload.length);
    }),
  );
  await theatre.open(lab.url);
  await page.keyboard.press('2');
  await page.getByRole('button', { name: 'Open a directory or file' }).click();
  const field = page.getByRole('textbox', { name: 'path on this machine' });
  await field.fill(folder);
  await field.press('Enter');
  const grid = page.getByRole('grid', { name: 'Records of huge-0' });
  await expect(rowOf(grid, END - 1)).toBeVisible();

  await test.step('an offset in its middle is jumped to, and told in the inspector', async () => {
    await jump(page, '25000');
    await expect(rowOf(grid, 25_000)).toHaveAttribute('aria-selected', 'true');
    await expect(rowOf(grid, 25_000)).toContainText(`key-${25_000 - FIRST}`);
    await expect(rowOf(grid, 25_001)).toBeVisible();
    await expect(rowOf(grid, 24_999)).toBeVisible();
    const listed = theatre.inspector.getByRole('listitem');
    await expect(listed.filter({ hasText: /^25000/ })).toBeVisible();
    await expect(listed).toHaveCount(60);
    await expect(theatre.inspector).toContainText(`${FIRST}..${FIRST + HUGE - 1}`);
    await expect(theatre.inspector).toContainText(`key-${25_000 - FIRST}`);
  });

  await test.step('the wheel goes both ways', async () => {
    await grid.hover();
    for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, 2_800);
    await expectSeen(grid, 25_000 - 2_000);
    for (let turn = 0; turn < 40; turn++) await page.mouse.wheel(0, -2_800);
    await expectSeen(grid, 25_000 + 2_000);
    // What was chosen is still told of.
    await expect(theatre.inspector.getByRole('listitem').filter({ hasText: /^25000/ })).toBeVisible();
  });

  await test.step('the keyboard goes to both ends, across the small batches', async () => {
    await grid.locator('tr[tabindex="0"]').focus();
    await page.keyboard.press('End');
    await expect(rowOf(grid, 0)).toBeFocused();
    await grid.hover();
    await page.mouse.wheel(0, -2_800);
    await expectSeen(grid, 2 * FIRST);
    await page.keyboard.press('Home');
    await expect(rowOf(grid, END - 1)).toBeFocused();
    await page.mouse.wheel(0, 2_800);
    await expectSeen(grid, END - 2 * FIRST);
  });

  await test.step('another record of it is chosen far away', async () => {
    await jump(page, '40123');
    const row = rowOf(grid, 40_123);
    await row.click();
    await expect(theatre.inspector.getByRole('listitem').filter({ hasText: /^40123/ })).toBeVisible();
    await expect(theatre.inspector).toContainText(`key-${40_123 - FIRST}`);
  });
  await test.step('the filter finds records in its newest part', async () => {
    await page.getByRole('searchbox', { name: 'filter' }).fill('key:key-4999*');
    const newest = FIRST + HUGE - 1;
    await expect(rowOf(grid, newest)).toContainText('key-49999');
    await expect(rowOf(grid, newest - 1)).toContainText('key-49998');
    await rowOf(grid, newest - 1).click();
    const listed = theatre.inspector.getByRole('listitem').filter({ hasText: `${newest - 1}` });
    await expect(listed).toBeVisible();
  });
  expect(longestAnswer).toBeGreaterThan(0);
  expect(longestAnswer).toBeLessThan(200_000);
  fs.rmSync(folder, { recursive: true, force: true });
});
