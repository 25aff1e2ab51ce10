/**
 * `fencepost inspect PATH [--json] [--census]`: what lies in a log directory, a partition or a `.log`, with a verdict for each record; or the
 * entries of one of the files beside a log. With `--census`, every offset counted once instead, and every hole with its cause.
 */
import path from 'node:path';
import { isDiskError } from '#core/base/disk-error.ts';
import { printable } from '#core/base/printable.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import { takeCensus } from '#core/inspect/census/census.ts';
import { inspect } from '#core/inspect/inspect.ts';
import { baseName, NotALogError, statGiven } from '#core/inspect/read/partition-files.ts';
import { refusalOf, statOf } from '#core/inspect/read/unreadable.ts';
import { renderCensusTotal, renderPartitionCensus } from '#core/inspect/render-census.ts';
import { renderEntry, renderPartition, renderSideFileDamage } from '#core/inspect/render-text.ts';
import { ScanControl } from '#core/inspect/scan/scan-control.ts';
import type { SideEntries } from '#core/inspect/side/entry.ts';
import {
  type SideFile,
  sideFileAt,
  sideFileDamage,
  sideFileEntries,
  unreadableSide,
} from '#core/inspect/side/side-file.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { ReadProgress } from './read-progress.ts';
import { StandardOutput } from './standard-output.ts';

/** Nobody else waits for this thread; a terminal wants to hear a few times a second. */
const SLICE_MS = 50;

export interface InspectOptions {
  /** Print one JSON document instead of text. */
  readonly json: boolean;
  /** Count every offset instead of printing every record. */
  readonly census: boolean;
}

/** What a verb of this kind works with. */
interface Printing extends InspectOptions {
  readonly output: StandardOutput;
  readonly progress: ReadProgress;
  readonly control: ScanControl;
}

/** Prints the report; answers the exit status: 1 when there is nothing to read. Damage is a finding, not a failure. */
export async function runInspect(target: string, options: InspectOptions): Promise<number> {
  const { disk, clock } = nodePlatform();
  const output = new StandardOutput();
  const progress = new ReadProgress('inspect', { stream: process.stderr, nowMs: () => clock.monotonicMs() });
  const control = new ScanControl({ clock, sliceMs: SLICE_MS, onProgress: progress.show });
  const printing = { ...options, output, progress, control };
  if (target === '') {
    output.complain(
      'inspect: the path is empty; name a log directory, a partition directory or a file of one',
    );
    return 2;
  }
  const resolved = path.resolve(target).replaceAll(path.sep, '/');
  try {
    const side = options.census ? undefined : sideFileAt(resolved);
    if (options.census) await printCensus(resolved, printing);
    else if (side !== undefined && statGiven(disk, resolved).isFile) await printSideFile(side, printing);
    else await printPartitions(resolved, printing);
    progress.clear();
    await output.taken();
  } catch (error) {
    progress.clear();
    if (!(error instanceof NotALogError)) throw error;
    output.complain(`inspect: ${printable(error.message)}`);
    return 1;
  }
  return 0;
}

async function printPartitions(target: string, { json, output, progress, control }: Printing): Promise<void> {
  const { disk } = nodePlatform();
  let count = 0;
  let isPartition = false;
  for await (const report of inspect(disk, target, control)) {
    progress.clear();
    isPartition = partitionName(report) === baseName(target);
    if (json) output.print(`${count === 0 ? '{"partitions":[\n' : ',\n'}${JSON.stringify(report)}`);
    else output.print(`${count === 0 ? '' : '\n'}${renderPartition(report)}\n`);
    count++;
    await output.taken();
  }
  // The checkpoints of a log directory; a partition's own files stand with it.
  const isLogDirectory = !isPartition && statOf(disk, target)?.isDirectory === true;
  const damaged = isLogDirectory ? sideFileDamage(disk, target) : [];
  if (json) output.print(`\n]${damaged.length === 0 ? '' : `,"sideFiles":${JSON.stringify(damaged)}`}}\n`);
  else for (const sideFile of damaged) output.print(`\n${renderSideFileDamage(sideFile)}\n`);
}

/** Memory stays small however large the logs are. */
async function printCensus(target: string, { json, output, progress, control }: Printing): Promise<void> {
  const { disk, clock } = nodePlatform();
  const options = { path: target, topic: null, partition: 0, depth: 'records' } as const;
  const census = await takeCensus({ disk, clock }, options, control);
  progress.clear();
  if (json) {
    output.print(`${JSON.stringify(census)}\n`);
    return;
  }
  for (const partition of census.partitions) {
    output.print(`${renderPartitionCensus(partition)}\n\n`);
    await output.taken();
  }
  output.print(`${renderCensusTotal(census)}\n`);
}

async function printSideFile(side: SideFile, { json, output }: Printing): Promise<void> {
  const { name: file, kind } = side;
  const entries = sideFileEntries(nodePlatform().disk, side);
  const next = (): ReturnType<SideEntries['next']> => {
    try {
      return entries.next();
    } catch (error) {
      return { done: true, value: unreadableSide(error) };
    }
  };
  // Nothing is printed of what cannot be opened.
  let step = openedEntry(side.path, () => entries.next());
  if (json) output.print(`{"file":${JSON.stringify(file)},"kind":${JSON.stringify(kind)},"entries":[`);
  else output.print(`${file}: ${kind}\n`);
  for (let count = 0; ; count++, step = next()) {
    const { done, value } = step;
    if (done === true) {
      if (json) output.print(`],"damage":${JSON.stringify(value)}}\n`);
      else if (value !== null) output.print(`  damage: ${printable(value)}\n`);
      else if (count === 0) output.print('  no entries\n');
      return;
    }
    output.print(json ? `${count === 0 ? '' : ','}${JSON.stringify(value)}` : `${renderEntry(value)}\n`);
    if (output.isFull) await output.taken();
  }
}

/** @throws {NotALogError} when the file cannot be read. */
function openedEntry<T>(file: string, first: () => T): T {
  try {
    return first();
  } catch (error) {
    if (isDiskError(error)) throw new NotALogError(`${file} cannot be read: ${refusalOf(error)}`);
    throw error;
  }
}
