import { describe, expect, test } from 'vitest';
import type { ContenderView, ExperimentResultView, RunFigures } from '#core/lab-api/experiment-views.ts';
import { csvOf, jsonOf, rowsOf } from '../../../../renderer/views/experiments/result-sections.ts';

const RUN: RunFigures = {
  acknowledged: 100,
  failed: 0,
  elapsedMs: 50,
  recordsPerSecond: 2_000,
  megabytesPerSecond: 0.2,
  p50Ms: 1.5,
  p90Ms: 2,
  p99Ms: 3,
  maxMs: 4,
  cpuMs: 20,
  requests: 10,
  batches: 10,
  recordsPerBatch: 10,
  bytesOnDisk: 11_000,
  ratio: 0.9,
  recordsByPartition: [100],
};
const side = (id: string): ContenderView =>
  ({
    id,
    config: {},
    profile: '4.x',
    release: null,
    runs: [RUN, RUN],
    summary: {},
  }) as unknown as ContenderView;
const RESULT: ExperimentResultView = {
  experiment: 'acks',
  result: { throughput: [side('acks-0'), side('acks-1')], latency: [side('acks-0')] },
  atMs: 1,
  tookMs: 2,
};

describe('what can be copied of a measurement', () => {
  test('CSV has a line for every run of every side, and a head', () => {
    const lines = csvOf(rowsOf(RESULT)).trimEnd().split('\n');
    expect(lines).toHaveLength(1 + 6);
    expect(lines[0]?.startsWith('section,contender,run,')).toBe(true);
    const columns = lines.map((line) => line.split(',').length);
    expect(new Set(columns).size).toBe(1);
    expect(lines[1]).toContain('acks-0');
  });

  test('JSON has every run, and the machine it was made on', () => {
    const machine = { cpuModel: 'M', cores: 2, memoryBytes: 1, runtime: 'Node 24', system: 'linux x64' };
    expect(JSON.parse(jsonOf(machine, RESULT))).toEqual({ machine, ...RESULT });
  });
});
