import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { Words } from './text.ts';

/** What the menu can do beyond Electron's own roles. */
export interface MenuActions {
  readonly open: (kind: 'file' | 'directory') => void;
}

type Items = MenuItemConstructorOptions[];

/** The application menu: what a desktop expects; what belongs to the lab lives in its window. */
export function applicationMenu(words: Words, { open }: MenuActions): Menu {
  const isMac = process.platform === 'darwin';
  const file: Items = [
    { id: 'open-file', label: words.openFile, accelerator: 'CmdOrCtrl+O', click: () => open('file') },
    {
      id: 'open-directory',
      label: words.openDirectory,
      accelerator: 'CmdOrCtrl+Shift+O',
      click: () => open('directory'),
    },
    { type: 'separator' },
    isMac ? { role: 'close', label: words.close } : { role: 'quit', label: words.quit },
  ];
  return Menu.buildFromTemplate([
    ...(isMac ? [{ label: app.name, submenu: macItems(words) }] : []),
    { label: words.file, submenu: file },
    { label: words.edit, submenu: editItems(words) },
    { label: words.view, submenu: viewItems(words) },
    { role: 'window', label: words.window, submenu: windowItems(words) },
    { role: 'help', label: words.help, submenu: isMac ? [] : [{ role: 'about', label: words.about }] },
  ]);
}

/** The application's own menu on macOS. */
function macItems(words: Words): Items {
  return [
    { role: 'about', label: words.about },
    { type: 'separator' },
    { role: 'services', label: words.services },
    { type: 'separator' },
    { role: 'hide', label: words.hide },
    { role: 'hideOthers', label: words.hideOthers },
    { role: 'unhide', label: words.unhide },
    { type: 'separator' },
    { role: 'quit', label: words.quit },
  ];
}

function editItems(words: Words): Items {
  return [
    { role: 'undo', label: words.undo },
    { role: 'redo', label: words.redo },
    { type: 'separator' },
    { role: 'cut', label: words.cut },
    { role: 'copy', label: words.copy },
    { role: 'paste', label: words.paste },
    { role: 'delete', label: words.delete },
    { type: 'separator' },
    { role: 'selectAll', label: words.selectAll },
  ];
}

function viewItems(words: Words): Items {
  const forDevelopers: Items = [
    { type: 'separator' },
    { role: 'reload', label: words.reload },
    { role: 'toggleDevTools', label: words.developerTools },
  ];
  return [
    { role: 'resetZoom', label: words.resetZoom },
    { role: 'zoomIn', label: words.zoomIn },
    { role: 'zoomOut', label: words.zoomOut },
    { type: 'separator' },
    { role: 'togglefullscreen', label: words.fullScreen },
    ...(app.isPackaged ? [] : forDevelopers),
  ];
}

function windowItems(words: Words): Items {
  return [
    { role: 'minimize', label: words.minimize },
    { role: 'close', label: words.close },
  ];
}
