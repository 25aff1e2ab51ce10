/**
 * Every single-bit flip and every truncation of a segment of 10 KB and of the files beside it. Of the segment, flips outside of
 * headers are a seeded sample; `DAMAGE_EXHAUSTIVE=1` tries all of them.
 */
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { DiskFile } from '#core/base/disk.ts';
import { OffsetIndexFile } from '#core/inspect/dump/index-file.ts';
import type { Fault } from '#core/inspect/scan/damage.ts';
import { SegmentScanner } from '#core/inspect/scan/segment-scanner.ts';
import {
  offsetIndexEntries,
  snapshotEntries,
  timeIndexEntries,
  transactionIndexEntries,
} from '#core/inspect/side/binary-files.ts';
import type { SideEntries, SideEntry } from '#core/inspect/side/entry.ts';
import { encodeSnapshot } from '#core/log/producer-snapshot.ts';
import { ProducerStateEntry } from '#core/log/producer-state-entry.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { BytesFile } from '../support/bytes-file.ts';
import { aBatch, aMarker } from '../support/log-world.ts';
import { SeededRandom } from '../support/seeded-random.ts';

const IS_EXHAUSTIVE = process.env['DAMAGE_EXHAUSTIVE'] === '1';
const BASE_OFFSET = 1000;
const HEADER_SIZE = 61;
const SEGMENT_SIZE = 10_240;
const SAMPLE = 4_000;
/** All 80,000 take a while. */
const TIMEOUT_MS = 300_000;

interface Seen {
  readonly position: number;
  readonly baseOffset: number;
  readonly lastOffset: number;
  readonly count: number;
}

/** Transactions of two producers, plain batches, compressed ones and markers: about 10 KB. */
function segment(): Buffer {
  const batches: Buffer[] = [];
  let offset = BASE_OFFSET;
  for (let i = 0; batches.reduce((sum, { length }) => sum + length, 0) < SEGMENT_SIZE; i++) {
    const producerId = 7 + (i % 2);
    const bytes = [
      () => aBatch({ count: 12, valueSize: 60 }),
      () => aBatch({ producerId, sequence: i, count: 10, valueSize: 80, isTransactional: true }),
      () => aBatch({ producerId, sequence: i, count: 40, valueSize: 100, codec: 1, isTransactional: true }),
      () => aMarker(i % 8 < 4 ? 'COMMIT' : 'ABORT', { producerId }),
    ][i % 4]?.() as Buffer;
    const batch = new RecordBatch(bytes);
    batch.baseOffset = offset;
    batch.partitionLeaderEpoch = 3;
    offset = batch.lastOffset + 1;
    batches.push(bytes);
  }
  return Buffer.concat(batches);
}

const original = segment();
const file = new BytesFile(Buffer.from(original));

function scan(
  log = file,
  segment = BASE_OFFSET,
): { readonly batches: readonly Seen[]; readonly faults: readonly Fault[] } {
  const scanner = new SegmentScanner(log, { segment, depth: 'contents' });
  const batches: Seen[] = [];
  const faults: Fault[] = [];
  // Each step goes on by at least a byte: more of them than bytes would be a scan without end.
  for (let steps = 0; steps <= log.bytes.length + 1; steps++) {
    const step = scanner.next();
    if (step === 'end') return { batches, faults };
    if (step === 'damage') faults.push(scanner.fault as Fault);
    if (step !== 'batch') continue;
    const { position, baseOffset, lastOffset, count } = scanner.head;
    batches.push({ position, baseOffset, lastOffset, count });
  }
  throw new Error('the scan does not end');
}

const whole = scan().batches;

/** The batch that a byte belongs to. */
function batchOf(at: number): number {
  return whole.findLastIndex(({ position }) => position <= at);
}

function flip(bytes: Buffer, bit: number): void {
  const at = bit >> 3;
  bytes[at] = (bytes[at] as number) ^ (1 << (bit & 7));
}

/** Bits to flip: of headers all, of the rest all or a sample. */
function bitsOf(size: number, isHeader: (at: number) => boolean): readonly number[] {
  const random = new SeededRandom(4711);
  const share = SAMPLE / (size * 8);
  return Array.from({ length: size * 8 }, (_, bit) => bit).filter(
    (bit) => IS_EXHAUSTIVE || isHeader(bit >> 3) || random.nextFloat() < share,
  );
}

describe('a segment of 10 KB', () => {
  test('has no damage as it was written', () => {
    expect(scan().faults).toEqual([]);
    expect(original.length).toBeGreaterThan(10_000);
  });

  test(
    'a flipped bit is found in its batch; all batches before and behind it are read',
    () => {
      const wrong: string[] = [];
      const isHeader = (at: number): boolean => at - (whole[batchOf(at)]?.position ?? 0) < HEADER_SIZE;
      for (const bit of bitsOf(original.length, isHeader)) {
        flip(file.bytes, bit);
        const { batches, faults } = scan();
        flip(file.bytes, bit);
        const what = complaint(bit >> 3, batches, faults);
        if (what !== null) wrong.push(`bit ${bit}: ${what}`);
      }
      expect(wrong).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test('cut anywhere, it gives every batch before the cut, and says where it ends', () => {
    const wrong: number[] = [];
    for (let size = 0; size <= original.length; size++) {
      file.bytes = original.subarray(0, size);
      const { batches, faults } = scan();
      const complete = whole.filter((_, i) => (whole[i + 1]?.position ?? original.length) <= size);
      const end = whole[complete.length]?.position ?? original.length;
      const isRight =
        batches.length === complete.length &&
        (size === end ? faults.length === 0 : faults.length === 1 && faults[0]?.position === end);
      if (!isRight) wrong.push(size);
    }
    file.bytes = Buffer.from(original);
    expect(wrong).toEqual([]);
  });
});

function isSame(a: readonly Seen[], b: readonly Seen[]): boolean {
  return (
    a.length === b.length &&
    a.every((one, i) => {
      const other = b[i] as Seen;
      return (
        one.position === other.position &&
        one.baseOffset === other.baseOffset &&
        one.lastOffset === other.lastOffset &&
        one.count === other.count
      );
    })
  );
}

describe('a log of an old format', () => {
  const OLD = fileURLToPath(new URL('../fixtures/log-dirs/old-formats/data', import.meta.url));

  test.each(['magic0-0', 'magic1-0', 'mixed-0'])(
    '%s: a flipped bit is found in its message, and the others are read',
    (name) => {
      const bytes = fs.readFileSync(`${OLD}/${name}/00000000000000000000.log`);
      const read = (from: Buffer): { readonly batches: readonly Seen[]; readonly faults: readonly Fault[] } =>
        scan(new BytesFile(from), 0);
      const intact = read(bytes).batches;
      const wrong: string[] = [];
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        const at = bit >> 3;
        const index = intact.findLastIndex(({ position }) => position <= at);
        const { position } = intact[index] as Seen;
        // Offsets are covered by nothing, nor is the leader epoch of a newer batch.
        const isLeaderEpoch = bytes[position + 16] === 2 && at - position >= 12 && at - position < 16;
        if (at - position < 8 || isLeaderEpoch) continue;
        flip(bytes, bit);
        const { batches, faults } = read(bytes);
        flip(bytes, bit);
        const others = intact.filter((_, i) => i !== index);
        const isRight = faults.length === 1 && faults[0]?.position === position && isSame(batches, others);
        if (!isRight) wrong.push(`bit ${bit}: ${faults.map((fault) => fault.position)}, ${batches.length}`);
      }
      expect(wrong).toEqual([]);
    },
  );
});

/** What is wrong with how a flip at byte `at` was seen; null when nothing is. */
function complaint(at: number, batches: readonly Seen[], faults: readonly Fault[]): string | null {
  const index = batchOf(at);
  const { position, baseOffset } = whole[index] as Seen;
  const within = at - position;
  const others = whole.filter((_, i) => i !== index);
  // The leader epoch is covered by nothing, and nothing depends on it.
  if (within >= 12 && within < 16)
    return faults.length === 0 && isSame(batches, whole) ? null : 'leader epoch';
  if (faults.length === 0) {
    // A base offset that jumps ahead of nothing leaves a hole, which a census reports at this batch.
    const jumped = batches[index];
    const isHole = within < 8 && index === whole.length - 1 && (jumped?.baseOffset ?? 0) > baseOffset;
    return isHole && isSame(batches.slice(0, index), others) ? null : 'not found';
  }
  if (faults.length > 1) return `${faults.length} damages`;
  if (faults[0]?.position !== position) return `found at byte ${faults[0]?.position}, not at ${position}`;
  return isSame(batches, others) ? null : 'other batches are lost or changed';
}

/** Reads entries to their end. */
function read(entries: SideEntries): {
  readonly entries: readonly SideEntry[];
  readonly damage: string | null;
} {
  const read: SideEntry[] = [];
  for (let steps = 0; steps < 100_000; steps++) {
    const { done, value } = entries.next();
    if (done === true) return { entries: read, damage: value };
    read.push(value);
  }
  throw new Error('the entries do not end');
}

function offsetIndex(): Buffer {
  const bytes = Buffer.alloc(whole.length * 8);
  for (const [i, { lastOffset, position }] of whole.entries()) {
    bytes.writeInt32BE(lastOffset - BASE_OFFSET, i * 8);
    bytes.writeInt32BE(position, i * 8 + 4);
  }
  return bytes.subarray(8);
}

function timeIndex(): Buffer {
  const bytes = Buffer.alloc(whole.length * 12);
  for (const [i, { lastOffset }] of whole.entries()) {
    bytes.writeBigInt64BE(BigInt(1_700_000_000_000 + i * 50), i * 12);
    bytes.writeInt32BE(lastOffset - BASE_OFFSET, i * 12 + 8);
  }
  return bytes;
}

function transactionIndex(): Buffer {
  const bytes = Buffer.alloc(20 * 34);
  for (let i = 0; i < 20; i++) {
    bytes.writeBigInt64BE(7n, i * 34 + 2);
    bytes.writeBigInt64BE(BigInt(BASE_OFFSET + i * 10), i * 34 + 10);
    bytes.writeBigInt64BE(BigInt(BASE_OFFSET + i * 10 + 5), i * 34 + 18);
    bytes.writeBigInt64BE(BigInt(BASE_OFFSET + i * 10 + 6), i * 34 + 26);
  }
  return bytes;
}

function snapshot(): Buffer {
  const entries = Array.from({ length: 20 }, (_, i) => {
    const entry = new ProducerStateEntry(1000 + i);
    const batch = new RecordBatch(aBatch({ producerId: 1000 + i, sequence: i, epoch: 2 }));
    batch.baseOffset = BASE_OFFSET + i;
    entry.addBatch(batch);
    return entry;
  });
  return encodeSnapshot(entries);
}

const SIDE_FILES: readonly {
  readonly name: string;
  readonly bytes: () => Buffer;
  readonly entrySize: number;
  readonly headSize: number;
  readonly open: (side: DiskFile) => SideEntries;
}[] = [
  {
    name: 'an index',
    bytes: offsetIndex,
    entrySize: 8,
    headSize: 0,
    open: (side) => offsetIndexEntries(side, BigInt(BASE_OFFSET), file),
  },
  {
    name: 'a time index',
    bytes: timeIndex,
    entrySize: 12,
    headSize: 0,
    open: (side) => timeIndexEntries(side, BigInt(BASE_OFFSET)),
  },
  {
    name: 'a transaction index',
    bytes: transactionIndex,
    entrySize: 34,
    headSize: 0,
    open: (side) => transactionIndexEntries(side, BigInt(BASE_OFFSET)),
  },
  { name: 'a snapshot', bytes: snapshot, entrySize: 46, headSize: 10, open: snapshotEntries },
];

describe.each(SIDE_FILES)('$name', ({ bytes: make, entrySize, headSize, open }) => {
  const intact = make();
  const side = new BytesFile(Buffer.from(intact), '/orders-0/00000000000000001000.index');
  const all = read(open(side)).entries;

  test('cut anywhere, it gives the entries before the cut, and names what is left over', () => {
    const wrong: number[] = [];
    for (let size = 0; size <= intact.length; size++) {
      side.bytes = intact.subarray(0, size);
      const { entries, damage } = read(open(side));
      const complete = Math.max(0, Math.floor((size - headSize) / entrySize));
      const isWhole = headSize === 0 ? size % entrySize === 0 : size === intact.length;
      const isRight =
        JSON.stringify(entries) === JSON.stringify(all.slice(0, complete)) && (damage === null) === isWhole;
      if (!isRight) wrong.push(size);
    }
    side.bytes = Buffer.from(intact);
    expect(wrong).toEqual([]);
  });

  test('with any bit flipped, it is read to its end, and every entry before is as it was', () => {
    const wrong: number[] = [];
    for (let bit = 0; bit < intact.length * 8; bit++) {
      flip(side.bytes, bit);
      const { entries } = read(open(side));
      flip(side.bytes, bit);
      const before = Math.max(0, Math.floor(((bit >> 3) - headSize) / entrySize));
      const isRight =
        bit >> 3 < headSize ||
        JSON.stringify(entries.slice(0, before)) === JSON.stringify(all.slice(0, before));
      if (!isRight) wrong.push(bit);
    }
    expect(wrong).toEqual([]);
  });
});

test('a flipped bit of an index is named, or no lookup is led astray', () => {
  const side = new BytesFile(offsetIndex());
  const wrong: number[] = [];
  for (let bit = 0; bit < side.bytes.length * 8; bit++) {
    flip(side.bytes, bit);
    const { damage } = read(offsetIndexEntries(side, BigInt(BASE_OFFSET), file));
    if (damage === null && isLedAstray(side)) wrong.push(bit);
    flip(side.bytes, bit);
  }
  expect(wrong).toEqual([]);
});

/** True when the index leads behind the batch that is looked for. */
function isLedAstray(side: DiskFile): boolean {
  const index = new OffsetIndexFile(side, BigInt(BASE_OFFSET));
  return whole.some(({ baseOffset, position }) => index.lookup(BigInt(baseOffset)).position > position);
}

test('a flipped bit of a snapshot is always found', () => {
  const side = new BytesFile(snapshot());
  const wrong: number[] = [];
  for (let bit = 0; bit < side.bytes.length * 8; bit++) {
    flip(side.bytes, bit);
    if (read(snapshotEntries(side)).damage === null) wrong.push(bit);
    flip(side.bytes, bit);
  }
  expect(wrong).toEqual([]);
});
