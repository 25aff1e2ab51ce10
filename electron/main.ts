/** Fencepost as a desktop application: the main process hosts the broker, its coordinators and the lab; one window shows them. */
import { app, type BrowserWindow, Menu } from 'electron';
import { sayStartFailure } from './failure.ts';
import { choosePath, pathToOpen, serveDialogs } from './file-dialogs.ts';
import { LabHost } from './lab-host.ts';
import { applicationMenu } from './menu.ts';
import { loadPage, openWindow, registerScheme, secureSession } from './window.ts';

let shown: BrowserWindow | undefined;
/** Asked for before there was a page to show it. */
let waiting: string | undefined = pathToOpen(process.argv, process.cwd());

/** Lets the page open a path; before it is loaded, the path waits. */
function openPath(path: string | undefined): void {
  if (path === undefined) return;
  if (shown === undefined || shown.webContents.isLoading()) waiting = path;
  else shown.webContents.send('fencepost:open', path);
}

async function openByDialog(kind: 'file' | 'directory'): Promise<void> {
  if (shown !== undefined) openPath((await choosePath(shown, kind)) ?? undefined);
}

async function start(): Promise<void> {
  await app.whenReady();
  const host = await LabHost.start();
  if (host === undefined) return;
  secureSession();
  Menu.setApplicationMenu(applicationMenu({ open: (kind) => void openByDialog(kind) }));
  shown = openWindow();
  serveDialogs(shown);
  host.connect(shown.webContents);
  await loadPage(shown);
  openPath(waiting);
  waiting = undefined;
}

/** A second start shows the window of the first, with what it asks to open. */
function showAgain(path: string | undefined): void {
  if (shown?.isMinimized() === true) shown.restore();
  shown?.show();
  shown?.focus();
  openPath(path);
}

if (app.requestSingleInstanceLock()) {
  registerScheme();
  app.on('second-instance', (_event, argv, directory) => showAgain(pathToOpen(argv, directory)));
  // What is dropped on the application's icon, on macOS.
  app.on('open-file', (event, path) => {
    event.preventDefault();
    openPath(path);
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
