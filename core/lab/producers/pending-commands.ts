/** Commands that a process still has to answer. */
import type { LabError } from '#core/lab-api/lab-error.ts';
import type { Json } from '#core/observe/events.ts';
import { commandError, goneError } from './process-errors.ts';
import type { Acknowledged, ProducerReport } from './producer-messages.ts';

/** What a command came to. */
export interface Answer {
  readonly acknowledged: readonly Acknowledged[];
  readonly result: Json;
}

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: LabError) => void;
}

export class PendingCommands {
  readonly #process: string;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;

  /** `process`: its id, for errors. */
  constructor(process: string) {
    this.#process = process;
  }

  /** Sends a command under a new number; resolves when it is answered. */
  send(sendIt: (id: number) => void): Promise<Answer> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      sendIt(id);
    });
  }

  settle({ id, failure, acknowledged, result }: Extract<ProducerReport, { kind: 'done' }>): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (failure === null) waiting?.resolve({ acknowledged, result });
    else waiting?.reject(commandError(this.#process, failure));
  }

  /** The process is gone: nothing more is answered. */
  end(): void {
    for (const { reject } of this.#waiting.values()) reject(goneError(this.#process));
    this.#waiting.clear();
  }
}
