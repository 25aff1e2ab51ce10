import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, test as base, type ElectronApplication, expect, type Page } from '@playwright/test';
import { TheatrePage } from '../e2e/pages/theatre-page.ts';
import { electronExecutable, reasonToSkip } from './electron-binary.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OLD_ELECTRON = fileURLToPath(new URL('old-electron.cjs', import.meta.url));
const WAIT_FOR_PLAYWRIGHT = fileURLToPath(new URL('wait-for-playwright.cjs', import.meta.url));

export const FIXTURES = path.join(ROOT, 'test/fixtures');
/** A log directory of Apache Kafka. */
export const LOG_DIRECTORY = path.join(FIXTURES, 'log-dirs/txn-basic/data');

export interface StartOptions {
  /** What stands behind the application on the command line. */
  readonly args?: readonly string[];
  /** The lab's data directory; one of its own when left out. */
  readonly data?: string;
  /** Whose user data; starts with the same are one application. */
  readonly user?: string;
}

/** How a start of the application ended that nobody drove. */
export interface EndedStart {
  readonly status: number | null;
  readonly output: string;
}

/**
 * The application as a person at a desktop meets it. Only the system's dialogs are stood in for: nobody is there to use them.
 */
export class DesktopWindow {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly theatre: TheatrePage;

  constructor(app: ElectronApplication, page: Page) {
    this.app = app;
    this.page = page;
    this.theatre = new TheatrePage(page);
  }

  /** The person chooses `file` in the next dialogs that ask what to open; null: closes them. */
  async chooseToOpen(file: string | null): Promise<void> {
    await this.app.evaluate(({ dialog }, chosen) => {
      const answer = { canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] };
      Object.assign(globalThis, { asked: null });
      dialog.showOpenDialog = ((_window: unknown, options: unknown) => {
        Object.assign(globalThis, { asked: options });
        return Promise.resolve(answer);
      }) as unknown as typeof dialog.showOpenDialog;
    }, file);
  }

  /** The person chooses `file` in the next dialogs that ask where a file goes; null: closes them. */
  async chooseToSave(file: string | null): Promise<void> {
    await this.app.evaluate(({ dialog }, chosen) => {
      const answer = { canceled: chosen === null, filePath: chosen ?? '' };
      Object.assign(globalThis, { asked: null });
      dialog.showSaveDialog = ((_window: unknown, options: unknown) => {
        Object.assign(globalThis, { asked: options });
        return Promise.resolve(answer);
      }) as unknown as typeof dialog.showSaveDialog;
    }, file);
  }

  /** What the last dialog was asked for; null when there was none since the last choice. */
  asked(): Promise<{ readonly [option: string]: unknown } | null> {
    return this.app.evaluate(() => (globalThis as { asked?: never }).asked ?? null);
  }

  /** Chooses an item of the application's menu. */
  async chooseMenu(id: string): Promise<void> {
    await this.app.evaluate(({ Menu, BrowserWindow }, wanted) => {
      const [window] = BrowserWindow.getAllWindows();
      Menu.getApplicationMenu()?.getMenuItemById(wanted)?.click(undefined, window, window?.webContents);
    }, id);
  }

  /** Presses keys as the system hands them to the window: what the page leaves goes on to the menu. */
  async pressKeys(keyCode: string, modifiers: readonly ('control' | 'shift' | 'meta')[]): Promise<void> {
    await this.app.evaluate(
      ({ BrowserWindow }, keys) => {
        const [window] = BrowserWindow.getAllWindows();
        for (const type of ['keyDown', 'keyUp'] as const)
          window?.webContents.sendInputEvent({ type, keyCode: keys.keyCode, modifiers: [...keys.modifiers] });
      },
      { keyCode, modifiers },
    );
  }

  /** Drops files of this machine on the window, as the system does: the page is given real files, with their paths. */
  async drop(...files: readonly string[]): Promise<void> {
    const debug = await this.page.context().newCDPSession(this.page);
    const data = { items: [], files: [...files], dragOperationsMask: 1 };
    const send = (type: 'dragEnter' | 'dragOver' | 'drop', y: number) =>
      debug.send('Input.dispatchDragEvent', { type, x: 600, y, data });
    await this.page.evaluate(() => {
      Object.assign(window, { isTaken: false });
      const take = () => Object.assign(window, { isTaken: true });
      window.addEventListener('dragover', () => setTimeout(take), { once: true });
    });
    const invitation = this.page.getByText(/^(Opened read only\.|읽기 전용으로 엽니다\.)/);
    let y = 400;
    // The browser may not have heard yet that the page takes it: such a drop is lost, and the page goes on inviting.
    await expect(async () => {
      await send('dragEnter', ++y);
      await expect(invitation).toBeVisible({ timeout: 1_000 });
      // Nothing is dropped before the page has said that it takes it.
      await expect
        .poll(async () => {
          await send('dragOver', ++y);
          return this.page.evaluate(() => 'isTaken' in window && window.isTaken);
        })
        .toBe(true);
      await send('drop', y);
      await expect(invitation).toBeHidden({ timeout: 1_000 });
    }).toPass({ timeout: 15_000 });
    await debug.detach();
  }

  /** What is listed as opened in Logs. */
  opened(name: string): ReturnType<Page['getByRole']> {
    return this.page
      .getByRole('region', { name: 'Partitions' })
      .getByRole('button', { name: `Close ${name}`, exact: true });
  }

  /** The file whose bytes are on the ruler. */
  ruler(name: string | RegExp): ReturnType<Page['getByRole']> {
    return this.page.getByRole('tab', { name, selected: true });
  }
}

/** Starts of the application that share their user data, as those of one person do. */
export class Desktop {
  readonly folder: string;
  readonly #apps: ElectronApplication[] = [];

  constructor() {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-electron-'));
  }

  /** A path in the folder of this test. */
  path(...parts: readonly string[]): string {
    return path.join(this.folder, ...parts);
  }

  async start(options: StartOptions = {}): Promise<DesktopWindow> {
    const app = await _electron.launch({
      executablePath: electronExecutable() as string,
      args: ['-r', WAIT_FOR_PLAYWRIGHT, '-r', OLD_ELECTRON, ...this.#arguments(options)],
      env: this.#environment(options),
    });
    this.#apps.push(app);
    const page = await app.firstWindow();
    await page.waitForSelector('nav', { timeout: 30_000 });
    return new DesktopWindow(app, page);
  }

  /** Starts the application without driving it; resolves when it has ended. */
  run(
    options: StartOptions & { readonly before?: readonly string[]; readonly cwd?: string } = {},
  ): Promise<EndedStart> {
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const args = [...(options.before ?? []), ...sandbox, ...this.#arguments(options)];
    const child = spawn(electronExecutable() as string, args, {
      env: this.#environment(options),
      cwd: options.cwd,
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    return new Promise((resolve) => child.once('close', (status) => resolve({ status, output })));
  }

  async end(): Promise<void> {
    for (const app of this.#apps) await app.close().catch(() => undefined);
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  #arguments({ args = [], user = 'user' }: StartOptions): string[] {
    return [ROOT, `--user-data-dir=${this.path(user)}`, ...args];
  }

  #environment({ data = this.path('data') }: StartOptions): { [key: string]: string } {
    return { ...process.env, FENCEPOST_DATA: data } as { [key: string]: string };
  }
}

/** `desktop`: ends with the test, and everything it started too. Skipped, with the reason, where there is no Electron. */
export const test = base.extend<{ desktop: Desktop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
  desktop: async ({}, use) => {
    test.skip(reasonToSkip() !== undefined, reasonToSkip() ?? '');
    const desktop = new Desktop();
    await use(desktop);
    await desktop.end();
  },
});
