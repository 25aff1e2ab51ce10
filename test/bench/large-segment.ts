/** Makes a partition with one large segment: batches of about 16 KiB, transactions among them, with both indexes. */
import fs from 'node:fs';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { aBatch, aMarker } from '../support/log-world.ts';

const RECORDS_A_BATCH = 130;
const VALUE_SIZE = 100;
/** Of eight batches one is transactional; every eighth of those is followed by its marker. */
const TRANSACTIONAL_EVERY = 8;
const MARKER_EVERY = 64;
const PRODUCER_ID = 7;
const WRITE_SIZE = 1 << 24;
const BASE_TIMESTAMP_AT = 27;
const MAX_TIMESTAMP_AT = 35;

export interface LargeSegment {
  /** The partition's directory. */
  readonly directory: string;
  readonly log: string;
  readonly bytes: number;
  readonly batches: number;
  readonly records: number;
  readonly nextOffset: number;
  readonly firstTimestamp: number;
  readonly lastTimestamp: number;
}

/** Writes the partition `big-0` into `parent`. */
export function writeLargeSegment(parent: string, sizeBytes: number): LargeSegment {
  const directory = `${parent}/big-0`;
  fs.mkdirSync(directory, { recursive: true });
  const log = `${directory}/00000000000000000000.log`;
  const plain = new RecordBatch(aBatch({ count: RECORDS_A_BATCH, valueSize: VALUE_SIZE }));
  const transactional = new RecordBatch(
    aBatch({ count: RECORDS_A_BATCH, valueSize: VALUE_SIZE, producerId: PRODUCER_ID, isTransactional: true }),
  );
  const marker = new RecordBatch(aMarker('COMMIT', { producerId: PRODUCER_ID }));
  const firstTimestamp = plain.baseTimestamp;
  const offsets: number[] = [];
  const times: number[] = [];
  const file = fs.openSync(log, 'w');
  const buffer = Buffer.allocUnsafe(WRITE_SIZE);
  let filled = 0;
  let bytes = 0;
  let offset = 0;
  let batches = 0;
  const flush = (): void => {
    fs.writeSync(file, buffer, 0, filled);
    filled = 0;
  };
  for (; bytes < sizeBytes; batches++) {
    const isMarker = batches % MARKER_EVERY === MARKER_EVERY - 1;
    const batch = isMarker ? marker : batches % TRANSACTIONAL_EVERY === 0 ? transactional : plain;
    batch.baseOffset = offset;
    const timestamp = firstTimestamp + batches * RECORDS_A_BATCH;
    stamp(batch, timestamp);
    if (filled + batch.size > WRITE_SIZE) flush();
    batch.whole.copy(buffer, filled);
    filled += batch.size;
    offsets.push(batch.lastOffset, bytes);
    times.push(batch.maxTimestamp, batch.lastOffset);
    bytes += batch.size;
    offset = batch.lastOffset + 1;
  }
  flush();
  // What is measured next shall not wait for the disk.
  fs.fsyncSync(file);
  fs.closeSync(file);
  writeIndexes(directory, offsets, times);
  return {
    directory,
    log,
    bytes,
    batches,
    records: batches * RECORDS_A_BATCH,
    nextOffset: offset,
    firstTimestamp,
    lastTimestamp: times.at(-2) ?? firstTimestamp,
  };
}

/** Moves all records of a batch in time. */
function stamp(batch: RecordBatch, timestamp: number): void {
  const length = batch.maxTimestamp - batch.baseTimestamp;
  batch.bytes.writeBigInt64BE(BigInt(timestamp), BASE_TIMESTAMP_AT);
  batch.bytes.writeBigInt64BE(BigInt(timestamp + length), MAX_TIMESTAMP_AT);
  batch.renewCrc();
}

function writeIndexes(directory: string, offsets: readonly number[], times: readonly number[]): void {
  const index = Buffer.alloc(offsets.length * 4);
  for (const [i, value] of offsets.entries()) index.writeInt32BE(value, i * 4);
  fs.writeFileSync(`${directory}/00000000000000000000.index`, index.subarray(8));
  const timeIndex = Buffer.alloc((times.length / 2) * 12);
  for (let i = 0; i < times.length; i += 2) {
    timeIndex.writeBigInt64BE(BigInt(times[i] as number), (i / 2) * 12);
    timeIndex.writeInt32BE(times[i + 1] as number, (i / 2) * 12 + 8);
  }
  fs.writeFileSync(`${directory}/00000000000000000000.timeindex`, timeIndex);
}
