/** Fencepost as a desktop application: the main process hosts the broker, its coordinators and the lab; one window shows them. */
import { app, type BrowserWindow, ipcMain, Menu } from 'electron';
import { sayStartFailure } from './failure.ts';
import { choosePath, serveDialogs } from './file-dialogs.ts';
import { LabHost } from './lab-host.ts';
import { applicationMenu } from './menu.ts';
import { OpenRequests, pathsToOpen } from './open-requests.ts';
import { pageInTime } from './patience.ts';
import { languageOf, type Words, wordsOf } from './text.ts';
import { isFromPage, loadPage, openWindow, registerScheme, secureSession } from './window.ts';

const asked = pathsToOpen(process.argv, process.cwd());
const requests = new OpenRequests(asked);
let shown: BrowserWindow | undefined;

async function openByDialog(window: BrowserWindow, words: Words, kind: 'file' | 'directory'): Promise<void> {
  const path = await choosePath(window, words, kind);
  if (path !== null) requests.open([path]);
}

/** Menu and dialogs speak the language of the window, from the moment it says which. */
function speak(window: BrowserWindow): () => Words {
  let spoken = languageOf(app.getLocale());
  let words = wordsOf(spoken);
  const showMenu = (): void => {
    const open = (kind: 'file' | 'directory'): void => void openByDialog(window, words, kind);
    Menu.setApplicationMenu(applicationMenu(words, { open }));
  };
  showMenu();
  ipcMain.on('fencepost:language', (event, language: unknown) => {
    if (!isFromPage(event, window) || (language !== 'en' && language !== 'ko')) return;
    if (language === spoken) return;
    spoken = language;
    words = wordsOf(language);
    showMenu();
  });
  return () => words;
}

async function start(): Promise<void> {
  await app.whenReady();
  const host = await LabHost.start();
  if (host === undefined) return;
  secureSession();
  shown = openWindow();
  serveDialogs(shown, speak(shown));
  requests.serve(shown);
  host.connect(shown.webContents);
  await pageInTime(loadPage(shown));
}

/** A second start shows the window of the first, with what it asks to open. */
function showAgain(paths: readonly string[]): void {
  if (shown?.isMinimized() === true) shown.restore();
  shown?.show();
  shown?.focus();
  requests.open(paths);
}

/** What another start of ours handed over. */
function pathsOf(handed: unknown): readonly string[] {
  const { paths } = (handed ?? {}) as { readonly paths?: unknown };
  return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
}

// Each start reads its own command line: what the first one is told of another's is reordered by Chromium.
if (app.requestSingleInstanceLock({ paths: asked })) {
  registerScheme();
  app.on('second-instance', (_event, _argv, _directory, handed) => showAgain(pathsOf(handed)));
  // What is dropped on the application's icon, or opened with it, on macOS.
  app.on('open-file', (event, path) => {
    event.preventDefault();
    requests.open([path]);
  });
  app.on('window-all-closed', () => app.quit());
  start().catch((error: unknown) => {
    sayStartFailure(error);
    // Through `quit`, so that a lab that runs already ends in order.
    app.quit();
  });
} else {
  app.quit();
}
