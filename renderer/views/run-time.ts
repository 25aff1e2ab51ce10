/** Times of a run as machine text: `00:06.33` for a moment, `6.50` for a span. */

/** Minutes, seconds and hundredths since the start of the run. */
export function formatMoment(atMs: number, startedAtMs: number): string {
  const seconds = Math.max(0, atMs - startedAtMs) / 1000;
  const minutes = Math.floor(seconds / 60);
  return `${String(minutes).padStart(2, '0')}:${(seconds - minutes * 60).toFixed(2).padStart(5, '0')}`;
}

/** Whole seconds of a span, at least 0. */
export function wholeSeconds(ms: number): number {
  return Math.max(0, Math.round(ms / 1000));
}
