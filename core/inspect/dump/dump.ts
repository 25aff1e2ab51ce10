/**
 * Files of Kafka's as text, equal to that of `kafka-dump-log --deep-iteration --print-data-log`: existing scripts and eyes keep working.
 *
 * Nothing is written, not even the empty index that Kafka's tool creates where one is missing. Where the tool dies of an exception the
 * dump ends too, behind the same text, with a DumpFailure that says what is wrong. (source: DumpLogSegments)
 */
import type { Disk } from '#core/base/disk.ts';
import { isDiskError } from '#core/base/disk-error.ts';
import { DecodeError } from '#core/protocol/reader.ts';
import { refusalOf } from '../read/unreadable.ts';
import { Complaints } from './complaints.ts';
import type { DumpFile, DumpOptions, DumpOutput } from './dump-options.ts';
import { DumpFailure } from './dump-options.ts';
import { NoFile } from './files.ts';
import { dumpIndex } from './index-dump.ts';
import { LogDump } from './log-dump.ts';
import { recordParser } from './record-parser.ts';
import { dumpSnapshot, dumpTransactionIndex } from './side-files.ts';
import { dumpTimeIndex } from './time-index-dump.ts';

/**
 * Prints the files in order, then what does not fit together in them. A file that the disk refuses is a complaint, and the files behind
 * it are printed; then it answers false.
 * @throws {DumpFailure} at what cannot be dumped; files behind it, and complaints, are not printed then.
 */
export async function dump(
  disk: Disk,
  files: readonly DumpFile[],
  options: DumpOptions,
  output: DumpOutput,
): Promise<boolean> {
  const complaints = new Complaints();
  let isWhole = true;
  for (const file of files) {
    output.print(`Dumping ${file.shown}\n`);
    try {
      await dumpFile(disk, file, options, output, complaints);
    } catch (error) {
      output.endLine();
      if (error instanceof NoFile || isDiskError(error)) {
        const reason = error instanceof NoFile ? error.message : `cannot be read: ${refusalOf(error)}`;
        output.complain(`dump: ${file.shown}: ${reason}`);
        isWhole = false;
        continue;
      }
      if (error instanceof DumpFailure || error instanceof DecodeError) {
        throw new DumpFailure(`${file.shown}: ${error.message}`, { cause: error });
      }
      throw error;
    }
  }
  for (const line of complaints.lines()) {
    output.complain(line);
    if (output.isFull) await output.taken();
  }
  return isWhole;
}

async function dumpFile(
  disk: Disk,
  file: DumpFile,
  options: DumpOptions,
  output: DumpOutput,
  complaints: Complaints,
): Promise<void> {
  const dot = file.name.lastIndexOf('.');
  switch (dot < 0 ? '' : file.name.slice(dot)) {
    case '.log':
    case '.checkpoint': {
      const gaps = () => complaints.nonConsecutive.of(file.absolute);
      return new LogDump(output, options, recordParser(options.decoder), gaps).print(disk, file);
    }
    case '.index':
      return dumpIndex(disk, file, options, output, () => complaints.indexMismatches.of(file.absolute));
    case '.timeindex':
      return dumpTimeIndex(disk, file, options, output, complaints);
    case '.snapshot':
      return dumpSnapshot(disk, file, output);
    case '.txnindex':
      return dumpTransactionIndex(disk, file, output);
    default:
      output.complain(`Ignoring unknown file ${file.shown}`);
  }
}
