import net from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { en } from '../../renderer/text/en.ts';
import { ko } from '../../renderer/text/ko.ts';
import { test } from './lab-fixture.ts';
import { STORY_BUTTONS, TheatrePage } from './pages/theatre-page.ts';

const AREAS = ['1', '2', '3'] as const;
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Long enough on a busy machine; the lab itself answers within a tenth of it. */
const FIRST_SCREEN_MS = 8000;

/** English sentences without values that Korean says otherwise. */
const ENGLISH = new Set(
  (Object.keys(en) as (keyof typeof en)[])
    .filter((key) => en[key] !== ko[key] && !en[key].includes('{') && en[key].includes(' '))
    .map((key) => en[key] as string),
);

/** Every piece of text and every name in the document. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      texts.push((node.nodeValue ?? '').trim());
    }
    for (const element of document.querySelectorAll('[aria-label], [title]')) {
      texts.push(element.getAttribute('aria-label') ?? '', element.getAttribute('title') ?? '');
    }
    return texts.filter((text) => text !== '');
  });
}

async function expectNoViolations(page: Page, place: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(AXE_TAGS).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(found, place).toEqual([]);
}

test('the first screen is there at once, and Space starts the story', async ({ page, lab }) => {
  const theatre = new TheatrePage(page);
  const openedAtMs = performance.now();
  await theatre.open(lab.url);
  await expect(theatre.step(STORY_BUTTONS[0])).toBeEnabled();
  expect(performance.now() - openedAtMs).toBeLessThan(FIRST_SCREEN_MS);
  await page.keyboard.press('Space');
  await expect(theatre.step(STORY_BUTTONS[1])).toBeEnabled({ timeout: 20_000 });
});

test('the bar says where the broker listens, and it does', async ({ page, lab }) => {
  await new TheatrePage(page).open(lab.url);
  const address = page.getByRole('banner').getByText(/^127\.0\.0\.1:\d+$/);
  const [host = '', port = ''] = ((await address.textContent()) ?? '').split(':');
  await new Promise<void>((resolve, reject) => {
    const socket = net.connect({ host, port: Number(port) }, () => {
      socket.destroy();
      resolve();
    });
    socket.on('error', reject);
  });
});

test('an address without the key, or with another, says what to do', async ({ page, lab }) => {
  const [address = ''] = lab.url.split('#');
  await page.goto(address);
  await expect(page.getByText('The address has no key')).toBeVisible();
  await expect(page.getByText(/Open the address that the lab printed/)).toBeVisible();
  await page.goto('about:blank');
  await page.goto(`${address}#of-another-run`);
  await expect(page.getByText('The key is not accepted')).toBeVisible();
});

test('a second window shows the same story', async ({ page, context, lab }) => {
  const theatre = new TheatrePage(page);
  await theatre.open(lab.url);
  const second = new TheatrePage(await context.newPage());
  await second.open(lab.url);
  await theatre.step(STORY_BUTTONS[0]).click();
  await expect(theatre.step(STORY_BUTTONS[1])).toBeEnabled({ timeout: 20_000 });
  await expect(second.step(STORY_BUTTONS[1])).toBeEnabled();
  await second.step(STORY_BUTTONS[1]).click();
  await expect(theatre.step(STORY_BUTTONS[2])).toBeEnabled({ timeout: 20_000 });
});

/** Kinds of the animations that ran while the story did its first step. */
async function motionOfFirstStep(page: Page, url: string): Promise<string[]> {
  const theatre = new TheatrePage(page);
  await theatre.open(url);
  await expect(theatre.step(STORY_BUTTONS[0])).toBeEnabled({ timeout: 20_000 });
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const look = (): void => {
      for (const animation of document.getAnimations()) {
        const lasts = Number(animation.effect?.getComputedTiming().activeDuration);
        if (lasts > 1) seen.add(animation.constructor.name);
      }
      requestAnimationFrame(look);
    };
    look();
  });
  await theatre.step(STORY_BUTTONS[0]).click();
  await expect(theatre.step(STORY_BUTTONS[1])).toBeEnabled({ timeout: 20_000 });
  return page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
}

test('with reduced motion nothing moves that moves without', async ({ page, lab }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await motionOfFirstStep(page, lab.url)).toEqual([]);
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await motionOfFirstStep(page, lab.url)).not.toEqual([]);
});

test('every area passes the accessibility rules in both themes, and speaks Korean alone in Korean', async ({
  page,
  lab,
}) => {
  const theatre = new TheatrePage(page);
  await theatre.open(lab.url);
  await theatre.playByButtons();
  for (const theme of ['dark', 'light'] as const) {
    await page.evaluate((chosen) => {
      localStorage.setItem('fencepost.window', JSON.stringify({ theme: chosen, language: 'en' }));
    }, theme);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    for (const area of AREAS) {
      await page.keyboard.press(area);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoViolations(page, `area ${area}, ${theme}`);
    }
  }
  await page.getByRole('radio', { name: '한국어' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
  for (const area of AREAS) {
    await page.keyboard.press(area);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const english = (await textsOf(page)).filter((text) => ENGLISH.has(text));
    expect(english, `area ${area}`).toEqual([]);
  }
});
