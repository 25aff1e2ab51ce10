/** The key tester: where each client puts each key, and what changes when partitions are added. */
import type { KeyInput, KeyPlacesView } from '#core/lab-api/config-views.ts';
import type { LabFailure } from '#core/lab-api/views.ts';
import { failureOf, type LabSession } from './lab-session.svelte.ts';

const PAUSE_MS = 150;

export class KeyTester {
  /** One key a line; `0x…` is bytes. */
  text = $state('user-42\norder-1001\nfoobar\n21\n0x00ff');
  partitions = $state('3');
  partitionsAfter = $state('5');
  places: KeyPlacesView | null = $state.raw(null);
  failure: LabFailure | null = $state.raw(null);
  readonly #session: LabSession;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(session: LabSession) {
    this.#session = session;
  }

  /** Something was typed. */
  touch(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.place(), PAUSE_MS);
  }

  async place(): Promise<void> {
    const asked = ++this.#asked;
    const after = this.partitionsAfter.trim();
    try {
      const places = await this.#session.call('keys.place', {
        keys: this.text
          .split('\n')
          .filter((line) => line !== '')
          .map(keyOfLine),
        partitions: Number(this.partitions),
        partitionsAfter: after === '' ? null : Number(after),
      });
      if (asked !== this.#asked) return;
      this.places = places;
      this.failure = null;
    } catch (error) {
      if (asked === this.#asked) this.failure = failureOf(error);
    }
  }
}

function keyOfLine(line: string): KeyInput {
  return line.startsWith('0x') ? { kind: 'hex', value: line.slice(2) } : { kind: 'text', value: line };
}
