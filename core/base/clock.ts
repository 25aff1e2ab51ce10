/** Undoes a subscription or a scheduled call. Calling it twice is harmless. */
export type Cancel = () => void;

/**
 * Time as the lab sees it. Nothing else in core may ask the machine for the time.
 *
 * Wall time and monotonic time are different numbers on purpose: record timestamps and expiries use the wall clock, which may
 * jump; timeouts and durations use the monotonic clock, which may not.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch, whole. */
  nowMs(): number;
  /** Milliseconds since an arbitrary start, fractional, never going back. */
  monotonicMs(): number;
  /** Runs `task` once, `delayMs` (0 or more) from now, in a turn of its own. */
  schedule(delayMs: number, task: () => void): Cancel;
}

/** Resolves after `delayMs` on `clock`. */
export function sleep(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    clock.schedule(delayMs, resolve);
  });
}

/** Runs `task` every `intervalMs`, the first time after one interval, until cancelled. A slow task delays the next run. */
export function repeat(clock: Clock, intervalMs: number, task: () => void): Cancel {
  let cancelled = false;
  let cancelNext: Cancel = () => undefined;
  const arm = (): void => {
    cancelNext = clock.schedule(intervalMs, () => {
      if (cancelled) return;
      task();
      if (!cancelled) arm();
    });
  };
  arm();
  return () => {
    cancelled = true;
    cancelNext();
  };
}
