import { app, dialog } from 'electron';
import { startFailure } from '#core/host/start-failure.ts';
import { languageOf, wordsOf } from './text.ts';

/** Says in a dialog why the application cannot start; returns when it has been read. */
export function sayStartFailure(error: unknown, data?: string): void {
  const language = languageOf(app.getLocale());
  dialog.showErrorBox(wordsOf(language).cannotStart, startFailure(error, { data, language }));
}
