/** Which segments are rewritten into one: neighbours, as long as log and indexes stay within bounds. (source: Cleaner.groupSegmentsBySize) */
import type { LogSegment } from '../log-segment.ts';
import { RELATIVE_OFFSET_MAX } from '../offset-index.ts';

export interface GroupLimits {
  readonly segmentBytes: number;
  readonly indexBytes: number;
  /** Bounds the offsets of the last segment. */
  readonly firstUncleanableOffset: number;
}

/** Groups of one or more, in order; judged by what the segments have before they are cleaned. */
export function groupSegments(segments: readonly LogSegment[], limits: GroupLimits): LogSegment[][] {
  const groups: LogSegment[][] = [];
  let sizes = NOTHING;
  segments.forEach((segment, at) => {
    const group = groups.at(-1);
    const own = sizesOf(segment);
    const joined = sum(sizes, own);
    const lastOffset = (segments[at + 1]?.baseOffset ?? limits.firstUncleanableOffset) - 1;
    if (group !== undefined && isWithin(joined, limits) && reaches(group, segment, lastOffset)) {
      group.push(segment);
      sizes = joined;
    } else {
      groups.push([segment]);
      sizes = own;
    }
  });
  return groups;
}

interface Sizes {
  readonly log: number;
  readonly index: number;
  readonly timeIndex: number;
}

const NOTHING: Sizes = { log: 0, index: 0, timeIndex: 0 };

function sizesOf({ size, indexes }: LogSegment): Sizes {
  return { log: size, index: indexes.offsets.sizeBytes, timeIndex: indexes.times.sizeBytes };
}

function sum(a: Sizes, b: Sizes): Sizes {
  return { log: a.log + b.log, index: a.index + b.index, timeIndex: a.timeIndex + b.timeIndex };
}

function isWithin(sizes: Sizes, { segmentBytes, indexBytes }: GroupLimits): boolean {
  return sizes.log <= segmentBytes && sizes.index <= indexBytes && sizes.timeIndex <= indexBytes;
}

/** True when the last offset can be told relative to the group's base. An empty segment has no offset to tell. */
function reaches(group: readonly LogSegment[], segment: LogSegment, lastOffset: number): boolean {
  return segment.size === 0 || lastOffset - (group[0]?.baseOffset ?? 0) <= RELATIVE_OFFSET_MAX;
}
