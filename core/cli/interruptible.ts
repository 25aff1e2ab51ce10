/** Ends long work in order when somebody interrupts it: what is half done is removed, which a killed process leaves behind. */
import type { Work } from '#core/evidence/work.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** As shells have it for a process that Ctrl+C ended. */
export const EXIT_INTERRUPTED = 130;

/** Runs `task`; a signal cancels `work`, so that it rejects with WorkCancelled. */
export async function interruptible<T>(work: Work, task: () => Promise<T>): Promise<T> {
  const cancel = (): void => work.cancel();
  for (const signal of SIGNALS) process.once(signal, cancel);
  try {
    return await task();
  } finally {
    for (const signal of SIGNALS) process.off(signal, cancel);
  }
}
