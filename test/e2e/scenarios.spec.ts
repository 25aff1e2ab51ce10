import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { test } from './lab-fixture.ts';
import { TheatrePage } from './pages/theatre-page.ts';

test('a claim is predicted, run, seen and run again under the other protocol', async ({ page, lab }) => {
  const theatre = new TheatrePage(page);
  await theatre.open(lab.url);
  await theatre.area('Scenarios').click();

  const claim = page.getByRole('option', { name: /C32/ });
  await claim.click();
  await expect(theatre.inspector).toContainText('beginTransaction is local');
  await expect(theatre.inspector).toContainText('not run');
  await page.keyboard.press('Enter');

  // The decisive step waits for the prediction.
  const question = page.getByRole('region', { name: 'Question before the decisive step' });
  await expect(question).toContainText('How many requests does beginTransaction send?');
  await expect(page.getByText('Nothing has been compared yet.')).toBeVisible();
  await page.keyboard.press('b');
  await expect(question.getByRole('button', { name: /BeginTxn/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(question.getByRole('button', { name: /None.*came true/ })).toBeVisible();
  await expect(question).toContainText('Kafka has no such request');

  const checks = page.getByRole('table').filter({ hasText: 'expected' });
  await expect(checks.getByRole('row', { name: /written after the first record/ })).toContainText('Ongoing');
  await expect(page.getByRole('list', { name: 'Verdict' })).toContainText('holds');

  await page.getByRole('radio', { name: '4.x TV1' }).click();
  await expect(question.getByRole('button', { name: 'Skip' })).toBeVisible();
  await question.getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByRole('list', { name: 'Verdict' })).toContainText('holds');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Keep as evidence' }).click();
  const pack = await download;
  expect(pack.suggestedFilename()).toBe('begin-is-local.fence');

  // The frame behind the check, then back to the list, where the claim stands as shown.
  await checks.getByRole('button', { name: /^Open: .*first record goes/ }).click();
  await expect(theatre.inspector).toContainText('AddPartitionsToTxn');
  await theatre.area('Scenarios').click();
  await page.getByRole('button', { name: 'Back to all scenarios' }).click();
  await expect(claim).toContainText('holds');

  // Whoever opens the pack is told the same.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-kept-'));
  const file = path.join(folder, 'begin-is-local.fence');
  await pack.saveAs(file);
  await theatre.area('Evidence').click();
  await page.locator('input[type="file"]').setInputFiles(file);
  await expect(theatre.inspector).toContainText('(4.x TV1)');
  await expect(theatre.inspector).toContainText('AddPartitionsToTxn Produce');
  fs.rmSync(folder, { recursive: true, force: true });
});

test('a run is cancelled while it asks', async ({ page, lab }) => {
  const theatre = new TheatrePage(page);
  await theatre.open(lab.url);
  await theatre.area('Scenarios').click();
  await page.getByRole('option', { name: /C32/ }).dblclick();
  await expect(page.getByRole('button', { name: 'Skip' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Run all' })).toBeEnabled();
  await expect(page.getByRole('option', { name: /C32/ })).toContainText('not run');
});
