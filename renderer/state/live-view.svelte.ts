/**
 * A description of one part of the lab, read again while events touch it: at most once in `intervalMs`, never two reads at a
 * time, and once more when an event came while a read was under way.
 */
export class LiveView<T> {
  value: T = $state.raw() as T;
  /** False until the first answer. */
  isLoaded = $state(false);

  readonly #load: () => Promise<T>;
  readonly #intervalMs: number;
  #isStale = false;
  #reading: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(initial: T, load: () => Promise<T>, intervalMs = 80) {
    this.value = initial;
    this.#load = load;
    this.#intervalMs = intervalMs;
  }

  /** Something it describes has changed. */
  touch(): void {
    this.#isStale = true;
    if (this.#timer !== undefined || this.#reading !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.reload();
    }, this.#intervalMs);
  }

  /** Resolves when a read that began after this call is done. */
  async reload(): Promise<void> {
    while (this.#reading !== undefined) await this.#reading;
    this.#reading = this.#read();
    await this.#reading;
    this.#reading = undefined;
    if (this.#isStale) this.touch();
  }

  /** A failed read leaves what was there; the next event or connection reads again. */
  async #read(): Promise<void> {
    this.#isStale = false;
    try {
      this.value = await this.#load();
      this.isLoaded = true;
    } catch {
      this.#isStale = false;
    }
  }
}
