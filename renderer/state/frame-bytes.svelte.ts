/** The bytes of one exchange: of its request or of its answer. */
import type { ByteView } from '#core/lab-api/views.ts';
import type { LabSession } from './lab-session.svelte.ts';

export class FrameBytes {
  side: 'request' | 'response' = $state('request');
  view: ByteView | null = $state.raw(null);
  readonly #session: LabSession;
  #asked = '';

  constructor(session: LabSession) {
    this.#session = session;
  }

  /** The answer to an older question does not replace a newer one. */
  async read(frame: number, side: 'request' | 'response'): Promise<void> {
    const asked = `${frame} ${side}`;
    this.#asked = asked;
    const view = await this.#session.call('wire.frameBytes', { frame, side });
    if (this.#asked === asked) this.view = view;
  }
}
