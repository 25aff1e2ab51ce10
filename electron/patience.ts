/** A start that does not come to its end: nobody shall sit before nothing and not know. */
import { app, dialog } from 'electron';
import type { RecoveringLog } from '#core/host/start-lab.ts';
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

/** A lab that is being started over a data directory. */
export class LabStart {
  readonly #data: string | undefined;
  readonly #question = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #recovering: RecoveringLog | undefined;

  constructor(data: string | undefined) {
    this.#data = data;
  }

  /** So far is the check of the logs. */
  note(recovering: RecoveringLog): void {
    this.#recovering = recovering;
  }

  /**
   * Resolves as `starting` does. While it takes long, as with a large directory that was not closed in order, the person is told how
   * far it is, and asked again and again whether to wait; who does not want to ends the application.
   */
  async askWhile<T>(starting: Promise<T>): Promise<T> {
    this.#timer = setTimeout(() => void this.#ask(), PATIENCE_MS);
    try {
      return await starting;
    } finally {
      clearTimeout(this.#timer);
      this.#question.abort();
    }
  }

  async #ask(): Promise<void> {
    const words = wordsOf(languageOf(app.getLocale()));
    const { signal } = this.#question;
    const detail = [words.labLateDetail, this.#howFar(words.labRecovering), this.#data].filter(Boolean);
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message: words.labLate,
      detail: detail.join('\n\n'),
      buttons: [words.wait, words.quit],
      defaultId: 0,
      cancelId: 0,
      signal,
    });
    if (signal.aborted) return;
    if (response === 1) app.exit(1);
    else this.#timer = setTimeout(() => void this.#ask(), PATIENCE_MS);
  }

  #howFar(sentence: string): string | undefined {
    if (this.#recovering === undefined) return undefined;
    const { topic, partition, number, count, doneBytes, totalBytes } = this.#recovering;
    return sentence
      .replace('{partition}', () => `${topic}-${partition}`)
      .replace('{number}', String(number))
      .replace('{count}', String(count))
      .replace('{percent}', String(Math.floor((100 * doneBytes) / totalBytes)));
  }
}
