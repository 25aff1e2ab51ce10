/** Commits the positions every auto.commit.interval.ms, and whenever partitions are given up. (source: ConsumerCoordinator) */
import type { Clock } from '#core/base/clock.ts';
import type { ConsumerConfig } from '#core/config/consumer-config.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';
import { Deadline } from '../deadline.ts';
import type { PartitionOffset } from '../offsets.ts';
import type { OffsetCommits } from './offset-commits.ts';

export class AutoCommit {
  readonly #clock: Clock;
  readonly #commits: OffsetCommits;
  readonly #positions: () => readonly PartitionOffset[];
  readonly #config: ConsumerConfig;
  #dueMs: number;
  #isRunning = false;

  constructor(
    clock: Clock,
    commits: OffsetCommits,
    positions: () => readonly PartitionOffset[],
    config: ConsumerConfig,
  ) {
    this.#clock = clock;
    this.#commits = commits;
    this.#positions = positions;
    this.#config = config;
    this.#dueMs = clock.monotonicMs() + config['auto.commit.interval.ms'];
  }

  /** Called by each poll: begins a commit when the interval is over, and does not wait for it. */
  commitIfDue(): void {
    if (this.#isRunning || this.#clock.monotonicMs() < this.#dueMs) return;
    this.#isRunning = true;
    this.restart();
    void this.#commit(new Deadline(this.#clock, this.#config['request.timeout.ms'])).finally(() => {
      this.#isRunning = false;
    });
  }

  /** The interval begins anew. */
  restart(): void {
    this.#dueMs = this.#clock.monotonicMs() + this.#config['auto.commit.interval.ms'];
  }

  /** Commits and waits for it. */
  commitNow(deadline: Deadline): Promise<void> {
    return this.#commit(deadline);
  }

  /** What fails here comes again with the next interval, or is somebody else's by now. */
  async #commit(deadline: Deadline): Promise<void> {
    try {
      await this.#commits.commit(this.#positions(), deadline, { isRepeatedWhenStale: true });
    } catch (error) {
      if (!(error instanceof KafkaError)) throw error;
    }
  }
}
