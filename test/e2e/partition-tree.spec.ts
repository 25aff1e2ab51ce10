import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { test } from './lab-fixture.ts';
import { TheatrePage } from './pages/theatre-page.ts';

const DATA = fileURLToPath(new URL('../fixtures/log-dirs/txn-basic/data', import.meta.url));

test.use({ paths: [path.resolve(DATA)], viewport: { width: 1280, height: 800 } });

test('the tree is one stop for the keyboard, says whose log is shown, and closing what was opened leads back', async ({
  page,
  lab,
}) => {
  await page.goto(lab.url);
  const theatre = new TheatrePage(page);
  const tree = page.getByRole('toolbar', { name: 'Partitions' });
  const stops = tree.locator('button[tabindex="0"]');
  const current = tree.locator('[aria-current="true"]');

  await test.step('what was opened is shown, named with its place, and scrolled to', async () => {
    await expect(page.locator('h1 + p')).toHaveText('orders-0 in data, opened');
    // The lab's own partitions come in above it.
    await expect(tree.getByRole('heading', { name: 'orders', exact: true })).toBeVisible();
    await expect(current).toHaveCount(1);
    await expect(current).toBeInViewport({ ratio: 1 });
    await expect(theatre.inspector).toContainText('orders-0 @');
  });

  await test.step('one stop; arrows, Home and End walk', async () => {
    await expect(stops).toHaveCount(1);
    await expect(stops).toHaveAttribute('aria-current', 'true');
    await current.focus();
    await page.keyboard.press('Home');
    await expect(tree.getByRole('button').first()).toBeFocused();
    await expect(stops).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await expect(tree.getByRole('button').nth(1)).toBeFocused();
    await page.keyboard.press('End');
    await expect(tree.getByRole('button').last()).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(stops).toHaveAttribute('aria-current', 'true');
  });

  await test.step('closing it leads to the lab, and nothing of it stays selected', async () => {
    const close = tree.getByRole('button', { name: 'Close data' });
    await close.focus();
    await page.keyboard.press('Enter');
    await expect(close).toHaveCount(0);
    await expect(page.getByText('No partition yet')).toHaveCount(0);
    await expect(page.locator('h1 + p')).toHaveText(/^\S+-\d+$/);
    await expect(current).toHaveCount(1);
    await expect(tree.locator(':focus')).toHaveCount(1);
  });
});
