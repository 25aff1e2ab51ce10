/** One line at the end of a terminal that says what is under way, and gives way to whatever is printed. */

/** Where a terminal does not know its width, and says 0 or nothing. */
const COLUMNS = 80;
const CLEAR_LINE = '\r\u001b[K';

/** The part of a stream that is needed; process.stderr is one. */
export interface TerminalStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** Where the stream is no terminal, nothing is ever written. */
export class ProgressLine {
  readonly #stream: TerminalStream;
  #isShown = false;

  constructor(stream: TerminalStream) {
    this.#stream = stream;
  }

  /** Shows `text` instead of what was shown; cut to the width of the terminal, or it could not be taken back. */
  show(text: string): void {
    if (this.#stream.isTTY !== true) return;
    const width = Math.max(1, (this.#stream.columns || COLUMNS) - 1);
    this.#stream.write(CLEAR_LINE + text.slice(0, width));
    this.#isShown = true;
  }

  /** Takes the line back. */
  clear(): void {
    if (!this.#isShown) return;
    this.#stream.write(CLEAR_LINE);
    this.#isShown = false;
  }
}
