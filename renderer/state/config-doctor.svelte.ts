/** The config doctor: properties as typed, of a producer or a consumer, and what a client of the chosen generation makes of them. */
import type { ClientProfile, ConfigExaminationView, ExaminedClientName } from '#core/lab-api/config-views.ts';
import type { LabFailure } from '#core/lab-api/views.ts';
import { failureOf, type LabSession } from './lab-session.svelte.ts';

/** Typing is examined once it pauses. */
const PAUSE_MS = 150;
const STORAGE_KEYS = { producer: 'fencepost.properties', consumer: 'fencepost.properties.consumer' } as const;

const EXAMPLES: { readonly [C in ExaminedClientName]: string } = {
  producer: `# producer.properties
bootstrap.servers=localhost:9092
acks=1
linger.ms=20
compression.type=zstd
max.in.flight.requests.per.connection=5
`,
  consumer: `# consumer.properties
bootstrap.servers=localhost:9092
group.id=orders
group.protocol=consumer
session.timeout.ms=10000
isolation.level=read_committed
`,
};

function kept(client: ExaminedClientName): string {
  try {
    return sessionStorage.getItem(STORAGE_KEYS[client]) ?? EXAMPLES[client];
  } catch {
    return EXAMPLES[client];
  }
}

export class ConfigDoctor {
  /** Whose settings the text has. */
  client: ExaminedClientName = $state('producer');
  text = $state(kept('producer'));
  profile: ClientProfile = $state('4.x');
  result: ConfigExaminationView | null = $state.raw(null);
  failure: LabFailure | null = $state.raw(null);
  /** Settings that nobody gave are listed too. */
  showsAll = $state(false);
  readonly #session: LabSession;
  readonly #texts: { [C in ExaminedClientName]?: string } = {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(session: LabSession) {
    this.#session = session;
  }

  type(text: string): void {
    this.text = text;
    try {
      sessionStorage.setItem(STORAGE_KEYS[this.client], text);
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

  /** The other client has a text of its own; what was typed of this one is kept. */
  chooseClient(client: ExaminedClientName): void {
    clearTimeout(this.#timer);
    this.#texts[this.client] = this.text;
    this.client = client;
    this.text = this.#texts[client] ?? kept(client);
    this.result = null;
    void this.examine();
  }

  /** The newest question is answered; older answers that come later are dropped. */
  async examine(): Promise<void> {
    const asked = ++this.#asked;
    try {
      const { text, profile, client } = this;
      const result = await this.#session.call('config.examine', { text, profile, client });
      if (asked !== this.#asked) return;
      this.result = result;
      this.failure = null;
    } catch (error) {
      if (asked === this.#asked) this.failure = failureOf(error);
    }
  }
}
