/**
 * Loaded before the application, as Playwright's own loader is where it chooses the binary itself: the application is not ready before
 * Playwright is connected, and says so by calling `__playwright_run`. A Playwright that connects just while the page is loaded may miss
 * that it was, and then waits for that for ever.
 */
const { app } = require('electron');

const ready = app.whenReady();
let connected;
const bothReady = new Promise((resolve) => {
  connected = resolve;
}).then(() => ready);

app.whenReady = () => bothReady;
globalThis.__playwright_run = () => connected();
