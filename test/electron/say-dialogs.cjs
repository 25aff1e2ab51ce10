/** Loaded before the application: dialogs are printed, for nobody is there to close them. */
const { dialog } = require('electron');

dialog.showErrorBox = (title, content) => process.stdout.write(`dialog ${title}: ${content}\n`);
