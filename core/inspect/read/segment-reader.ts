/**
 * Reads a `.log` file batch by batch with positioned reads: memory stays at one chunk, or one batch where that is larger.
 * Stops at the first place that cannot be trusted and says what was expected there.
 */
import type { Disk, DiskFile } from '#core/base/disk.ts';
import { isDiskError } from '#core/base/disk-error.ts';
import { DecodeError } from '#core/protocol/reader.ts';
import { nextBatchSize, SIZE_UP_TO_MAGIC } from '#core/protocol/records/batch-scanner.ts';
import { LegacyMessage } from '#core/protocol/records/legacy-record.ts';
import { BATCH_LOG_OVERHEAD, RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { Damage, InspectedBatch, OpenedBatch } from './inspected.ts';
import { type Breathe, openBatch, readBatch } from './read-batch.ts';
import { refusalOf } from './unreadable.ts';

const CHUNK_SIZE = 1 << 20;
const LENGTH_AT = 8;
const MAGIC_AT = 16;

interface ReadingOptions {
  /** Byte position of a batch. */
  readonly from?: number;
  readonly breathe?: Breathe;
}

/** What ends the reading of a file, as a sentence. @throws what is neither of its bytes nor of its disk. */
function reasonOf(error: unknown): string {
  if (error instanceof DecodeError) return error.message;
  if (isDiskError(error)) return `it cannot be read: ${refusalOf(error)}`;
  throw error;
}

/** Reads one `.log`; `damage` says, after the last batch, where reading stopped. */
export class SegmentReader {
  readonly #file: DiskFile;
  readonly #segment: number;
  readonly #size: number;
  #chunk = Buffer.alloc(0);
  #chunkAt = 0;
  /** Set when reading stopped before the end of the file. */
  damage: Damage | null = null;
  /** Set besides when it was the disk that refused, not the bytes that were wrong. */
  refusal: Error | null = null;

  /** `segment` is the base offset in the file's name. */
  constructor(file: DiskFile, segment: number) {
    this.#file = file;
    this.#segment = segment;
    this.#size = file.size();
  }

  /** Opens the file, hands the reader to `use`, and closes the file again. */
  static async reading<T>(
    disk: Disk,
    path: string,
    segment: number,
    use: (reader: SegmentReader) => Promise<T>,
  ): Promise<T> {
    const file = disk.open(path, 'read');
    try {
      return await use(new SegmentReader(file, segment));
    } finally {
      file.close();
    }
  }

  /** The batches from `from` on. Each stays valid: its bytes are not reused. `breathe` gives the thread back within large ones. */
  batches({ from = 0, breathe }: ReadingOptions = {}): AsyncGenerator<InspectedBatch, void> {
    return this.#walk(from, (start, position) =>
      readBatch(this.#bytes, start, { segment: this.#segment, position, breathe }),
    );
  }

  /** The same, and no record is kept. */
  openedBatches({ from = 0, breathe }: ReadingOptions = {}): AsyncGenerator<OpenedBatch, void> {
    return this.#walk(from, (start, position) =>
      openBatch(this.#bytes, start, { segment: this.#segment, position, breathe }),
    );
  }

  async *#walk<T extends { readonly size: number }>(
    from: number,
    read: (start: number, position: number) => Promise<T>,
  ): AsyncGenerator<T, void> {
    for (let position = from; position < this.#size; ) {
      let batch: T;
      try {
        batch = await read(this.#startOf(position), position);
      } catch (error) {
        this.damage = { file: this.#file.path, position, reason: reasonOf(error) };
        if (isDiskError(error)) this.refusal = error;
        return;
      }
      yield batch;
      position += batch.size;
    }
  }

  /** Where in the chunk the batch at `position` begins, which is whole. @throws {DecodeError} */
  #startOf(position: number): number {
    const remaining = this.#size - position;
    if (remaining < SIZE_UP_TO_MAGIC)
      throw new DecodeError(`${remaining} bytes are left, too few for a batch`, position);
    const head = this.#bytesAt(position, SIZE_UP_TO_MAGIC);
    const claimed = this.#bytes.readInt32BE(head + LENGTH_AT) + BATCH_LOG_OVERHEAD;
    // Checks the header fields; a batch that runs past the end of the file is damage here, not an end.
    const size = nextBatchSize(this.#bytes, head, head + Math.max(claimed, SIZE_UP_TO_MAGIC));
    if (size === 0 || size > remaining) {
      throw new DecodeError(`batch claims ${claimed} bytes, ${remaining} are left`, position);
    }
    const start = this.#bytesAt(position, size);
    this.#checkCrc(start, position);
    return start;
  }

  get #bytes(): Buffer {
    return this.#chunk;
  }

  #checkCrc(start: number, position: number): void {
    const batch =
      this.#bytes.readInt8(start + MAGIC_AT) < 2
        ? new LegacyMessage(this.#bytes, start)
        : new RecordBatch(this.#bytes, start);
    if (batch.isCrcValid) return;
    const hex = (crc: number): string => `0x${crc.toString(16).padStart(8, '0')}`;
    throw new DecodeError(
      `checksum is ${hex(batch.crc)}, the contents give ${hex(batch.computeCrc())}`,
      position,
    );
  }

  /** Makes sure that `length` bytes at `position` are in the chunk; answers where in it they begin. */
  #bytesAt(position: number, length: number): number {
    const start = position - this.#chunkAt;
    if (start >= 0 && start + length <= this.#chunk.length) return start;
    const wanted = Math.min(Math.max(length, CHUNK_SIZE), this.#size - position);
    const chunk = Buffer.allocUnsafe(wanted);
    const read = this.#file.read(position, chunk, 0, wanted);
    this.#chunk = chunk.subarray(0, read);
    this.#chunkAt = position;
    if (read < length) throw new DecodeError(`${length} bytes are needed, ${read} could be read`, position);
    return 0;
  }
}
