import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';

const lab = fileURLToPath(new URL('../../../support/orphan-lab.ts', import.meta.url));

interface Family {
  readonly running: number;
  readonly frozen: number;
  readonly state: string | null;
  /** All children of the lab, the watchdog among them. */
  readonly children: readonly number[];
}

async function startLab(ending: string): Promise<{ readonly parent: ChildProcess; readonly family: Family }> {
  const parent = spawn(process.execPath, ['--import', 'tsx', lab, ending], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(parent.stdout ?? parent, 'data')) as [Buffer];
  return { parent, family: JSON.parse(line.toString()) as Family };
}

/** A process that has ended but that nobody has asked about yet is gone. */
function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !'ZX'.includes(stat[stat.lastIndexOf(')') + 2] ?? 'X');
  } catch {
    return false;
  }
}

async function expectAllGone(family: Family): Promise<void> {
  await vi.waitFor(() => expect(family.children.filter(isAlive)).toEqual([]), {
    timeout: 2_000,
    interval: 20,
  });
}

describe.runIf(process.platform === 'linux')('no producer outlives its lab', () => {
  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('ended by %s, with a frozen child', async (signal) => {
    const { parent, family } = await startLab('stay');
    expect(family.state).toBe('T');
    expect(family.children).toEqual(expect.arrayContaining([family.running, family.frozen]));
    expect(family.children.filter(isAlive).length).toBeGreaterThanOrEqual(3);
    parent.kill(signal);
    await once(parent, 'exit');
    await expectAllGone(family);
  });

  it.each(['throw', 'exit'])('ended by %s', async (ending) => {
    const { family } = await startLab(ending);
    await expectAllGone(family);
  });

  it('not even when the watchdog was killed first: a new one takes its place', async () => {
    const { parent, family } = await startLab('stay');
    const [watchdog] = family.children.filter(
      (pid) => pid !== family.running && pid !== family.frozen && isAlive(pid),
    );
    process.kill(watchdog ?? 0, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    await expectAllGone(family);
  });
});
