/** Sizes and times of the files of a partition, segment by segment: they tell which segments have changed. */
import type { ListedPartition } from '#core/inspect/browse/listing.ts';

export interface FileTimes {
  readonly signature: string;
  /** Ascending. */
  readonly bases: readonly number[];
  /** Names, sizes and times of a segment's files, by its base offset. */
  readonly bySegment: ReadonlyMap<number, string>;
}

/** Of a partition as it was listed. Files without a base offset are counted to the last segment. */
export function fileTimesOf({ signature, files }: ListedPartition): FileTimes {
  const bases = files.segments.map(({ baseOffset }) => baseOffset);
  const bySegment = new Map<number, string>(bases.map((base) => [base, '']));
  let at = 0;
  for (const line of signature.trimEnd().split('\n').sort()) {
    const base = /^[0-9]{20}(?=\.)/.exec(line)?.[0];
    const offset = base === undefined ? Number.POSITIVE_INFINITY : Number(base);
    // Names ascend, and so do the segments.
    while (at + 1 < bases.length && (bases[at + 1] as number) <= offset) at++;
    const owner = bases[at];
    if (owner !== undefined) bySegment.set(owner, `${bySegment.get(owner) ?? ''}${line}\n`);
  }
  return { signature, bases, bySegment };
}

/**
 * The base offset of the first segment that is not what it was, or before which one is gone; undefined when nothing has changed but
 * that the oldest ones were deleted.
 */
export function firstChanged(before: FileTimes, listed: ListedPartition): number | undefined {
  if (before.signature === listed.signature) return undefined;
  const now = fileTimesOf(listed);
  for (const [i, base] of now.bases.entries()) {
    const previous = now.bases[i - 1];
    const place = before.bases.indexOf(base);
    if (place >= 0 && previous !== undefined && before.bases[place - 1] !== previous) return previous;
    if (before.bySegment.get(base) !== now.bySegment.get(base)) return base;
  }
  return undefined;
}
