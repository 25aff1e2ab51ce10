/** Standard output and standard error of a command that prints much: collected into large writes, at the pace of who reads. */
import type { DumpOutput } from '#core/inspect/dump/dump-options.ts';

const WAITING_MAX = 1 << 16;

/** Whoever read our output has closed it. */
export class ClosedOutputError extends Error {
  override readonly name = 'ClosedOutputError';
}

export class StandardOutput implements DumpOutput {
  #waiting: string[] = [];
  #size = 0;
  #isMidLine = false;
  #isClosed = false;
  readonly #onError = (error: NodeJS.ErrnoException): void => {
    if (error.code !== 'EPIPE') throw error;
    this.#isClosed = true;
  };

  constructor() {
    process.stdout.on('error', this.#onError);
  }

  print(text: string): void {
    if (text === '') return;
    this.#waiting.push(text);
    this.#size += text.length;
    this.#isMidLine = !text.endsWith('\n');
  }

  endLine(): void {
    if (this.#isMidLine) this.print('\n');
  }

  complain(line: string): void {
    this.#flush();
    process.stderr.write(`${line}\n`);
  }

  get isFull(): boolean {
    return this.#size >= WAITING_MAX;
  }

  /** @throws {ClosedOutputError} when nobody will read any more. */
  async taken(): Promise<void> {
    const hasRoom = this.#flush();
    if (!hasRoom && !this.#isClosed) await this.#drained();
    if (this.#isClosed) throw new ClosedOutputError('standard output is closed');
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        process.stdout.off('drain', go);
        process.stdout.off('error', go);
        resolve();
      };
      process.stdout.on('drain', go);
      process.stdout.on('error', go);
    });
  }

  /** Call it at the end; writes what waits. */
  close(): void {
    this.#flush();
  }

  /** True when more may be written at once. */
  #flush(): boolean {
    if (this.#isClosed || this.#size === 0) return true;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#size = 0;
    let hasRoom = true;
    // A record can be hundreds of megabytes of text: joined, it would be one string too many.
    if (waiting.some((text) => text.length > WAITING_MAX)) {
      for (const text of waiting) hasRoom = process.stdout.write(text);
    } else {
      hasRoom = process.stdout.write(waiting.join(''));
    }
    return hasRoom;
  }
}
