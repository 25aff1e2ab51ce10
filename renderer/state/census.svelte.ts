/** Every offset of a partition counted: a scan that takes its time, with progress, and can be cancelled. */
import type { CensusView, HoleView, PartitionCensus } from '#core/lab-api/opened-views.ts';
import type { LabFailure } from '#core/lab-api/views.ts';
import { type Batch, failureOf, type LabSession } from './lab-session.svelte.ts';
import { isSamePartition, type PartitionRef } from './log-source.ts';

interface CensusResult {
  readonly of: PartitionRef;
  readonly view: CensusView;
}

export class Census {
  /** What is being counted. */
  running: PartitionRef | null = $state.raw(null);
  doneBytes = $state(0);
  totalBytes = $state(0);
  failure: LabFailure | null = $state.raw(null);
  wasCancelled = $state(false);
  #result: CensusResult | null = $state.raw(null);
  /** What the check that nobody asked for knows of a partition. */
  #looked: { readonly of: PartitionRef; readonly holes: readonly HoleView[] } | null = $state.raw(null);
  #sought: { readonly of: PartitionRef; readonly offset: number } | null = $state.raw(null);
  readonly #session: LabSession;

  constructor(session: LabSession) {
    this.#session = session;
  }

  /** The census of a partition, as it was counted last; null before that. */
  of(ref: PartitionRef): { readonly view: CensusView; readonly partition: PartitionCensus } | null {
    const result = this.#result;
    const [partition] = result?.view.partitions ?? [];
    if (result === null || partition === undefined || !isSamePartition(result.of, ref)) return null;
    return { view: result.view, partition };
  }

  /** Why nobody receives some offsets, as far as that is known. */
  holesOf(ref: PartitionRef): readonly HoleView[] {
    const counted = this.of(ref)?.partition.holes;
    if (counted !== undefined) return counted;
    const looked = this.#looked;
    return looked !== null && isSamePartition(looked.of, ref) ? looked.holes : [];
  }

  /** Asks what is known without counting: only of something opened anything is. */
  async lookUp(ref: PartitionRef): Promise<void> {
    const { topic, partition, opened } = ref;
    if (opened === undefined) return;
    const of = { topic, partition, opened };
    const { value } = await this.#session.call('opened.holes', { id: opened, topic, partition });
    this.#looked = value === null ? null : { of, holes: value.holes };
  }

  /** The offset whose cause is sought in the census of a partition; null when none is. */
  soughtIn(ref: PartitionRef): number | null {
    const sought = this.#sought;
    return sought !== null && isSamePartition(sought.of, ref) ? sought.offset : null;
  }

  /** Seeks why nobody receives an offset: counts the partition, unless that was done. */
  async seek(ref: PartitionRef, offset: number): Promise<void> {
    const { topic, partition, opened } = ref;
    this.#sought = { of: { topic, partition, opened }, offset };
    if (this.of(ref) === null && !this.isRunning(ref)) await this.count(ref);
  }

  isRunning(ref: PartitionRef): boolean {
    return this.running !== null && isSamePartition(this.running, ref);
  }

  /** Counts a partition; a count that is under way ends. */
  async count(ref: PartitionRef): Promise<void> {
    const { topic, partition, opened } = ref;
    const of = { topic, partition, opened };
    this.running = of;
    this.doneBytes = 0;
    this.totalBytes = 0;
    this.failure = null;
    this.wasCancelled = false;
    try {
      const { value } = await (opened === undefined
        ? this.#session.call('census.read', { topic, partition })
        : this.#session.call('opened.census', { id: opened, topic, partition }));
      if (this.running === of) this.#result = { of, view: value };
    } catch (error) {
      if (this.running !== of) return;
      const failure = failureOf(error);
      this.wasCancelled = failure.code === 'CANCELLED';
      this.failure = this.wasCancelled ? null : failure;
    } finally {
      if (this.running === of) this.running = null;
    }
  }

  async cancel(): Promise<void> {
    const { running } = this;
    if (running === null) return;
    if (running.opened === undefined) await this.#session.call('census.cancel', null);
    else await this.#session.call('opened.cancel', { id: running.opened });
  }

  take(batch: Batch): void {
    const { running } = this;
    if (running === null) return;
    for (const event of batch.events) {
      if (event.type !== 'inspect.progress' || event.data.doing !== 'census') continue;
      if (event.data.opened !== (running.opened ?? 'lab')) continue;
      this.doneBytes = event.data.doneBytes;
      this.totalBytes = event.data.totalBytes;
    }
  }
}
