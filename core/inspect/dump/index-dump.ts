/** The text of an `.index`, compared with its log. (source: DumpLogSegments.dumpIndex) */
import type { Disk } from '#core/base/disk.ts';
import { BatchStream } from './batch-stream.ts';
import type { LongPairs } from './complaints.ts';
import type { DumpFile, DumpOptions, DumpOutput } from './dump-options.ts';
import { DumpFailure } from './dump-options.ts';
import { baseOffsetOf, opened, pathOf, siblingOf } from './files.ts';
import { OffsetIndexFile } from './index-file.ts';

/** Prints the index. @throws {DumpFailure} where Kafka's tool ends with an exception. */
export async function dumpIndex(
  disk: Disk,
  source: DumpFile,
  options: DumpOptions,
  output: DumpOutput,
  mismatches: () => LongPairs,
): Promise<void> {
  const baseOffset = baseOffsetOf(source.name);
  await opened(disk, siblingOf(source, '.log'), (log) =>
    opened(disk, pathOf(source), async (file) => {
      const index = new OffsetIndexFile(file, baseOffset);
      const batches = new BatchStream(log);
      if (index.entries === 0) {
        output.print(`${source.shown} is empty.\n`);
        return;
      }
      if (options.indexSanityCheck) {
        index.sanityCheck();
        output.print(`${source.shown} passed sanity check.\n`);
        return;
      }
      for (let i = 0; i < index.entries; i++) {
        const { offset, position } = index.entry(i);
        // A preallocated file ends in zeros.
        if (offset === index.baseOffset && i > 0) return;
        checkPosition(batches, position);
        const end = Math.min(batches.size, position + options.maxMessageSize);
        const place = batches.batchAt(position, end);
        if (place === undefined) {
          throw new DumpFailure(
            `entry ${i} (offset ${offset}) points to byte ${position} of the log, where no whole batch lies`,
          );
        }
        const lastOffset = batches.lastOffset(place);
        if (lastOffset !== offset) mismatches().add(offset, lastOffset);
        if (!options.verifyIndexOnly) output.print(`offset: ${offset} position: ${position}\n`);
        if (output.isFull) await output.taken();
      }
    }),
  );
}

/** @throws {DumpFailure} when an index points outside the log. */
export function checkPosition({ size }: BatchStream, position: number): void {
  if (position < 0) throw new DumpFailure(`the index points to byte ${position} of the log`);
  if (position > size) {
    throw new DumpFailure(`the index points to byte ${position}, behind the end of the log (${size} bytes)`);
  }
}
