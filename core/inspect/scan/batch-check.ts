/** Tells whether the bytes at a place of a `.log` are a batch, without reading its records. */
import { crc32, crc32c } from '@node-rs/crc32';
import { DecodeError } from '#core/protocol/reader.ts';
import { LENGTH, MAGIC } from '#core/protocol/records/batch-layout.ts';
import { SIZE_UP_TO_MAGIC } from '#core/protocol/records/batch-scanner.ts';
import { BATCH_HEADER_SIZE, BATCH_LOG_OVERHEAD } from '#core/protocol/records/record-batch.ts';
import type { BatchHead } from './batch-head.ts';
import type { ByteWindow } from './byte-window.ts';
import type { Fault } from './damage.ts';

const MAGIC_MAX = 2;
/** Bytes behind the length field of the smallest message, by version; a batch of version 2 has its whole header. */
const LENGTH_MIN = [14, 22, BATCH_HEADER_SIZE - BATCH_LOG_OVERHEAD] as const;
/** Where the checksum lies and what it covers, in version 2 and before. */
const CRC = { at: 17, from: 21 } as const;
const LEGACY_CRC = { at: 12, from: 16 } as const;
const PIECE_SIZE = 1 << 20;
/** The checksum of a batch above this size takes several calls, of a piece each; the batch is not read into memory for it. */
const AT_ONCE_MAX = 1 << 22;
/** A batch above this size is never in memory as a whole. */
export const WHOLE_SIZE_MAX = 1 << 25;

function hex(value: number): string {
  return `0x${value.toString(16).padStart(8, '0')}`;
}

function isZero(bytes: Buffer, start: number, length: number): boolean {
  for (let i = start; i < start + length; i++) if (bytes[i] !== 0) return false;
  return true;
}

/** Checks batches of one file. */
export class BatchCheck {
  readonly #window: ByteWindow;
  readonly #head: BatchHead;
  /** Of a large batch: where it begins, how far its checksum is computed, and what it is so far. */
  #large = { position: -1, next: 0, crc: 0 };
  /** End of the file, or of what is looked at. */
  end: number;
  /** Set by `structure` and `contents` when they answer false. */
  fault: Fault | null = null;

  constructor(window: ByteWindow, head: BatchHead, end: number) {
    this.#window = window;
    this.#head = head;
    this.end = end;
  }

  /**
   * Reads the header at `position` into the head; false, and `fault`, when no batch can begin there. `ahead`: how much to read at a
   * time. The head of an old message is only filled by `contents`.
   */
  structure(position: number, ahead?: number): boolean {
    const left = this.end - position;
    const want = Math.min(left, BATCH_HEADER_SIZE);
    const start = this.#window.want(position, want, ahead);
    if (start < 0) return this.#fail('cut', position, position, `${want} bytes`, 'the end of the file');
    const { bytes } = this.#window;
    // So few bytes are the end of the log to Kafka, whatever they are. (source: FileLogInputStream.nextBatch)
    if (left <= SIZE_UP_TO_MAGIC)
      return this.#fail(
        'cut',
        position,
        position + left,
        `a batch header of ${BATCH_HEADER_SIZE} bytes`,
        `${left} bytes`,
      );
    if (isZero(bytes, start, SIZE_UP_TO_MAGIC))
      return this.#fail('zeros', position, position, 'a batch', 'zeros');
    const length = bytes.readInt32BE(start + LENGTH);
    const magic = bytes.readInt8(start + MAGIC);
    const size = length + BATCH_LOG_OVERHEAD;
    if (length < LENGTH_MIN[0])
      return this.#fail(
        'length',
        position,
        position + LENGTH,
        `a length of at least ${LENGTH_MIN[0]}`,
        String(length),
      );
    if (magic < 0 || magic > MAGIC_MAX) {
      const kind = size > left || length < LENGTH_MIN[MAGIC_MAX] ? 'garbage' : 'magic';
      return this.#fail(kind, position, position + MAGIC, 'magic 0, 1 or 2', String(magic));
    }
    const least = LENGTH_MIN[magic as 0 | 1 | 2];
    if (length < least)
      return this.#fail(
        'length',
        position,
        position + LENGTH,
        `a length of at least ${least}`,
        String(length),
      );
    if (size > left)
      return this.#fail('cut', position, position + left, `a batch of ${size} bytes`, `${left} bytes`);
    if (magic === MAGIC_MAX) this.#head.readCurrent(bytes, start, position);
    else {
      this.#head.position = position;
      this.#head.size = size;
      this.#head.magic = magic;
    }
    return true;
  }

  /** The checksum of the batch at this position is computed in part. */
  isChecking(position: number): boolean {
    return this.#large.position === position;
  }

  /**
   * Compares the checksum of the batch that `structure` found; false, and `fault`, when it is wrong. Undefined after a piece of a
   * large batch: then it is to be called again.
   */
  contents(): boolean | undefined {
    const { size, magic } = this.#head;
    return magic === MAGIC_MAX && size > AT_ONCE_MAX ? this.#stretch() : this.#whole();
  }

  /** As `contents`, and the thread is given back in between: a claimed length may be that of the whole file. */
  async contentsInTurns(breathe: () => Promise<void> | undefined): Promise<boolean> {
    for (;;) {
      const isRight = this.contents();
      if (isRight !== undefined) return isRight;
      await breathe();
    }
  }

  #stretch(): boolean | undefined {
    const { position, size } = this.#head;
    if (!this.isChecking(position)) this.#large = { position, next: position + CRC.from, crc: 0 };
    const large = this.#large;
    const end = Math.min(position + size, large.next + PIECE_SIZE);
    for (const piece of this.#pieces(large.next, end)) large.crc = crc32c(piece, large.crc);
    large.next = end;
    if (end < position + size) return undefined;
    this.#large = { position: -1, next: 0, crc: 0 };
    const start = this.#window.want(position, BATCH_HEADER_SIZE);
    if (start < 0)
      return this.#fail('cut', position, position, `a batch of ${size} bytes`, 'the end of the file');
    const stored = this.#window.bytes.readUInt32BE(start + CRC.at);
    return this.#isChecksum(stored, large.crc >>> 0) && this.#header();
  }

  #whole(): boolean {
    const { position, size, magic } = this.#head;
    const { at, from } = magic === MAGIC_MAX ? CRC : LEGACY_CRC;
    const start = this.#window.want(position, Math.min(size, WHOLE_SIZE_MAX));
    if (start < 0)
      return this.#fail('cut', position, position, `a batch of ${size} bytes`, 'the end of the file');
    const { bytes } = this.#window;
    const stored = bytes.readUInt32BE(start + at);
    const computed =
      size <= WHOLE_SIZE_MAX
        ? checksum(bytes.subarray(start + from, start + size), magic)
        : this.#checksumInPieces(position + from, position + size);
    if (!this.#isChecksum(stored, computed)) return false;
    return magic === MAGIC_MAX ? this.#header() : this.#unwrap(start);
  }

  #isChecksum(stored: number, computed: number): boolean {
    if (stored === computed) return true;
    const { position, magic } = this.#head;
    const { at } = magic === MAGIC_MAX ? CRC : LEGACY_CRC;
    const found = `${hex(stored)} in the header, ${hex(computed)} from the contents`;
    return this.#fail('crc', position, position + at, 'a checksum that matches', found);
  }

  /** What a header cannot say, whatever its checksum: counts and deltas that contradict each other. */
  #header(): boolean {
    const { position, count, lastOffset, baseOffset } = this.#head;
    const records = lastOffset - baseOffset + 1;
    if (records < 1)
      return this.#fail(
        'records',
        position,
        position + 23,
        'a last offset delta of at least 0',
        String(records - 1),
      );
    if (count < 0 || count > records)
      return this.#fail('records', position, position + 57, `0 to ${records} records`, String(count));
    return true;
  }

  #unwrap(start: number): boolean {
    const { position } = this.#head;
    try {
      this.#head.readLegacy(this.#window.bytes, start, position);
      return true;
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      return this.#fail('records', position, position, 'messages that can be read', error.message);
    }
  }

  #checksumInPieces(from: number, end: number): number {
    let crc = 0;
    for (const piece of this.#pieces(from, end)) crc = crc32c(piece, crc);
    return crc >>> 0;
  }

  /** Valid until the next is asked for; they end where the file does. */
  *#pieces(from: number, end: number): Generator<Buffer> {
    for (let position = from; position < end; position += PIECE_SIZE) {
      const length = Math.min(PIECE_SIZE, end - position);
      const start = this.#window.want(position, length);
      if (start < 0) return;
      yield this.#window.bytes.subarray(start, start + length);
    }
  }

  #fail(kind: Fault['kind'], position: number, at: number, expected: string, found: string): false {
    this.fault = { kind, position, at, expected, found };
    return false;
  }
}

function checksum(bytes: Buffer, magic: number): number {
  return (magic === MAGIC_MAX ? crc32c(bytes) : crc32(bytes)) >>> 0;
}
