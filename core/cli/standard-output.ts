/** Standard output and standard error of a verb that prints much: collected into large writes, at the pace of whoever reads. */
import { printable } from '#core/base/printable.ts';
import type { DumpOutput } from '#core/inspect/dump/dump-options.ts';

const WAITING_MAX = 1 << 16;

/** A piece of output for a terminal: what stands in files must not steer it. Line ends stay; a file or a pipe gets every byte. */
export function forTerminal(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

export class StandardOutput implements DumpOutput {
  #waiting: string[] = [];
  #size = 0;
  #isMidLine = false;

  print(text: string): void {
    if (text === '') return;
    this.#waiting.push(process.stdout.isTTY ? forTerminal(text) : text);
    this.#size += text.length;
    this.#isMidLine = !text.endsWith('\n');
  }

  endLine(): void {
    if (this.#isMidLine) this.print('\n');
  }

  complain(line: string): void {
    this.#flush();
    process.stderr.write(`${process.stderr.isTTY ? forTerminal(line) : line}\n`);
  }

  get isFull(): boolean {
    return this.#size >= WAITING_MAX;
  }

  async taken(): Promise<void> {
    if (!this.#flush()) await new Promise<void>((resolve) => process.stdout.once('drain', resolve));
  }

  /** Writes what waits; true when more may be written at once. */
  #flush(): boolean {
    const waiting = this.#waiting;
    if (waiting.length === 0) return true;
    this.#waiting = [];
    this.#size = 0;
    // A record can be hundreds of megabytes of text: joined, it would be one string too many.
    if (!waiting.some((text) => text.length > WAITING_MAX)) return process.stdout.write(waiting.join(''));
    return waiting.map((text) => process.stdout.write(text)).every((hasRoom) => hasRoom);
  }
}
