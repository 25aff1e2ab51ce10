/**
 * Brings one member nearer to its target. It never has a partition that another member still holds: partitions are revoked first,
 * then released by a heartbeat that no longer names them, and only then assigned to their next owner.
 *
 *              target without some of its partitions            acknowledged
 *   Stable ─────────────────────────────────────▶ UnrevokedPartitions ───────┐
 *     ▲  │   target with partitions that others hold                         ▼
 *     │  └────────────────────────────────────────▶ UnreleasedPartitions ◀──(next target)
 *     └──────────── they are released ─────────────────────┘
 *
 * (source: CurrentAssignmentBuilder)
 */

import { GroupRefusal } from '../group-turn.ts';
import type { Assignment, EpochAssignment, TopicPartitions } from './assignment.ts';
import { NO_EPOCHS } from './assignment.ts';
import type { ConsumerMember } from './consumer-member.ts';

export interface Reconciliation {
  readonly targetEpoch: number;
  readonly target: Assignment;
  /** What the member reads has changed with this request. */
  readonly hasSubscriptionChanged: boolean;
  readonly isSubscribedTo: (topicId: string) => boolean;
  /** Does any member have the partition, or still hold it? */
  readonly isOwned: (topicId: string, partition: number) => boolean;
  /** What the member says it has; null when it does not say. */
  readonly owned: readonly TopicPartitions[] | null;
}

type MutableEpochs = Map<string, Map<number, number>>;

/** The member as it is from now on: the same when nothing changes. */
export function reconcile(member: ConsumerMember, next: Reconciliation): ConsumerMember | GroupRefusal {
  switch (member.state) {
    case 'Stable':
      if (member.memberEpoch !== next.targetEpoch) return nextAssignment(member, member.memberEpoch, next);
      return next.hasSubscriptionChanged ? withoutUnsubscribed(member, next) : member;
    case 'UnrevokedPartitions':
      if (!owns(next.owned, member.pendingRevocation))
        return nextAssignment(member, member.memberEpoch, next);
      return next.hasSubscriptionChanged ? withoutUnsubscribed(member, next) : member;
    case 'UnreleasedPartitions':
      return nextAssignment(member, member.memberEpoch, next);
    case 'Unknown':
      if (next.owned === null || next.owned.length > 0) {
        return new GroupRefusal(
          'FENCED_MEMBER_EPOCH',
          'The consumer group member is in a unknown state. The member must abandon all its partitions and rejoin.',
        );
      }
      return nextAssignment(member, next.targetEpoch, next);
  }
}

/** Does the member still have some of these? It does unless it says otherwise. */
function owns(owned: readonly TopicPartitions[] | null, revoked: EpochAssignment): boolean {
  if (owned === null) return true;
  return owned.some(({ topicId, partitions }) => {
    const pending = revoked.get(topicId);
    return pending !== undefined && partitions.some((partition) => pending.has(partition));
  });
}

function atEpoch(member: ConsumerMember, memberEpoch: number): ConsumerMember {
  return { ...member, memberEpoch, previousMemberEpoch: member.memberEpoch };
}

/** What the member no longer reads is taken away at once, before a new target is there. */
function withoutUnsubscribed(member: ConsumerMember, next: Reconciliation): ConsumerMember {
  const gone = [...member.assigned].filter(([topicId]) => !next.isSubscribedTo(topicId));
  if (gone.length === 0) return member;
  const assigned = new Map([...member.assigned].filter(([topicId]) => next.isSubscribedTo(topicId)));
  const pendingRevocation = new Map(member.pendingRevocation);
  for (const [topicId, epochs] of gone) {
    pendingRevocation.set(topicId, new Map([...(pendingRevocation.get(topicId) ?? []), ...epochs]));
  }
  const changed: ConsumerMember = { ...atEpoch(member, member.memberEpoch), assigned };
  return owns(next.owned, pendingRevocation)
    ? { ...changed, state: 'UnrevokedPartitions', pendingRevocation }
    : changed;
}

/** What the member keeps, gives up, and gets; `memberEpoch` is the one it keeps while it has to give something up. */
function nextAssignment(member: ConsumerMember, memberEpoch: number, next: Reconciliation): ConsumerMember {
  const assigned: MutableEpochs = new Map();
  const revoked: MutableEpochs = new Map();
  const granted = new Map<string, number[]>();
  let isWaiting = false;
  for (const topicId of new Set([...next.target.keys(), ...member.assigned.keys()])) {
    const target: ReadonlySet<number> =
      (next.isSubscribedTo(topicId) ? next.target.get(topicId) : undefined) ?? new Set();
    const current: ReadonlyMap<number, number> = member.assigned.get(topicId) ?? new Map();
    const kept = [...current].filter(([partition]) => target.has(partition));
    const lost = [...current].filter(([partition]) => !target.has(partition));
    const missing = [...target].filter((partition) => !current.has(partition));
    // What the member itself is giving up may be given back to it.
    const free = missing.filter(
      (partition) =>
        !next.isOwned(topicId, partition) || member.pendingRevocation.get(topicId)?.has(partition) === true,
    );
    isWaiting ||= free.length < missing.length;
    if (kept.length > 0) assigned.set(topicId, new Map(kept));
    if (lost.length > 0) revoked.set(topicId, new Map(lost));
    if (free.length > 0) granted.set(topicId, free);
  }
  if (revoked.size > 0 && owns(next.owned, revoked)) {
    return {
      ...atEpoch(member, memberEpoch),
      state: 'UnrevokedPartitions',
      assigned,
      pendingRevocation: revoked,
    };
  }
  for (const [topicId, partitions] of granted) {
    const epochs = assigned.get(topicId) ?? new Map<number, number>();
    assigned.set(topicId, epochs);
    for (const partition of partitions) epochs.set(partition, next.targetEpoch);
  }
  return {
    ...atEpoch(member, next.targetEpoch),
    state: isWaiting ? 'UnreleasedPartitions' : 'Stable',
    assigned,
    pendingRevocation: NO_EPOCHS,
  };
}
