/**
 * Checks 6 and 7 of the inspector, in the window: a partition of 1,000,000 records scrolled and jumped through, and the census of a
 * segment of 1 GiB; how long the window's thread and the lab's were held, and how much memory the lab took. After `npm run build`:
 *
 *   npx tsx test/bench/window-at-scale.ts [--records-mb 123] [--segment-mb 1024] [--jumps 30]
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Locator, type Page } from '@playwright/test';
import { addressPrintedBy } from '../e2e/lab-fixture.ts';
import { browserExecutable } from '../support/browser.ts';
import { SeededRandom } from '../support/seeded-random.ts';
import { type LargeSegment, writeLargeSegment } from './large-segment.ts';
import { watchMemory } from './window/memory-watch.ts';
import { jumpTook, startWatching, type Watched, watched } from './window/page-watch.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));
const PINGER = fileURLToPath(new URL('./window/pinger.ts', import.meta.url));
const MB = 1024 * 1024;

const { values: args } = parseArgs({
  options: {
    // 1,000,000 records of 112 bytes in batches of 15 KB.
    'records-mb': { type: 'string', default: '123' },
    'segment-mb': { type: 'string', default: '1024' },
    jumps: { type: 'string', default: '30' },
  },
});
const random = new SeededRandom(7);

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

const ms = (value: number): string => `${value.toFixed(1)} ms`;

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function load(): string {
  return os.loadavg()[0]?.toFixed(2) ?? '';
}

/** How long answers took since the last time. */
async function pings(pinger: ChildProcess): Promise<string> {
  const answer = once(pinger, 'message') as Promise<[readonly number[]]>;
  pinger.send('take');
  const [took] = await answer;
  return `lab answers p50 ${ms(quantile(took, 0.5))}, p99 ${ms(quantile(took, 0.99))}, slowest ${ms(Math.max(0, ...took))} (${took.length})`;
}

function report(
  what: string,
  { frames, longestFrameMs, lateFrames, longTasksMs, longestTaskCpuMs }: Watched,
): void {
  const tasks = longTasksMs.length === 0 ? 'none' : longTasksMs.map((one) => one.toFixed(0)).join(' ');
  print(
    `${what}: longest frame ${ms(longestFrameMs)} of ${frames}, ${lateFrames} above 50 ms; tasks above 50 ms: ${tasks}; longest task ${ms(longestTaskCpuMs)} of processor time; load ${load()}`,
  );
}

async function openIn(page: Page, folder: string, { nextOffset }: LargeSegment): Promise<number> {
  await page.keyboard.press('2');
  await page.getByRole('button', { name: 'Open a directory or file' }).click();
  const field = page.getByRole('textbox', { name: 'path on this machine' });
  await field.fill(folder);
  const start = performance.now();
  await field.press('Enter');
  await page.getByRole('row', { name: new RegExp(`^${nextOffset - 1} `) }).waitFor();
  return performance.now() - start;
}

async function scrollThrough(page: Page, grid: Locator, records: number): Promise<void> {
  const box = await grid.boundingBox();
  if (box === null) throw new Error('the table is not drawn');
  await page.mouse.move(box.x + 300, box.y + 100);
  const turn = async (px: number, turns: number): Promise<void> => {
    for (let i = 0; i < turns; i++) await page.mouse.wheel(0, px);
  };
  report('the wheel, 30,000 records', await watched(page, () => turn(840, 1000)));
  const px = 84_000;
  const turns = Math.ceil((records * 28) / px);
  report('the wheel, all records', await watched(page, () => turn(px, turns)));
  report(
    'the bar, dragged up and down again',
    await watched(page, async () => {
      const panel = await grid.evaluate((table) => {
        let at: HTMLElement = table as HTMLElement;
        while (at.scrollHeight <= at.clientHeight * 2 && at.parentElement !== null) at = at.parentElement;
        const { right, top, bottom } = at.getBoundingClientRect();
        return { x: right - 5, top: top + 8, bottom: bottom - 8 };
      });
      await page.mouse.move(panel.x, panel.bottom);
      await page.mouse.down();
      await page.mouse.move(panel.x, panel.top, { steps: 400 });
      await page.mouse.move(panel.x, panel.bottom, { steps: 400 });
      await page.mouse.up();
    }),
  );
}

async function jumpAround(page: Page, { nextOffset, firstTimestamp }: LargeSegment): Promise<void> {
  const byOffset: number[] = [];
  const byTime: number[] = [];
  const seen = await watched(page, async () => {
    for (let i = 0; i < Number(args.jumps); i++) {
      const offset = random.nextInt(nextOffset - 1);
      byOffset.push(await jumpTook(page, String(offset), offset));
    }
  });
  report(`jumps by offset, p50 ${ms(quantile(byOffset, 0.5))}, slowest ${ms(Math.max(...byOffset))}`, seen);
  const seenByTime = await watched(page, async () => {
    for (let i = 0; i < Number(args.jumps); i++) {
      // 63 batches of 130 ms and a marker after each: the first record at a time that a block of them begins with.
      const block = random.nextInt(Math.floor(nextOffset / (63 * 130 + 1)));
      const offset = block * (63 * 130 + 1);
      byTime.push(await jumpTook(page, `@${firstTimestamp + block * 64 * 130}`, offset));
    }
  });
  report(`jumps by time, p50 ${ms(quantile(byTime, 0.5))}, slowest ${ms(Math.max(...byTime))}`, seenByTime);
}

async function count(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Census' }).click();
  const start = performance.now();
  const seen = await watched(page, async () => {
    await page.getByRole('button', { name: 'Count every offset' }).click();
    await page.getByText(/each counted once/).waitFor({ timeout: 600_000 });
  });
  report(`census in the window, ${((performance.now() - start) / 1000).toFixed(1)} s`, seen);
}

const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-scale-'));
const folderOf = (name: string): string => path.join(parent, name);
const records = writeLargeSegment(folderOf('records'), Number(args['records-mb']) * MB);
const segment = writeLargeSegment(folderOf('segment'), Number(args['segment-mb']) * MB);
const data = ['--data', folderOf('lab')];
const lab = spawn(process.execPath, [CLI, 'lab', '--no-open', '--port', '0', '--ui-port', '0', ...data], {
  stdio: ['ignore', 'pipe', 'pipe'],
});
const url = await addressPrintedBy(lab, 30_000);
const { host, hash } = new URL(url);
const pinger = fork(PINGER, [`ws://${host}/socket?token=${encodeURIComponent(hash.slice(1))}`]);
const executablePath = await browserExecutable();
const browser = await chromium.launch({
  args: ['--no-sandbox'],
  // The bar is dragged.
  ignoreDefaultArgs: ['--hide-scrollbars'],
  ...(executablePath === undefined ? {} : { executablePath }),
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en' });
  // What the compiler makes of functions with names asks for it in the page.
  await page.addInitScript('globalThis.__name = (fn) => fn');
  await page.goto(url);
  await page.getByRole('button', { name: 'Start producer A' }).waitFor();
  await page.waitForTimeout(2_000);
  const endMemory = watchMemory(lab.pid ?? 0);
  print(`node ${process.version}, ${os.cpus().length} CPUs, load ${load()}; before: ${await pings(pinger)}`);
  const grid = page.getByRole('grid', { name: 'Records of big-0' });
  print(
    `${records.nextOffset} offsets: first screen after ${ms(await openIn(page, folderOf('records'), records))}`,
  );
  await startWatching(page);
  await page.waitForTimeout(1_000);
  await pings(pinger);
  await scrollThrough(page, grid, records.nextOffset);
  print(`  meanwhile ${await pings(pinger)}`);
  await jumpAround(page, records);
  print(`  meanwhile ${await pings(pinger)}`);
  print(
    `${args['segment-mb']} MiB: first screen after ${ms(await openIn(page, folderOf('segment'), segment))}`,
  );
  print(`  meanwhile ${await pings(pinger)}`);
  await count(page);
  print(`  meanwhile ${await pings(pinger)}`);
  const { ownMb, treeMb } = endMemory();
  print(
    `memory of the lab at most ${ownMb.toFixed(0)} MB, with its processes ${treeMb.toFixed(0)} MB; load ${load()}`,
  );
} finally {
  await browser.close();
  pinger.disconnect();
  lab.kill('SIGTERM');
  await once(lab, 'exit');
  fs.rmSync(parent, { recursive: true, force: true });
}
