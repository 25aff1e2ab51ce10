import { describe, expect, test } from 'vitest';
import type { LoadPlan } from '#core/lab/producers/load-plan.ts';
import { runLoad } from '#core/lab/producers/load-run.ts';
import { ClientWorld } from '../../../../support/client-world.ts';

const PLAN: LoadPlan = {
  count: 200,
  keys: 'none',
  valueSize: 100,
  valueKind: 'json',
  ratePerSecond: 0,
  inFlightMax: 50,
};

/** Runs a load on the simulated clock, against the scripted broker. */
function load(world: ClientWorld, plan: Partial<LoadPlan> = {}, config: { [key: string]: string } = {}) {
  const producer = world.producer(config);
  let cpuMs = 0;
  const cpu = { usage: () => ({ userMs: cpuMs++ * 10, systemMs: 1 }) };
  const requests = () => ({ count: 0, bytes: 0 });
  const { clock, random } = world.platform;
  return world.settle(runLoad({ clock, random, cpu, producer, requests }, 't', { ...PLAN, ...plan }));
}

function recordCount(world: ClientWorld): number {
  return [...world.broker.logs.values()].flat().reduce((sum, batch) => sum + batch.recordCount, 0);
}

describe('a load', () => {
  test('sends as many records as it says, and counts what was acknowledged', async () => {
    const world = new ClientWorld();
    const result = await load(world, { keys: 'sequential' });
    expect(result).toMatchObject({ acknowledged: 200, failed: 0, errors: {}, cpuUserMs: 10, cpuSystemMs: 0 });
    expect(result.bytes).toBeGreaterThan(200 * 100);
    expect(recordCount(world)).toBe(200);
  });

  test('at a rate takes the time of that rate', async () => {
    const { acknowledged, elapsedMs } = await load(new ClientWorld(), { ratePerSecond: 100 });
    expect(acknowledged).toBe(200);
    expect(elapsedMs).toBeGreaterThanOrEqual(1_990);
    expect(elapsedMs).toBeLessThan(2_200);
  });

  test('of a duration ends then', async () => {
    const { acknowledged } = await load(new ClientWorld(), { durationMs: 1_000, ratePerSecond: 50 });
    expect(acknowledged).toBe(50);
  });

  test('does not count its warm-up', async () => {
    const world = new ClientWorld();
    expect(await load(world, { warmupCount: 30 })).toMatchObject({ acknowledged: 200 });
    expect(recordCount(world)).toBe(230);
  });

  test('in bursts puts together the same on any machine: the next one waits for all acknowledgements', async () => {
    const world = new ClientWorld({ topics: { t: 3 } });
    const turns = { 'partitioner.class': 'RoundRobinPartitioner', 'linger.ms': '0' };
    expect(await load(world, { count: 20, burst: 6 }, turns)).toMatchObject({ acknowledged: 20 });
    const counts = [0, 1, 2].map((partition) =>
      (world.broker.logs.get(`t-${partition}`) ?? []).map((batch) => batch.recordCount),
    );
    expect(counts).toEqual([
      [2, 2, 2, 1],
      [2, 2, 2, 1],
      [2, 2, 2],
    ]);
  });

  test('counts failures by their names', async () => {
    const world = new ClientWorld({ topics: { t: 3 } });
    const result = await load(world, { count: 3, valueSize: 5_000 }, { 'max.request.size': '1000' });
    expect(result).toMatchObject({ acknowledged: 0, failed: 3, errors: { RecordTooLargeException: 3 } });
  });

  test('goes to one partition when told so', async () => {
    const world = new ClientWorld();
    await load(world, { partition: 2 });
    expect(world.broker.logs.get('t-0') ?? []).toEqual([]);
    expect(recordCount(world)).toBe(200);
  });
});
