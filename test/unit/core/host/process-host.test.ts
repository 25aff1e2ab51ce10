import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { ProcessHost } from '#core/host/process-host.ts';
import type { LaunchedProcess, ProcessExit } from '#core/lab/producers/launcher.ts';
import type { Json } from '#core/observe/events.ts';

const program = {
  path: fileURLToPath(new URL('../../../support/beating-child.mjs', import.meta.url)),
  execArgv: [],
};
const hasSignals = process.platform !== 'win32';

class Witness {
  beats = 0;
  readonly lines: string[] = [];
  exit: ProcessExit | undefined;
  onMessage(message: Json): void {
    this.beats = (message as { readonly beat: number }).beat;
  }
  onLine(text: string, stream: string): void {
    this.lines.push(`${stream}: ${text}`);
  }
  onExit(exit: ProcessExit): void {
    this.exit = exit;
  }
}

/** One host serves several tests: its watchdog takes a second to start from sources. */
const hosts = new Map<string, ProcessHost>();
afterAll(async () => {
  for (const host of hosts.values()) await host.close();
});

async function launch(freezesBy: 'signal' | 'pipe') {
  const host = hosts.get(freezesBy) ?? new ProcessHost({ program, freezesBy });
  hosts.set(freezesBy, host);
  const witness = new Witness();
  const child = await host.launch(witness);
  await vi.waitFor(() => expect(witness.beats).toBeGreaterThan(0), { timeout: 5_000 });
  return { host, witness, child };
}

/** How many beats come within 150 ms. */
async function beatsWithin(witness: Witness): Promise<number> {
  const before = witness.beats;
  await new Promise((resolve) => setTimeout(resolve, 150));
  return witness.beats - before;
}

describe.each([...(hasSignals ? (['signal'] as const) : []), 'pipe' as const])(
  'a process frozen by %s',
  (by) => {
    it('does nothing until it is thawed', async () => {
      const { witness, child } = await launch(by);
      await child.freeze();
      await beatsWithin(witness);
      expect(await beatsWithin(witness)).toBe(0);
      await child.thaw();
      expect(await beatsWithin(witness)).toBeGreaterThan(3);
    });

    it('is killed while frozen', async () => {
      const { witness, child } = await launch(by);
      await child.freeze();
      child.kill();
      await vi.waitFor(() => expect(witness.exit).toEqual({ code: null, signal: 'SIGKILL' }));
      child.kill();
      await child.thaw();
    });

    it('obeys messages only after the thaw', async () => {
      const { witness, child } = await launch(by);
      await child.freeze();
      child.send({ print: 'at last\n' });
      await beatsWithin(witness);
      expect(witness.lines).toEqual([]);
      await child.thaw();
      await vi.waitFor(() => expect(witness.lines).toEqual(['stdout: at last']));
    });
  },
);

describe.runIf(process.platform === 'linux')('the system', () => {
  it('shows state T for a frozen process, and another after the thaw', async () => {
    const { child } = await launch('signal');
    expect(await child.freeze()).toBe('T');
    expect(stateInProc(child)).toBe('T');
    await child.thaw();
    expect(stateInProc(child)).not.toBe('T');
  });
});

describe('output', () => {
  it('arrives line by line, whole, with its last unfinished line, before the exit', async () => {
    const { witness, child } = await launch('pipe');
    child.send({ print: 'one\ntw' });
    child.send({ print: 'o\nand ' });
    child.send({ complain: 'oops\n' });
    child.send({ print: 'x'.repeat(5_000) });
    child.send({ exit: 7 });
    await vi.waitFor(() => expect(witness.exit).toEqual({ code: 7, signal: null }));
    const out = witness.lines.filter((line) => line.startsWith('stdout'));
    expect(out.slice(0, 2)).toEqual(['stdout: one', 'stdout: two']);
    expect(out[2]).toHaveLength('stdout: '.length + 2_000);
    expect(witness.lines).toContain('stderr: oops');
  });
});

describe('closing the host', () => {
  it('ends every process, frozen ones too, and refuses new ones', async () => {
    const { host, witness, child } = await launch(hasSignals ? 'signal' : 'pipe');
    const other = new Witness();
    await host.launch(other);
    await child.freeze();
    await host.close();
    await vi.waitFor(() =>
      expect([witness.exit?.signal, other.exit?.signal]).toEqual(['SIGKILL', 'SIGKILL']),
    );
    await expect(host.launch(new Witness())).rejects.toThrow('closing');
  });
});

function stateInProc(child: LaunchedProcess): string {
  const stat = readFileSync(`/proc/${child.osPid}/stat`, 'utf8');
  return stat[stat.lastIndexOf(')') + 2] ?? '';
}
