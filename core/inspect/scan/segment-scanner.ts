/**
 * Walks a `.log` from batch to batch, with positioned reads and in bounded memory, and goes on behind damage: it looks for the next
 * place where a batch begins whose checksum is right and whose offsets fit.
 *
 *   next() → 'batch'      `head` is filled; its bytes lie in the window
 *          → 'checking'   a piece of a large batch was looked at; neither it nor `head` is to be used yet
 *          → 'damage'     `fault` says what is wrong; what follows is a search
 *          → 'searching'  a stretch was searched
 *          → 'found'      the search is over: `resumed` says where reading goes on
 *          → 'end'        the end of the file; after a search without result, `resumed` is null
 *
 * Base offset and leader epoch lie outside the checksum. A batch whose base offset goes back, or jumps over the batch behind it, is
 * damage of kind 'order': reading goes on right behind it. A file that the disk refuses is damage of kind 'unreadable', and ends there.
 */
import type { DiskFile } from '#core/base/disk.ts';
import { isDiskError } from '#core/base/disk-error.ts';
import { DecodeError } from '#core/protocol/reader.ts';
import { LENGTH, MAGIC } from '#core/protocol/records/batch-layout.ts';
import { canReadSync, openRecords, openRecordsAsync } from '#core/protocol/records/batch-reader.ts';
import { SIZE_UP_TO_MAGIC } from '#core/protocol/records/batch-scanner.ts';
import { LegacyMessage } from '#core/protocol/records/legacy-record.ts';
import { BATCH_HEADER_SIZE, RecordBatch, readLong } from '#core/protocol/records/record-batch.ts';
import type { RecordCursor } from '#core/protocol/records/record-cursor.ts';
import { refusalOf } from '../read/unreadable.ts';
import { BatchCheck, WHOLE_SIZE_MAX } from './batch-check.ts';
import { BatchHead } from './batch-head.ts';
import { ByteWindow } from './byte-window.ts';
import type { Fault, TrustedPlace } from './damage.ts';
import { isTooLarge, NotUnfolded } from './too-large.ts';

const CHUNK_SIZE = 1 << 20;
/** Read at a time where only headers are wanted and batches are large. */
const HEADER_CHUNK_SIZE = 1 << 12;
/** A segment's offsets fit into four bytes, counted from its base. */
const RELATIVE_OFFSET_MAX = 2147483647;
/** Bytes whose checksum a search may compute in vain; a file made to be slow is given up on. */
const SEARCH_BUDGET = 1 << 28;
/** The same within one step: the thread is given back in time. */
const STEP_BUDGET = 1 << 23;
const MAGIC_CURRENT = 2;
/** Zeros are passed over so many at a time. */
const ZEROS_SIZE = 1 << 12;
const ZEROS = Buffer.alloc(ZEROS_SIZE + SIZE_UP_TO_MAGIC);
/** Bytes behind the length field of the smallest old message. */
const OLD_LENGTH_MIN = 14;

export type ScanStep = 'batch' | 'checking' | 'damage' | 'searching' | 'found' | 'end';

export interface SegmentScannerOptions {
  /** Base offset of the segment: that of the file's name. */
  readonly segment: number;
  /** `headers` trusts contents; `contents` compares checksums. */
  readonly depth: 'headers' | 'contents';
  /** Where to begin; the start of a batch. */
  readonly from?: number;
  /** The first offset that may occur; the segment's base when left out. */
  readonly fromOffset?: number;
  /** Bytes to look at; all when left out. */
  readonly size?: number;
  /** Read at a time, 1 MiB when left out: less gives the thread back sooner. */
  readonly chunkSize?: number;
}

/** For scans on a thread that others wait for: the batches of a chunk are looked at in a few ms, however small they are. */
export const SMALL_CHUNK_SIZE = 1 << 18;

export class SegmentScanner {
  readonly head = new BatchHead();
  readonly #segment: number;
  readonly #depth: 'headers' | 'contents';
  readonly #file: DiskFile;
  readonly #window: ByteWindow;
  readonly #check: BatchCheck;
  readonly #searchCheck: BatchCheck;
  readonly #candidate = new BatchHead();
  readonly #end: number;
  #position: number;
  #nextOffset: number;
  #searchAt = -1;
  /** Where a batch begins, if the damaged one has the length it claims; −1 when that is known. */
  #behind = -1;
  /** No batch of version 2 was read so far. */
  #isOldLog = true;
  #budget = SEARCH_BUDGET;
  /** The newest damage. */
  fault: Fault | null = null;
  /** Where reading went on behind it. */
  resumed: TrustedPlace | null = null;

  constructor(file: DiskFile, options: SegmentScannerOptions) {
    this.#segment = options.segment;
    this.#depth = options.depth;
    this.#file = file;
    this.#window = new ByteWindow(file, options.chunkSize ?? CHUNK_SIZE);
    this.#end = options.size ?? file.size();
    this.#check = new BatchCheck(this.#window, this.head, this.#end);
    this.#searchCheck = new BatchCheck(this.#window, this.#candidate, this.#end);
    this.#position = options.from ?? 0;
    this.#nextOffset = options.fromOffset ?? options.segment;
  }

  /** The newest damage is a batch that is cut, and more of the file is there by now: a broker is writing it. */
  get isAtGrowingEnd(): boolean {
    return this.fault?.kind === 'cut' && this.#file.size() > this.#end;
  }

  /** Position behind the last batch or search. */
  get position(): number {
    return this.#position;
  }
  /** The least offset that the next batch may have. */
  get nextOffset(): number {
    return this.#nextOffset;
  }
  get readBytes(): number {
    return this.#window.readBytes;
  }
  /** What is looked at; see `start`. */
  get bytes(): Buffer {
    return this.#window.bytes;
  }
  /** Where the batch of `head` begins in `bytes`. Reads it whole. */
  get start(): number {
    return this.#window.want(this.head.position, this.head.size);
  }

  next(): ScanStep {
    try {
      return this.#step();
    } catch (error) {
      if (isDiskError(error)) return this.#refused(error);
      throw error;
    }
  }

  /** What lies behind is not tried: each attempt may take a device that fails many seconds. */
  #refused(error: Error & { readonly code: string }): ScanStep {
    const found = `it cannot be read: ${refusalOf(error)}`;
    this.fault = { kind: 'unreadable', position: this.#position, at: this.#position, expected: '', found };
    this.resumed = null;
    this.#searchAt = -1;
    this.#position = this.#end;
    return 'damage';
  }

  #step(): ScanStep {
    if (this.#searchAt >= 0) return this.#search();
    const position = this.#position;
    if (position >= this.#end) return 'end';
    const isSkipping = this.#depth === 'headers' && this.head.size > HEADER_CHUNK_SIZE;
    const isStructure =
      this.#check.isChecking(position) ||
      this.#check.structure(position, isSkipping ? HEADER_CHUNK_SIZE : undefined);
    const isTrusting = this.#depth === 'headers' && this.head.magic === MAGIC_CURRENT;
    const isWhole = isStructure && (isTrusting || this.#check.contents());
    if (isWhole === undefined) return 'checking';
    if (!isWhole) return this.#damaged(this.#check.fault as Fault);
    const misplaced = this.#misplaced();
    this.#position = position + this.head.size;
    if (misplaced !== null) {
      this.fault = misplaced;
      this.resumed = null;
      return 'damage';
    }
    this.#nextOffset = this.head.lastOffset + 1;
    this.#isOldLog = this.head.magic < MAGIC_CURRENT;
    return 'batch';
  }

  /** The batch of `head`, of version 2, whole; valid until the next step. @throws {DecodeError} when it is too large for memory. */
  batch(): RecordBatch {
    const { size } = this.head;
    if (size > WHOLE_SIZE_MAX) throw new NotUnfolded(size);
    const { start } = this;
    if (start < 0) throw new DecodeError(`a batch of ${size} bytes is cut`, 0);
    return new RecordBatch(this.bytes, start);
  }

  /** The records of the batch of `head`, one after the other. @throws {DecodeError} */
  records(): RecordCursor | Promise<RecordCursor> {
    const batch = this.batch();
    return canReadSync(batch) ? openRecords(batch) : openRecordsAsync(batch);
  }

  /** The old message of `head`. */
  message(): LegacyMessage {
    return new LegacyMessage(this.bytes, this.start);
  }

  /** Reports damage of the batch of `head` that its checksum did not tell; reading goes on behind it. */
  reject(error: DecodeError): void {
    const { position } = this.head;
    this.fault = {
      kind: isTooLarge(error) ? 'too-large' : 'records',
      position,
      at: position + error.at,
      expected: 'records that can be read',
      found: error.message,
    };
    this.resumed = null;
  }

  #damaged(fault: Fault): ScanStep {
    this.fault = fault;
    this.resumed = null;
    // Where contents are damaged the length may still be right; otherwise every byte is tried.
    const isSizeKnown = fault.kind === 'crc' || fault.kind === 'records' || fault.kind === 'magic';
    const behind = fault.position + (isSizeKnown ? this.#claimedSize(fault.position) : 0);
    const isBehind = behind > fault.position && (behind === this.#end || this.#isTrusted(behind));
    if (isBehind === true) {
      this.resumed = behind === this.#end ? null : placeOf(this.#candidate);
      this.#position = behind;
      return 'damage';
    }
    this.#behind = isBehind === undefined ? behind : -1;
    this.#searchAt = fault.position + 1;
    this.#budget = SEARCH_BUDGET;
    return 'damage';
  }

  #claimedSize(position: number): number {
    const start = this.#window.want(position, Math.min(this.#end - position, BATCH_HEADER_SIZE));
    if (start < 0 || this.#end - position < 12) return 0;
    const size = this.#window.bytes.readInt32BE(start + 8) + 12;
    return size > 0 && position + size <= this.#end ? size : 0;
  }

  /** Null, or why this batch cannot stand here. */
  #misplaced(): Fault | null {
    const { baseOffset, lastOffset, position, size } = this.head;
    const fail = (kind: 'order' | 'below-segment' | 'outside-segment', expected: string): Fault => ({
      kind,
      position,
      at: position,
      expected,
      found: `offset ${this.#exactOffset()}`,
    });
    const fits = `an offset from ${this.#segment} on that fits into the segment`;
    if (baseOffset < this.#segment) return fail('below-segment', fits);
    if (lastOffset - this.#segment > RELATIVE_OFFSET_MAX) return fail('outside-segment', fits);
    if (baseOffset < this.#nextOffset) return fail('order', `an offset from ${this.#nextOffset} on`);
    if (baseOffset === this.#nextOffset) return null;
    const behind = this.#offsetAt(position + size);
    if (behind === undefined || behind > lastOffset || behind < this.#nextOffset) return null;
    return fail('order', `an offset from ${this.#nextOffset} on, below ${behind}`);
  }

  /** The base offset of the batch of `head` as it stands there: beyond 2^53 a number is not exact. */
  #exactOffset(): string {
    const { position, size, baseOffset } = this.head;
    const start = this.#window.want(position, Math.min(size, BATCH_HEADER_SIZE));
    return start < 0 ? String(baseOffset) : String(this.#window.bytes.readBigInt64BE(start));
  }

  /** The base offset that the header at `position` claims; undefined when none can be there. */
  #offsetAt(position: number): number | undefined {
    if (this.#end - position < BATCH_HEADER_SIZE) return undefined;
    const { position: at, size } = this.head;
    const start = this.#window.want(position, BATCH_HEADER_SIZE);
    const offset = start < 0 ? undefined : readLong(this.#window.bytes, start);
    // The window may have moved: the batch comes back.
    this.#window.want(at, Math.min(size, BATCH_HEADER_SIZE));
    return offset;
  }

  #search(): ScanStep {
    if (this.#behind >= 0) {
      const isBehind = this.#isTrusted(this.#behind);
      if (isBehind === true) return this.#found(this.#behind);
      if (isBehind === false) this.#behind = -1;
      return 'searching';
    }
    const from = this.#searchAt;
    const budget = this.#budget;
    const last = this.#end - SIZE_UP_TO_MAGIC + 1;
    const to = Math.min(last, from + CHUNK_SIZE / 2);
    for (let position = from; position < to; ) {
      const start = this.#window.want(position, SIZE_UP_TO_MAGIC);
      if (start < 0) return this.#giveUp();
      const places = Math.min(to - position, this.#window.availableAt(position) - MAGIC);
      const hit = this.#candidateIn(start, places);
      if (hit < 0) {
        position += places;
        continue;
      }
      position += hit;
      const isTrusted = this.#isTrusted(position);
      if (isTrusted === true) return this.#found(position);
      if (isTrusted === false) {
        if (this.#budget <= 0) return this.#giveUp();
        position++;
      }
      if (isTrusted === undefined || budget - this.#budget > STEP_BUDGET) {
        this.#searchAt = position;
        return 'searching';
      }
    }
    if (to >= last) return this.#giveUp();
    this.#searchAt = to;
    return 'searching';
  }

  #found(position: number): 'found' {
    this.#position = position;
    this.#searchAt = -1;
    this.#behind = -1;
    this.resumed = placeOf(this.#candidate);
    return 'found';
  }

  /** The first of `places` places from `start` on where a batch may begin, by its magic; −1 when there is none. */
  #candidateIn(start: number, places: number): number {
    const { bytes } = this.#window;
    const magics = start + MAGIC;
    if (!this.#isOldLog) return bytes.subarray(magics, magics + places).indexOf(MAGIC_CURRENT);
    for (let block = 0; block < places; block += ZEROS_SIZE) {
      const end = Math.min(places, block + ZEROS_SIZE);
      // Gigabytes of them stand behind the last batch of a file that was preallocated.
      if (isZeros(bytes, start + block, start + end + MAGIC)) continue;
      for (let i = block; i < end; i++) {
        const magic = bytes[magics + i] as number;
        if (magic === MAGIC_CURRENT || (magic < MAGIC_CURRENT && this.#mayBeOld(start + i))) return i;
      }
    }
    return -1;
  }

  /** Old messages are looked for where nothing newer was read: their magic, 0 or 1, is everywhere. */
  #mayBeOld(start: number): boolean {
    const { bytes } = this.#window;
    const offset = readLong(bytes, start);
    return (
      offset >= this.#nextOffset &&
      offset - this.#segment <= RELATIVE_OFFSET_MAX &&
      bytes.readInt32BE(start + LENGTH) >= OLD_LENGTH_MIN
    );
  }

  #giveUp(): ScanStep {
    this.#searchAt = -1;
    this.#position = this.#end;
    return 'end';
  }

  /**
   * True when a batch begins there whose checksum is right and whose offsets fit; it lies in the candidate then. Undefined when it is
   * large: to be asked again.
   */
  #isTrusted(position: number): boolean | undefined {
    const check = this.#searchCheck;
    const isBegun = check.isChecking(position);
    if (!isBegun && !check.structure(position)) return false;
    const head = this.#candidate;
    if (head.magic === MAGIC_CURRENT) {
      const isSensible =
        head.attributes >= 0 &&
        head.attributes < 0x80 &&
        head.codec <= 4 &&
        head.producerId >= -1 &&
        head.baseOffset >= this.#nextOffset &&
        head.lastOffset >= head.baseOffset &&
        head.lastOffset - this.#segment <= RELATIVE_OFFSET_MAX &&
        head.count >= 0 &&
        head.count <= head.lastOffset - head.baseOffset + 1;
      if (!isSensible) return false;
    }
    if (!isBegun) this.#budget -= head.size;
    const isRight = check.contents();
    if (isRight !== true) return isRight;
    return head.baseOffset >= this.#nextOffset && head.lastOffset - this.#segment <= RELATIVE_OFFSET_MAX;
  }
}

/** True when the bytes from `start` to before `end`, at most a block and a header, are zeros. */
function isZeros(bytes: Buffer, start: number, end: number): boolean {
  return bytes.compare(ZEROS, 0, end - start, start, end) === 0;
}

function placeOf({ position, baseOffset }: BatchHead): TrustedPlace {
  return { position, baseOffset };
}
