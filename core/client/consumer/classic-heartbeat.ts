/**
 * Tells the coordinator every heartbeat.interval.ms that a member of a classic group lives; also sees when the application is stuck.
 * (source: AbstractCoordinator.HeartbeatThread)
 */
import type { Cancel, Clock } from '#core/base/clock.ts';
import type { ConsumerConfig } from '#core/config/consumer-config.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { errorName } from '#core/protocol/errors.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';
import { Heartbeat } from '#core/protocol/messages/12-heartbeat.ts';
import { Deadline } from '../deadline.ts';
import type { GroupCoordinatorLink } from './group-coordinator.ts';
import type { Generation } from './group-join.ts';

export interface ClassicHeartbeatParts {
  readonly link: GroupCoordinatorLink;
  /** Whose heart beats; undefined outside the group. */
  readonly member: () => Generation | undefined;
  /** The answer for the member as it still is. */
  readonly onError: (error: ErrorName) => void;
  /** What no retry mends. */
  readonly onFailure: (error: Error) => void;
  /** The application has not polled for max.poll.interval.ms. */
  readonly onStuck: () => void;
}

export class ClassicHeartbeat {
  readonly #clock: Clock;
  readonly #parts: ClassicHeartbeatParts;
  readonly #config: ConsumerConfig;
  #lastPollMs = 0;
  #lastAnswerMs = 0;
  #cancel: Cancel = () => undefined;

  constructor(clock: Clock, parts: ClassicHeartbeatParts, config: ConsumerConfig) {
    this.#clock = clock;
    this.#parts = parts;
    this.#config = config;
  }

  /** The application is alive. */
  polled(): void {
    this.#lastPollMs = this.#clock.monotonicMs();
  }

  start(): void {
    this.#lastAnswerMs = this.#clock.monotonicMs();
    this.#schedule(this.#config['heartbeat.interval.ms']);
  }

  stop(): void {
    this.#cancel();
  }

  #schedule(delayMs: number): void {
    this.#cancel();
    this.#cancel = this.#clock.schedule(delayMs, () => {
      const member = this.#parts.member();
      if (member !== undefined) void this.#beat(member);
    });
  }

  async #beat(member: Generation): Promise<void> {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - this.#lastPollMs > this.#config['max.poll.interval.ms']) {
      this.#parts.onStuck();
      return;
    }
    if (nowMs - this.#lastAnswerMs > this.#config['session.timeout.ms']) this.#parts.link.forget();
    const error = await this.#send(member);
    if (this.#parts.member() !== member) return;
    if (error === 'NONE') this.#lastAnswerMs = nowMs;
    else if (error !== undefined) this.#parts.onError(error);
    if (this.#parts.member() === undefined) return;
    const { 'heartbeat.interval.ms': intervalMs, 'retry.backoff.ms': retryMs } = this.#config;
    this.#schedule(error === undefined ? retryMs : intervalMs);
  }

  /** Undefined when the coordinator could not be reached. */
  async #send({ generationId, memberId }: Generation): Promise<ErrorName | undefined> {
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
      this.#parts.onFailure(error instanceof Error ? error : new Error(String(error)));
      return undefined;
    }
  }
}
