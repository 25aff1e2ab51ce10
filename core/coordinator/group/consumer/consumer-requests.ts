/** What handlers ask of consumer groups, and what they get. */

import type { GroupRefusal } from '../group-turn.ts';
import type { EpochAssignment, TopicPartitions } from './assignment.ts';

/** Null and −1: as before. */
export interface ConsumerHeartbeatRequest {
  readonly groupId: string;
  /** '' for a member that wants to be given one. */
  readonly memberId: string;
  readonly memberEpoch: number;
  readonly instanceId: string | null;
  readonly rackId: string | null;
  readonly rebalanceTimeoutMs: number;
  readonly subscribedTopicNames: readonly string[] | null;
  readonly subscribedTopicRegex: string | null;
  readonly serverAssignor: string | null;
  /** What the member has. */
  readonly topicPartitions: readonly TopicPartitions[] | null;
  readonly clientId: string;
  /** As Kafka shows it, e.g. `/127.0.0.1`. */
  readonly clientHost: string;
}

export interface ConsumerHeartbeatAnswer {
  readonly memberId: string;
  readonly memberEpoch: number;
  /** 0 for a member that leaves. */
  readonly heartbeatIntervalMs: number;
  /** What the member shall have; null when it knows. */
  readonly assignment: EpochAssignment | null;
}

export type HeartbeatOutcome = ConsumerHeartbeatAnswer | GroupRefusal;
