import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type RunningLab, startLab } from '#core/host/start-lab.ts';

let running: RunningLab;

afterEach(() => running.stop());

describe("the topic of the story's next run", () => {
  it('is the same one when only the story wrote to it, whatever step it had reached', async () => {
    running = await startLab({ port: 0 });
    const { story, broker, readers } = running.lab;
    await story.describe();
    for (const steps of [1, 2, 3, 0]) {
      for (let step = 1; step <= steps; step++) expect((await story.advance()).failure).toBeNull();
      const view = await story.reset(steps % 2 === 0 ? 2 : 1);
      expect(view).toMatchObject({ topic: 'orders', step: 0, failure: null });
      const log = running.lab.log('orders', 0);
      expect([log.logEndOffset, log.lastStableOffset]).toEqual([2, 2]);
      // A reader of the topic before would go on at its own positions.
      await expect
        .poll(() => readers.delivery('orders', 0, 'read_committed')?.position, { timeout: 5_000 })
        .toBe(2);
      expect(readers.delivery('orders', 0, 'read_committed')?.offsets).toEqual([0, 1]);
    }
    const open = broker.transactions.transactions().filter(({ state }) => state === 'Ongoing');
    expect(open).toEqual([]);
    const ids = broker.transactions.transactions().map(({ transactionalId }) => transactionalId);
    expect(ids.sort()).toEqual(['order-service-1', 'order-service-2', 'order-service-3']);
  });

  it('is another one when somebody else wrote to it, and everything they wrote stays', async () => {
    running = await startLab({ port: 0 });
    const { lab } = running;
    await lab.story.describe();
    await lab.writePlain('orders', [{ partition: 1, key: 'mine', value: 'kept' }]);
    expect(await lab.story.reset(2)).toMatchObject({ topic: 'orders2' });
    expect(lab.log('orders', 1).logEndOffset).toBe(2);
    expect(await lab.story.advance()).toMatchObject({ topic: 'orders2', processA: 'A', failure: null });
    expect(await lab.story.reset(2)).toMatchObject({ topic: 'orders2' });
    expect(lab.topicNames()).toEqual(['orders', 'orders2']);
  });

  it('is another one in a directory that has such a topic already', async () => {
    const data = mkdtempSync(join(tmpdir(), 'fencepost-data-'));
    try {
      running = await startLab({ port: 0, data });
      await running.lab.story.advance();
      await running.stop();
      for (let start = 1; start <= 2; start++) {
        running = await startLab({ port: 0, data });
        expect(await running.lab.story.describe()).toMatchObject({ topic: 'orders2', step: 0 });
        expect(running.lab.logsOf('orders2').map((log) => log.logEndOffset)).toEqual([2, 1]);
        await running.stop();
      }
      running = await startLab({ port: 0, data });
      expect(await running.lab.story.advance()).toMatchObject({
        topic: 'orders2',
        transactionalId: 'order-service-2',
        failure: null,
      });
      expect(running.lab.log('orders', 0).logEndOffset).toBeGreaterThan(2);
    } finally {
      await running.stop();
      rmSync(data, { recursive: true, force: true });
    }
  });

  it('can be read at any moment while it is made anew', async () => {
    running = await startLab({ port: 0 });
    const { lab } = running;
    await lab.story.describe();
    let isOver = false;
    const reading = (async () => {
      while (!isOver) {
        for (const log of lab.logsOf('orders')) await lab.lanes.read(log, 100);
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    for (let round = 0; round < 2; round++) {
      await lab.story.advance();
      await lab.story.reset(2);
    }
    isOver = true;
    await reading;
    expect(lab.topicNames()).toEqual(['orders']);
  });
});
