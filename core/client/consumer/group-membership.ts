/** A consumer's place in its group, whichever protocol the group speaks. */
import type { ErrorName } from '#core/protocol/errors.ts';
import type { Deadline } from '../deadline.ts';
import type { ConsumerGroupMetadata } from '../offsets.ts';
import type { RebalanceListener } from './consumer.ts';

export interface GroupMembership {
  /** As whom the consumer commits. */
  readonly metadata: ConsumerGroupMetadata;
  /** Why no offsets can be committed now: a rebalance goes on, or the consumer is not in its group. */
  readonly commitProblem: 'rebalancing' | 'outside' | undefined;
  /** Topics whose metadata is needed besides those that the consumer subscribes to. */
  readonly groupTopics: readonly string[];

  /** The subscription is a new one. */
  subscribed(listener: RebalanceListener): void;
  /** Joins the group anew with the next poll; the classic protocol only: the other one has no use for it. */
  requestRejoin(reason: string): void;
  /** A commit was refused because the coordinator knows this member otherwise, or not at all. */
  commitRefused(error: ErrorName): void;

  /**
   * Does what is due, and runs the application's callbacks. Returns at the deadline at the latest; what is not done then goes on with
   * the next call.
   */
  poll(deadline: Deadline): Promise<void>;
  /** Gives everything up and leaves the group. */
  leave(deadline: Deadline, reason: string): Promise<void>;
}
