/** Hands the window its port to the lab, and exposes nothing else. */
import { ipcRenderer } from 'electron';

ipcRenderer.on('fencepost:port', (event) => {
  window.postMessage('fencepost:port', window.location.origin, event.ports);
});
