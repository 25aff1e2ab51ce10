/**
 * `fencepost dump FILE… [options]`: segments, indexes and snapshots as text, equal to that of Apache's `kafka-dump-log
 * --deep-iteration --print-data-log`. Exit status 1 where that tool ends with an exception, and the reason on stderr.
 */
import path from 'node:path';
import { dump } from '#core/inspect/dump/dump.ts';
import type { DumpDecoder, DumpFile, DumpOptions } from '#core/inspect/dump/dump-options.ts';
import { DUMP_DEFAULTS, DumpFailure } from '#core/inspect/dump/dump-options.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { StandardOutput } from './standard-output.ts';

/** Apache's option names. `deepIteration` and `printDataLog` are always on here, and accepted. */
export interface DumpArguments {
  /** More files, separated by commas, as Apache's tool takes them. */
  readonly files?: string | undefined;
  readonly offsetsDecoder?: boolean | undefined;
  readonly transactionLogDecoder?: boolean | undefined;
  readonly deepIteration?: boolean | undefined;
  readonly printDataLog?: boolean | undefined;
  readonly skipRecordMetadata?: boolean | undefined;
  readonly indexSanityCheck?: boolean | undefined;
  readonly verifyIndexOnly?: boolean | undefined;
  /** In bytes. */
  readonly maxMessageSize?: string | undefined;
  /** In bytes. */
  readonly maxBytes?: string | undefined;
}

const EXIT_GOOD = 0;
const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Prints the files; answers the exit status. */
export async function runDump(files: readonly string[], args: DumpArguments): Promise<number> {
  const output = new StandardOutput();
  try {
    const targets = [...files, ...(args.files?.split(',').filter((file) => file !== '') ?? [])];
    if (targets.length === 0)
      throw new UsageError(
        'no files given; name at least one .log, .index, .timeindex, .snapshot or .txnindex',
      );
    const isWhole = await dump(nodePlatform().disk, targets.map(fileOf), optionsOf(args), output);
    await output.taken();
    return isWhole ? EXIT_GOOD : EXIT_FAILED;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof DumpFailure)) throw error;
    output.complain(`dump: ${error.message.replaceAll('\n', ' ')}`);
    return error instanceof UsageError ? EXIT_USAGE : EXIT_FAILED;
  }
}

/** Names the file as java.io.File does: no doubled and no trailing separators, but `.` and `..` stay. */
function fileOf(argument: string): DumpFile {
  const native = path.sep === '/' ? argument : argument.replaceAll('/', path.sep);
  const doubled = path.sep === '/' ? /\/{2,}/g : /(?!^)\\{2,}/g;
  const single = native.replace(doubled, path.sep);
  const shown = single.length > 1 && single.endsWith(path.sep) ? single.slice(0, -1) : single;
  const absolute = path.isAbsolute(shown) ? shown : `${process.cwd()}${path.sep}${shown}`;
  return { shown, absolute, directory: path.dirname(absolute), name: path.basename(absolute) };
}

function optionsOf(args: DumpArguments): DumpOptions {
  return {
    decoder: decoderOf(args),
    skipRecordMetadata: args.skipRecordMetadata ?? DUMP_DEFAULTS.skipRecordMetadata,
    indexSanityCheck: args.indexSanityCheck ?? DUMP_DEFAULTS.indexSanityCheck,
    verifyIndexOnly: args.verifyIndexOnly ?? DUMP_DEFAULTS.verifyIndexOnly,
    maxMessageSize: sizeOf('--max-message-size', args.maxMessageSize) ?? DUMP_DEFAULTS.maxMessageSize,
    maxBytes: sizeOf('--max-bytes', args.maxBytes) ?? DUMP_DEFAULTS.maxBytes,
  };
}

/** Given both, Apache's tool takes the decoder of offsets. */
function decoderOf({ offsetsDecoder, transactionLogDecoder }: DumpArguments): DumpDecoder {
  if (offsetsDecoder === true) return 'offsets';
  return transactionLogDecoder === true ? 'transaction-log' : 'text';
}

function sizeOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const size = Number(text);
  if (!/^[0-9]+$/.test(text) || size > 2147483647) {
    throw new UsageError(`${option} ${text}: give a number of bytes up to 2147483647`);
  }
  return size;
}
