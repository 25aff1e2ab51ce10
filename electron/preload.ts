/**
 * Hands the window its port to the lab, and what only the desktop can do: the path of a file that was dropped, the system's
 * dialogs, paths that the menu or another start wants opened, and the language of the menu. Nothing of Electron itself is exposed.
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
    const take = async (): Promise<void> => {
      for (const path of await ipcRenderer.invoke('fencepost:takePaths')) listener(path);
    };
    ipcRenderer.on('fencepost:open', () => void take());
    void take();
  },
  setLanguage: (language: string): void => ipcRenderer.send('fencepost:language', language),
});
