/** Loaded before the application: gives an Electron older than 29, as the tests may have to use, the `webUtils` it lacks. */
const path = require('node:path');
const { app, session } = require('electron');

if (Number(process.versions.electron.split('.')[0]) < 29) {
  app
    .whenReady()
    .then(() => session.defaultSession.setPreloads([path.join(__dirname, 'old-electron-preload.cjs')]));
}
