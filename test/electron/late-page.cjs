/** Loaded before the application: its page never loads, and patience is over at once. */
const { BrowserWindow } = require('electron');

BrowserWindow.prototype.loadURL = () => new Promise(() => undefined);
require('./no-patience.cjs');
