/**
 * `fencepost inspect PATH [--json] [--census]`: what lies in a log directory, a partition or a `.log`, with a verdict for each record; or the
 * entries of one of the files beside a log. With `--census`, every offset counted once instead, and every hole with its cause.
 */
import path from 'node:path';
import { printable } from '#core/base/printable.ts';
import { takeCensus } from '#core/inspect/census/census.ts';
import { inspect } from '#core/inspect/inspect.ts';
import { NotALogError } from '#core/inspect/read/partition-files.ts';
import { renderCensusTotal, renderPartitionCensus } from '#core/inspect/render-census.ts';
import { renderEntry, renderPartition, renderSideFileDamage } from '#core/inspect/render-text.ts';
import { ScanControl } from '#core/inspect/scan/scan-control.ts';
import type { SideFile } from '#core/inspect/side/side-file.ts';
import { sideFileAt, sideFileDamage, sideFileEntries } from '#core/inspect/side/side-file.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { StandardOutput } from './standard-output.ts';

export interface InspectOptions {
  /** Print one JSON document instead of text. */
  readonly json: boolean;
  /** Count every offset instead of printing every record. */
  readonly census: boolean;
}

/** Prints the report; answers the exit status: 1 when there is nothing to read. Damage is a finding, not a failure. */
export async function runInspect(target: string, options: InspectOptions): Promise<number> {
  const output = new StandardOutput();
  const resolved = path.resolve(target).replaceAll(path.sep, '/');
  try {
    if (options.census) {
      await printCensus(resolved, options, output);
      await output.taken();
      return 0;
    }
    const side = sideFileAt(resolved);
    const isFile = nodePlatform().disk.stat(resolved)?.isDirectory === false;
    if (side !== undefined && isFile) await printSideFile(side, options, output);
    else await printPartitions(resolved, options, output);
    await output.taken();
  } catch (error) {
    if (!(error instanceof NotALogError)) throw error;
    output.complain(`inspect: ${printable(error.message)}`);
    return 1;
  }
  return 0;
}

async function printPartitions(
  target: string,
  { json }: InspectOptions,
  output: StandardOutput,
): Promise<void> {
  const { disk } = nodePlatform();
  let count = 0;
  for await (const report of inspect(disk, target)) {
    if (json) output.print(`${count === 0 ? '{"partitions":[\n' : ',\n'}${JSON.stringify(report)}`);
    else output.print(`${count === 0 ? '' : '\n'}${renderPartition(report)}\n`);
    count++;
    await output.taken();
  }
  // The checkpoints of a log directory; a partition's own files stand with it.
  const damaged = holdsPartitions(target) ? sideFileDamage(disk, target) : [];
  if (json) output.print(`\n]${damaged.length === 0 ? '' : `,"sideFiles":${JSON.stringify(damaged)}`}}\n`);
  else for (const sideFile of damaged) output.print(`\n${renderSideFileDamage(sideFile)}\n`);
}

/** Memory stays small however large the logs are. */
async function printCensus(target: string, { json }: InspectOptions, output: StandardOutput): Promise<void> {
  const { disk, clock } = nodePlatform();
  const options = { path: target, topic: null, partition: 0, depth: 'records' } as const;
  const census = await takeCensus({ disk, clock }, options, new ScanControl({ clock }));
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

/** True for a log directory: a folder with no log of its own. */
function holdsPartitions(target: string): boolean {
  const { disk } = nodePlatform();
  if (disk.stat(target)?.isDirectory !== true) return false;
  return !disk.list(target).some(({ name }) => name.endsWith('.log'));
}

async function printSideFile(
  side: SideFile,
  { json }: InspectOptions,
  output: StandardOutput,
): Promise<void> {
  const { name: file, kind } = side;
  if (json) output.print(`{"file":${JSON.stringify(file)},"kind":${JSON.stringify(kind)},"entries":[`);
  else output.print(`${file}: ${kind}\n`);
  const entries = sideFileEntries(nodePlatform().disk, side);
  for (let count = 0; ; count++) {
    const { done, value } = entries.next();
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
