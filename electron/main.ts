/** Fencepost as a desktop application: the main process hosts the broker, its coordinators and the lab; one window shows them. */
import { app, type BrowserWindow, Menu } from 'electron';
import { sayStartFailure } from './failure.ts';
import { LabHost } from './lab-host.ts';
import { applicationMenu } from './menu.ts';
import { loadPage, openWindow, registerScheme, secureSession } from './window.ts';

let shown: BrowserWindow | undefined;

async function start(): Promise<void> {
  await app.whenReady();
  const host = await LabHost.start();
  if (host === undefined) return;
  secureSession();
  Menu.setApplicationMenu(applicationMenu());
  shown = openWindow();
  host.connect(shown.webContents);
  await loadPage(shown);
}

/** A second start shows the window of the first. */
function showAgain(): void {
  if (shown?.isMinimized() === true) shown.restore();
  shown?.show();
  shown?.focus();
}

if (app.requestSingleInstanceLock()) {
  registerScheme();
  app.on('second-instance', showAgain);
  app.on('window-all-closed', () => app.quit());
  start().catch((error: unknown) => {
    sayStartFailure(error);
    // Through `quit`, so that a lab that runs already ends in order.
    app.quit();
  });
} else {
  app.quit();
}
