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

  test('C27: a default that is switched off is told to nobody but the log, and was not in effect in 3.0.0', async () => {
    const { scenarios } = running.lab;
    const view = await scenarios.start({ scenario: 'idempotence-default', hasPerson: false }).ended;
    const observed = Object.fromEntries(
      view.steps.flatMap(({ checks }) => checks.map((check) => [check.id, check.observed])),
    );
    expect(observed).toEqual({
      default: 'given',
      told: 'none',
      acks: '-1',
      note: "Idempotence will be disabled because acks is set to 1, not set to 'all'.",
      inFlight: 'ConfigException',
    });
    expect(view.outcomes).toEqual([{ claim: 'C27', ok: true, verdict: { kind: 'since', version: '3.0.1' } }]);
    expect(missingCheckTexts(view)).toEqual([]);
  }, 60_000);
});
