/**
 * What the window's thread does while it is driven: gaps between its frames, tasks above 50 ms, and the processor time of its longest
 * task, which alone says what the window costs while others load the machine.
 */
import type { Page } from '@playwright/test';

export interface Watched {
  readonly frames: number;
  readonly longestFrameMs: number;
  /** Frames that came more than 50 ms after the one before. */
  readonly lateFrames: number;
  /** Tasks above 50 ms, as the browser reports them. */
  readonly longTasksMs: readonly number[];
  /** Processor time of the longest task, in ms; 0 where the browser does not tell. */
  readonly longestTaskCpuMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly name?: string };
  /** Processor time in µs. */
  readonly tdur?: number;
}

function longestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const windows = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  );
  return traceEvents
    .filter((event) => event.name.endsWith('RunTask') && windows.has(threadOf(event)))
    .reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0);
}

interface Watch {
  last: number;
  gaps: number[];
  tasks: number[];
}

declare global {
  interface Window {
    watch?: Watch;
  }
}

export async function startWatching(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watch: Watch = { last: performance.now(), gaps: [], tasks: [] };
    window.watch = watch;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watch.tasks.push(duration);
    }).observe({ entryTypes: ['longtask'] });
    const onFrame = (): void => {
      const now = performance.now();
      watch.gaps.push(now - watch.last);
      watch.last = now;
      requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
  });
}

/** What happened while `act` ran. */
export async function watched(page: Page, act: () => Promise<void>): Promise<Watched> {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ['toplevel'] });
  await page.evaluate(() => {
    const { watch } = window;
    if (watch) Object.assign(watch, { last: performance.now(), gaps: [], tasks: [] });
  });
  await act();
  // Long tasks are reported a little later.
  await page.waitForTimeout(200);
  const trace = await browser?.stopTracing();
  const longestTaskCpuMs = trace === undefined ? 0 : longestTask(trace);
  const seen = await page.evaluate(() => {
    const { gaps = [], tasks = [] } = window.watch ?? {};
    return {
      frames: gaps.length,
      longestFrameMs: Math.max(0, ...gaps),
      lateFrames: gaps.filter((gap) => gap > 50).length,
      longTasksMs: tasks,
    };
  });
  return { ...seen, longestTaskCpuMs };
}

/** Types into the jump field; resolves with the ms from Enter until a row that begins with `offset` is drawn. */
export async function jumpTook(page: Page, to: string, offset: number): Promise<number> {
  const field = page.getByRole('searchbox', { name: 'Jump to an offset or a time' });
  await field.fill(to);
  const drawn = page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        document.addEventListener(
          'keydown',
          () => {
            const start = performance.now();
            const look = (): void => {
              const cells = [...document.querySelectorAll('[role="grid"] tbody tr td:first-child')];
              const isShown = cells.some(({ textContent }) => textContent.trim() === text);
              if (isShown) resolve(performance.now() - start);
              else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
          },
          { capture: true, once: true },
        );
      }),
    String(offset),
  );
  await field.press('Enter');
  return drawn;
}
