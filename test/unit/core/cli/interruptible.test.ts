import { describe, expect, it } from 'vitest';
import { interruptible } from '#core/cli/interruptible.ts';
import { Work } from '#core/evidence/work.ts';
import { NodeClock } from '#core/platform/node/node-clock.ts';

describe('work on the command line', () => {
  it('is cancelled by a signal, and clears up before the process ends', async () => {
    const work = new Work(new NodeClock());
    let isCleared = false;
    const running = interruptible(work, async () => {
      try {
        for (;;) {
          work.check();
          await new Promise((resolve) => setImmediate(resolve));
        }
      } finally {
        isCleared = true;
      }
    });
    process.emit('SIGINT');
    await expect(running).rejects.toThrow('it was cancelled');
    expect(isCleared).toBe(true);
  });

  it('leaves signals alone once it is done', async () => {
    const before = process.listenerCount('SIGINT');
    expect(await interruptible(new Work(new NodeClock()), async () => 7)).toBe(7);
    expect(process.listenerCount('SIGINT')).toBe(before);
  });
});
