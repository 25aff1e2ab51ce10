/** The log explorer: which partition is open, its batches newest first, and the bytes of what is selected. */
import type { BatchView, ByteView, FileKind, PartitionView } from '#core/lab-api/views.ts';
import type { LabSession } from './lab-session.svelte.ts';
import { LiveView } from './live-view.svelte.ts';
import { parseRecordFilter } from './record-filter.ts';

export interface PartitionRef {
  readonly topic: string;
  readonly partition: number;
}

/** One line of the record table: a record, or a marker. */
export interface RecordRow {
  readonly offset: number;
  readonly batch: BatchView;
  /** Null for a marker. */
  readonly recordIndex: number | null;
}

/** What the byte ruler shows. */
export type ByteSource =
  | { readonly kind: 'batch'; readonly baseOffset: number }
  | { readonly kind: 'file'; readonly segment: number; readonly file: FileKind };

const RECORDS_FIRST = 500;
const RECORDS_MORE = 1500;
const RECORDS_MAX = 5000;
const READ_EVERY_MS = 200;

/** The partition's name as Kafka's directories have it. */
export function partitionName(ref: PartitionRef): string {
  return `${ref.topic}-${ref.partition}`;
}

/** A batch as table rows, lowest offset first. */
function rowsOf(batch: BatchView): readonly RecordRow[] {
  if (batch.marker !== null) return [{ offset: batch.baseOffset, batch, recordIndex: null }];
  return batch.records.map((record, recordIndex) => ({ offset: record.offset, batch, recordIndex }));
}

export class Logs {
  readonly partitions: LiveView<readonly PartitionView[]>;
  readonly batches: LiveView<readonly BatchView[]>;
  open: PartitionRef | null = $state.raw(null);
  filterText = $state('');
  mode: 'records' | 'batches' = $state('records');
  isNewestFirst = $state(true);
  source: ByteSource | null = $state.raw(null);
  bytes: ByteView | null = $state.raw(null);
  /** The batch shown last: the way back from a file. */
  lastBatchOffset: number | null = $state(null);

  readonly #session: LabSession;
  #recordsMax = $state(RECORDS_FIRST);

  constructor(session: LabSession) {
    this.#session = session;
    this.partitions = new LiveView<readonly PartitionView[]>([], () => this.#readPartitions(), READ_EVERY_MS);
    this.batches = new LiveView<readonly BatchView[]>([], () => this.#readBatches(), READ_EVERY_MS);
  }

  /** The open partition as the broker describes it. */
  readonly partition = $derived.by(() => {
    const { open } = this;
    if (open === null) return null;
    return (
      this.partitions.value.find((one) => one.topic === open.topic && one.partition === open.partition) ??
      null
    );
  });

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
    return (
      first !== undefined &&
      this.partition !== null &&
      first.baseOffset > this.partition.logStartOffset &&
      this.#recordsMax < RECORDS_MAX
    );
  });

  /** Opens a partition; the same one again changes nothing. */
  async openPartition(ref: PartitionRef): Promise<void> {
    if (this.open !== null && partitionName(this.open) === partitionName(ref)) return;
    this.open = { topic: ref.topic, partition: ref.partition };
    this.#recordsMax = RECORDS_FIRST;
    this.source = null;
    this.lastBatchOffset = null;
    this.bytes = null;
    this.batches.value = [];
    this.batches.isLoaded = false;
    if (this.partition === null) await this.partitions.reload();
    await this.batches.reload();
  }

  /** Reads older records too. */
  async readOlder(): Promise<void> {
    this.#recordsMax = Math.min(RECORDS_MAX, this.#recordsMax + RECORDS_MORE);
    await this.batches.reload();
  }

  /** Opens the partition of a batch that was selected anywhere, and shows its bytes. */
  async follow(ref: PartitionRef & { readonly baseOffset: number }): Promise<void> {
    await this.openPartition({ topic: ref.topic, partition: ref.partition });
    const { source } = this;
    if (source?.kind === 'batch' && source.baseOffset === ref.baseOffset) return;
    await this.showBytes({ kind: 'batch', baseOffset: ref.baseOffset });
  }

  turnOrder(): void {
    this.isNewestFirst = !this.isNewestFirst;
  }

  /** Shows the bytes of a batch or a file. */
  async showBytes(source: ByteSource): Promise<void> {
    const { open } = this;
    if (open === null) return;
    this.source = source;
    if (source.kind === 'batch') this.lastBatchOffset = source.baseOffset;
    const bytes =
      source.kind === 'batch'
        ? await this.#session.call('log.batchBytes', { ...open, baseOffset: source.baseOffset })
        : await this.#session.call('log.fileBytes', {
            ...open,
            segment: source.segment,
            kind: source.file,
            position: 0,
          });
    if (this.source === source) this.bytes = bytes;
  }

  /** Batches are read after their partition: its log end says where they begin. One's own topics come first. */
  async #readPartitions(): Promise<readonly PartitionView[]> {
    const { value } = await this.#session.call('log.partitions', null);
    if (this.open !== null) this.batches.touch();
    return [...value.filter((one) => !one.isInternal), ...value.filter((one) => one.isInternal)];
  }

  async #readBatches(): Promise<readonly BatchView[]> {
    if (this.open === null || this.partition === null) return [];
    const answer = await this.#session.call('log.batches', {
      ...this.open,
      fromOffset: this.partition.logEndOffset,
      direction: 'down',
      recordsMax: this.#recordsMax,
    });
    return answer.value;
  }
}
