/** `fencepost inspect PATH [--json]`: what lies in a log directory, a partition or a `.log`, with a verdict for each record. */
import path from 'node:path';
import { inspect } from '#core/inspect/inspect.ts';
import { NotALogError } from '#core/inspect/read/partition-files.ts';
import { renderPartition } from '#core/inspect/render-text.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';

export interface InspectOptions {
  /** Print one JSON document instead of text. */
  readonly json: boolean;
}

/** Waits until the text has been taken, so that a slow reader bounds our memory. */
function print(text: string): Promise<void> {
  return new Promise((resolve) => {
    if (process.stdout.write(text)) resolve();
    else process.stdout.once('drain', resolve);
  });
}

/** Prints the report; answers the exit status: 1 when there is nothing to read. Damage is a finding, not a failure. */
export async function runInspect(target: string, { json }: InspectOptions): Promise<number> {
  let count = 0;
  try {
    for await (const report of inspect(nodePlatform().disk, path.resolve(target))) {
      if (json) await print(`${count === 0 ? '{"partitions":[\n' : ',\n'}${JSON.stringify(report)}`);
      else await print(`${count === 0 ? '' : '\n'}${renderPartition(report)}\n`);
      count++;
    }
    if (json) await print('\n]}\n');
  } catch (error) {
    if (!(error instanceof NotALogError)) throw error;
    process.stderr.write(`inspect: ${error.message}\n`);
    return 1;
  }
  return 0;
}
