import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { writeLargeSegment } from '../bench/large-segment.ts';
import { test } from './lab-fixture.ts';
import { TheatrePage } from './pages/theatre-page.ts';

const SIZE = 16 * 1024 * 1024;

/** The row of an offset, with every cell of it. */
function rowOf(grid: Locator, offset: number): Locator {
  return grid.getByRole('row', { name: new RegExp(`^${offset} `) });
}

async function jump(page: Page, to: string): Promise<void> {
  const field = page.getByRole('searchbox', { name: 'Jump to an offset or a time' });
  await field.fill(to);
  await field.press('Enter');
}

/** The offsets of the rows that are seen, from the top. */
async function offsetsIn(grid: Locator): Promise<readonly number[]> {
  const cells = await grid.locator('tbody tr td:first-child').allInnerTexts();
  return cells.map(Number);
}

test('a log of a hundred thousand records is scrolled and jumped through from one end to the other', async ({
  page,
  lab,
}) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-large-'));
  const { nextOffset, firstTimestamp } = writeLargeSegment(folder, SIZE);
  const theatre = new TheatrePage(page);
  const sent: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
  await theatre.open(lab.url);
  await page.keyboard.press('2');
  await page.getByRole('button', { name: 'Open a directory or file' }).click();
  const field = page.getByRole('textbox', { name: 'path on this machine' });
  await field.fill(folder);
  await field.press('Enter');
  const grid = page.getByRole('grid', { name: 'Records of big-0' });
  await expect(rowOf(grid, nextOffset - 1)).toBeVisible();

  await test.step('by the wheel, row by row', async () => {
    await grid.hover();
    await page.mouse.wheel(0, 280);
    await expect(rowOf(grid, nextOffset - 1)).toBeHidden();
    await expect(rowOf(grid, nextOffset - 12)).toBeVisible();
    for (let turn = 0; turn < 30; turn++) await page.mouse.wheel(0, 2_800);
    await expect(rowOf(grid, nextOffset - 1 - 3_010 - 2)).toBeVisible();
    await expect
      .poll(() => offsetsIn(grid).then((seen) => seen.every((at, i) => at === (seen[0] ?? 0) - i)))
      .toBe(true);
  });

  await test.step('by the scroll bar, to the middle', async () => {
    await grid.evaluate((table) => {
      for (let box = table.parentElement; box !== null; box = box.parentElement) {
        if (box.scrollHeight > 2 * box.clientHeight) {
          box.scrollTop = (box.scrollHeight - box.clientHeight) / 2;
          return;
        }
      }
    });
    const middle = nextOffset / 2;
    await expect.poll(async () => Math.abs(((await offsetsIn(grid))[0] ?? 0) - middle)).toBeLessThan(30);
  });

  await test.step('by an offset, and by a time', async () => {
    await jump(page, '70000');
    await expect(rowOf(grid, 70_000)).toBeVisible();
    await expect(rowOf(grid, 70_001)).toBeVisible();
    await expect(rowOf(grid, 69_999)).toBeVisible();
    await expect(rowOf(grid, 70_000)).toHaveAttribute('aria-selected', 'true');
    // The first batch at this time begins with the 1,000th record.
    await jump(page, `@${firstTimestamp + 1_300}`);
    await expect(rowOf(grid, 1_300)).toBeVisible();
  });

  await test.step('by keyboard, to both ends', async () => {
    await grid.locator('tr[tabindex="0"]').focus();
    await page.keyboard.press('End');
    await expect(rowOf(grid, 0)).toBeFocused();
    await page.keyboard.press('PageUp');
    await page.keyboard.press('PageUp');
    await expect(rowOf(grid, 0)).toBeHidden();
    await page.keyboard.press('Home');
    await expect(rowOf(grid, nextOffset - 1)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(rowOf(grid, nextOffset - 2)).toBeFocused();
    await expect(rowOf(grid, nextOffset - 2)).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('the selection stays while it is out of sight, and is not asked for again', async () => {
    const asked = sent.length;
    await grid.hover();
    for (let turn = 0; turn < 5; turn++) await page.mouse.wheel(0, 28_000);
    await expect(rowOf(grid, nextOffset - 2)).toBeHidden();
    await expect(theatre.inspector).toContainText(`..${nextOffset - 1}`);
    expect(sent.slice(asked).filter((call) => call.includes('"recordsMax":61}'))).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await expect(rowOf(grid, nextOffset - 3)).toBeFocused();
  });

  await test.step('batch by batch, the other way round', async () => {
    await page.getByRole('radio', { name: 'Batches' }).click();
    const batches = page.getByRole('grid', { name: 'Batches of big-0' });
    await page.keyboard.press('o');
    await jump(page, '0');
    await expect(batches.getByRole('row').nth(1)).toContainText('0..129');
    await expect(batches.getByRole('row').nth(2)).toContainText('130..259');
  });
  fs.rmSync(folder, { recursive: true, force: true });
});
