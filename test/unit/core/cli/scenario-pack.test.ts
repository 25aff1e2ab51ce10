import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const main = fileURLToPath(new URL('../../../../core/cli/main.ts', import.meta.url));

function fencepost(
  ...args: readonly string[]
): Promise<{ readonly status: number | null; readonly out: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', main, ...args]);
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, out })));
}

describe('the pack of a scenario', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-scenario-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('opens with its run as it was told, for people and for machines', async () => {
    const told = await fencepost('scenario', 'run', 'next-sequence-only', '--evidence', folder);
    expect(told.status).toBe(0);
    const pack = join(folder, 'next-sequence-only-4.x-tv2.fence');
    const opened = await fencepost('open', pack);
    // The claim, what was expected and what was observed, word for word.
    for (const line of told.out.split('\n').slice(0, 3)) expect(opened.out).toContain(line);
    expect(opened.out).toContain('scenario next-sequence-only: ');
    expect(opened.out).not.toContain('{"');
    expect((await fencepost('open', pack, '--language', 'ko')).out).toMatch(/ok {2}C21 holds .*[가-힣]/);
    const { scenario } = JSON.parse((await fencepost('open', pack, '--json')).out);
    expect(scenario.definition).toMatchObject({ profile: '4.x', transactionVersion: 2 });
    expect(scenario.verdicts).toMatchObject([{ claim: 'C21', ok: true, verdict: { kind: 'holds' } }]);
  });
});
