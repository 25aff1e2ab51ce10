import { app, Menu, type MenuItemConstructorOptions } from 'electron';

/** What the menu can do beyond Electron's own roles. */
export interface MenuActions {
  readonly open: (kind: 'file' | 'directory') => void;
}

/** The application menu: what a desktop expects; what belongs to the lab lives in its window. */
export function applicationMenu({ open }: MenuActions): Menu {
  const isMac = process.platform === 'darwin';
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? ([{ role: 'appMenu' }] as const) : []),
    {
      label: 'File',
      submenu: [
        { label: 'Open File…', accelerator: 'CmdOrCtrl+O', click: () => open('file') },
        { label: 'Open Directory…', accelerator: 'CmdOrCtrl+Shift+O', click: () => open('directory') },
        { type: 'separator' },
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(app.isPackaged
          ? []
          : ([{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }] as const)),
      ],
    },
    { role: 'windowMenu' },
    { role: 'help', submenu: [{ role: 'about' }] },
  ];
  return Menu.buildFromTemplate(template);
}
