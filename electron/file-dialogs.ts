/** The system's dialogs for what is opened and what is saved. They give paths only; files are read and written by the lab. */
import path from 'node:path';
import { app, type BrowserWindow, dialog, type FileFilter, ipcMain } from 'electron';
import type { Words } from './text.ts';
import { isFromPage } from './window.ts';

/** Null when the person closed the dialog. */
export async function choosePath(
  window: BrowserWindow,
  words: Words,
  kind: 'file' | 'directory',
): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(
    window,
    kind === 'directory'
      ? { title: words.openDirectoryTitle, properties: ['openDirectory'] }
      : { title: words.openFileTitle, properties: ['openFile', 'showHiddenFiles'] },
  );
  return canceled ? null : (filePaths[0] ?? null);
}

/** Asks where a new file goes; null when the person closed the dialog. */
async function chooseTarget(window: BrowserWindow, words: Words, name: string): Promise<string | null> {
  // Whatever the page says, the dialog begins with a plain name.
  const plain = path.basename(name);
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: words.saveTitle,
    defaultPath: path.join(app.getPath('documents'), plain),
    filters: filtersOf(words, path.extname(plain).slice(1)),
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  });
  return canceled || filePath === undefined || filePath === '' ? null : filePath;
}

/** What the window saves, by the end of its name. */
function filtersOf({ pack, log, archive, csv, json }: Words, extension: string): FileFilter[] {
  const names = new Map(Object.entries({ fence: pack, log, zip: archive, csv, json }));
  const name = names.get(extension);
  return name === undefined ? [] : [{ name, extensions: [extension] }];
}

/** Answers the page's questions, in the words of the moment; only those of our own page, and only for `window`. */
export function serveDialogs(window: BrowserWindow, words: () => Words): void {
  ipcMain.handle('fencepost:choosePath', (event, kind: unknown) => {
    if (!isFromPage(event, window) || (kind !== 'file' && kind !== 'directory')) return null;
    return choosePath(window, words(), kind);
  });
  ipcMain.handle('fencepost:chooseTarget', (event, name: unknown) => {
    if (!isFromPage(event, window) || typeof name !== 'string') return null;
    return chooseTarget(window, words(), name);
  });
}
