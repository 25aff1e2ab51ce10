/** What a filter is applied to: the newest records of a partition, and older ones page by page. */
import type { BatchView } from '#core/lab-api/views.ts';
import { extentOf } from './batch-slices.ts';
import { LiveView } from './live-view.svelte.ts';
import type { OffsetRange } from './log-pages.ts';
import type { BatchStretch } from './log-source.ts';

const RECORDS_FIRST = 500;
const RECORDS_MORE = 1500;
const RECORDS_MAX = 5000;
/** Shown above where the newest ones are let go. */
const RECORDS_AHEAD = 120;
const READ_EVERY_MS = 200;

export interface FilteredLogOptions {
  readonly read: (stretch: BatchStretch) => Promise<readonly BatchView[]>;
  readonly range: () => OffsetRange;
}

export class FilteredLog {
  /** Newest first. */
  readonly batches: LiveView<readonly BatchView[]>;
  readonly #options: FilteredLogOptions;
  #recordsMax = $state(RECORDS_FIRST);
  /** Records are read from here downwards; null follows the log end. */
  #readFrom: number | null = $state(null);

  constructor(options: FilteredLogOptions) {
    this.#options = options;
    this.batches = new LiveView<readonly BatchView[]>([], () => this.#readBatches(), READ_EVERY_MS);
  }

  /** True when older records exist than those read. */
  readonly hasOlder = $derived.by(() => {
    const oldest = this.batches.value.at(-1);
    return oldest !== undefined && extentOf(oldest).from > this.#options.range().start;
  });

  get isAtEnd(): boolean {
    return this.#readFrom === null;
  }

  clear(): void {
    this.#recordsMax = RECORDS_FIRST;
    this.#readFrom = null;
    this.batches.value = [];
    this.batches.isLoaded = false;
  }

  /** Reads older records too; beyond the most that is kept, the newest ones are let go. */
  async readOlder(): Promise<void> {
    const kept = this.#recordsMax + RECORDS_MORE;
    if (kept > RECORDS_MAX) {
      const oldest = this.batches.value.at(-1);
      if (oldest !== undefined) this.#readFrom = extentOf(oldest).from + RECORDS_AHEAD;
      this.#recordsMax = RECORDS_FIRST;
    } else this.#recordsMax = kept;
    await this.batches.reload();
  }

  /** Follows the log end again. */
  async readNewest(): Promise<void> {
    this.#readFrom = null;
    this.#recordsMax = RECORDS_FIRST;
    await this.batches.reload();
  }

  #readBatches(): Promise<readonly BatchView[]> {
    const fromOffset = this.#readFrom ?? this.#options.range().end;
    return this.#options.read({ fromOffset, direction: 'down', recordsMax: this.#recordsMax });
  }
}
