/**
 * A member of a group under the classic protocol: joins, is assigned partitions, says that it lives, rejoins.
 *
 * The application's callbacks run inside poll() and nowhere else; so does every change of the assignment. What goes on between two
 * polls is one heartbeat after the other, and a JoinGroup or SyncGroup that the coordinator is not yet done with. Under eager assignors
 * everything is given up before a rebalance; under cooperative ones a member gives up only what it is no longer assigned, and then joins
 * once more (KIP-429). (source: AbstractCoordinator, ConsumerCoordinator)
 */
import type { Clock } from '#core/base/clock.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { ConsumerConfig } from '#core/config/consumer-config.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { ERRORS } from '#core/protocol/errors.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';
import { LeaveGroup } from '#core/protocol/messages/13-leave-group.ts';
import { errorOf } from '../client-error.ts';
import { Deadline } from '../deadline.ts';
import type { Backoff } from '../network/backoff.ts';
import type { Metadata } from '../network/metadata.ts';
import type { ConsumerGroupMetadata } from '../offsets.ts';
import { ClassicHeartbeat } from './classic-heartbeat.ts';
import type { RebalanceListener } from './consumer.ts';
import type { GroupCoordinatorLink } from './group-coordinator.ts';
import type { Generation, Joined } from './group-join.ts';
import { GroupJoin, NO_GENERATION, NO_GENERATION_ID } from './group-join.ts';
import type { GroupMembership } from './group-membership.ts';
import type { OwnedPartitions } from './owned-partitions.ts';
import type { SubscriptionState } from './subscription-state.ts';

export interface MembershipParts {
  readonly link: GroupCoordinatorLink;
  readonly metadata: Metadata;
  readonly subscription: SubscriptionState;
  readonly owned: OwnedPartitions;
  readonly backoff: Backoff;
  readonly isAutoCommit: boolean;
  /** Called when poll() has something to do. */
  readonly onProgress: () => void;
}

export class ClassicMembership implements GroupMembership {
  readonly #clock: Clock;
  readonly #parts: MembershipParts;
  readonly #config: ConsumerConfig;
  readonly #join: GroupJoin;
  readonly #heartbeat: ClassicHeartbeat;
  #generation: Generation = NO_GENERATION;
  #isRejoinNeeded = true;
  #rejoinReason = '';
  /** Partitions have not been given up for the rebalance that goes on. */
  #mustPrepare = true;
  /** By when a commit before a rebalance is to be done. */
  #prepareDeadline: Deadline | undefined;
  #joining: Promise<void> | undefined;
  #joined: Joined | undefined;
  #fatal: Error | undefined;
  /** Counts leavings: what was begun before one is dropped. */
  #membership = 0;

  constructor(clock: Clock, parts: MembershipParts, config: ConsumerConfig) {
    this.#clock = clock;
    this.#parts = parts;
    this.#config = config;
    this.#join = new GroupJoin(parts.link, parts.metadata, parts.subscription, config);
    this.#heartbeat = new ClassicHeartbeat(
      clock,
      {
        link: parts.link,
        member: () => (this.#generation.generationId === NO_GENERATION_ID ? undefined : this.#generation),
        onError: (error) => this.#heartbeatError(error),
        onFailure: (error) => this.#fail(error),
        onStuck: () => this.#leaveStuck(),
      },
      config,
    );
  }

  get groupTopics(): readonly string[] {
    return this.#join.groupTopics;
  }
  get metadata(): ConsumerGroupMetadata {
    const { generationId, memberId } = this.#generation;
    const groupInstanceId = this.#config['group.instance.id'];
    return { groupId: this.#parts.link.groupId, generationId, memberId, groupInstanceId };
  }

  get commitProblem(): GroupMembership['commitProblem'] {
    if (this.#joining !== undefined && this.#joined === undefined) return 'rebalancing';
    return this.#generation.generationId === NO_GENERATION_ID ? 'outside' : undefined;
  }

  subscribed(listener: RebalanceListener): void {
    this.#parts.owned.listener = listener;
    this.requestRejoin('subscription has changed');
  }

  requestRejoin(reason: string): void {
    this.#isRejoinNeeded = true;
    this.#rejoinReason = reason;
    this.#parts.onProgress();
  }

  commitRefused(error: ErrorName): void {
    if (error === 'REBALANCE_IN_PROGRESS')
      this.requestRejoin('offset commit failed since group is already rebalancing');
    else this.#lost(error, 'encountered an error from OFFSET_COMMIT response');
  }

  /** The coordinator has removed this member or has gone on without it. Its id stays good where only the generation is over. */
  #lost(error: ErrorName, reason: string): void {
    const memberId = error === 'UNKNOWN_MEMBER_ID' ? '' : this.#generation.memberId;
    this.#generation = { generationId: NO_GENERATION_ID, memberId };
    this.#mustPrepare = true;
    this.requestRejoin(reason);
  }

  async poll(deadline: Deadline): Promise<void> {
    this.#heartbeat.polled();
    this.#throwIfFatal();
    if (this.#join.hasGroupChanged()) this.requestRejoin('cached metadata has changed');
    if (!(await this.#parts.link.find(deadline))) return;
    for (let failures = 0; this.#isRejoinNeeded || this.#joining !== undefined; failures++) {
      if (this.#joining === undefined) {
        if (this.#mustPrepare && !(await this.#prepare(deadline))) return;
        this.#joining = this.#startJoin();
      }
      if (!(await deadline.settles(this.#joining))) return;
      this.#joining = undefined;
      this.#throwIfFatal();
      if (this.#joined !== undefined) await this.#complete(this.#joined);
      else if (deadline.isOver) return;
      else await deadline.pause(this.#parts.backoff.delayMs(failures));
      if (!(await this.#parts.link.find(deadline))) return;
    }
  }

  #fail(error: Error): void {
    this.#fatal = error;
    this.#parts.onProgress();
  }

  #throwIfFatal(): void {
    const error = this.#fatal;
    this.#fatal = undefined;
    if (error !== undefined) throw error;
  }

  /** Before a rebalance: false when the deadline came first. */
  async #prepare(deadline: Deadline): Promise<boolean> {
    const { owned, isAutoCommit, subscription } = this.#parts;
    const isEager = this.#join.protocol === 'eager';
    this.#prepareDeadline ??= new Deadline(this.#clock, this.#config['max.poll.interval.ms']);
    if (isAutoCommit) {
      const until = { until: deadline, commitDeadline: this.#prepareDeadline };
      if (!(await owned.commit(isEager ? owned.all : [], until))) return false;
    }
    this.#prepareDeadline = undefined;
    this.#mustPrepare = false;
    if (this.#generation.generationId === NO_GENERATION_ID || this.#generation.memberId === '') {
      await owned.loseAll();
    } else if (isEager) {
      await owned.revoke(owned.all);
    } else {
      const leaving = owned.all.filter((partition) => !subscription.covers(partition));
      if (leaving.length > 0) await owned.revoke(leaving);
    }
    owned.throwIfFailed();
    return true;
  }

  /** One attempt. Never rejects: what went wrong is in `#fatal`, or just not in `#joined`. */
  async #startJoin(): Promise<void> {
    this.#heartbeat.stop();
    const reason = this.#rejoinReason;
    this.#isRejoinNeeded = false;
    this.#rejoinReason = '';
    this.#joined = undefined;
    const membership = this.#membership;
    try {
      const outcome = await this.#join.attempt(this.#generation, this.#parts.owned.all, reason);
      // The consumer has left in the meantime: the session timeout removes the member it just became.
      if (membership !== this.#membership) return;
      if (outcome.joined === undefined) {
        this.#isRejoinNeeded = true;
        if (outcome.generation.generationId === NO_GENERATION_ID) this.#mustPrepare = true;
      }
      this.#generation = outcome.generation;
      this.#joined = outcome.joined;
    } catch (error) {
      if (membership !== this.#membership) return;
      this.#isRejoinNeeded = true;
      if (!(error instanceof KafkaError) || !error.retriable) {
        this.#fatal = error instanceof Error ? error : new Error(String(error));
      }
    }
    if (this.#joined !== undefined) this.#heartbeat.start();
    this.#parts.onProgress();
  }

  async #complete(joined: Joined): Promise<void> {
    const { owned, subscription } = this.#parts;
    this.#joined = undefined;
    this.#mustPrepare = true;
    // While poll() was not called the group went on without this member.
    if (this.#generation.generationId !== joined.generationId) return;
    const { partitions } = joined;
    if (!partitions.every((partition) => subscription.covers(partition))) {
      this.requestRejoin('received assignment does not match the current subscription');
      return;
    }
    if (this.#join.protocol === 'cooperative') await this.#revokeUnassigned(partitions);
    this.#join.assigned(joined);
    await owned.take(partitions);
    owned.throwIfFailed();
  }

  /** The next rebalance gives to others what is given up here. */
  async #revokeUnassigned(partitions: readonly TopicPartition[]): Promise<void> {
    const { owned } = this.#parts;
    const revoked = owned.without(partitions);
    if (revoked.length === 0) return;
    await owned.revoke(revoked);
    this.requestRejoin('need to revoke partitions and re-join');
  }

  #heartbeatError(error: ErrorName): void {
    if (this.#parts.link.forgetIfMoved(error)) return;
    switch (error) {
      case 'REBALANCE_IN_PROGRESS':
        this.requestRejoin('group is already rebalancing');
        break;
      case 'ILLEGAL_GENERATION':
      case 'UNKNOWN_MEMBER_ID':
        this.#lost(error, 'encountered an error from HEARTBEAT response');
        break;
      default:
        if (ERRORS[error].retriable) break;
        if (error === 'FENCED_INSTANCE_ID') this.#generation = NO_GENERATION;
        this.#fail(errorOf(error));
    }
  }

  /** The application is stuck: others shall have its partitions. */
  #leaveStuck(): void {
    void this.#sendLeave('consumer poll timeout has expired.');
    this.#lost('UNKNOWN_MEMBER_ID', 'consumer pro-actively leaving the group');
  }

  /** A dynamic member also tells the coordinator, so that the others need not wait for its timeout. */
  async leave(deadline: Deadline, reason: string): Promise<void> {
    const { owned } = this.#parts;
    this.#heartbeat.stop();
    const isMember = this.#generation.generationId !== NO_GENERATION_ID && this.#joining === undefined;
    if (!isMember) await owned.loseAll();
    else if (owned.all.length > 0) await owned.revoke(owned.all);
    this.#membership++;
    await deadline.settles(this.#sendLeave(reason));
    this.#generation = NO_GENERATION;
    this.#isRejoinNeeded = true;
    this.#mustPrepare = true;
    this.#joining = undefined;
    this.#joined = undefined;
    owned.throwIfFailed();
  }

  async #sendLeave(reason: string): Promise<void> {
    const { link } = this.#parts;
    const { memberId } = this.#generation;
    if (this.#config['group.instance.id'] !== null || memberId === '' || !link.isKnown) return;
    try {
      await link.request({
        api: LeaveGroup,
        body: (version) =>
          version >= 3
            ? { groupId: link.groupId, members: [{ memberId, reason }] }
            : { groupId: link.groupId, memberId },
      });
    } catch (error) {
      // The session timeout will do it.
      if (!(error instanceof KafkaError)) throw error;
    }
  }
}
