import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '#core/base/clock.ts';
import { LogManager } from '#core/log/log-manager.ts';
import { EventBus } from '#core/observe/event-bus.ts';
import type { EventOf } from '#core/observe/events.ts';
import { NodeDisk } from '#core/platform/node/node-disk.ts';
import {
  aBatch,
  append,
  appendVerified,
  brokerConfig,
  createOrders,
  end,
  LogWorld,
  START_MS,
  topicConfig,
} from '../../../support/log-world.ts';
import { SeededRandom } from '../../../support/seeded-random.ts';

/** A clock on which a millisecond passes with every look, so that turns can be counted. */
class LookClock implements Clock {
  looks = 0;
  /** Looks between one rest and the next, at most. */
  longestTurn = 0;
  rests = 0;
  #turnBegan = 0;

  nowMs(): number {
    return START_MS;
  }
  monotonicMs(): number {
    this.looks++;
    this.longestTurn = Math.max(this.longestTurn, this.looks - this.#turnBegan);
    return this.looks;
  }
  schedule(delayMs: number, task: () => void): () => void {
    if (delayMs > 0) return () => undefined;
    this.rests++;
    const timer = setImmediate(() => {
      this.#turnBegan = this.looks;
      task();
    });
    return () => clearImmediate(timer);
  }
}

let world: LogWorld;
let crashed: string;
let bus: EventBus;
let clock: LookClock;
let recovering: EventOf<'log.recovering'>[];

beforeEach(() => {
  world = new LogWorld();
  crashed = mkdtempSync(join(tmpdir(), 'fencepost-crashed-'));
  clock = new LookClock();
  bus = new EventBus(clock);
  recovering = [];
  bus.subscribe((event) => {
    if (event.type === 'log.recovering') recovering.push(event.data);
  });
});

afterEach(() => {
  world.remove();
  rmSync(crashed, { recursive: true, force: true });
});

/** What a crash leaves of a directory that `fill` wrote to: its logs, and no word that it was closed in order. */
async function crash(fill: (manager: LogManager) => void): Promise<void> {
  const manager = await world.open();
  fill(manager);
  cpSync(world.directory, crashed, { recursive: true, filter: (path) => !path.endsWith('.lock') });
  await manager.close();
  for (const folder of readdirSync(crashed)) {
    const index = join(crashed, folder, '00000000000000000000.index');
    if (existsSync(index)) truncateSync(index, 0);
  }
}

function recover(): Promise<LogManager> {
  return LogManager.open({
    disk: new NodeDisk(),
    clock,
    bus,
    random: new SeededRandom(7),
    directory: crashed,
    config: brokerConfig(),
    topicConfig: () => topicConfig(),
  });
}

describe('a log that was not closed in order', () => {
  it('is checked in turns of a few batches', async () => {
    await crash((manager) => {
      const log = createOrders(manager);
      for (let i = 0; i < 300; i++) append(log, aBatch());
      appendVerified(log, { producerId: 7 });
      end(log, 'ABORT', { producerId: 7 });
    });
    const opened = await recover();
    // Each slice is of 3 ms: 3 looks, and a few around them.
    expect(clock.rests).toBeGreaterThan(75);
    expect(clock.longestTurn).toBeLessThan(10);
    const log = opened.get({ topic: 'orders', partition: 0 });
    expect(log?.logEndOffset).toBe(302);
    expect(log?.cut().openProducers).toEqual([]);
    await opened.close();
  });

  it('says how far it is, and which of the partitions it is', async () => {
    await crash((manager) => {
      for (const partition of [0, 1]) {
        const log = createOrders(manager, {}, partition);
        for (let i = 0; i < 500; i++) append(log, aBatch());
      }
    });
    const opened = await recover();
    const of = (partition: number) => recovering.filter((event) => event.partition === partition);
    for (const partition of [0, 1]) {
      const shares = of(partition).map(({ doneBytes, totalBytes }) => doneBytes / totalBytes);
      expect(shares.length).toBeGreaterThan(0);
      expect(shares).toEqual(shares.toSorted((a, b) => a - b));
      expect(shares.at(-1)).toBeLessThanOrEqual(1);
      expect(of(partition)[0]).toMatchObject({ topic: 'orders', number: partition + 1, count: 2 });
    }
    await opened.close();
  });

  it('is checked piece by piece where a batch is large', async () => {
    await crash((manager) => {
      append(createOrders(manager, { 'max.message.bytes': '20000000' }), aBatch({ valueSize: 9_000_000 }));
    });
    const opened = await recover();
    expect(clock.rests).toBeGreaterThanOrEqual(3);
    expect(clock.longestTurn).toBeLessThan(10);
    expect(opened.get({ topic: 'orders', partition: 0 })?.logEndOffset).toBe(1);
    await opened.close();
  });

  it('is cut where a large batch is damaged', async () => {
    await crash((manager) => {
      const log = createOrders(manager, { 'max.message.bytes': '20000000' });
      append(log, aBatch());
      append(log, aBatch({ valueSize: 3_000_000 }));
    });
    const disk = new NodeDisk();
    const file = disk.open(join(crashed, 'orders-0', '00000000000000000000.log'), 'write');
    file.write(2_000_000, Buffer.from('damage'));
    file.close();
    const opened = await recover();
    expect(opened.get({ topic: 'orders', partition: 0 })?.logEndOffset).toBe(1);
    await opened.close();
  });
});
