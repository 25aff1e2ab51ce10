/**
 * Commits that nobody waits for: sent once, in order, and told of by a callback within a later call of the consumer.
 * (source: ConsumerCoordinator.commitOffsetsAsync)
 */
import type { Clock } from '#core/base/clock.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';
import { ClientError, errorOf } from '../client-error.ts';
import { Deadline } from '../deadline.ts';
import type { PartitionOffset } from '../offsets.ts';
import type { OffsetCommitCallback } from './consumer.ts';
import type { OffsetCommits } from './offset-commits.ts';

export class AsyncCommits {
  readonly #clock: Clock;
  readonly #commits: OffsetCommits;
  readonly #timeoutMs: number;
  #last: Promise<void> = Promise.resolve();
  #done: (() => void)[] = [];
  #fenced: KafkaError | undefined;

  /** `timeoutMs` is for finding the coordinator. */
  constructor(clock: Clock, commits: OffsetCommits, timeoutMs: number) {
    this.#clock = clock;
    this.#commits = commits;
    this.#timeoutMs = timeoutMs;
  }

  commit(offsets: readonly PartitionOffset[], callback: OffsetCommitCallback): void {
    this.runCallbacks();
    this.#last = this.#last.then(() => this.#commit(offsets, callback));
  }

  async #commit(offsets: readonly PartitionOffset[], callback: OffsetCommitCallback): Promise<void> {
    try {
      await this.#commits.commitWithoutRetry(offsets, new Deadline(this.#clock, this.#timeoutMs));
      this.#done.push(() => callback(offsets, undefined));
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      const isRetriable = error instanceof KafkaError && error.retriable;
      if (error instanceof KafkaError && error.error === 'FENCED_INSTANCE_ID') this.#fenced = error;
      const told = isRetriable
        ? new ClientError('RetriableCommitFailedException', undefined, { cause })
        : error;
      this.#done.push(() => callback(offsets, told));
    }
  }

  /** @throws FencedInstanceIdException once a commit has met it: another consumer has this one's instance id. */
  runCallbacks(): void {
    if (this.#fenced !== undefined) throw errorOf('FENCED_INSTANCE_ID', this.#fenced.message);
    const done = this.#done;
    this.#done = [];
    for (const call of done) call();
  }

  /** Waits for what was begun, and tells of it. */
  async settle(deadline: Deadline): Promise<void> {
    await deadline.settles(this.#last);
    this.runCallbacks();
  }
}
