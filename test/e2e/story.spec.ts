import { expect } from '@playwright/test';
import { test } from './lab-fixture.ts';
import { STORY_BUTTONS, TheatrePage } from './pages/theatre-page.ts';

test.describe('the zombie story', () => {
  test('is played with the primary button: the frozen producer comes back and is refused', async ({
    page,
    lab,
  }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    const theatre = new TheatrePage(page);
    await theatre.open(lab.url);
    for (const name of ['Play the story', 'Free lab']) {
      await expect(page.getByRole('button', { name })).toHaveCount(1);
    }
    await theatre.playByButtons(async (step) => {
      // Whoever asks for the next step by a part of its name finds one button.
      const next = STORY_BUTTONS[Math.min(step, STORY_BUTTONS.length - 1)] as string;
      await expect(page.getByRole('button', { name: next })).toHaveCount(1);
    });

    const lane = theatre.lane('orders-0');
    await expect(lane.getByRole('gridcell', { name: /offset \d+, committed/ }).first()).toBeVisible();
    await expect(lane.getByRole('gridcell', { name: /offset \d+, aborted/ }).first()).toBeVisible();
    await expect(theatre.refusedCell('orders-0')).toBeVisible();
    await expect(theatre.inspector).toContainText('90 EndTxn');
    await expect(page.getByText('ProducerFencedException').first()).toBeVisible();
    await expect(theatre.timeline).toBeVisible();
    expect(errors).toEqual([]);
  });

  test('is driven with Space alone, under the old protocol too', async ({ page, lab }) => {
    const theatre = new TheatrePage(page);
    await theatre.open(lab.url);
    await theatre.chooseTransactionVersion(1);
    await expect(theatre.step(STORY_BUTTONS[0])).toBeEnabled({ timeout: 20_000 });
    for (const [i] of STORY_BUTTONS.entries()) {
      await page.keyboard.press('Space');
      const next = STORY_BUTTONS[i + 1];
      if (next !== undefined) await expect(theatre.step(next)).toBeEnabled({ timeout: 20_000 });
    }
    await expect(theatre.refusedCell('orders-0')).toBeVisible();
    await expect(theatre.inspector).toContainText('90 EndTxn');
  });

  test('plays itself, and can be reset and played again', async ({ page, lab }) => {
    const theatre = new TheatrePage(page);
    await theatre.open(lab.url);
    await theatre.button('Play the story').click();
    await expect(theatre.refusedCell('orders-0')).toBeVisible({ timeout: 45_000 });
    await theatre.button('Start over').click();
    await expect(theatre.step(STORY_BUTTONS[0])).toBeEnabled({ timeout: 20_000 });
    await theatre.step(STORY_BUTTONS[0]).click();
    await expect(theatre.step(STORY_BUTTONS[1])).toBeEnabled({ timeout: 20_000 });
  });
});
