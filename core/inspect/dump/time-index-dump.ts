/** The text of a `.timeindex`, compared with its log. (source: DumpLogSegments.dumpTimeIndex) */
import type { Disk } from '#core/base/disk.ts';
import { recordsOf } from './batch-records.ts';
import type { BatchPlace } from './batch-stream.ts';
import { BatchStream } from './batch-stream.ts';
import type { Complaints } from './complaints.ts';
import type { DumpFile, DumpOptions, DumpOutput } from './dump-options.ts';
import { baseOffsetOf, opened, pathOf, siblingOf } from './files.ts';
import { checkPosition } from './index-dump.ts';
import type { TimestampOffset } from './index-file.ts';
import { OffsetIndexFile, TimeIndexFile } from './index-file.ts';

const NO_TIMESTAMP = -1n;
const PAGE_SIZE = 4096;
/** Pages that are remembered as sound; a log has half a million at most, unless its index points astray. */
const REMEMBERED_MAX = 4194304;

/** Prints the time index. @throws {DumpFailure} and {DecodeError} where Kafka's tool ends with an exception. */
export async function dumpTimeIndex(
  disk: Disk,
  source: DumpFile,
  options: DumpOptions,
  output: DumpOutput,
  complaints: Complaints,
): Promise<void> {
  const baseOffset = baseOffsetOf(source.name);
  await opened(disk, siblingOf(source, '.log'), (log) =>
    opened(disk, siblingOf(source, '.index'), (offsets) =>
      opened(disk, pathOf(source), async (times) => {
        const segment = new IndexedSegment(new BatchStream(log), new OffsetIndexFile(offsets, baseOffset));
        const index = new TimeIndexFile(times, baseOffset);
        if (options.indexSanityCheck) {
          index.sanityCheck();
          output.print(`${source.shown} passed sanity check.\n`);
          return;
        }
        let previous = NO_TIMESTAMP;
        for (let i = 0; i < index.entries; i++) {
          const entry = index.entry(i);
          // A preallocated file ends in zeros.
          if (entry.offset === index.baseOffset && i > 0) return;
          await checkEntry(segment, entry, previous, source.absolute, complaints);
          if (!options.verifyIndexOnly) {
            output.print(`timestamp: ${entry.timestamp} offset: ${entry.offset}\n`);
          }
          previous = entry.timestamp;
          if (output.isFull) await output.taken();
        }
      }),
    ),
  );
}

async function checkEntry(
  segment: IndexedSegment,
  { timestamp, offset }: TimestampOffset,
  previous: bigint,
  path: string,
  complaints: Complaints,
): Promise<void> {
  const found = segment.find(offset);
  if (found === undefined || found.lastOffset !== offset) {
    complaints.offsetsNotFound.of(path).add(offset, found?.lastOffset ?? -1n);
    return;
  }
  const greatest = await segment.greatestTimestamp(found.place);
  if (greatest !== timestamp) complaints.timestampMismatches.of(path).add(timestamp, greatest);
  if (previous >= timestamp) complaints.outOfOrderTimestamps.of(path).add(timestamp, previous);
}

/** A log that is searched by way of its offset index. */
class IndexedSegment {
  readonly #batches: BatchStream;
  readonly #index: OffsetIndexFile;
  /** Positions from which the log has been walked to its end, and can be: the first batch of each page is enough. */
  readonly #sound = new Set<number>();

  constructor(batches: BatchStream, index: OffsetIndexFile) {
    this.#batches = batches;
    this.#index = index;
  }

  /**
   * The first batch, from where the index points to, that reaches up to `offset`. As Kafka's tool does, the log is walked from there
   * to its end, so that bytes which cannot be a batch are found wherever they are; but hardly any part of it twice.
   */
  find(offset: bigint): { readonly place: BatchPlace; readonly lastOffset: bigint } | undefined {
    const { position: start } = this.#index.lookup(offset);
    checkPosition(this.#batches, start);
    let found: { readonly place: BatchPlace; readonly lastOffset: bigint } | undefined;
    const passed: number[] = [];
    let page = -1;
    for (let position = start; found === undefined || !this.#sound.has(position); ) {
      const place = this.#batches.batchAt(position);
      if (place === undefined) break;
      if (Math.floor(position / PAGE_SIZE) !== page) passed.push(position);
      page = Math.floor(position / PAGE_SIZE);
      if (found === undefined) {
        const lastOffset = this.#batches.lastOffset(place);
        if (lastOffset >= offset) found = { place, lastOffset };
      }
      position += place.size;
    }
    if (this.#sound.size < REMEMBERED_MAX) for (const position of passed) this.#sound.add(position);
    return found;
  }

  async greatestTimestamp(place: BatchPlace): Promise<bigint> {
    let greatest = NO_TIMESTAMP;
    for (const { timestamp } of await recordsOf(this.#batches, place)) {
      if (timestamp > greatest) greatest = timestamp;
    }
    return greatest;
  }
}
