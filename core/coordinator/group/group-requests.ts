/** What handlers ask of the group coordinator, and what they get: protocol versions are already resolved here. */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { ErrorName } from '#core/protocol/errors.ts';

/** One way of assigning partitions that a member supports, with what it says about itself in it. */
export interface MemberProtocol {
  readonly name: string;
  readonly metadata: Buffer;
}

export interface JoinRequest {
  readonly groupId: string;
  /** '' for a member that has none yet. */
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly clientId: string;
  /** As Kafka shows it, e.g. `/127.0.0.1`. */
  readonly clientHost: string;
  readonly sessionTimeoutMs: number;
  readonly rebalanceTimeoutMs: number;
  readonly protocolType: string;
  readonly protocols: readonly MemberProtocol[];
  /** v4 and later: a dynamic member must come back with the id it was given. */
  readonly requiresKnownMemberId: boolean;
  /** v9 and later: a static leader that rejoins is told to skip the assignment. */
  readonly supportsSkippingAssignment: boolean;
}

export interface JoinAnswer {
  readonly error: ErrorName;
  readonly generationId: number;
  readonly protocolType: string | null;
  readonly protocolName: string | null;
  readonly leader: string;
  readonly skipAssignment: boolean;
  readonly memberId: string;
  readonly members: readonly {
    readonly memberId: string;
    readonly groupInstanceId: string | null;
    readonly metadata: Buffer;
  }[];
}

export interface SyncRequest {
  readonly groupId: string;
  readonly generationId: number;
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  /** Null when the request's version has none. */
  readonly protocolType: string | null;
  readonly protocolName: string | null;
  readonly assignments: readonly { readonly memberId: string; readonly assignment: Buffer }[];
}

export interface SyncAnswer {
  readonly error: ErrorName;
  readonly protocolType: string | null;
  readonly protocolName: string | null;
  readonly assignment: Buffer;
}

/** Who says that it belongs to a generation. −1, '' and null mean "not said". */
export interface MemberIdentity {
  readonly generationId: number;
  readonly memberId: string;
  readonly groupInstanceId: string | null;
}

/** '' with an instance id: whoever stands under it. */
export interface MemberToLeave {
  readonly memberId: string;
  readonly groupInstanceId: string | null;
}

export interface LeaveAnswer {
  readonly error: ErrorName;
  readonly members: readonly (MemberToLeave & { readonly error: ErrorName })[];
}

/** An offset to commit. */
export interface OffsetToCommit extends TopicPartition {
  readonly offset: number;
  readonly leaderEpoch: number;
  readonly metadata: string;
}

export interface CommitRequest extends MemberIdentity {
  readonly groupId: string;
  /** OffsetCommit v9 and later: `generationId` may be a member epoch, and an unknown group is GROUP_ID_NOT_FOUND. */
  readonly knowsMemberEpochs: boolean;
  /** Milliseconds the offsets are to be kept, from OffsetCommit v2 to v4; −1 for the broker's retention. */
  readonly retentionMs: number;
  readonly offsets: readonly OffsetToCommit[];
}

export interface TransactionalCommitRequest extends MemberIdentity {
  readonly groupId: string;
  readonly producerId: number;
  readonly producerEpoch: number;
  /** The partition's guard from the verification, when there was one. */
  readonly verificationGuard?: object | undefined;
  readonly offsets: readonly OffsetToCommit[];
}

/** A partition whose offset is asked for; with a topic id, only an offset of that topic counts. */
export interface AskedPartition extends TopicPartition {
  readonly topicId?: string;
}

export interface FetchRequest {
  readonly groupId: string;
  /** Null for whoever is no member of a consumer group. */
  readonly memberId: string | null;
  /** −1 for whoever is no member of a consumer group. */
  readonly memberEpoch: number;
  /** Null: everything that was committed. */
  readonly partitions: readonly AskedPartition[] | null;
  /** Pending offsets of transactions are refused. */
  readonly requireStable: boolean;
}

/** What is known of a partition's committed offset. */
export interface CommittedOffset extends TopicPartition {
  readonly error: ErrorName;
  /** −1 when nothing was committed. */
  readonly offset: number;
  readonly leaderEpoch: number;
  readonly metadata: string;
}

/** A marker on a partition of __consumer_offsets. */
export interface OffsetsMarker {
  readonly partition: number;
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly coordinatorEpoch: number;
  readonly isCommit: boolean;
  readonly transactionVersion: number;
}

export interface GroupDescription {
  readonly groupId: string;
  readonly state: string;
  readonly protocolType: string;
  /** The chosen protocol; '' unless Stable. */
  readonly protocol: string;
  readonly members: readonly {
    readonly memberId: string;
    readonly groupInstanceId: string | null;
    readonly clientId: string;
    readonly clientHost: string;
    readonly metadata: Buffer;
    readonly assignment: Buffer;
  }[];
}

export interface GroupListing {
  readonly groupId: string;
  readonly protocolType: string;
  readonly state: string;
  readonly type: 'classic' | 'consumer';
}
