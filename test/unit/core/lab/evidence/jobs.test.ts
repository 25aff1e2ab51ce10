import { describe, expect, it } from 'vitest';
import { WorkCancelled } from '#core/evidence/work.ts';
import { Jobs } from '#core/lab/evidence/jobs.ts';
import { EventBus } from '#core/observe/event-bus.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';

function someJobs(): Jobs {
  const clock = new SimClock();
  return new Jobs(clock, new EventBus(clock));
}

describe('jobs', () => {
  it('end with their desk, which waits until each has cleared up behind itself', async () => {
    const jobs = someJobs();
    let clearUp: () => void = () => undefined;
    const clearing = new Promise<void>((resolve) => {
      clearUp = resolve;
    });
    let mayGoOn: () => void = () => undefined;
    const pause = new Promise<void>((resolve) => {
      mayGoOn = resolve;
    });
    let isClear = false;
    const job = jobs.run('export', async (work) => {
      await pause;
      try {
        work.check();
      } finally {
        await clearing;
        isClear = true;
      }
    });
    const refused = expect(job).rejects.toThrow(WorkCancelled);
    const closed = jobs.close().then(() => isClear);
    mayGoOn();
    await Promise.resolve();
    expect(isClear).toBe(false);
    clearUp();
    expect(await closed).toBe(true);
    await refused;
  });

  it('do not begin any more afterwards', async () => {
    const jobs = someJobs();
    await jobs.close();
    await expect(jobs.run('late', () => Promise.resolve('written'))).rejects.toThrow(WorkCancelled);
  });
});
