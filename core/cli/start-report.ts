/** What a start found damaged, a line a partition. */
import path from 'node:path';
import type { Cancel } from '#core/base/clock.ts';
import { printable } from '#core/base/printable.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import type { EventOf } from '#core/observe/events.ts';

/** How recovery names the place of a cut. */
const PLACE = /^segment ([0-9]+): .* at position ([0-9]+)$/s;
const BASE_OFFSET_DIGITS = 20;

/** What was cut off a log, in one line. */
export function cutLine(cut: EventOf<'log.recovered'>, directory: string): string {
  const { truncatedBytes, logEndOffset, reason } = cut;
  const name = partitionName(cut);
  const [, segment, position] = PLACE.exec(reason) ?? [];
  if (segment === undefined) {
    return printable(`${name} was cut by ${truncatedBytes} bytes: ${reason}; log end is ${logEndOffset}`);
  }
  const file = path.join(directory, name, `${segment.padStart(BASE_OFFSET_DIGITS, '0')}.log`);
  return printable(
    `${name} was cut at byte ${position} of ${file}, ${truncatedBytes} bytes were not a whole batch; log end is ${logEndOffset}`,
  );
}

/** How far the check of a log is, in one line. */
export function recoveringLine(recovering: EventOf<'log.recovering'>): string {
  const { number, count, doneBytes, totalBytes } = recovering;
  const percent = Math.floor((100 * doneBytes) / totalBytes);
  return printable(`recovering ${partitionName(recovering)}, ${number} of ${count}: ${percent} %`);
}

/** A coordinator's partition that stays away, in one line. */
function loadFailedLine(failed: EventOf<'coordinator.loadFailed'>): string {
  const what = failed.topic === '__transaction_state' ? 'transactional ids' : 'groups';
  return printable(
    `${partitionName(failed)} could not be loaded: ${failed.message}; its ${what} are refused. Look at it with fencepost inspect`,
  );
}

/**
 * Says what is found damaged until every coordinator has loaded. It listens no longer than that: a bus that nobody listens to costs
 * the broker nothing.
 */
export class StartReport {
  readonly #loaded = new Set<string>();
  readonly #cancel: Cancel;
  /** Undefined until the partitions are known. */
  #awaited: readonly string[] | undefined;

  /** `show` is given what is only true for a moment. */
  constructor(
    bus: EventBus,
    directory: string,
    { say, show }: { readonly say: (line: string) => void; readonly show: (line: string) => void },
  ) {
    this.#cancel = bus.subscribe(({ type, data }) => {
      switch (type) {
        case 'log.recovering':
          show(recoveringLine(data));
          return;
        case 'log.recovered':
          if (data.truncatedBytes > 0) say(cutLine(data, directory));
          return;
        case 'coordinator.loadFailed':
          say(loadFailedLine(data));
          this.#onLoaded(data);
          return;
        case 'coordinator.loaded':
          this.#onLoaded(data);
      }
    });
  }

  /** Call it when the broker is ready, with the partitions that coordinators load. */
  awaitLoads(partitions: Iterable<TopicPartition>): void {
    this.#awaited = [...partitions].map(partitionName);
    this.#closeWhenLoaded();
  }

  #onLoaded(place: TopicPartition): void {
    this.#loaded.add(partitionName(place));
    this.#closeWhenLoaded();
  }

  #closeWhenLoaded(): void {
    if (this.#awaited?.every((name) => this.#loaded.has(name)) === true) this.#cancel();
  }
}
