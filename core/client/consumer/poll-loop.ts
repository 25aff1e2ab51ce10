/** What goes on inside poll(), until there is something to return or the time is over. */
import type { Deadline } from '../deadline.ts';
import type { ConsumerRecord } from './consumer.ts';
import type { ConsumerParts } from './consumer-parts.ts';

export class PollLoop {
  readonly #parts: ConsumerParts;
  /** Metadata that is newer than this knows which topics match the pattern. */
  #subscribedAt = 0;
  /** What a poll() that was woken has left behind: the next one waits for it and begins nothing of its own. */
  #keeping: Promise<void> | undefined;

  constructor(parts: ConsumerParts) {
    this.#parts = parts;
  }

  /** There is a new subscription; `metadataVersion` was the newest at that time. */
  subscribed(metadataVersion: number): void {
    this.#subscribedAt = metadataVersion;
  }

  async run(deadline: Deadline, isClosed: () => boolean): Promise<readonly ConsumerRecord[]> {
    const { progress, group, subscription, positions, checks, collector, fetcher, tellsProgress } =
      this.#parts;
    while (!isClosed()) {
      progress.throwIfWoken();
      const seen = progress.count;
      group?.asyncCommits.runCallbacks();
      if (subscription.isGroupManaged) await progress.orWakeup(this.#keepMembership(deadline));
      group?.autoCommit?.commitIfDue();
      positions.begin();
      checks.begin();
      const { records, hasAdvanced } = await collector.collect();
      const pauseMs = Math.min(fetcher.sendFetches(), checks.restMs);
      // A position that only moved over markers is worth telling, too: the application may look at it.
      if (records.length > 0 || (hasAdvanced && tellsProgress) || deadline.isOver) return records;
      await progress.wait(seen, Math.min(deadline.remainingMs, pauseMs));
    }
    return [];
  }

  #keepMembership(deadline: Deadline): Promise<void> {
    this.#keeping ??= this.#keepOnce(deadline).finally(() => {
      this.#keeping = undefined;
    });
    return this.#keeping;
  }

  async #keepOnce(deadline: Deadline): Promise<void> {
    if (await this.#findTopics(deadline)) await this.#parts.group?.membership.poll(deadline);
  }

  /** Which topics match the pattern now; false while that is not known. */
  async #findTopics(deadline: Deadline): Promise<boolean> {
    const { core, subscription, config } = this.#parts;
    const { metadata } = core;
    if (subscription.kind !== 'pattern') return true;
    if (
      metadata.version <= this.#subscribedAt &&
      !(await metadata.awaitUpdate(this.#subscribedAt, deadline.remainingMs))
    )
      return false;
    const topics = [...metadata.topics.values()].filter(
      ({ isInternal }) => !(isInternal && config['exclude.internal.topics']),
    );
    subscription.updatePattern(topics.map(({ name }) => name));
    return true;
  }
}
