/**
 * How many segments, from the first on, a start after a crash does not check: those before the one that holds the recovery point.
 * (source: LogLoader.recoverLog, LogSegments.values)
 */
export function trustedSegments(
  segments: readonly { readonly baseOffset: number }[],
  recoveryPoint: number,
): number {
  return Math.max(
    0,
    segments.findLastIndex(({ baseOffset }) => baseOffset <= recoveryPoint),
  );
}
