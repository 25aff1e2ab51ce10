import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningLab } from '#core/host/start-lab.ts';
import { startLab } from '#core/host/start-lab.ts';
import { contest } from '#core/lab/experiments/contest.ts';
import { ExperimentCancelled } from '#core/lab/experiments/experiment-control.ts';
import { measureIdempotenceCost } from '#core/lab/experiments/idempotence-cost.ts';
import type { LoadPlan } from '#core/lab/producers/load-plan.ts';

const LOAD: LoadPlan = {
  count: 300,
  warmupCount: 50,
  keys: 'none',
  valueSize: 100,
  valueKind: 'json',
  ratePerSecond: 0,
  inFlightMax: 100,
};
const TURNS = { id: 'turns', config: { 'partitioner.class': 'RoundRobinPartitioner' } };
const STICKY = { id: 'sticky', config: {} };
const OPTIONS = {
  experiment: 'test',
  contenders: [TURNS, STICKY],
  partitions: 3,
  brokers: 3,
  rounds: 2,
  load: LOAD,
};

let running: RunningLab;
beforeAll(async () => {
  running = await startLab({ port: 0 });
});
afterAll(() => running.stop());

describe('a contest of producers', () => {
  test('runs each side as often as it says, counts nothing of the warm-up, and leaves nothing behind', async () => {
    const { lab } = running;
    const labels: string[] = [];
    const progress = ({ label }: { readonly label: string }): void => void labels.push(label);
    const [turns, sticky] = await contest(lab, OPTIONS, { progress });
    for (const side of [turns, sticky]) {
      expect(side?.runs).toHaveLength(2);
      expect(side?.summary.acknowledged).toEqual({ median: 300, min: 300, max: 300 });
      expect(side?.summary.failed.max).toBe(0);
      for (const { recordsByPartition } of side?.runs ?? []) {
        expect(recordsByPartition.reduce((sum, count) => sum + count, 0)).toBe(300);
      }
    }
    expect(turns?.runs[0]?.recordsByPartition).toEqual([100, 100, 100]);
    expect(labels).toEqual(['turns', 'sticky', 'sticky', 'turns', '']);
    expect(lab.stage.all()).toEqual([]);
    expect(lab.topicNames()).toEqual([]);
  }, 60_000);

  test('ends with its processes when it is aborted', async () => {
    const { lab } = running;
    const abort = new AbortController();
    const load = { ...LOAD, ratePerSecond: 1, count: 10_000, warmupCount: 0 };
    const measured = contest(
      lab,
      { ...OPTIONS, load },
      { signal: abort.signal, progress: () => setTimeout(() => abort.abort(), 100) },
    );
    await expect(measured).rejects.toThrow(ExperimentCancelled);
    expect(lab.stage.all()).toEqual([]);
    expect(lab.topicNames()).toEqual([]);
  }, 60_000);
});

test('what idempotence costs is told by pair, of sides that differ in nothing else', async () => {
  const { lab } = running;
  const load = { pairs: 3, runsPerPair: 2, warmupCount: 50, count: 300 };
  const { idempotent, plain, pairs, costPercent, cpuPercent } = await measureIdempotenceCost(lab, load);
  expect([idempotent.config, plain.config]).toEqual([
    { acks: 'all', 'enable.idempotence': 'true' },
    { acks: 'all', 'enable.idempotence': 'false' },
  ]);
  expect([idempotent.runs.length, plain.runs.length, pairs.length]).toEqual([6, 6, 3]);
  const [, middle] = pairs.toSorted((a, b) => a - b);
  expect(costPercent).toEqual({ median: middle, min: Math.min(...pairs), max: Math.max(...pairs) });
  expect(Number.isFinite(cpuPercent.median)).toBe(true);
}, 60_000);
