/**
 * A member of a group under the consumer protocol (KIP-848): the coordinator computes the assignment and hands it to each member, which
 * gives up what it is to give up, takes what is new, and acknowledges. There are no rounds in which all have to take part.
 *
 * Heartbeats go on between two polls; callbacks run and the assignment changes inside poll() and nowhere else.
 * (source: ConsumerMembershipManager, AbstractHeartbeatRequestManager)
 */
import type { Cancel, Clock } from '#core/base/clock.ts';
import type { ConsumerConfig } from '#core/config/consumer-config.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { ERRORS, errorName } from '#core/protocol/errors.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';
import type { ConsumerGroupHeartbeat } from '#core/protocol/messages/68-consumer-group-heartbeat.ts';
import type { ResponseOf } from '#core/protocol/schema/api.ts';
import { errorOf } from '../client-error.ts';
import { Deadline } from '../deadline.ts';
import type { ConsumerGroupMetadata } from '../offsets.ts';
import type { MembershipParts } from './classic-membership.ts';
import type { RebalanceListener } from './consumer.ts';
import { ConsumerHeartbeat, JOIN_EPOCH, LEAVE_EPOCH, LEAVE_STATIC_EPOCH } from './consumer-heartbeat.ts';
import type { GroupMembership } from './group-membership.ts';
import { heartbeatFailure } from './heartbeat-failure.ts';
import type { NumberedAssignment } from './target-assignment.ts';
import { AssignedNames, isSameAssignment } from './target-assignment.ts';

/**
 * joining: epoch 0, or about to be; stable: nothing to do but to beat; reconciling: the assignment is another one than what is owned;
 * acknowledging: it is not any more, which the coordinator is yet to hear; fenced and stale: out, partitions still to be dropped, and
 * joining after that, a stale member with the next poll; fatal: out for good.
 */
type State =
  | 'outside'
  | 'joining'
  | 'stable'
  | 'reconciling'
  | 'acknowledging'
  | 'fenced'
  | 'stale'
  | 'fatal';

const BEATING: ReadonlySet<State> = new Set(['joining', 'stable', 'reconciling', 'acknowledging']);
const NO_EPOCH = -1;

export class ConsumerMembership implements GroupMembership {
  readonly groupTopics: readonly string[] = [];
  /** The coordinator judges by the epoch. */
  readonly commitProblem = undefined;
  readonly #clock: Clock;
  readonly #parts: MembershipParts;
  readonly #config: ConsumerConfig;
  readonly #memberId: string;
  readonly #heartbeat: ConsumerHeartbeat;
  readonly #names: AssignedNames;
  #state: State = 'outside';
  #epoch = JOIN_EPOCH;
  #target: NumberedAssignment | undefined;
  #current: NumberedAssignment | undefined;
  #commitDeadline: Deadline | undefined;
  #fatal: Error | undefined;
  #intervalMs: number;
  #failures = 0;
  #isBeating = false;
  /** The next heartbeat shall not wait for its time. */
  #isUrgent = false;
  #lastPollMs = 0;
  #cancelBeat: Cancel = () => undefined;

  /** `memberId` is the member's for as long as the consumer lives, whatever becomes of its membership. */
  constructor(clock: Clock, parts: MembershipParts, config: ConsumerConfig, memberId: string) {
    this.#clock = clock;
    this.#parts = parts;
    this.#config = config;
    this.#memberId = memberId;
    this.#heartbeat = new ConsumerHeartbeat(parts.link, parts.subscription, config);
    this.#names = new AssignedNames(parts.metadata);
    this.#intervalMs = config['heartbeat.interval.ms'];
  }

  get metadata(): ConsumerGroupMetadata {
    return {
      groupId: this.#parts.link.groupId,
      generationId: this.#epoch > JOIN_EPOCH ? this.#epoch : NO_EPOCH,
      memberId: this.#memberId,
      groupInstanceId: this.#config['group.instance.id'],
    };
  }

  subscribed(listener: RebalanceListener): void {
    this.#parts.owned.listener = listener;
    if (this.#state === 'outside') this.#startJoining();
    else this.#beatSoon();
  }

  requestRejoin(): void {
    // The coordinator rebalances when it sees a reason.
  }

  commitRefused(): void {
    // The next heartbeat tells what became of this member.
  }

  async poll(deadline: Deadline): Promise<void> {
    this.#lastPollMs = this.#clock.monotonicMs();
    const fatal = this.#fatal;
    this.#fatal = undefined;
    if (this.#state === 'fenced' || this.#state === 'stale') {
      await this.#drop();
      this.#startJoining();
    } else if (this.#state === 'fatal') {
      await this.#drop();
    }
    if (fatal !== undefined) throw fatal;
    if (this.#state === 'reconciling') await this.#reconcile(deadline);
    this.#parts.owned.throwIfFailed();
  }

  async leave(deadline: Deadline): Promise<void> {
    const { owned, link } = this.#parts;
    this.#cancelBeat();
    const isMember = this.#epoch > JOIN_EPOCH;
    if (!isMember) await owned.loseAll();
    else if (owned.all.length > 0) await owned.revoke(owned.all);
    const wasBeating = BEATING.has(this.#state);
    this.#reset('outside');
    if (wasBeating && link.isKnown) await deadline.settles(this.#sendLeave());
    owned.throwIfFailed();
  }

  #reset(state: State): void {
    this.#state = state;
    this.#epoch = JOIN_EPOCH;
    this.#target = undefined;
    this.#current = undefined;
    this.#commitDeadline = undefined;
    this.#heartbeat.forgetSent();
  }

  #startJoining(): void {
    if (this.#state === 'fatal') return;
    this.#reset('joining');
    this.#beatSoon();
  }

  async #drop(): Promise<void> {
    this.#current = undefined;
    await this.#parts.owned.loseAll();
  }

  // Heartbeats.

  #beatSoon(): void {
    this.#isUrgent = true;
    this.#schedule(0);
  }

  #schedule(delayMs: number): void {
    this.#cancelBeat();
    this.#cancelBeat = this.#clock.schedule(delayMs, () => void this.#beat());
  }

  async #beat(): Promise<void> {
    if (this.#isBeating || !BEATING.has(this.#state)) return;
    if (this.#clock.monotonicMs() - this.#lastPollMs > this.#config['max.poll.interval.ms']) {
      this.#leaveStuck();
      return;
    }
    this.#isBeating = true;
    this.#isUrgent = false;
    const delayMs = await this.#exchange();
    this.#isBeating = false;
    if (BEATING.has(this.#state)) this.#schedule(this.#isUrgent ? 0 : delayMs);
    this.#parts.onProgress();
  }

  /** One request and its answer; how long to wait after it, in ms. */
  async #exchange(): Promise<number> {
    const epoch = this.#epoch;
    try {
      const timeoutMs = this.#config['request.timeout.ms'];
      if (!(await this.#parts.link.find(new Deadline(this.#clock, timeoutMs)))) return this.#retryMs();
      const report = { memberId: this.#memberId, memberEpoch: epoch, owned: this.#current?.topics ?? [] };
      const isAck = this.#state === 'acknowledging';
      // What is reconciled from here on is for the next request to tell.
      if (isAck) this.#state = this.#isReconciled ? 'stable' : 'reconciling';
      const answer = await this.#heartbeat.send(report);
      if (epoch !== this.#epoch || !BEATING.has(this.#state)) return 0;
      const error = errorName(answer.errorCode);
      if (error !== 'NONE') return this.#refused(error, answer.errorMessage);
      this.#failures = 0;
      this.#intervalMs = answer.heartbeatIntervalMs;
      this.#answered(answer);
      return this.#intervalMs;
    } catch (error) {
      this.#heartbeat.forgetSent();
      if (error instanceof KafkaError && error.retriable) return this.#retryMs();
      this.#fail(heartbeatFailure(error));
      return 0;
    }
  }

  #retryMs(): number {
    return this.#parts.backoff.delayMs(this.#failures++);
  }

  #answered({ memberEpoch, assignment }: ResponseOf<typeof ConsumerGroupHeartbeat>): void {
    if (memberEpoch < JOIN_EPOCH) return;
    this.#epoch = memberEpoch;
    if (this.#state === 'joining') this.#state = 'stable';
    if (assignment === null) return;
    const { topicPartitions: topics } = assignment;
    const before = this.#target;
    if (before === undefined || !isSameAssignment(before.topics, topics))
      this.#target = { number: (before?.number ?? 0) + 1, topics };
    if (!this.#isReconciled) this.#state = 'reconciling';
  }

  /** How long to wait before the next heartbeat. */
  #refused(error: ErrorName, message: string | null): number {
    this.#heartbeat.forgetSent();
    if (this.#parts.link.forgetIfMoved(error)) return 0;
    if (error === 'FENCED_MEMBER_EPOCH' || error === 'UNKNOWN_MEMBER_ID') {
      this.#reset('fenced');
      return 0;
    }
    if (ERRORS[error].retriable) return this.#retryMs();
    const failure = heartbeatFailure(errorOf(error, message));
    // The topic may be allowed one day; the member stays.
    if (error === 'TOPIC_AUTHORIZATION_FAILED') this.#fatal = failure;
    else this.#fail(failure);
    return this.#retryMs();
  }

  #fail(error: Error): void {
    this.#reset('fatal');
    this.#fatal = error;
    this.#parts.onProgress();
  }

  // Reconciliation.

  get #isReconciled(): boolean {
    return (
      this.#target !== undefined &&
      this.#current?.number === this.#target.number &&
      isSameAssignment(this.#current.topics, this.#target.topics)
    );
  }

  async #reconcile(deadline: Deadline): Promise<void> {
    const { owned, isAutoCommit } = this.#parts;
    const target = this.#target;
    if (target === undefined || this.#isReconciled) return;
    const { topics, partitions } = this.#names.resolve(target.topics);
    const isKnown = this.#current?.number === target.number;
    if (this.#current !== undefined && isSameAssignment(topics, this.#current.topics)) {
      if (!isKnown) this.#acknowledge({ number: target.number, topics });
      return;
    }
    const revoked = owned.without(partitions);
    if (isAutoCommit) {
      this.#commitDeadline ??= new Deadline(this.#clock, this.#config['max.poll.interval.ms']);
      const until = { until: deadline, commitDeadline: this.#commitDeadline };
      if (!(await owned.commit(revoked, until))) return;
      this.#commitDeadline = undefined;
    }
    if (this.#target !== target) return;
    if (revoked.length > 0) await owned.revoke(revoked);
    if (owned.hasFailed || this.#target !== target) return;
    await owned.take(partitions);
    if (owned.hasFailed || this.#target !== target) return;
    this.#acknowledge({ number: target.number, topics });
  }

  #acknowledge(current: NumberedAssignment): void {
    this.#current = current;
    this.#state = 'acknowledging';
    this.#beatSoon();
  }

  // Leaving.

  /** The application is stuck: others shall have its partitions. It drops them when it polls again. */
  #leaveStuck(): void {
    void this.#sendLeave();
    this.#reset('stale');
    this.#parts.onProgress();
  }

  async #sendLeave(): Promise<void> {
    const isStatic = this.#config['group.instance.id'] !== null;
    const memberEpoch = isStatic ? LEAVE_STATIC_EPOCH : LEAVE_EPOCH;
    try {
      await this.#heartbeat.sendLeave({ memberId: this.#memberId, memberEpoch });
    } catch (error) {
      // The session timeout will do it.
      if (!(error instanceof KafkaError)) throw error;
    }
  }
}
