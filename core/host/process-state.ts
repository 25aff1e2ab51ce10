import { readFileSync } from 'node:fs';

const POLL_MS = 2;
const WAIT_MS = 1_000;

/** The state letter that the system shows for a process (`R`, `S`, `T` …); null where there is no /proc, or no process. */
export function processState(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // "4711 (node) T 1 …": the name in brackets may contain anything.
    return stat[stat.lastIndexOf(')') + 2] ?? null;
  } catch {
    return null;
  }
}

/** Resolves when the state is as wanted, when it cannot be read, or after a second. */
export async function waitForProcessState(pid: number, isWanted: (state: string) => boolean): Promise<void> {
  for (let waitedMs = 0; waitedMs < WAIT_MS; waitedMs += POLL_MS) {
    const state = processState(pid);
    if (state === null || isWanted(state)) return;
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
  }
}
