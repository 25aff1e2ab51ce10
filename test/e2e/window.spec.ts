import net from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { AREAS } from '../../renderer/state/areas.ts';
import { en } from '../../renderer/text/en.ts';
import { ko } from '../../renderer/text/ko.ts';
import { test } from './lab-fixture.ts';
import { STORY_BUTTONS, TheatrePage } from './pages/theatre-page.ts';

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

const OPEN = either('open.action');
const CENSUS = either('census.mode');
const COUNT = either('census.start');
const COUNT_AGAIN = either('census.again');
const RECORDS = either('logs.records');

/** Places of the window, and how a keyboard gets there from its area. */
const PANELS: readonly {
  readonly name: string;
  readonly area: string;
  readonly go: (page: Page) => Promise<void>;
}[] = [
  {
    name: 'Open',
    area: '2',
    go: async (page) => {
      await page.getByRole('button', { name: OPEN }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'Census',
    area: '2',
    go: async (page) => {
      await page.getByRole('radio', { name: CENSUS }).click();
      await page.getByRole('button', { name: COUNT }).click();
      await expect(page.getByRole('button', { name: COUNT_AGAIN })).toBeVisible();
    },
  },
  {
    name: 'X-ray',
    area: '2',
    go: async (page) => {
      const records = page.getByRole('radio', { name: RECORDS, exact: true });
      await records.click();
      await page
        .getByRole('row', { name: /COMMIT/ })
        .first()
        .click();
      await page.keyboard.press('x');
      await expect(page.getByRole('heading', { level: 1 })).toContainText(/X-ray|엑스레이/);
    },
  },
];
/** A sentence in either language. */
function either(key: keyof typeof en): RegExp {
  return new RegExp(`^(${en[key]}|${ko[key]})$`);
}

async function goTo(page: Page, area: string): Promise<void> {
  await page.keyboard.press('Escape');
  await page.keyboard.press(area);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

async function look(page: Page, theme: 'dark' | 'light', language: 'en' | 'ko'): Promise<void> {
  const chosen = { theme, language };
  await page.evaluate((one) => localStorage.setItem('fencepost.window', JSON.stringify(one)), chosen);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** Words that are cut although nothing says so, and controls that lie outside of what is to be seen. */
function clippedIn(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element): boolean => /auto|scroll/.test(getComputedStyle(element).overflow);
    const found: string[] = [];
    for (const element of document.querySelectorAll('button, h1, h2, [role="tab"], [role="radio"], label')) {
      const box = element.getBoundingClientRect();
      if (box.width === 0 || box.height === 0) continue;
      const style = getComputedStyle(element);
      const isCut = element.scrollWidth > element.clientWidth + 1 && style.overflow !== 'visible';
      if (isCut && style.textOverflow !== 'ellipsis') found.push(`cut: ${element.textContent?.trim()}`);
      let around = element.parentElement;
      while (around !== null && !scrolls(around) && around !== document.body) around = around.parentElement;
      const isFree = around === null || around === document.body;
      if (isFree && (box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < -1))
        found.push(`outside: ${element.textContent?.trim()}`);
    }
    return found;
  });
}

test('every area passes the accessibility rules in both themes, and speaks Korean alone in Korean', async ({
  page,
  lab,
}) => {
  test.setTimeout(240_000);
  const theatre = new TheatrePage(page);
  await theatre.open(lab.url);
  await theatre.playByButtons();
  for (const theme of ['dark', 'light'] as const) {
    await look(page, theme, 'en');
    for (const [i, area] of AREAS.entries()) {
      await goTo(page, String(i + 1));
      await expect(theatre.area(en[`area.${area}`])).toHaveAttribute('aria-current', /page|true/);
      await expectNoViolations(page, `${area}, ${theme}`);
    }
    for (const { name, area, go } of PANELS) {
      await goTo(page, area);
      await go(page);
      await expectNoViolations(page, `${name}, ${theme}`);
      await page.keyboard.press('Escape');
    }
  }
  await look(page, 'dark', 'ko');
  for (const [i, area] of AREAS.entries()) {
    await goTo(page, String(i + 1));
    const english = (await textsOf(page)).filter((text) => ENGLISH.has(text));
    expect(english, area).toEqual([]);
  }
});

test('nothing is cut at 1280 by 800 in either language, and the focus is always seen', async ({
  page,
  lab,
}) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 1280, height: 800 });
  const theatre = new TheatrePage(page);
  await theatre.open(lab.url);
  await theatre.playByButtons();
  for (const language of ['en', 'ko'] as const) {
    await look(page, 'dark', language);
    for (const [i, area] of AREAS.entries()) {
      await goTo(page, String(i + 1));
      expect(await clippedIn(page), `${area}, ${language}`).toEqual([]);
      await page.keyboard.press('Tab');
      for (let step = 0; step < 12; step++) {
        const seen = await page.evaluate(() => {
          const at = document.activeElement;
          if (at === null || at === document.body) return 'the page';
          // A field shows it at its frame, which is around it.
          const frames = [at, at.parentElement, at.parentElement?.parentElement ?? null];
          const isSeen = frames.some((one) => {
            if (one === null) return false;
            const { outlineStyle, outlineWidth } = getComputedStyle(one);
            return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
          });
          return isSeen ? '' : at.outerHTML.slice(0, 160);
        });
        expect(['', 'the page'], `${area}, ${language}: ${seen}`).toContain(seen);
        await page.keyboard.press('Tab');
      }
    }
  }
});
