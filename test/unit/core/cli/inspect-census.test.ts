import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { CensusView } from '#core/lab-api/opened-views.ts';

const LOG_DIRS = 'test/fixtures/log-dirs';

async function inspectCensus(...args: readonly string[]): Promise<string> {
  const program = ['--import', 'tsx', 'core/cli/main.ts', 'inspect', '--census', ...args];
  return (await promisify(execFile)(process.execPath, program)).stdout;
}

describe('inspect --census', () => {
  test('prints every offset once, every hole with its cause, what pins the LSO, and the producers', async () => {
    const [head, counts, pin, ...rest] = (await inspectCensus(`${LOG_DIRS}/compacted/data/compact-0`)).split(
      '\n',
    );
    expect(head).toBe('compact-0: log start 0, LSO 112, HW 137, LEO 137; 7 segments, 6663 bytes');
    expect(counts).toBe(
      '  39 plain, 3 committed, 1 open, 4 COMMIT markers, 2 ABORT markers, 84 compacted, 4 compacted, of aborted transactions',
    );
    expect(pin).toBe('  the LSO waits for producer id 13, epoch 0, since offset 112');
    expect(rest).toContain('  hole 8–9: removed by the log cleaner, of an aborted transaction');
    expect(rest).toContain('  hole 10: ABORT marker of producer id 1');
    expect(rest).toContain('  producer 13: epoch 0, last sequence 0, batches at 112, open since offset 112');
  });

  test('is one JSON document with --json', async () => {
    const census = JSON.parse(await inspectCensus('--json', `${LOG_DIRS}/plain/data`)) as CensusView;
    expect(census.partitions.map(({ topic, partition }) => `${topic}-${partition}`)).toEqual([
      'plain-0',
      'plain-1',
      'plain-2',
    ]);
    expect(census.counts).toMatchObject({ plain: 70, missing: 0, damaged: 0 });
  });
});
