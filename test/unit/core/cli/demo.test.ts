import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const main = fileURLToPath(new URL('../../../../core/cli/main.ts', import.meta.url));

async function demo(
  ...args: readonly string[]
): Promise<{ readonly status: number | null; readonly out: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', main, 'demo', ...args]);
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, out })));
}

describe.each(['1', '2'])('demo --transaction-version %s', (version) => {
  it('tells the story to its end in well under 30 s', async () => {
    const startedMs = performance.now();
    const { status, out } = await demo('--transaction-version', version);
    expect(status).toBe(0);
    expect(performance.now() - startedMs).toBeLessThan(20_000);
    if (process.platform === 'linux') expect(out).toContain('is in state T.');
    expect(out).toContain('Produce: 47 INVALID_PRODUCER_EPOCH');
    expect(out).toContain('EndTxn: 90 PRODUCER_FENCED');
    expect(out).toContain('was given offsets 0 1 2 3 8 9');
    expect(out).toMatch(/All 7 steps went as told/);
  });
});

it('demo --json prints one object a step', async () => {
  const { status, out } = await demo('--json');
  const steps = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(status).toBe(0);
  expect(steps.map(({ step, ok }) => [step, ok])).toEqual([1, 2, 3, 4, 5, 6, 7].map((step) => [step, true]));
  expect(steps[6].facts).toMatchObject({ produceCode: 47, endTxnCode: 90 });
});
