/**
 * The batches of a `.log` as Kafka's tools walk them: by their length fields, whatever their checksums say. Positioned reads of a
 * chunk at a time; memory stays at one chunk, or one batch where that is larger.
 * (source: FileLogInputStream, FileRecords)
 */
import type { DiskFile } from '#core/base/disk.ts';
import { SIZE_UP_TO_MAGIC } from '#core/protocol/records/batch-scanner.ts';
import { BATCH_HEADER_SIZE, BATCH_LOG_OVERHEAD, RecordBatch } from '#core/protocol/records/record-batch.ts';
import { DumpFailure } from './dump-options.ts';

const LENGTH_AT = 8;
const MAGIC_AT = 16;
const FIRST_CURRENT_MAGIC = 2;
/** What the length field of the smallest message of version 0 says. */
const LENGTH_MIN = 14;
const CHUNK_SIZE = 1 << 20;
/** Positions in a log are 32-bit numbers. */
const FILE_SIZE_MAX = 2147483647;
/** Larger batches are refused: no broker takes one, and reading it would need as much memory. */
const BATCH_SIZE_MAX = 268435456;

/** A batch, as much as stands in front of its magic byte. */
export interface BatchPlace {
  readonly position: number;
  /** Bytes of the whole batch. */
  readonly size: number;
  readonly magic: number;
  /** Base offset; of a message of an old format, its offset. */
  readonly offset: bigint;
}

export class BatchStream {
  readonly #file: DiskFile;
  readonly size: number;
  #chunk = Buffer.alloc(0);
  #chunkAt = 0;

  /** @throws {DumpFailure} when the file is too large for a log. */
  constructor(file: DiskFile) {
    this.#file = file;
    this.size = file.size();
    if (this.size > FILE_SIZE_MAX) {
      throw new DumpFailure(`a log of ${this.size} bytes, Kafka allows ${FILE_SIZE_MAX}`);
    }
  }

  /**
   * The batch that begins at `position`; undefined when no whole one is there before `end`.
   * @throws {DumpFailure} when its length field cannot be one.
   */
  batchAt(position: number, end = this.size): BatchPlace | undefined {
    // Kafka wants one byte more than the magic byte needs.
    if (position >= end - SIZE_UP_TO_MAGIC) return undefined;
    const at = this.#bytesAt(position, SIZE_UP_TO_MAGIC);
    const length = this.#chunk.readInt32BE(at + LENGTH_AT);
    if (length < LENGTH_MIN) {
      throw new DumpFailure(
        `the batch at byte ${position} claims ${length} bytes, ${LENGTH_MIN} are the least; what follows cannot be read`,
      );
    }
    const size = length + BATCH_LOG_OVERHEAD;
    if (position > end - size) return undefined;
    return {
      position,
      size,
      magic: this.#chunk.readInt8(at + MAGIC_AT),
      offset: this.#chunk.readBigInt64BE(at),
    };
  }

  /** The last offset a batch claims. @throws {DumpFailure} when its header is cut by the end of the file. */
  lastOffset(place: BatchPlace): bigint {
    if (!isCurrent(place)) return place.offset;
    return BigInt.asIntN(64, place.offset + BigInt(this.header(place).lastOffsetDelta));
  }

  /** The header of a batch of a current format. @throws {DumpFailure} when it is cut by the end of the file. */
  header({ position }: BatchPlace): RecordBatch {
    const at = this.#bytesAt(position, BATCH_HEADER_SIZE);
    return new RecordBatch(this.#chunk.subarray(at, at + BATCH_HEADER_SIZE));
  }

  /** All bytes of a batch, and no others. They are not overwritten later. @throws {DumpFailure} when there are too many. */
  bytes({ position, size }: BatchPlace): Buffer {
    if (size > BATCH_SIZE_MAX) {
      throw new DumpFailure(`the batch at byte ${position} has ${size} bytes, more than ${BATCH_SIZE_MAX}`);
    }
    const at = this.#bytesAt(position, size);
    return this.#chunk.subarray(at, at + size);
  }

  /** Makes sure that `length` bytes at `position` are in the chunk; answers where in it they begin. */
  #bytesAt(position: number, length: number): number {
    const start = position - this.#chunkAt;
    if (start >= 0 && start + length <= this.#chunk.length) return start;
    const wanted = Math.max(0, Math.min(Math.max(length, CHUNK_SIZE), this.size - position));
    const chunk = Buffer.allocUnsafe(wanted);
    const read = this.#file.read(position, chunk, 0, wanted);
    this.#chunk = chunk.subarray(0, read);
    this.#chunkAt = position;
    if (read < length) {
      throw new DumpFailure(`the batch at byte ${position} needs ${length} bytes, ${read} are there`);
    }
    return 0;
  }
}

/** True for magic 2 and, as Kafka has it, everything above. */
export function isCurrent({ magic }: { readonly magic: number }): boolean {
  return magic >= FIRST_CURRENT_MAGIC;
}
