import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { test } from './lab-fixture.ts';
import { TheatrePage } from './pages/theatre-page.ts';

test('the story leaves a pack that opens again; compared with the lab it shows what came later', async ({
  page,
  lab,
}) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-pack-'));
  const file = path.join(folder, 'zombie.fence');
  const theatre = new TheatrePage(page);
  await theatre.open(lab.url);
  await theatre.step('Start producer A').click();
  await expect(theatre.step('Freeze A')).toBeEnabled();

  await test.step('export while a transaction is open', async () => {
    await theatre.area('Evidence').click();
    await expect(page.getByText(/transactions? (is|are) open at this point/)).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export this run' }).click();
    await (await download).saveAs(file);
    await expect(page.getByText(/^evidence\.fence was written/)).toBeVisible();
    await expect(page.getByText(/agree with the checksums/)).toBeVisible();
  });

  await test.step('what happens afterwards', async () => {
    await theatre.area('Theatre').click();
    await theatre.step('Freeze A').click();
    await theatre.step('Start twin B').click();
    await expect(theatre.step('Let B write and commit')).toBeEnabled();
  });

  await test.step('open it', async () => {
    await theatre.area('Evidence').click();
    await page.locator('input[type="file"]').setInputFiles(file);
    await expect(page.getByRole('row', { name: /zombie\.fence/ })).toBeVisible();
    await expect(theatre.inspector).toContainText('a running lab, in one step');
    await expect(theatre.inspector).toContainText('--files "$(ls logs/orders-0/*.log | paste -sd, -)"');
    await expect(theatre.inspector).toContainText('Kafka renames the folders to …-stray');
  });

  await test.step('compare it with the lab', async () => {
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const table = page.getByRole('table', { name: 'Compare' });
    await expect(table.getByRole('row', { name: /orders-0 @5\.\.6.*open.*aborted/ })).toBeVisible();
    await page.getByRole('button', { name: /equal line/ }).click();
    await expect(table.getByRole('row', { name: /log start, orders-0/ })).toBeVisible();
  });

  await test.step('its logs are read as those of any directory', async () => {
    await page.getByRole('button', { name: 'Show its logs' }).click();
    await expect(page.getByRole('row', { name: /open/ }).first()).toBeVisible();
  });
  fs.rmSync(folder, { recursive: true, force: true });
});

test('X-ray: from an aborted record to the bytes of the marker that voids it, and back', async ({
  page,
  lab,
}) => {
  const theatre = new TheatrePage(page);
  await theatre.open(lab.url);
  await theatre.playByButtons();
  await theatre.area('Logs').click();
  await page
    .getByRole('grid', { name: 'Records of orders-0' })
    .getByRole('row', { name: /aborted/ })
    .first()
    .click();
  await page.keyboard.press('x');
  const marker = page.getByRole('button', { name: /orders-0: ABORT marker at offset 7/ });
  await marker.click();
  await expect(theatre.inspector).toContainText('PrepareAbort');
  await expect(theatre.inspector.getByRole('listbox', { name: /^Fields of / })).toContainText('baseOffset');

  await test.step('by keyboard from effect to cause', async () => {
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('button', { name: /PrepareAbort/, pressed: true })).toBeFocused();
  });
  await page.keyboard.press('Escape');
  await expect(theatre.inspector).toContainText('orders-0 @5..6');

  await test.step('another area has nothing of it', async () => {
    await page.keyboard.press('x');
    await marker.click();
    await theatre.area('Evidence').click();
    await expect(theatre.inspector).toContainText('orders-0 @5..6');
  });
});
