/** Loaded before the application: dialogs are printed, for nobody is there to close them. */
const { dialog } = require('electron');

dialog.showErrorBox = (title, content) => process.stdout.write(`dialog ${title}: ${content}\n`);

/** Answers with the last button. */
dialog.showMessageBox = async ({ message, buttons }) => {
  process.stdout.write(`dialog ${message}: ${buttons.join(' | ')}\n`);
  return { response: buttons.length - 1, checkboxChecked: false };
};
