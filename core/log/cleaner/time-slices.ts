/** Long work in short pieces: nothing else waits for more than one of them. */
import type { Clock } from '#core/base/clock.ts';
import { sleep } from '#core/base/clock.ts';

/** Work at a stretch, in ms: what may follow until the next look at the clock comes on top. */
const SLICE_MS = 3;

export class TimeSlices {
  readonly #clock: Clock;
  #beganMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#beganMs = clock.monotonicMs();
  }

  /** True when it is time to `rest`. */
  get isOver(): boolean {
    return this.#clock.monotonicMs() - this.#beganMs >= SLICE_MS;
  }

  /** Lets other work run; then a new slice begins. */
  async rest(): Promise<void> {
    await sleep(this.#clock, 0);
    this.#beganMs = this.#clock.monotonicMs();
  }

  /** Takes note that something was waited for, and other work could run meanwhile. */
  restart(): void {
    this.#beganMs = this.#clock.monotonicMs();
  }
}
