/** Where a person wants to jump: an offset, or a moment. */
export type JumpTarget =
  | { readonly kind: 'offset'; readonly offset: number }
  | { readonly kind: 'time'; readonly timestampMs: number };

/**
 * `1042` is an offset, `@1764499320900` milliseconds since the epoch, anything with a date in it a local time (or another one, when
 * it says so: `2026-11-30T20:50:01Z`). Undefined when it is none of these.
 */
export function parseJump(text: string): JumpTarget | undefined {
  const trimmed = text.trim();
  if (/^\d{1,15}$/.test(trimmed)) return { kind: 'offset', offset: Number(trimmed) };
  if (/^@\d{1,15}$/.test(trimmed)) return { kind: 'time', timestampMs: Number(trimmed.slice(1)) };
  if (!/^\d{4}-\d{2}-\d{2}/.test(trimmed)) return undefined;
  // A date alone would be read as UTC.
  const timestampMs = Date.parse(trimmed.length === 10 ? `${trimmed}T00:00` : trimmed.replace(' ', 'T'));
  return Number.isNaN(timestampMs) || timestampMs < 0 ? undefined : { kind: 'time', timestampMs };
}
