import type { DiskFile } from '#core/base/disk.ts';
import { BATCH_HEADER_SIZE } from '#core/protocol/records/record-batch.ts';
import { BatchCheck } from '../scan/batch-check.ts';
import { BatchHead } from '../scan/batch-head.ts';
import { ByteWindow } from '../scan/byte-window.ts';

/** A header and no more: entries lie far apart. */
const CHUNK_SIZE = BATCH_HEADER_SIZE;
const MAGIC_CURRENT = 2;

/** Tells whether index entries lead to batches of their log. Of today's batches headers are looked at, contents are not. */
export class BatchStarts {
  readonly #window: ByteWindow;
  readonly #head = new BatchHead();
  readonly #check: BatchCheck;
  readonly #log: DiskFile;
  readonly #segment: number;
  #size: number;

  /** `segment`: base offset of the log's segment. */
  constructor(log: DiskFile, segment: number) {
    this.#segment = segment;
    this.#log = log;
    this.#size = log.size();
    this.#window = new ByteWindow(log, CHUNK_SIZE);
    this.#check = new BatchCheck(this.#window, this.#head, this.#size);
  }

  /** What is wrong with an entry that leads to `position` for `offset` and what follows it; undefined when nothing is. */
  fault(position: number, offset: number): string | undefined {
    if (position >= this.#size) this.#grow();
    if (position < 0 || position >= this.#size) return `the log has ${this.#size}`;
    if (!this.#check.structure(position)) return 'where no batch begins';
    const { magic, baseOffset, lastOffset, count } = this.#head;
    // Any zero among other bytes may be taken for the version of an old message: its checksum decides. What is in a compressed
    // one is later than the entry, or not: it says its last offset only.
    if (magic !== MAGIC_CURRENT) return this.#check.contents() === true ? undefined : 'where no batch begins';
    if (count < 0 || lastOffset < baseOffset) return 'where no batch begins';
    if (baseOffset > offset || baseOffset < this.#segment)
      return `where the batch of offset ${this.#exactOffset(position)} begins`;
    return undefined;
  }

  /** A live broker writes the batch first and its index entry then. */
  #grow(): void {
    this.#size = this.#log.size();
    this.#check.end = this.#size;
  }

  /** Beyond 2^53 a number is not exact. */
  #exactOffset(position: number): string {
    const start = this.#window.want(position, BATCH_HEADER_SIZE);
    return start < 0 ? String(this.#head.baseOffset) : String(this.#window.bytes.readBigInt64BE(start));
  }
}
