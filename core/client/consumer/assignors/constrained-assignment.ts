/**
 * The sticky assignment where all members subscribe to the same topics: everyone keeps what it had up to a fair share, and what is
 * left over is dealt out. (source: AbstractStickyAssignor.ConstrainedAssignmentBuilder)
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { comparePartitions, partitionName } from '#core/base/topic-partition.ts';
import { IllegalStateError } from '#core/protocol/kafka-error.ts';
import { compareText } from './assignor.ts';
import type { StickyBasis } from './sticky-owners.ts';
import type { StickyAssignment } from './sticky-result.ts';

/** Where everybody stands while partitions are dealt out. */
interface Shares {
  readonly least: number;
  readonly most: number;
  /** How many members may have more than the least. */
  readonly overLeastMax: number;
  overLeast: number;
  /** Members with less than the least. */
  under: string[];
  /** Members with exactly the least, while some may still get one more. */
  exactly: string[];
  readonly assignment: Map<string, TopicPartition[]>;
  /** Owners of what they could not keep, by partition name. */
  readonly revokedFrom: Map<string, string>;
}

export function assignConstrained(basis: StickyBasis): StickyAssignment {
  const { members, owned, partitionCounts, claimedTwice } = basis;
  const total = [...partitionCounts.values()].reduce((sum, count) => sum + count, 0);
  const shares: Shares = {
    least: Math.floor(total / members.length),
    most: Math.ceil(total / members.length),
    overLeastMax: total % members.length,
    overLeast: 0,
    under: [],
    exactly: [],
    assignment: new Map([...owned.keys()].map((memberId) => [memberId, []])),
    revokedFrom: new Map(),
  };
  for (const [memberId, partitions] of owned) keepShare(shares, memberId, partitions, claimedTwice);
  const kept = new Set([...shares.assignment.values()].flat().map(partitionName));
  shares.under.sort(compareText);
  shares.exactly.sort(compareText);
  const transferring = new Map<string, string>();
  for (const { memberId, partition } of dealOut(shares, unassigned(partitionCounts, kept))) {
    const key = partitionName(partition);
    const from = shares.revokedFrom.get(key);
    if ((from !== undefined && from !== memberId) || claimedTwice.has(key)) transferring.set(key, memberId);
  }
  return { assignment: shares.assignment, transferring };
}

function keepShare(
  shares: Shares,
  memberId: string,
  partitions: readonly TopicPartition[],
  claimedTwice: ReadonlySet<string>,
): void {
  const { least, most, overLeastMax } = shares;
  const mine = partitions
    .filter((partition) => !claimedTwice.has(partitionName(partition)))
    .sort((a, b) => a.partition - b.partition || compareText(a.topic, b.topic));
  let keeps = mine.length;
  if (mine.length < least) {
    shares.under.push(memberId);
  } else if (mine.length >= most && shares.overLeast < overLeastMax) {
    keeps = most;
    shares.overLeast++;
    if (shares.overLeast === overLeastMax) shares.exactly = [];
  } else {
    keeps = least;
    if (shares.overLeast < overLeastMax) shares.exactly.push(memberId);
  }
  shares.assignment.get(memberId)?.push(...mine.slice(0, keeps));
  for (const partition of mine.slice(keeps)) shares.revokedFrom.set(partitionName(partition), memberId);
}

function unassigned(
  partitionCounts: StickyBasis['partitionCounts'],
  kept: ReadonlySet<string>,
): readonly TopicPartition[] {
  return [...partitionCounts]
    .flatMap(([topic, count]) => Array.from({ length: count }, (_, partition) => ({ topic, partition })))
    .filter((partition) => !kept.has(partitionName(partition)))
    .sort(comparePartitions);
}

/** First everybody up to the least, in turn; then one more each. */
function* dealOut(
  shares: Shares,
  partitions: readonly TopicPartition[],
): Generator<{ readonly memberId: string; readonly partition: TopicPartition }> {
  let turn = 0;
  for (const partition of partitions) {
    if (turn >= shares.under.length) turn = 0;
    const memberId = shares.under[turn] ?? shares.exactly.shift();
    if (memberId === undefined) throw new IllegalStateError('No more unfilled consumers to be assigned.');
    const mine = shares.assignment.get(memberId) as TopicPartition[];
    mine.push(partition);
    if (mine.length === shares.least && shares.under.length > 0) {
      shares.under.splice(turn, 1);
      shares.exactly.push(memberId);
    } else {
      turn++;
    }
    yield { memberId, partition };
  }
}
