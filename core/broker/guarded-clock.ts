import type { Cancel, Clock } from '#core/base/clock.ts';
import type { EventBus } from '#core/observe/event-bus.ts';

/**
 * A clock whose tasks cannot take the broker down: what one throws is announced, and everything else goes on. A timer has no client
 * to answer, and a broker that ends over one group's rebalance would lose all the others. (source: SystemTimer does the same)
 */
export class GuardedClock implements Clock {
  readonly #clock: Clock;
  readonly #bus: EventBus;

  constructor(clock: Clock, bus: EventBus) {
    this.#clock = clock;
    this.#bus = bus;
  }

  nowMs(): number {
    return this.#clock.nowMs();
  }

  monotonicMs(): number {
    return this.#clock.monotonicMs();
  }

  schedule(delayMs: number, task: () => void): Cancel {
    return this.#clock.schedule(delayMs, () => {
      try {
        task();
      } catch (error) {
        const { message, stack } = error instanceof Error ? error : new Error(String(error));
        this.#bus.publish('broker.handlerFailed', { api: 'timer', message, stack: stack ?? '' });
      }
    });
  }
}
