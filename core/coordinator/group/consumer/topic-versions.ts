import type { Clock } from '#core/base/clock.ts';

/**
 * Versions of the topics: a greater one for every change, also across restarts. Kafka has the offset of its metadata log for it, this
 * broker takes the time.
 */
export class TopicVersions {
  readonly #clock: Clock;
  #current: number;
  #newestTopic: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#current = clock.nowMs();
    this.#newestTopic = this.#current;
  }

  get current(): number {
    return this.#current;
  }

  /** The version that brought the newest topic, or the first one known. */
  get newestTopic(): number {
    return this.#newestTopic;
  }

  onChange(options: { readonly isNewTopic: boolean }): void {
    this.#current = Math.max(this.#current + 1, this.#clock.nowMs());
    if (options.isNewTopic) this.#newestTopic = this.#current;
  }
}
