import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningLab } from '#core/host/start-lab.ts';
import { startLab } from '#core/host/start-lab.ts';
import { missingCheckTexts } from '#core/lab-api/scenario-text/missing-texts.ts';
import type { ScenarioVariant } from '#core/lab-api/scenario-views.ts';

/** Those that need no load; `fencepost scenario run --all` runs every one. */
const QUICK = [
  'one-record-one-partition',
  'same-key-same-partition',
  'more-partitions',
  'keyless-in-turn',
  'batch-size-bound',
  'linger',
  'size-limits',
  'buffer-memory',
  'small-batches',
] as const;

let running: RunningLab;
/** Types of the events of all runs. */
const announced = new Set<string>();
beforeAll(async () => {
  running = await startLab({ port: 0 });
  running.lab.bus.subscribe(({ type }) => announced.add(type));
});
afterAll(() => running.stop());

async function viewOf(scenario: string, variant?: ScenarioVariant) {
  const request = { scenario, hasPerson: false, ...(variant === undefined ? {} : { variant }) };
  return running.lab.scenarios.start(request).ended;
}

describe('the chapters Partitioner and Batching on a real broker', () => {
  test.each(QUICK)(
    '%s comes out as told',
    async (scenario) => {
      const view = await viewOf(scenario);
      const otherwise = view.steps.flatMap(({ checks }) => checks.filter(({ ok }) => !ok));
      expect({ failure: view.failure, otherwise }).toEqual({ failure: null, otherwise: [] });
      expect(view.outcomes.every(({ ok }) => ok)).toBe(true);
      expect(missingCheckTexts(view)).toEqual([]);
      expect(view.question?.right).not.toBeNull();
    },
    60_000,
  );

  test('records without keys go in turn under the rules of 2.3 only', async () => {
    const { outcomes, facts } = await viewOf('keyless-in-turn', { profile: '2.x', transactionVersion: 1 });
    expect(outcomes).toEqual([{ claim: 'C04', ok: true, verdict: { kind: 'until', version: '2.4' } }]);
    expect(new Set(String(facts['defaultPartitions']).split(' ')).size).toBe(3);
  }, 60_000);
});

describe('a process that tells of its batches', () => {
  test('has announced them from the first record to the answer', () => {
    for (const type of [
      'producer.batchCreated',
      'producer.batchClosed',
      'producer.batchSent',
      'producer.batchCompleted',
      'producer.memoryWaited',
    ] as const) {
      expect(announced).toContain(type);
    }
  });
});
