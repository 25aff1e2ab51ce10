/** The lab's wall clock as the window shows it: ten times a second while the window is visible. */
const TICK_MS = 100;

export class Ticker {
  nowMs = $state(Date.now());
  /** What to add to this window's clock to get the lab's. */
  #offsetMs = 0;

  /** Starts ticking; returns what stops it. */
  start(): () => void {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') this.nowMs = Date.now() + this.#offsetMs;
    }, TICK_MS);
    return () => clearInterval(timer);
  }

  /** The lab said what time it is. */
  synchronise(labNowMs: number): void {
    this.#offsetMs = labNowMs - Date.now();
    this.nowMs = labNowMs;
  }
}
