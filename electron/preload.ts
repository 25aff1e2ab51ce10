/**
 * Hands the window its port to the lab, and four things that only the desktop can do: the path of a file that was dropped, the
 * system's dialogs, and paths that the menu or another start wants opened. Nothing of Electron itself is exposed.
 */
import { contextBridge, ipcRenderer, webUtils } from 'electron';

ipcRenderer.on('fencepost:port', (event) => {
  window.postMessage('fencepost:port', window.location.origin, event.ports);
});

contextBridge.exposeInMainWorld('fencepost', {
  pathOf: (file: File): string => webUtils.getPathForFile(file),
  choosePath: (kind: string): Promise<unknown> => ipcRenderer.invoke('fencepost:choosePath', kind),
  chooseTarget: (name: string): Promise<unknown> => ipcRenderer.invoke('fencepost:chooseTarget', name),
  onOpen: (listener: (path: string) => void): void => {
    ipcRenderer.on('fencepost:open', (_event, path: string) => listener(path));
  },
});
