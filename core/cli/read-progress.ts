/** Says at the end of a terminal how much of what is read was read: `inspect: 1.3 of 20.0 GiB (6 %)`. */
import { ProgressLine, type TerminalStream } from './progress-line.ts';

const GIB = 1 << 30;
const MIB = 1 << 20;
/** What is over sooner needs no progress. */
const SHOWN_AFTER_MS = 500;

/** How far it is; `totalBytes` 0 or less: not known. */
interface ReadSoFar {
  readonly doneBytes: number;
  readonly totalBytes: number;
}

export class ReadProgress {
  readonly #verb: string;
  readonly #line: ProgressLine;
  readonly #nowMs: () => number;
  readonly #startedMs: number;

  /** `nowMs` counts from anywhere. */
  constructor(verb: string, options: { readonly stream: TerminalStream; readonly nowMs: () => number }) {
    this.#verb = verb;
    this.#line = new ProgressLine(options.stream);
    this.#nowMs = options.nowMs;
    this.#startedMs = options.nowMs();
  }

  /** To be called as often as one likes a few times a second. */
  readonly show = (soFar: ReadSoFar): void => {
    if (this.#nowMs() - this.#startedMs < SHOWN_AFTER_MS) return;
    this.#line.show(`${this.#verb}: ${amounts(soFar)}`);
  };

  /** Takes the line back: something else is to be printed. */
  clear(): void {
    this.#line.clear();
  }
}

function amounts({ doneBytes, totalBytes }: ReadSoFar): string {
  const [unit, name] = Math.max(doneBytes, totalBytes) >= GIB ? [GIB, 'GiB'] : [MIB, 'MiB'];
  const done = (doneBytes / unit).toFixed(1);
  if (totalBytes <= 0) return `${done} ${name} read`;
  // Damage is read twice: once as what it should be, once in search of what follows.
  const share = Math.min(100, Math.floor((doneBytes / totalBytes) * 100));
  return `${done} of ${(totalBytes / unit).toFixed(1)} ${name} (${share} %)`;
}
