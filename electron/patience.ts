/** A start that does not come to its end: nobody shall sit before nothing and not know. */
import { app, dialog } from 'electron';
import { languageOf, wordsOf } from './text.ts';

/** How long the page may take to load, and the lab to start before the person is asked, in ms. */
const PATIENCE_MS = 30_000;

/** Resolves as `loaded` does. Rejects with a sentence for the person when the page takes too long. */
export async function pageInTime(loaded: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(wordsOf(languageOf(app.getLocale())).pageLate)), PATIENCE_MS);
  });
  try {
    await Promise.race([loaded, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Resolves as `starting` does. While it takes long, as with a large directory that was not closed in order, the person is asked again
 * and again whether to wait; who does not want to ends the application.
 */
export async function askWhileLabStarts<T>(starting: Promise<T>, data: string | undefined): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const question = new AbortController();
  const ask = async (): Promise<void> => {
    const { labLate, labLateDetail, wait, quit } = wordsOf(languageOf(app.getLocale()));
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message: labLate,
      detail: data === undefined ? labLateDetail : `${labLateDetail}\n\n${data}`,
      buttons: [wait, quit],
      defaultId: 0,
      cancelId: 0,
      signal: question.signal,
    });
    if (question.signal.aborted) return;
    if (response === 1) app.exit(1);
    else timer = setTimeout(() => void ask(), PATIENCE_MS);
  };
  timer = setTimeout(() => void ask(), PATIENCE_MS);
  try {
    return await starting;
  } finally {
    clearTimeout(timer);
    question.abort();
  }
}
