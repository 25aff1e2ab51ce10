/**
 * One group of the consumer protocol (KIP-848): members, the target of each, and how far they are. Everything here comes from
 * replayed records but `isMetadataStale`.
 *
 *   a member joins, leaves, subscribes anew; a topic changes    groupEpoch + 1
 *   the assignor has run for it                                 assignmentEpoch = groupEpoch
 *   a member has given up what it must                          its memberEpoch = assignmentEpoch
 *
 * A partition belongs to at most one member at a time, whether it is assigned or still to be revoked. (source: ConsumerGroup)
 */
import { inTimelineOrder, javaStringHash } from '#core/base/java-hash.ts';
import type { MemberProtocol } from '../group-requests.ts';
import type { Assignment, EpochAssignment } from './assignment.ts';
import { NO_EPOCHS, NO_PARTITIONS } from './assignment.ts';
import type { ConsumerMember } from './consumer-member.ts';
import { isReconciledTo, LEAVE_EPOCH, newMember } from './consumer-member.ts';

/** Epochs of a group in which nothing has happened yet. */
const FIRST_EPOCH = 1;

export type ConsumerGroupState = 'Empty' | 'Assigning' | 'Reconciling' | 'Stable';

/** The topics a subscribed pattern stood for when it was last looked up. */
export interface ResolvedRegex {
  readonly topics: ReadonlySet<string>;
  /** Version of the topics it was looked up in. */
  readonly version: number;
  /** When, ms since the Unix epoch. */
  readonly timestampMs: number;
}

export class ConsumerGroup {
  readonly type = 'consumer';
  readonly groupId: string;
  groupEpoch = FIRST_EPOCH;
  assignmentEpoch = FIRST_EPOCH;
  /** When the target was computed, ms since the Unix epoch; 0 when it was not. */
  assignmentTimestampMs = 0;
  /** Of the subscribed topics with their partitions; see metadata-hash.ts. */
  metadataHash = 0n;
  /** A topic may have changed since the hash was computed: the next heartbeat looks. Only in memory. */
  isMetadataStale = true;
  /** There is a record of a kind that Kafka 4.0 wrote, and that is to be deleted. */
  hasPartitionMetadataRecord = false;
  readonly resolvedRegexes = new Map<string, ResolvedRegex>();
  readonly #members = new Map<string, ConsumerMember>();
  /** Group instance id → member id. */
  readonly #staticMembers = new Map<string, string>();
  readonly #targets = new Map<string, Assignment>();
  /** Topic id → partitions that a member has; undefined: to be gathered anew. */
  #owned: Map<string, Set<number>> | undefined;

  constructor(groupId: string) {
    this.groupId = groupId;
  }

  get members(): ReadonlyMap<string, ConsumerMember> {
    return this.#members;
  }

  get targets(): ReadonlyMap<string, Assignment> {
    return this.#targets;
  }

  /** The members as Kafka walks them: so it lists them, and so it finds the leader when the group becomes a classic one. */
  inOrder(): ConsumerMember[] {
    return inTimelineOrder([...this.#members.values()], ({ memberId }) => javaStringHash(memberId));
  }

  get isEmpty(): boolean {
    return this.#members.size === 0;
  }

  get state(): ConsumerGroupState {
    if (this.isEmpty) return 'Empty';
    if (this.groupEpoch > this.assignmentEpoch) return 'Assigning';
    const members = [...this.#members.values()];
    return members.every((member) => isReconciledTo(member, this.assignmentEpoch)) ? 'Stable' : 'Reconciling';
  }

  staticMemberId(instanceId: string | null): string | undefined {
    return instanceId === null ? undefined : this.#staticMembers.get(instanceId);
  }

  staticMember(instanceId: string | null): ConsumerMember | undefined {
    const memberId = this.staticMemberId(instanceId);
    return memberId === undefined ? undefined : this.#members.get(memberId);
  }

  /** What the member shall have. A static member under a new id has what it had under the old one. */
  targetOf({ memberId, instanceId }: Pick<ConsumerMember, 'memberId' | 'instanceId'>): Assignment {
    const owner = instanceId === null ? memberId : this.#staticMembers.get(instanceId);
    return (owner === undefined ? undefined : this.#targets.get(owner)) ?? NO_PARTITIONS;
  }

  /** Does any member have this partition, or still hold it? */
  isOwned(topicId: string, partition: number): boolean {
    this.#owned ??= this.#gatherOwned();
    return this.#owned.get(topicId)?.has(partition) ?? false;
  }

  #gatherOwned(): Map<string, Set<number>> {
    const owned = new Map<string, Set<number>>();
    const add = (assignment: EpochAssignment): void => {
      for (const [topicId, epochs] of assignment) {
        const partitions = owned.get(topicId) ?? new Set();
        owned.set(topicId, partitions);
        for (const partition of epochs.keys()) partitions.add(partition);
      }
    };
    for (const { assigned, pendingRevocation } of this.#members.values()) {
      add(assigned);
      add(pendingRevocation);
    }
    return owned;
  }

  /** Is one of the partitions that the member shall have and does not, still with somebody else? */
  waitsForRelease(member: ConsumerMember): boolean {
    if (member.state !== 'UnreleasedPartitions') return false;
    for (const [topicId, partitions] of this.#targets.get(member.memberId) ?? NO_PARTITIONS) {
      const assigned = member.assigned.get(topicId);
      for (const partition of partitions) {
        if (assigned?.has(partition) !== true && this.isOwned(topicId, partition)) return true;
      }
    }
    return false;
  }

  /** Members that came by the classic protocol. */
  get classicMemberCount(): number {
    let count = 0;
    for (const { classic } of this.#members.values()) if (classic !== null) count++;
    return count;
  }

  /** Could a classic member with these protocols join the classic ones that are here? */
  supportsClassicProtocols(protocolType: string, protocols: readonly MemberProtocol[]): boolean {
    if (protocolType !== 'consumer') return false;
    if (this.isEmpty) return protocols.length > 0;
    const classic = [...this.#members.values()].flatMap((member) => member.classic ?? []);
    return protocols.some(({ name }) =>
      classic.every(({ supportedProtocols }) => supportedProtocols.some((own) => own.name === name)),
    );
  }

  putMember(member: ConsumerMember): void {
    this.#owned = undefined;
    this.#members.set(member.memberId, member);
    if (member.instanceId !== null) this.#staticMembers.set(member.instanceId, member.memberId);
  }

  removeMember(memberId: string): void {
    this.#owned = undefined;
    const instanceId = this.#members.get(memberId)?.instanceId;
    this.#members.delete(memberId);
    if (instanceId != null) this.#staticMembers.delete(instanceId);
  }

  /** The member's record of what it has is gone: it has nothing. */
  clearAssignment(memberId: string): void {
    const member = this.#members.get(memberId) ?? newMember(memberId);
    this.putMember({
      ...member,
      memberEpoch: LEAVE_EPOCH,
      previousMemberEpoch: LEAVE_EPOCH,
      assigned: NO_EPOCHS,
      pendingRevocation: NO_EPOCHS,
    });
  }

  /** Null: the member's target is gone. */
  setTarget(memberId: string, target: Assignment | null): void {
    if (target === null) this.#targets.delete(memberId);
    else this.#targets.set(memberId, target);
  }
}
