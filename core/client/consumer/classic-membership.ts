/**
 * A member of a group under the classic protocol: joins, is assigned partitions, says that it lives, rejoins.
 *
 * The application's callbacks run inside poll() and nowhere else; so does every change of the assignment. What goes on between two
 * polls is one heartbeat after the other, and a JoinGroup or SyncGroup that the coordinator is not yet done with. The protocol is
 * the eager one: before a rebalance everything is given up. (source: AbstractCoordinator, ConsumerCoordinator)
 */
import type { Cancel, Clock } from '#core/base/clock.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { ConsumerConfig } from '#core/config/consumer-config.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { ERRORS, errorName } from '#core/protocol/errors.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';
import { Heartbeat } from '#core/protocol/messages/12-heartbeat.ts';
import { LeaveGroup } from '#core/protocol/messages/13-leave-group.ts';
import { errorOf } from '../client-error.ts';
import { Deadline } from '../deadline.ts';
import type { Backoff } from '../network/backoff.ts';
import type { Metadata } from '../network/metadata.ts';
import type { ConsumerGroupMetadata } from '../offsets.ts';
import type { RebalanceListener } from './consumer.ts';
import type { GroupCoordinatorLink } from './group-coordinator.ts';
import type { Generation } from './group-join.ts';
import { GroupJoin, NO_GENERATION } from './group-join.ts';
import type { SubscriptionState } from './subscription-state.ts';

export interface MembershipParts {
  readonly link: GroupCoordinatorLink;
  readonly metadata: Metadata;
  readonly subscription: SubscriptionState;
  readonly backoff: Backoff;
  /** Commits the positions before partitions are given up, if the consumer does so by itself. */
  readonly commitBeforeRevoke: (deadline: Deadline) => Promise<void>;
  /** Called after each change of the assignment. */
  readonly onAssignment: () => void;
  /** Called when poll() has something to do. */
  readonly onProgress: () => void;
}

export class ClassicMembership {
  readonly #clock: Clock;
  readonly #parts: MembershipParts;
  readonly #config: ConsumerConfig;
  readonly #join: GroupJoin;
  #listener: RebalanceListener = {};
  #generation: Generation = NO_GENERATION;
  #isRejoinNeeded = true;
  /** Partitions have not been given up for the rebalance that goes on. */
  #mustPrepare = true;
  #joining: Promise<void> | undefined;
  #joined: { readonly generation: Generation; readonly partitions: readonly TopicPartition[] } | undefined;
  /** The partitions belong to others by now. */
  #isLost = false;
  #fatal: Error | undefined;
  /** Counts leavings: what was begun before one is dropped. */
  #membership = 0;
  #lastPollMs = 0;
  #lastHeartbeatMs = 0;
  #cancelHeartbeat: Cancel = () => undefined;

  constructor(clock: Clock, parts: MembershipParts, config: ConsumerConfig) {
    this.#clock = clock;
    this.#parts = parts;
    this.#config = config;
    this.#join = new GroupJoin(parts.link, parts.metadata, parts.subscription, config);
  }

  /** Topics of all members, when this one is their leader. */
  get groupTopics(): readonly string[] {
    return this.#join.groupTopics;
  }
  get metadata(): ConsumerGroupMetadata {
    const { generationId, memberId } = this.#generation;
    const groupInstanceId = this.#config['group.instance.id'];
    return { groupId: this.#parts.link.groupId, generationId, memberId, groupInstanceId };
  }

  /** The subscription is a new one. */
  subscribed(listener: RebalanceListener): void {
    this.#listener = listener;
    this.requestRejoin();
  }

  requestRejoin(): void {
    this.#isRejoinNeeded = true;
    this.#parts.onProgress();
  }

  /** The coordinator has removed this member or has gone on without it. */
  memberLost(): void {
    if (this.#generation !== NO_GENERATION) this.#isLost = true;
    this.#generation = NO_GENERATION;
    this.requestRejoin();
  }

  /**
   * Does what is due: finds the coordinator, gives partitions up, joins, takes partitions. Returns at the deadline at the latest; what
   * is not done then goes on with the next call.
   */
  async poll(deadline: Deadline): Promise<void> {
    this.#lastPollMs = this.#clock.monotonicMs();
    this.#throwIfFatal();
    if (this.#join.hasGroupChanged()) this.requestRejoin();
    if (this.#isLost) await this.#loseAll();
    if (!(await this.#parts.link.find(deadline))) return;
    for (let failures = 0; this.#isRejoinNeeded || this.#joining !== undefined; failures++) {
      if (this.#mustPrepare) await this.#prepare(deadline);
      this.#joining ??= this.#startJoin();
      if (!(await deadline.settles(this.#joining))) return;
      this.#joining = undefined;
      this.#throwIfFatal();
      if (this.#joined !== undefined) await this.#complete(this.#joined);
      else if (deadline.isOver) return;
      else await deadline.pause(this.#parts.backoff.delayMs(failures));
      if (!(await this.#parts.link.find(deadline))) return;
    }
  }

  #throwIfFatal(): void {
    const error = this.#fatal;
    this.#fatal = undefined;
    if (error !== undefined) throw error;
  }

  async #prepare(deadline: Deadline): Promise<void> {
    this.#mustPrepare = false;
    const { subscription } = this.#parts;
    if (subscription.partitions.length === 0) return;
    await this.#parts.commitBeforeRevoke(deadline);
    await this.#listener.onPartitionsRevoked?.(subscription.partitions);
    this.#assign([]);
  }

  async #loseAll(): Promise<void> {
    this.#isLost = false;
    const { subscription } = this.#parts;
    const lost = subscription.partitions;
    if (lost.length === 0) return;
    const { onPartitionsLost = this.#listener.onPartitionsRevoked } = this.#listener;
    this.#assign([]);
    await onPartitionsLost?.call(this.#listener, lost);
  }

  #assign(partitions: readonly TopicPartition[]): void {
    this.#parts.subscription.assignFromGroup(partitions);
    this.#parts.onAssignment();
  }

  /** One attempt. Never rejects: what went wrong is in `#fatal`, or just not in `#joined`. */
  async #startJoin(): Promise<void> {
    this.#cancelHeartbeat();
    this.#isRejoinNeeded = false;
    this.#joined = undefined;
    const membership = this.#membership;
    try {
      const outcome = await this.#join.attempt(this.#generation);
      // The consumer has left in the meantime: the session timeout removes the member it just became.
      if (membership !== this.#membership) return;
      this.#generation = outcome.generation;
      if (outcome.partitions === undefined) this.#isRejoinNeeded = true;
      else this.#joined = { generation: outcome.generation, partitions: outcome.partitions };
    } catch (error) {
      if (membership !== this.#membership) return;
      this.#isRejoinNeeded = true;
      if (!(error instanceof KafkaError) || !error.retriable) {
        this.#fatal = error instanceof Error ? error : new Error(String(error));
      }
    }
    if (this.#joined !== undefined) this.#startHeartbeats();
    this.#parts.onProgress();
  }

  async #complete({ partitions }: { readonly partitions: readonly TopicPartition[] }): Promise<void> {
    this.#joined = undefined;
    this.#mustPrepare = true;
    this.#assign(partitions);
    await this.#listener.onPartitionsAssigned?.(partitions);
  }

  #startHeartbeats(): void {
    this.#lastHeartbeatMs = this.#clock.monotonicMs();
    this.#scheduleHeartbeat(this.#config['heartbeat.interval.ms']);
  }

  #scheduleHeartbeat(delayMs: number): void {
    this.#cancelHeartbeat();
    this.#cancelHeartbeat = this.#clock.schedule(delayMs, () => {
      void this.#heartbeat(this.#generation);
    });
  }

  async #heartbeat(generation: Generation): Promise<void> {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - this.#lastPollMs > this.#config['max.poll.interval.ms']) {
      // The application is stuck: others shall have its partitions.
      await this.#leave('consumer poll timeout has expired.');
      this.memberLost();
      return;
    }
    if (nowMs - this.#lastHeartbeatMs > this.#config['session.timeout.ms']) this.#parts.link.forget();
    const error = await this.#sendHeartbeat(generation);
    if (generation !== this.#generation) return;
    if (error === 'NONE') this.#lastHeartbeatMs = nowMs;
    else if (error !== undefined) this.#heartbeatError(error);
    if (this.#generation !== NO_GENERATION) {
      const { 'heartbeat.interval.ms': intervalMs, 'retry.backoff.ms': retryMs } = this.#config;
      this.#scheduleHeartbeat(error === undefined ? retryMs : intervalMs);
    }
  }

  /** Undefined when the coordinator could not be reached. */
  async #sendHeartbeat({ generationId, memberId }: Generation): Promise<ErrorName | undefined> {
    const { link } = this.#parts;
    try {
      if (!(await link.find(new Deadline(this.#clock, this.#config['request.timeout.ms'])))) return undefined;
      const { body } = await link.request({
        api: Heartbeat,
        body: {
          groupId: link.groupId,
          generationId,
          memberId,
          groupInstanceId: this.#config['group.instance.id'],
        },
      });
      return errorName(body.errorCode);
    } catch (error) {
      if (error instanceof KafkaError && error.retriable) return undefined;
      this.#fatal = error instanceof Error ? error : new Error(String(error));
      return undefined;
    }
  }

  #heartbeatError(error: ErrorName): void {
    if (this.#parts.link.forgetIfMoved(error)) return;
    switch (error) {
      case 'REBALANCE_IN_PROGRESS':
        this.requestRejoin();
        break;
      case 'ILLEGAL_GENERATION':
      case 'UNKNOWN_MEMBER_ID':
        this.memberLost();
        break;
      default:
        if (ERRORS[error].retriable) break;
        this.#fatal = errorOf(error);
        if (error === 'FENCED_INSTANCE_ID') this.#generation = NO_GENERATION;
        this.#parts.onProgress();
    }
  }

  /** Gives everything up; a dynamic member also tells the coordinator, so that the others need not wait for its timeout. */
  async close(deadline: Deadline, reason: string): Promise<void> {
    this.#cancelHeartbeat();
    const { subscription } = this.#parts;
    const owned = subscription.partitions;
    if (owned.length > 0) {
      await this.#parts.commitBeforeRevoke(deadline);
      await this.#listener.onPartitionsRevoked?.(owned);
      this.#assign([]);
    }
    this.#membership++;
    await deadline.settles(this.#leave(reason));
    this.#generation = NO_GENERATION;
    this.#isRejoinNeeded = true;
    this.#mustPrepare = true;
    this.#joining = undefined;
    this.#joined = undefined;
  }

  async #leave(reason: string): Promise<void> {
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
