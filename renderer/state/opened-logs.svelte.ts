/** What was opened from elsewhere, read only, with its partitions as far as they are known. */
import type {
  BatchPlaceView,
  CheckView,
  OpenedPartitionView,
  OpenedView,
} from '#core/lab-api/opened-views.ts';
import type { Batch, LabSession } from './lab-session.svelte.ts';
import { LiveView } from './live-view.svelte.ts';
import { isSamePartition, type PartitionRef } from './log-source.ts';

export type OpenedPartition = OpenedPartitionView & { readonly opened: string };

export interface OpenedGroup {
  readonly view: OpenedView;
  readonly partitions: readonly OpenedPartition[];
}

type Progress = Pick<CheckView, 'doneBytes' | 'totalBytes'>;

const READ_EVERY_MS = 200;

export class OpenedLogs {
  readonly groups: LiveView<readonly OpenedGroup[]>;
  /** How far the checks have come since `groups` was read. */
  #progress: ReadonlyMap<string, Progress> = $state.raw(new Map());
  readonly #session: LabSession;

  constructor(session: LabSession) {
    this.#session = session;
    this.groups = new LiveView<readonly OpenedGroup[]>([], () => this.#read(), READ_EVERY_MS);
  }

  /** Opens an absolute path; what is open already is answered again. @throws {LabError} (as rejection) */
  async open(path: string): Promise<OpenedGroup> {
    const view = await this.#session.call('opened.open', { path });
    await this.groups.reload();
    // A failed read of all leaves what was there before.
    return this.find(view.id) ?? this.#readGroup(view);
  }

  async close(id: string): Promise<void> {
    await this.#session.call('opened.close', { id });
    await this.groups.reload();
  }

  find(id: string): OpenedGroup | null {
    return this.groups.value.find(({ view }) => view.id === id) ?? null;
  }

  partition(ref: PartitionRef): OpenedPartition | null {
    if (ref.opened === undefined) return null;
    return this.find(ref.opened)?.partitions.find((one) => isSamePartition(one, ref)) ?? null;
  }

  /** How far the check that nobody asked for is; null when nothing is opened under this id. */
  checkOf(id: string): CheckView | null {
    const check = this.find(id)?.view.check ?? null;
    return check?.state === 'running' ? { ...check, ...this.#progress.get(id) } : check;
  }

  take(batch: Batch): void {
    for (const event of batch.events) {
      if (event.type !== 'inspect.progress' || event.data.doing !== 'check') continue;
      const { opened, doneBytes, totalBytes } = event.data;
      this.#progress = new Map(this.#progress).set(opened, { doneBytes, totalBytes });
    }
  }

  /** The next batch behind a damaged place; null when none follows in the segment. */
  nextBatch(
    ref: PartitionRef & { readonly opened: string },
    place: { readonly segment: number; readonly position: number },
  ): Promise<BatchPlaceView | null> {
    const { topic, partition, opened } = ref;
    const { segment, position } = place;
    return this.#session.call('opened.nextBatch', { id: opened, topic, partition, segment, position });
  }

  async #read(): Promise<readonly OpenedGroup[]> {
    const { value } = await this.#session.call('opened.list', null);
    return Promise.all(value.map((view) => this.#readGroup(view)));
  }

  async #readGroup(view: OpenedView): Promise<OpenedGroup> {
    const { value } = await this.#session.call('opened.partitions', { id: view.id });
    return { view, partitions: value.map((one) => ({ ...one, opened: view.id })) };
  }
}
