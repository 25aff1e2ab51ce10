import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { directorySide } from '#core/evidence/compare/snapshot-side.ts';
import { readXray } from '#core/lab/xray/read-xray.ts';
import type { XrayPace } from '#core/lab/xray/xray-source.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import { NodeDisk } from '#core/platform/node/node-disk.ts';
import {
  aBatch,
  append,
  appendVerified,
  createOrders,
  end,
  LogWorld,
} from '../../../../support/log-world.ts';

const disk = new NodeDisk();
let world: LogWorld;

beforeEach(() => {
  world = new LogWorld();
});
afterEach(() => world.remove());

/** What was done and said to be there, at each look. */
class SeenPace implements XrayPace {
  done = 0;
  total = 0;
  /** The most by which more was done than there was said to be. */
  excess = 0;

  expect(bytes: number): void {
    this.total = this.done + bytes;
  }

  pulse(bytes: number): undefined {
    this.done += bytes;
    this.excess = Math.max(this.excess, this.done - this.total);
  }
}

describe('the progress of the X-ray', () => {
  it('knows of all that may have to be read before it is read', async () => {
    const manager = await world.open();
    const others = (log: PartitionLog): void => {
      for (let i = 0; i < 1_000; i++) append(log, aBatch({ count: 20 }));
    };
    for (const partition of [0, 1]) {
      const log = createOrders(manager, {}, partition);
      others(log);
      appendVerified(log, { producerId: 7 });
      end(log, 'COMMIT', { producerId: 7 });
      others(log);
    }
    await manager.close();
    const { directory } = world;
    for (const folder of ['orders-0', 'orders-1']) {
      rmSync(join(directory, folder, '00000000000000000000.timeindex'), { force: true });
      rmSync(join(directory, folder, '00000000000000000000.index'), { force: true });
    }
    const pace = new SeenPace();
    const logs = await directorySide(disk, { directory, label: 'files' });
    const target = { kind: 'record', topic: 'orders', partition: 0, offset: 20_000 } as const;
    await readXray({ disk, logs, lab: null, pace }, target);
    expect(pace.done).toBeGreaterThan(1_000_000);
    // Reading goes by chunks: one more than the last batch needs.
    expect(pace.excess).toBeLessThan(70_000);
  });
});
