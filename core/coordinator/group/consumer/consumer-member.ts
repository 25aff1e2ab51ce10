/** One member of a consumer group (KIP-848). Members are never changed: a replayed record puts a new one in place of the old. */
import { sameSets } from '#core/base/same-sets.ts';
import type { MemberProtocol } from '../group-requests.ts';
import type { EpochAssignment } from './assignment.ts';
import { NO_EPOCHS, sameEpochs } from './assignment.ts';

/**
 * How far a member is on its way to the target assignment. (source: MemberState)
 * `UnrevokedPartitions`: it must give partitions up first. `UnreleasedPartitions`: it waits for partitions that another member
 * still has. `Unknown`: written by a newer Kafka.
 */
export type MemberState = keyof typeof MEMBER_STATES;

/** The numbers in CurrentMemberAssignment records. */
export const MEMBER_STATES = {
  Stable: 0,
  UnrevokedPartitions: 1,
  UnreleasedPartitions: 2,
  Unknown: 127,
} as const;

/** Epochs that a member sends instead of its own. */
export const JOIN_EPOCH = 0;
export const LEAVE_EPOCH = -1;
/** A static member leaves for a while. */
export const STATIC_LEAVE_EPOCH = -2;

/** What a member of the classic protocol brought along. */
export interface ClassicMetadata {
  readonly sessionTimeoutMs: number;
  readonly supportedProtocols: readonly MemberProtocol[];
}

/** source: ConsumerGroupMember */
export interface ConsumerMember {
  readonly memberId: string;
  readonly memberEpoch: number;
  readonly previousMemberEpoch: number;
  readonly state: MemberState;
  readonly instanceId: string | null;
  readonly rackId: string | null;
  readonly rebalanceTimeoutMs: number;
  readonly clientId: string;
  readonly clientHost: string;
  readonly subscribedTopicNames: ReadonlySet<string>;
  /** '' when there is none. */
  readonly subscribedTopicRegex: string;
  readonly serverAssignor: string | null;
  readonly assigned: EpochAssignment;
  readonly pendingRevocation: EpochAssignment;
  /** Null for members that speak the consumer protocol. */
  readonly classic: ClassicMetadata | null;
}

/** A member of which nothing is known but its id. */
export function newMember(memberId: string): ConsumerMember {
  return {
    memberId,
    memberEpoch: JOIN_EPOCH,
    previousMemberEpoch: -1,
    state: 'Stable',
    instanceId: null,
    rackId: null,
    rebalanceTimeoutMs: -1,
    clientId: '',
    clientHost: '',
    subscribedTopicNames: new Set(),
    subscribedTopicRegex: '',
    serverAssignor: null,
    assigned: NO_EPOCHS,
    pendingRevocation: NO_EPOCHS,
    classic: null,
  };
}

/** Has the member got what the target of `epoch` says? */
export function isReconciledTo(member: ConsumerMember, epoch: number): boolean {
  return member.state === 'Stable' && member.memberEpoch === epoch;
}

export function sameMember(a: ConsumerMember, b: ConsumerMember): boolean {
  return a === b || (sameFields(a, b) && sameParts(a, b));
}

const FIELDS = [
  'memberId',
  'memberEpoch',
  'previousMemberEpoch',
  'state',
  'instanceId',
  'rackId',
  'rebalanceTimeoutMs',
  'clientId',
  'clientHost',
  'subscribedTopicRegex',
  'serverAssignor',
] as const;

function sameFields(a: ConsumerMember, b: ConsumerMember): boolean {
  return FIELDS.every((field) => a[field] === b[field]);
}

function sameParts(a: ConsumerMember, b: ConsumerMember): boolean {
  return (
    sameSets(a.subscribedTopicNames, b.subscribedTopicNames) &&
    sameEpochs(a.assigned, b.assigned) &&
    sameEpochs(a.pendingRevocation, b.pendingRevocation) &&
    sameClassic(a.classic, b.classic)
  );
}

function sameClassic(a: ClassicMetadata | null, b: ClassicMetadata | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.sessionTimeoutMs === b.sessionTimeoutMs && sameProtocols(a.supportedProtocols, b.supportedProtocols)
  );
}

function sameProtocols(a: readonly MemberProtocol[], b: readonly MemberProtocol[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ name, metadata }, i) => {
      const other = b[i];
      return other !== undefined && other.name === name && other.metadata.equals(metadata);
    })
  );
}
