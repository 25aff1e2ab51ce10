/**
 * The one window. Its page is served under a scheme of our own, runs in a sandbox without Node, and can go nowhere: no other
 * page, no new window, no network, no permission but to copy. (Electron's security checklist, all points.)
 */
import {
  BrowserWindow,
  type IpcMainEvent,
  type IpcMainInvokeEvent,
  protocol,
  type Session,
  session,
} from 'electron';
import { rendererDirectory } from '#core/host/entries.ts';
import { readWindowFile } from '#core/host/static-files.ts';
import { PRELOAD } from './paths.ts';

const SCHEME = 'fencepost';
const ORIGIN = `${SCHEME}://window`;
const BACKGROUND = '#14181d';
/** The one permission of the page: to put text on the clipboard, when somebody presses a button that copies. */
const COPYING = 'clipboard-sanitized-write';

/** True for a message of our own page in `window`: not of a frame in it, nor of anything else that may have been loaded. */
export function isFromPage(
  { sender, senderFrame }: IpcMainEvent | IpcMainInvokeEvent,
  window: BrowserWindow,
): boolean {
  const isOurs = senderFrame?.url.startsWith(`${ORIGIN}/`) ?? false;
  return isOurs && senderFrame?.parent === null && sender === window.webContents;
}

/** Before the application is ready: the scheme behaves like https, so that the page has an origin and a policy. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: false } },
  ]);
}

/** Serves the page, and closes every other door. Once, when the application is ready. */
export function secureSession(): void {
  const { defaultSession } = session;
  servePage(defaultSession);
  defaultSession.setPermissionRequestHandler((_contents, permission, decide) =>
    decide(permission === COPYING),
  );
  defaultSession.setPermissionCheckHandler((_contents, permission) => permission === COPYING);
  defaultSession.webRequest.onBeforeRequest((details, decide) => {
    decide({ cancel: !details.url.startsWith(`${ORIGIN}/`) && !details.url.startsWith('devtools:') });
  });
}

function servePage({ protocol: schemes }: Session): void {
  const directory = rendererDirectory();
  schemes.handle(SCHEME, (request) => {
    const { pathname } = new URL(request.url);
    const file = readWindowFile(directory, pathname, undefined);
    if (file === undefined) return new Response('Not found', { status: 404 });
    return new Response(new Uint8Array(file.bytes), { headers: { ...file.headers } });
  });
}

/** Opens the window; it shows itself when its first picture is drawn, or its page is loaded. */
export function openWindow(): BrowserWindow {
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    minWidth: 1024,
    minHeight: 640,
    show: false,
    title: 'Fencepost',
    backgroundColor: BACKGROUND,
    webPreferences: {
      preload: PRELOAD,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => window.show());
  // A machine without a working GPU may never say that the first picture is drawn: a loaded page is shown in any case.
  window.webContents.once('did-finish-load', () => window.show());
  const { webContents } = window;
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  webContents.on('will-navigate', (event) => event.preventDefault());
  webContents.on('will-attach-webview', (event) => event.preventDefault());
  return window;
}

/** Loads the page; to be called when whoever waits for it to load is listening. */
export function loadPage(window: BrowserWindow): Promise<void> {
  return window.loadURL(`${ORIGIN}/index.html?host=electron`);
}
