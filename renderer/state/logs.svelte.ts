/** The log explorer: which partition is open, the rows of its table, and the bytes of what is selected. */
import { untrack } from 'svelte';
import type { BatchView, ByteView, FileKind, PartitionView } from '#core/lab-api/views.ts';
import { FilteredLog } from './filtered-log.svelte.ts';
import type { LabSession } from './lab-session.svelte.ts';
import { LiveView } from './live-view.svelte.ts';
import type { OffsetRange, PageUnit } from './log-pages.ts';
import { batchRow, recordOfRow, recordRows } from './log-rows.ts';
import { LogScroll } from './log-scroll.svelte.ts';
import {
  type BatchPlace,
  type BatchStretch,
  isSamePartition,
  type LogSource,
  logSourceOf,
  type PartitionRef,
} from './log-source.ts';
import { nextFrame } from './next-frame.ts';
import type { OpenedLogs, OpenedPartition } from './opened-logs.svelte.ts';
import { keysOf, parseRecordFilter } from './record-filter.ts';

/** What the byte ruler shows. `place`: whatever begins at a byte of an opened file, a damaged batch too. */
export type ByteSource =
  | { readonly kind: 'batch'; readonly baseOffset: number }
  | { readonly kind: 'place'; readonly segment: number; readonly position: number }
  | { readonly kind: 'file'; readonly segment: number; readonly file: FileKind; readonly name: string };

/** A file of an opened folder that belongs to no partition. */
export interface LooseFile {
  readonly opened: string;
  readonly file: string;
}

export type LogsMode = 'records' | 'batches' | 'census';

const READ_EVERY_MS = 200;

export class Logs {
  readonly partitions: LiveView<readonly PartitionView[]>;
  /** The table without a filter: all of the log. */
  readonly scroll: LogScroll;
  /** The table with one. */
  readonly filtered: FilteredLog;
  open: PartitionRef | null = $state.raw(null);
  loose: LooseFile | null = $state.raw(null);
  isNewestFirst = $state(true);
  #filterText = $state('');
  #mode: LogsMode = $state('records');
  /** What was shown before the census is shown again behind it. */
  #unit: PageUnit = $state('records');
  source: ByteSource | null = $state.raw(null);
  bytes: ByteView | null = $state.raw(null);
  /** What `bytes` are of, or what could not be read; what was asked for last is `source`. */
  bytesOf: ByteSource | null = $state.raw(null);
  /** What was asked for could not be read: there are no bytes. */
  hasNoBytes = $state(false);
  /** The batch shown last: the way back from a file. */
  lastBatchOffset: number | null = $state(null);

  readonly #session: LabSession;
  readonly #opened: OpenedLogs;

  constructor(session: LabSession, opened: OpenedLogs) {
    this.#session = session;
    this.#opened = opened;
    this.partitions = new LiveView<readonly PartitionView[]>([], () => this.#readPartitions(), READ_EVERY_MS);
    const read = (stretch: BatchStretch) => this.#readBatches(stretch);
    const range = () => this.#range;
    this.filtered = new FilteredLog({ read, range });
    this.scroll = new LogScroll({
      read,
      range,
      unit: () => this.#unit,
      isNewestFirst: () => this.isNewestFirst,
      lastStableOffset: () => this.#waitingFrom,
    });
    // As long as the window lives.
    $effect.root(() => {
      $effect(() => this.#readWhenChanged());
    });
  }

  /** The open partition as its broker, or a look at its files, describes it. */
  readonly partition: (PartitionView & PartitionRef) | null = $derived.by(() => {
    const { open } = this;
    if (open === null) return null;
    if (open.opened !== undefined) return this.#opened.partition(open);
    return this.partitions.value.find((one) => isSamePartition(one, open)) ?? null;
  });

  /** The open partition with what is wrong with it, when it is not the lab's own. */
  readonly openedPartition: OpenedPartition | null = $derived.by(() =>
    this.open === null ? null : this.#opened.partition(this.open),
  );

  readonly filter = $derived(parseRecordFilter(this.filterText));

  readonly isFiltering = $derived(this.#filterText.trim() !== '');

  get filterText(): string {
    return this.#filterText;
  }

  set filterText(text: string) {
    const wasFiltering = this.isFiltering;
    this.#filterText = text;
    if (this.isFiltering && !wasFiltering) void this.filtered.readNewest();
  }

  get mode(): LogsMode {
    return this.#mode;
  }

  set mode(mode: LogsMode) {
    this.#mode = mode;
    if (mode === 'census' || mode === this.#unit) return;
    this.#unit = mode;
    void this.scroll.reread();
  }

  readonly #logStart = $derived(this.partition?.logStartOffset ?? 0);
  readonly #logEnd = $derived(this.partition?.logEndOffset ?? 0);
  /** Another one only when its offsets are others: a partition is described anew whenever any is written to. */
  readonly #range: OffsetRange = $derived({ start: this.#logStart, end: this.#logEnd });

  /** The last stable offset, when records wait behind it. */
  readonly #waitingFrom: number | null = $derived.by(() => {
    const { partition } = this;
    if (partition === null || partition.lastStableOffset >= partition.logEndOffset) return null;
    return partition.lastStableOffset;
  });

  /** Batches of the open partition that are in memory, newest first; with the unit `batches`, without their records. */
  readonly batches = $derived.by(() =>
    this.isFiltering ? this.filtered.batches.value : this.scroll.batches,
  );

  /** Rows that pass the filter, in the order of the table. */
  readonly foundRows = $derived.by(() => {
    const { filter } = this.filter;
    const rows = this.filtered.batches.value.flatMap(recordRows).filter((row) => {
      const { offset, batch } = row;
      const record = recordOfRow(row);
      return filter?.({ ...batch, offset, keys: record === undefined ? [] : keysOf(record) }) ?? true;
    });
    return rows.sort((a, b) => (this.isNewestFirst ? b.offset - a.offset : a.offset - b.offset));
  });

  /** Batches that hold at least one row that passes. */
  readonly foundBatchRows = $derived.by(() =>
    [...new Set(this.foundRows.map((row) => row.batch))].map(batchRow),
  );

  /** Opens a partition; the same one again changes nothing. */
  async openPartition(ref: PartitionRef): Promise<void> {
    if (this.open !== null && isSamePartition(this.open, ref)) return;
    const { topic, partition, opened } = ref;
    const reading = this.#show({ topic, partition, opened });
    if (this.partition === null) {
      await (opened === undefined ? this.partitions : this.#opened.groups).reload();
      await this.#readAgain();
      return;
    }
    await Promise.all([reading, this.isFiltering ? this.filtered.batches.reload() : null]);
  }

  /** Shows a file of an opened folder alone. */
  async openLoose(loose: LooseFile): Promise<void> {
    void this.#show(null);
    this.loose = loose;
    const place = { id: loose.opened, topic: null, partition: 0, file: loose.file, position: 0 };
    const reading = this.#session.call('opened.fileBytes', place);
    await this.#keepBytes(reading, { source: null, isWanted: () => this.loose === loose });
  }

  /** Forgets what is open, when it belongs to what was closed. */
  leaveOpened(id: string): void {
    if (this.open?.opened === id || this.loose?.opened === id) void this.#show(null);
  }

  /** Resolves when the end of what is open now is read. */
  #show(open: PartitionRef | null): Promise<void> {
    this.open = open;
    this.loose = null;
    this.source = null;
    this.lastBatchOffset = null;
    this.bytes = null;
    this.bytesOf = null;
    this.hasNoBytes = false;
    this.filtered.clear();
    const reading = this.scroll.restart();
    if (this.mode === 'census') this.mode = 'records';
    return reading;
  }

  async #readAgain(): Promise<void> {
    await Promise.all([this.scroll.restart(), this.isFiltering ? this.filtered.batches.reload() : null]);
  }

  /** Records are read after their partition: its offsets say that something was written or removed. */
  #readWhenChanged(): void {
    const { start, end } = this.#range;
    const waitingFrom = this.#waitingFrom;
    untrack(() => {
      if (end <= start && waitingFrom === null) return;
      if (this.scroll.isLoaded) void this.scroll.refresh();
      if (this.isFiltering) this.filtered.batches.touch();
    });
  }

  /** The batch that holds an offset, or the next one behind it, shown in the table; null behind the log end. */
  async jumpTo(offset: number): Promise<BatchView | null> {
    const { partition } = this;
    if (partition === null || offset >= partition.logEndOffset) return null;
    await this.scroll.reveal(offset);
    const shown = this.scroll.batches.findLast((batch) => batch.lastOffset >= offset);
    if (shown !== undefined) return shown;
    const [next] = await this.#readBatches({ fromOffset: offset, direction: 'up', recordsMax: 1 });
    return next ?? null;
  }

  /** As jumpTo, to the first record that is not before a time. */
  async jumpToTime(timestampMs: number): Promise<BatchView | null> {
    const offset = (await this.#reading()?.offsetForTime(timestampMs)) ?? null;
    return offset === null ? null : this.jumpTo(offset);
  }

  /** Opens the partition of a batch that was selected anywhere, and shows its bytes. */
  async follow(ref: PartitionRef & { readonly baseOffset: number }): Promise<void> {
    await this.openPartition(ref);
    const { source } = this;
    const isAsked = source?.kind === 'batch' && source.baseOffset === ref.baseOffset;
    if (isAsked && !this.hasNoBytes) return;
    await this.showBytes({ kind: 'batch', baseOffset: ref.baseOffset });
  }

  /** What is seen stays where it is. */
  turnOrder(): void {
    this.isNewestFirst = !this.isNewestFirst;
    void this.scroll.reread();
  }

  /** Shows the bytes of a batch, of a place, or of a file. */
  async showBytes(source: ByteSource): Promise<void> {
    const log = this.#reading();
    if (log === null) return;
    this.source = source;
    if (source.kind === 'batch') this.lastBatchOffset = source.baseOffset;
    await this.#keepBytes(this.#read(log, source), { source, isWanted: () => this.source === source });
  }

  /** Those of before are shown, under their own name, until it is known what takes their place: bytes, or that there are none. */
  async #keepBytes(
    reading: Promise<ByteView | null>,
    { source, isWanted }: { readonly source: ByteSource | null; readonly isWanted: () => boolean },
  ): Promise<void> {
    let bytes: ByteView | null = null;
    let isRead = false;
    try {
      bytes = await reading;
      isRead = true;
    } finally {
      // Thousands of fields take a while to arrive and a while to draw: a frame each.
      await nextFrame();
      if (isWanted()) {
        this.bytes = bytes;
        this.bytesOf = source;
        this.hasNoBytes = !isRead;
      }
    }
  }

  async #read(log: LogSource, source: ByteSource): Promise<ByteView | null> {
    if (source.kind === 'file') {
      return log.fileBytes({ segment: source.segment, kind: source.file, name: source.name });
    }
    if (source.kind === 'place') return log.batchBytes({ ...source, baseOffset: -1 });
    const place = await this.#placeOf(log, source.baseOffset);
    return place === null ? null : log.batchBytes(place);
  }

  async #placeOf(log: LogSource, baseOffset: number): Promise<BatchPlace | null> {
    if (this.open?.opened === undefined) return { baseOffset, segment: -1, position: -1 };
    const known = this.batches.find((batch) => batch.baseOffset === baseOffset);
    if (known !== undefined) return known;
    const read = await log.batches({ fromOffset: baseOffset, direction: 'up', recordsMax: 1 });
    return read.find((batch) => batch.baseOffset === baseOffset) ?? null;
  }

  #reading(): LogSource | null {
    return this.partition === null ? null : logSourceOf(this.#session, this.partition);
  }

  /** One's own topics come first. */
  async #readPartitions(): Promise<readonly PartitionView[]> {
    const { value } = await this.#session.call('log.partitions', null);
    return [...value.filter((one) => !one.isInternal), ...value.filter((one) => one.isInternal)];
  }

  async #readBatches(stretch: BatchStretch): Promise<readonly BatchView[]> {
    return (await this.#reading()?.batches(stretch)) ?? [];
  }
}
