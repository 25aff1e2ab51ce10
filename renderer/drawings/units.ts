/** Numbers as the window writes them. Offsets and ids are never grouped; counts are. */
import { formatId } from '../text/format.ts';

const grouped = new Intl.NumberFormat('en-US');

/** Bytes: exact up to 9,999, then KB, MB or GB (powers of 1,024) with two digits. */
export function formatBytes(bytes: number): string {
  if (bytes < 10_000) return `${grouped.format(bytes)} B`;
  let value = bytes / 1024;
  for (const unit of ['KB', 'MB']) {
    if (value < 1000) return `${value.toFixed(2)} ${unit}`;
    value /= 1024;
  }
  return `${value.toFixed(2)} GB`;
}

/** So much of so much, in the unit of the whole: `0.26` and `1.75 GB`. */
export function formatShare(done: number, total: number): { readonly done: string; readonly total: string } {
  const whole = formatBytes(total);
  const [number = '1'] = whole.split(' ');
  const unit = total / Number(number.replaceAll(',', ''));
  const digits = number.includes('.') ? 2 : 0;
  return { done: (done / Math.max(unit, 1)).toFixed(digits), total: whole };
}

/** A moment of the run: `00:06.33`; above an hour `1:02:06.33`. */
export function formatRunTime(ms: number): string {
  const hundredths = Math.max(0, Math.floor(ms / 10));
  const seconds = ((hundredths % 6000) / 100).toFixed(2).padStart(5, '0');
  const minutes = Math.floor(hundredths / 6000);
  if (minutes < 60) return `${String(minutes).padStart(2, '0')}:${seconds}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${seconds}`;
}

/** Behind it there is no date. */
const CALENDAR_END_MS = 8.64e15;

/** A moment as a calendar has it, in this machine's time zone: `2026-11-30 20:50:01.123`. */
export function formatDateTime(ms: number): string {
  if (ms < 0 || ms > CALENDAR_END_MS || !Number.isFinite(ms)) return formatId(ms);
  const date = new Date(ms);
  const two = (value: number, digits = 2) => String(value).padStart(digits, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return `${day} ${time}.${two(date.getMilliseconds(), 3)}`;
}

/** A moment as the lab counts it: of the run that began at `startMs`, or, from before it, the calendar's. */
export function formatMoment(ms: number, startMs: number): string {
  return ms < startMs ? formatDateTime(ms) : formatRunTime(ms - startMs);
}

/** A span of time in seconds with one digit, or two below ten seconds when asked for: `6.5`, `6.50`. */
export function formatSeconds(ms: number, digits = 1): string {
  return (Math.max(0, ms) / 1000).toFixed(digits);
}

/** Whole seconds of a span, at least 0. */
export function wholeSeconds(ms: number): number {
  return Math.max(0, Math.round(ms / 1000));
}

/** Offsets of a batch: `5`, or `5..6`. */
export function formatOffsets(first: number, last: number): string {
  return last > first ? `${formatId(first)}..${formatId(last)}` : formatId(first);
}
