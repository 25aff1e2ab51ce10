/** What the command line, another start, the system or the menu wants opened: kept until the page takes it. */
import path from 'node:path';
import { app, type BrowserWindow, ipcMain } from 'electron';
import { isFromPage } from './window.ts';

export class OpenRequests {
  #waiting: readonly string[];
  #window: BrowserWindow | undefined;

  constructor(paths: readonly string[]) {
    this.#waiting = paths;
  }

  /** Asks for absolute paths, one after the other. */
  open(paths: readonly string[]): void {
    if (paths.length === 0) return;
    this.#waiting = [...this.#waiting, ...paths];
    this.#window?.webContents.send('fencepost:open');
  }

  /** Lets the page of `window` take what waits: when it begins to listen, and whenever it hears of more. */
  serve(window: BrowserWindow): void {
    this.#window = window;
    ipcMain.handle('fencepost:takePaths', (event) => {
      if (!isFromPage(event, window)) return [];
      const taken = this.#waiting;
      this.#waiting = [];
      return taken;
    });
  }
}

/**
 * What the command line of this start asks to open: everything that is no option. Not packaged, the application's own folder
 * stands before it, with options of Electron's around it.
 */
export function pathsToOpen(argv: readonly string[], workingDirectory: string): readonly string[] {
  const given = argv
    .slice(1)
    .map((argument) => ({ argument, full: path.resolve(workingDirectory, argument) }));
  const own = app.isPackaged ? -1 : given.findIndex(({ full }) => full === app.getAppPath());
  return given
    .slice(own + 1)
    .filter(({ argument }) => argument !== '' && !argument.startsWith('-'))
    .map(({ full }) => full);
}
