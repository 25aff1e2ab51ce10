import { expect } from '@playwright/test';
import { test } from './desktop-window.ts';

test('the desktop window opens over a lab in the main process, and the story runs in it', async ({
  desktop,
}) => {
  const { theatre } = await desktop.start();
  await theatre.playByButtons();
  await expect(theatre.refusedCell('orders-0')).toBeVisible();
  await expect(theatre.inspector).toContainText('90 EndTxn');
});
