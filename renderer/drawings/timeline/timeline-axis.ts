/** The time axis: milliseconds since the start of the run to pixels, and how wheel and drag move it. */

/** A stretch of the run in milliseconds since its start. */
export interface AxisView {
  readonly from: number;
  readonly to: number;
}

const SPAN_MIN_MS = 20;
/** Spans that fit chooses from, in seconds, so that the picture does not slide under a person's eyes. */
const FIT_STEPS = [12, 15, 20, 30, 45, 60, 78, 90, 120, 180, 300, 450, 600, 900, 1200, 1800, 3600];
/** Steps of the axis in milliseconds, smallest first. */
const TICK_STEPS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 30_000, 60_000, 120_000, 300_000,
  600_000, 1_800_000, 3_600_000,
];
const TICK_DISTANCE = 64;

/** The whole run, with a little room after now. */
export function fitView(nowMs: number, spanAtLeastMs: number): AxisView {
  const needed = Math.max(spanAtLeastMs, nowMs * 1.03);
  if (needed <= spanAtLeastMs) return { from: 0, to: spanAtLeastMs };
  const step = FIT_STEPS.find((seconds) => seconds * 1000 >= needed);
  return { from: 0, to: step === undefined ? Math.ceil(needed / 1_800_000) * 1_800_000 : step * 1000 };
}

/** Zooms by a factor (below 1: closer) around a moment that keeps its place. */
export function zoomView(view: AxisView, factor: number, aroundMs: number): AxisView {
  const span = Math.max(SPAN_MIN_MS, (view.to - view.from) * factor);
  const share = (aroundMs - view.from) / (view.to - view.from);
  const from = Math.max(0, aroundMs - span * share);
  return { from, to: from + span };
}

/** Moves by some milliseconds, not before the start. */
export function panView(view: AxisView, byMs: number): AxisView {
  const from = Math.max(0, view.from + byMs);
  return { from, to: from + (view.to - view.from) };
}

export interface Tick {
  readonly atMs: number;
  /** Digits after the point that its label needs, in seconds. */
  readonly digits: number;
}

/** Moments to label, at least 64 px apart. */
export function axisTicks(view: AxisView, width: number): Tick[] {
  const pixelsAMs = width / (view.to - view.from);
  const step = TICK_STEPS.find((ms) => ms * pixelsAMs >= TICK_DISTANCE) ?? 3_600_000;
  const digits = step >= 1000 ? 0 : step >= 100 ? 1 : step >= 10 ? 2 : 3;
  const ticks: Tick[] = [];
  for (let at = Math.ceil(view.from / step) * step; at <= view.to; at += step)
    ticks.push({ atMs: at, digits });
  return ticks;
}

/** Label of a moment on the axis: `6` or `6.5` seconds, or minutes and seconds as `2:05`, which need no unit. */
export function tickLabel(tick: Tick): string {
  const seconds = tick.atMs / 1000;
  if (seconds < 120) return seconds.toFixed(tick.digits);
  const minutes = Math.floor(seconds / 60);
  const rest = (seconds - minutes * 60).toFixed(tick.digits);
  return `${minutes}:${rest.padStart(tick.digits > 0 ? 3 + tick.digits : 2, '0')}`;
}
