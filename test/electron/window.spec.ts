import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, expect, test } from '@playwright/test';
import { TheatrePage } from '../e2e/pages/theatre-page.ts';
import { electronExecutable, reasonToSkip } from './electron-binary.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test.skip(reasonToSkip() !== undefined, reasonToSkip() ?? '');

test('the desktop window opens over a lab in the main process, and the story runs in it', async () => {
  const userData = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-electron-'));
  const app = await _electron.launch({
    executablePath: electronExecutable() as string,
    args: [ROOT, `--user-data-dir=${userData}`],
    env: { ...process.env, FENCEPOST_DATA: path.join(userData, 'data') } as { [key: string]: string },
  });
  try {
    const page = await app.firstWindow();
    await page.waitForSelector('nav', { timeout: 30_000 });
    const preferences = await app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      const contents = window?.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> };
      const { sandbox, contextIsolation, nodeIntegration } = contents.getLastWebPreferences();
      return { sandbox, contextIsolation, nodeIntegration };
    });
    expect(preferences).toEqual({ sandbox: true, contextIsolation: true, nodeIntegration: false });

    const theatre = new TheatrePage(page);
    await theatre.playByButtons();
    await expect(theatre.refusedCell('orders-0')).toBeVisible();
    await expect(theatre.inspector).toContainText('90 EndTxn');
  } finally {
    await app.close();
    fs.rmSync(userData, { recursive: true, force: true });
  }
});
