/** Fencepost as a desktop application: the main process hosts the broker, its coordinators and the lab; one window shows them. */
import { app, type BrowserWindow, Menu } from 'electron';
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
  shown?.focus();
}

if (app.requestSingleInstanceLock()) {
  registerScheme();
  app.on('second-instance', showAgain);
  app.on('window-all-closed', () => app.quit());
  void start();
} else {
  app.quit();
}
