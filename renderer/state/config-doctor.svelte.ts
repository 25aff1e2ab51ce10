/** The config doctor: producer properties as typed, and what a client of the chosen generation makes of them. */
import type { ClientProfile, ConfigExaminationView } from '#core/lab-api/config-views.ts';
import type { LabFailure } from '#core/lab-api/views.ts';
import { failureOf, type LabSession } from './lab-session.svelte.ts';

/** Typing is examined once it pauses. */
const PAUSE_MS = 150;
const STORAGE_KEY = 'fencepost.properties';

export const EXAMPLE = `# producer.properties
bootstrap.servers=localhost:9092
acks=1
linger.ms=20
compression.type=zstd
max.in.flight.requests.per.connection=5
`;

function kept(): string {
  try {
    return sessionStorage.getItem(STORAGE_KEY) ?? EXAMPLE;
  } catch {
    return EXAMPLE;
  }
}

export class ConfigDoctor {
  text = $state(kept());
  profile: ClientProfile = $state('4.x');
  result: ConfigExaminationView | null = $state.raw(null);
  failure: LabFailure | null = $state.raw(null);
  /** Settings that nobody gave are listed too. */
  showsAll = $state(false);
  readonly #session: LabSession;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(session: LabSession) {
    this.#session = session;
  }

  type(text: string): void {
    this.text = text;
    try {
      sessionStorage.setItem(STORAGE_KEY, text);
    } catch {
      // A browser that keeps nothing forgets the text with the window.
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.examine(), PAUSE_MS);
  }

  choose(profile: ClientProfile): void {
    this.profile = profile;
    void this.examine();
  }

  /** The newest question is answered; older answers that come later are dropped. */
  async examine(): Promise<void> {
    const asked = ++this.#asked;
    try {
      const result = await this.#session.call('config.examine', { text: this.text, profile: this.profile });
      if (asked !== this.#asked) return;
      this.result = result;
      this.failure = null;
    } catch (error) {
      if (asked === this.#asked) this.failure = failureOf(error);
    }
  }
}
