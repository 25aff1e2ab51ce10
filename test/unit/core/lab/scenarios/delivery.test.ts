import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningLab } from '#core/host/start-lab.ts';
import { startLab } from '#core/host/start-lab.ts';
import { missingCheckTexts } from '#core/lab-api/scenario-text/missing-texts.ts';

/** Those that need few processes; `fencepost scenario run --all` runs every one. */
const QUICK = [
  'at-least-once',
  'known-retry',
  'next-sequence-only',
  'order-kept',
  'order-lost',
  'five-batches',
] as const;

describe('the chapter Delivery on a real broker', () => {
  let running: RunningLab;
  beforeAll(async () => {
    running = await startLab({ port: 0 });
  });
  afterAll(() => running.stop());

  test.each(QUICK)(
    '%s comes out as told',
    async (scenario) => {
      const view = await running.lab.scenarios.start({ scenario, hasPerson: false }).ended;
      const otherwise = view.steps.flatMap(({ checks }) => checks.filter(({ ok }) => !ok));
      expect({ failure: view.failure, otherwise }).toEqual({ failure: null, otherwise: [] });
      expect(view.outcomes.every(({ ok }) => ok)).toBe(true);
      expect(missingCheckTexts(view)).toEqual([]);
      expect(view.question?.right).not.toBeNull();
    },
    60_000,
  );
});
