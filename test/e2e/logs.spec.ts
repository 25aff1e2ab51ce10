import { expect } from '@playwright/test';
import { test } from './lab-fixture.ts';
import { TheatrePage } from './pages/theatre-page.ts';

test('Logs shows what the story left on disk, from the partition to the byte', async ({ page, lab }) => {
  const theatre = new TheatrePage(page);
  await theatre.open(lab.url);
  await theatre.playByButtons();
  await theatre.area('Logs').click();
  await page.getByRole('button', { name: 'orders-0', exact: true }).click();
  const records = page.getByRole('grid', { name: 'Records of orders-0' });
  const rows = records.getByRole('row');
  await expect(rows).toHaveCount(1 + 11);

  await test.step('the marker, field by field', async () => {
    await records
      .getByRole('row', { name: /COMMIT marker/ })
      .first()
      .click();
    const field = page.getByRole('option', { name: /producerEpoch/ });
    await field.click();
    await expect(field).toContainText('51–52');
    await expect(page.getByText(/^The marker carries epoch 4\./)).toBeVisible();
    // Only the fields in sight are drawn; the pointer, left where it was, must not move them.
    await field.press('End');
    await expect(page.getByRole('option', { selected: true, name: /^77/ })).toBeInViewport({ ratio: 1 });
    await page.getByRole('option', { name: /key\.type/ }).click();
    await expect(page.getByText(/^Type 1, COMMIT:/)).toBeVisible();
    await expect(theatre.inspector).toContainText('COMMIT marker');
  });

  await test.step('the entry of the aborted transaction in .txnindex', async () => {
    await page.getByRole('tab', { name: '.txnindex' }).click();
    await page.getByRole('option', { name: /lastOffset/ }).click();
    await expect(page.getByText('Its ABORT marker lies at offset 7.')).toBeVisible();
  });

  await test.step('only the aborted records', async () => {
    await page.keyboard.press('Escape');
    await page.locator('h1').click();
    await page.keyboard.press('/');
    const filter = page.getByRole('searchbox', { name: 'filter' });
    await expect(filter).toBeFocused();
    await filter.fill('verdict:aborted');
    await expect(rows).toHaveCount(1 + 2);
    await expect(rows.nth(1)).toContainText('aborted');
    await filter.fill('verdict:nonsense');
    await expect(page.getByText(/is not a filter/)).toBeVisible();
    await filter.press('Escape');
    await expect(rows).toHaveCount(1 + 11);
  });

  await test.step('by keyboard', async () => {
    await rows.nth(1).click();
    await page.keyboard.press('ArrowDown');
    await expect(rows.nth(2)).toBeFocused();
    await expect(rows.nth(2)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('o');
    await expect(rows.nth(1)).toContainText('o-15');
  });
});

test('a lane of the Theatre leads to its record table and to the bytes of a record', async ({
  page,
  lab,
}) => {
  const theatre = new TheatrePage(page);
  await theatre.open(lab.url);
  const lane = theatre.lane('orders-1');
  const record = lane.getByRole('gridcell', { name: /orders-1, offset 0, plain, key o-14/ });
  await record.click();
  await page.keyboard.press('l');
  await expect(page.getByRole('grid', { name: 'Records of orders-1' })).toContainText('o-14');
  await theatre.area('Theatre').click();
  await record.dblclick();
  await expect(page.getByRole('listbox', { name: /^Fields of / })).toContainText('baseOffset');
});
