/** The memory of a process and of all it has started, sampled; Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

const EVERY_MS = 50;

function statusOf(pid: number): { readonly parent: number; readonly rssKb: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    return { parent: read('PPid'), rssKb: read('VmRSS') };
  } catch {
    return undefined;
  }
}

export interface Memory {
  /** The process alone, and with its children, in MB. */
  readonly ownMb: number;
  readonly treeMb: number;
}

function memoryOf(root: number): Memory {
  const all = new Map<number, { readonly parent: number; readonly rssKb: number }>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const status = Number.isInteger(pid) ? statusOf(pid) : undefined;
    if (status !== undefined) all.set(pid, status);
  }
  const isInTree = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 0; at = all.get(at)?.parent) {
      if (at === root) return true;
    }
    return false;
  };
  const treeKb = [...all].reduce((sum, [pid, { rssKb }]) => sum + (isInTree(pid) ? rssKb : 0), 0);
  return { ownMb: (all.get(root)?.rssKb ?? 0) / 1024, treeMb: treeKb / 1024 };
}

/** Samples from now on; what it returns ends it and answers the most. */
export function watchMemory(root: number): () => Memory {
  let ownMb = 0;
  let treeMb = 0;
  const sample = (): void => {
    const now = memoryOf(root);
    ownMb = Math.max(ownMb, now.ownMb);
    treeMb = Math.max(treeMb, now.treeMb);
  };
  sample();
  const timer = setInterval(sample, EVERY_MS);
  return () => {
    clearInterval(timer);
    return { ownMb, treeMb };
  };
}
