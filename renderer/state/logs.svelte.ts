/** The log explorer: which partition is open, its batches newest first, and the bytes of what is selected. */
import type { BatchView, ByteView, FileKind, PartitionView } from '#core/lab-api/views.ts';
import type { LabSession } from './lab-session.svelte.ts';
import { LiveView } from './live-view.svelte.ts';
import {
  type BatchPlace,
  isSamePartition,
  type LogSource,
  logSourceOf,
  type PartitionRef,
} from './log-source.ts';
import type { OpenedLogs, OpenedPartition } from './opened-logs.svelte.ts';
import { parseRecordFilter } from './record-filter.ts';

/** One line of the record table: a record, or a marker. */
export interface RecordRow {
  readonly offset: number;
  readonly batch: BatchView;
  /** Null for a marker. */
  readonly recordIndex: number | null;
}

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

const RECORDS_FIRST = 500;
const RECORDS_MORE = 1500;
const RECORDS_MAX = 5000;
/** Shown above the offset that was jumped to. */
const RECORDS_AHEAD = 120;
const READ_EVERY_MS = 200;

/** A batch as table rows, lowest offset first. */
function rowsOf(batch: BatchView): readonly RecordRow[] {
  if (batch.marker !== null) return [{ offset: batch.baseOffset, batch, recordIndex: null }];
  return batch.records.map((record, recordIndex) => ({ offset: record.offset, batch, recordIndex }));
}

export class Logs {
  readonly partitions: LiveView<readonly PartitionView[]>;
  readonly batches: LiveView<readonly BatchView[]>;
  open: PartitionRef | null = $state.raw(null);
  loose: LooseFile | null = $state.raw(null);
  filterText = $state('');
  mode: 'records' | 'batches' | 'census' = $state('records');
  isNewestFirst = $state(true);
  source: ByteSource | null = $state.raw(null);
  bytes: ByteView | null = $state.raw(null);
  /** The batch shown last: the way back from a file. */
  lastBatchOffset: number | null = $state(null);
  /** Records are read from here downwards; null follows the log end. */
  readFrom: number | null = $state(null);

  readonly #session: LabSession;
  readonly #opened: OpenedLogs;
  #recordsMax = $state(RECORDS_FIRST);

  constructor(session: LabSession, opened: OpenedLogs) {
    this.#session = session;
    this.#opened = opened;
    this.partitions = new LiveView<readonly PartitionView[]>([], () => this.#readPartitions(), READ_EVERY_MS);
    this.batches = new LiveView<readonly BatchView[]>([], () => this.#readBatches(), READ_EVERY_MS);
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

  /** Rows that pass the filter, in the order of the table. */
  readonly rows = $derived.by(() => {
    const { filter } = this.filter;
    const rows = this.batches.value.flatMap(rowsOf).filter(({ offset, batch, recordIndex }) => {
      const key = recordIndex === null ? null : (batch.records[recordIndex]?.key ?? null);
      return filter?.({ ...batch, offset, key }) ?? true;
    });
    return rows.sort((a, b) => (this.isNewestFirst ? b.offset - a.offset : a.offset - b.offset));
  });

  /** Batches that hold at least one row that passes. */
  readonly batchRows = $derived.by(() => {
    const shown = new Set(this.rows.map((row) => row.batch));
    return [...this.batches.value]
      .filter((batch) => shown.has(batch))
      .sort((a, b) => (this.isNewestFirst ? b.baseOffset - a.baseOffset : a.baseOffset - b.baseOffset));
  });

  /** True when older records exist than those read. */
  readonly hasOlder = $derived.by(() => {
    const first = this.batches.value.at(-1);
    return first !== undefined && this.partition !== null && first.baseOffset > this.partition.logStartOffset;
  });

  /** Opens a partition; the same one again changes nothing. */
  async openPartition(ref: PartitionRef): Promise<void> {
    if (this.open !== null && isSamePartition(this.open, ref)) return;
    const { topic, partition, opened } = ref;
    this.#show({ topic, partition, opened });
    if (this.partition === null) {
      await (opened === undefined ? this.partitions : this.#opened.groups).reload();
    }
    await this.batches.reload();
  }

  /** Shows a file of an opened folder alone. */
  async openLoose(loose: LooseFile): Promise<void> {
    this.#show(null);
    this.loose = loose;
    const bytes = await this.#session.call('opened.fileBytes', {
      id: loose.opened,
      topic: null,
      partition: 0,
      file: loose.file,
      position: 0,
    });
    if (this.loose === loose) this.bytes = bytes;
  }

  /** Forgets what is open, when it belongs to what was closed. */
  leaveOpened(id: string): void {
    if (this.open?.opened === id || this.loose?.opened === id) this.#show(null);
  }

  #show(open: PartitionRef | null): void {
    this.open = open;
    this.loose = null;
    this.#recordsMax = RECORDS_FIRST;
    this.readFrom = null;
    this.source = null;
    this.lastBatchOffset = null;
    this.bytes = null;
    this.batches.value = [];
    this.batches.isLoaded = false;
    if (this.mode === 'census') this.mode = 'records';
  }

  /** Reads older records too; beyond the most that is kept, the newest ones are let go. */
  async readOlder(): Promise<void> {
    const kept = this.#recordsMax + RECORDS_MORE;
    if (kept > RECORDS_MAX) {
      const oldest = this.batches.value.at(-1);
      if (oldest !== undefined) this.readFrom = oldest.baseOffset + RECORDS_AHEAD;
      this.#recordsMax = RECORDS_FIRST;
    } else this.#recordsMax = kept;
    await this.batches.reload();
  }

  /** Follows the log end again. */
  async readNewest(): Promise<void> {
    this.readFrom = null;
    this.#recordsMax = RECORDS_FIRST;
    await this.batches.reload();
  }

  /** The batch that holds an offset, or the next one behind it, read into the table; null behind the log end. */
  async jumpTo(offset: number): Promise<BatchView | null> {
    const { partition } = this;
    if (partition === null) return null;
    const isRead = this.batches.value.some(
      (batch) => batch.baseOffset <= offset && batch.lastOffset >= offset,
    );
    if (!isRead) {
      const from = offset + RECORDS_AHEAD;
      this.readFrom = from >= partition.logEndOffset ? null : from;
      this.#recordsMax = RECORDS_FIRST;
      await this.batches.reload();
    }
    return this.batches.value.findLast((batch) => batch.lastOffset >= offset) ?? null;
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
    if (source?.kind === 'batch' && source.baseOffset === ref.baseOffset) return;
    await this.showBytes({ kind: 'batch', baseOffset: ref.baseOffset });
  }

  turnOrder(): void {
    this.isNewestFirst = !this.isNewestFirst;
  }

  /** Shows the bytes of a batch, of a place, or of a file. */
  async showBytes(source: ByteSource): Promise<void> {
    const log = this.#reading();
    if (log === null) return;
    this.source = source;
    if (source.kind === 'batch') this.lastBatchOffset = source.baseOffset;
    const bytes = await this.#bytesOf(log, source);
    if (this.source === source) this.bytes = bytes;
  }

  async #bytesOf(log: LogSource, source: ByteSource): Promise<ByteView | null> {
    if (source.kind === 'file') {
      return log.fileBytes({ segment: source.segment, kind: source.file, name: source.name });
    }
    if (source.kind === 'place') return log.batchBytes({ ...source, baseOffset: -1 });
    const place = await this.#placeOf(log, source.baseOffset);
    return place === null ? null : log.batchBytes(place);
  }

  async #placeOf(log: LogSource, baseOffset: number): Promise<BatchPlace | null> {
    if (this.open?.opened === undefined) return { baseOffset, segment: -1, position: -1 };
    const known = this.batches.value.find((batch) => batch.baseOffset === baseOffset);
    if (known !== undefined) return known;
    const read = await log.batches({ fromOffset: baseOffset, direction: 'up', recordsMax: 1 });
    return read.find((batch) => batch.baseOffset === baseOffset) ?? null;
  }

  #reading(): LogSource | null {
    return this.partition === null ? null : logSourceOf(this.#session, this.partition);
  }

  /** Batches are read after their partition: its log end says where they begin. One's own topics come first. */
  async #readPartitions(): Promise<readonly PartitionView[]> {
    const { value } = await this.#session.call('log.partitions', null);
    if (this.open !== null && this.open.opened === undefined) this.batches.touch();
    return [...value.filter((one) => !one.isInternal), ...value.filter((one) => one.isInternal)];
  }

  async #readBatches(): Promise<readonly BatchView[]> {
    const log = this.#reading();
    if (log === null || this.partition === null) return [];
    return log.batches({
      fromOffset: this.readFrom ?? this.partition.logEndOffset,
      direction: 'down',
      recordsMax: this.#recordsMax,
    });
  }
}
