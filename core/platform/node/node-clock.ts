import type { Cancel, Clock } from '#core/base/clock.ts';

/** The longest delay setTimeout understands; above it Node would fire after 1 ms. */
const TIMEOUT_MS_MAX = 2 ** 31 - 1;

/** The machine's clock. */
export class NodeClock implements Clock {
  nowMs(): number {
    return Date.now();
  }

  monotonicMs(): number {
    return performance.now();
  }

  schedule(delayMs: number, task: () => void): Cancel {
    if (delayMs <= 0) {
      const immediate = setImmediate(task);
      return () => clearImmediate(immediate);
    }
    if (delayMs > TIMEOUT_MS_MAX) return this.#scheduleFar(delayMs, task);
    const timeout = setTimeout(task, Math.ceil(delayMs));
    return () => clearTimeout(timeout);
  }

  /** Hops over the distance that one timeout cannot cover. */
  #scheduleFar(delayMs: number, task: () => void): Cancel {
    let cancel: Cancel;
    const timeout = setTimeout(() => {
      cancel = this.schedule(delayMs - TIMEOUT_MS_MAX, task);
    }, TIMEOUT_MS_MAX);
    cancel = () => clearTimeout(timeout);
    return () => cancel();
  }
}
