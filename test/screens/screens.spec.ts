import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { test } from '../e2e/lab-fixture.ts';
import { STORY_BUTTONS, TheatrePage } from '../e2e/pages/theatre-page.ts';

const DIRECTORY = fileURLToPath(new URL('../../docs/screens', import.meta.url));
const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));
/** Words of both languages. */
const CENSUS = /^(Census|전수 조사)$/;
const CENSUS_START = /^(Count every offset|모든 오프셋 세기)$/;
const ABORTED = /aborted|중단됨/;
/** Landing records and driven posts have come to rest. */
const REST_MS = 1100;

interface Look {
  readonly language: 'en' | 'ko';
  readonly theme: 'dark' | 'light';
}

const LOOKS: readonly Look[] = [
  { language: 'en', theme: 'dark' },
  { language: 'en', theme: 'light' },
  { language: 'ko', theme: 'dark' },
  { language: 'ko', theme: 'light' },
];
const [FIRST_LOOK] = LOOKS as [Look];

/** Keeps the choice as the window does; it holds from the next opening on. */
async function chooseLook(page: Page, look: Look): Promise<void> {
  await page.evaluate((saved) => localStorage.setItem('fencepost.window', JSON.stringify(saved)), look);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', look.theme);
}

async function picture(page: Page, name: string, { language, theme }: Look): Promise<void> {
  await page.mouse.move(720, 60);
  await page.waitForTimeout(REST_MS);
  await page.screenshot({ path: path.join(DIRECTORY, `${name}-${language}-${theme}.png`) });
}

/** The area at a place of the rail, in any language. */
async function goTo(page: Page, place: 1 | 2 | 3 | 7): Promise<void> {
  await page.keyboard.press(String(place));
}

async function openPath(page: Page, file: string): Promise<void> {
  await page
    .getByRole('button', { name: /^(Open a directory or file|디렉터리나 파일 열기)$/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('textbox').fill(file);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
}

for (const version of [2, 1] as const) {
  test(`the story under transaction.version ${version}`, async ({ page, lab }) => {
    const theatre = new TheatrePage(page);
    await theatre.open(lab.url);
    await chooseLook(page, FIRST_LOOK);
    await theatre.chooseTransactionVersion(version);
    await expect(theatre.step(STORY_BUTTONS[0])).toBeEnabled();
    await picture(page, `theatre-step-0-tv${version}`, FIRST_LOOK);
    await theatre.playByButtons(async (step) => {
      const name = step > 6 ? `theatre-refused-tv${version}` : `theatre-step-${step}-tv${version}`;
      await picture(page, name, FIRST_LOOK);
    });
    for (const look of LOOKS.slice(1)) {
      await chooseLook(page, look);
      await page.locator('[data-primary]').click();
      await picture(page, `theatre-refused-tv${version}`, look);
    }
  });
}

test('the logs and the transactions after the story', async ({ page, lab }) => {
  const theatre = new TheatrePage(page);
  await theatre.open(lab.url);
  await theatre.playByButtons();
  for (const look of LOOKS) {
    await chooseLook(page, look);
    await expect(page.locator('[data-primary]')).toBeEnabled();
    await page
      .getByRole('gridcell', { name: /orders-0.*(COMMIT)/ })
      .last()
      .dblclick();
    await expect(page.getByRole('row', { name: /COMMIT/ }).first()).toBeVisible();
    await picture(page, 'logs-marker', look);
    await goTo(page, 3);
    await page
      .getByRole('row', { name: /order-service-1/ })
      .first()
      .click();
    await picture(page, 'transactions', look);
  }
});

test('damage, census, X-ray and evidence', async ({ page, lab }) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-screens-'));
  const damaged = path.join(folder, 'invoices-0');
  fs.cpSync(path.join(FIXTURES, 'damaged/cut-last-batch/data/cut-last-batch-0'), damaged, {
    recursive: true,
  });
  const whole = path.join(folder, 'orders-0');
  fs.cpSync(path.join(FIXTURES, 'log-dirs/txn-basic/data/orders-0'), whole, { recursive: true });
  const theatre = new TheatrePage(page);
  await theatre.open(lab.url);
  await theatre.playByButtons();
  for (const look of LOOKS) {
    await chooseLook(page, look);
    await goTo(page, 2);
    await openPath(page, whole);
    await page.getByRole('radio').filter({ hasText: CENSUS }).click();
    await page.getByRole('button', { name: CENSUS_START }).click();
    await expect(page.getByRole('grid').first()).toBeVisible();
    await picture(page, 'logs-census', look);
    await openPath(page, damaged);
    await page.getByRole('alert').getByRole('button').first().click();
    await picture(page, 'logs-damaged', look);
    await page.getByRole('button', { name: 'orders-0', exact: true }).first().click();
    await page.getByRole('row', { name: ABORTED }).first().click();
    await page.keyboard.press('x');
    const marker = page.getByRole('button', { name: /orders-0.*ABORT/ }).first();
    await marker.click();
    await picture(page, 'xray', look);
    await goTo(page, 7);
    await picture(page, 'evidence', look);
  }
  fs.rmSync(folder, { recursive: true, force: true });
});

test('the free lab', async ({ page, lab }) => {
  const theatre = new TheatrePage(page);
  await theatre.open(lab.url);
  await chooseLook(page, FIRST_LOOK);
  await theatre.openFreeLab();
  const first = await theatre.addProducer({ name: 'order-service' });
  const second = await theatre.addProducer({ name: 'billing', transactionalId: 'billing-1' });
  await first.press('Begin');
  await first.press('Send');
  await first.press('Commit');
  await second.press('Begin');
  await second.press('Send');
  await first.press('Begin');
  await first.press('Send');
  await second.press('Freeze');
  await theatre.twinOf(second);
  for (const look of LOOKS) {
    await chooseLook(page, look);
    await page.locator('.quiet button').nth(1).click();
    await picture(page, 'free-lab', look);
  }
});
