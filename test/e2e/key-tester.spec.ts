import { expect } from '@playwright/test';
import { test } from './lab-fixture.ts';
import { TheatrePage } from './pages/theatre-page.ts';

test('the key tester places a key as each client does', async ({ page, lab }) => {
  const theatre = new TheatrePage(page);
  await theatre.open(lab.url);
  await theatre.area('Experiments').click();
  await page.getByRole('radio', { name: 'Keys' }).click();
  const row = page.getByRole('row', { name: /^Java / });
  await expect(row.getByRole('cell').first()).toContainText('1');
  await page.getByRole('spinbutton', { name: 'Partitions' }).fill('12');
  await page.getByRole('spinbutton', { name: 'Afterwards' }).fill('');
  await expect(row.getByRole('cell').first()).toHaveText('4');
});
