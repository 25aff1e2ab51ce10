/** The system's dialogs for what is opened and what is saved. They give paths only; files are read and written by the lab. */
import path from 'node:path';
import { app, type BrowserWindow, dialog, type IpcMainInvokeEvent, ipcMain } from 'electron';
import { isOwnPage } from './window.ts';

/** Null when the person closed the dialog. */
export async function choosePath(window: BrowserWindow, kind: 'file' | 'directory'): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    properties: kind === 'directory' ? ['openDirectory'] : ['openFile', 'showHiddenFiles'],
  });
  return canceled ? null : (filePaths[0] ?? null);
}

/** Answers the page's questions; only those of our own page, and only for `window`. */
export function serveDialogs(window: BrowserWindow): void {
  const isAllowed = (event: IpcMainInvokeEvent): boolean =>
    event.sender === window.webContents && isOwnPage(event.senderFrame?.url);
  ipcMain.handle('fencepost:choosePath', (event, kind: unknown) => {
    if (!isAllowed(event) || (kind !== 'file' && kind !== 'directory')) return null;
    return choosePath(window, kind);
  });
  ipcMain.handle('fencepost:chooseTarget', async (event, name: unknown) => {
    if (!isAllowed(event) || typeof name !== 'string') return null;
    const { canceled, filePath } = await dialog.showSaveDialog(window, {
      // Whatever the page says, the dialog begins with a plain name.
      defaultPath: path.join(app.getPath('documents'), path.basename(name)),
    });
    return canceled || filePath === '' ? null : filePath;
  });
}

/** What the command line of a start asks to open: the first argument that is no option. */
export function pathToOpen(argv: readonly string[], workingDirectory: string): string | undefined {
  const own = app.isPackaged ? 1 : 2;
  const argument = argv.slice(own).find((one) => one !== '' && !one.startsWith('-'));
  return argument === undefined ? undefined : path.resolve(workingDirectory, argument);
}
