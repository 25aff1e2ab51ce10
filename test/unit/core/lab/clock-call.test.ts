import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningLab } from '#core/host/start-lab.ts';
import type { LabClient } from '#core/lab-api/client.ts';
import { runningLab } from '../../../support/running-lab.ts';

const DAY_MS = 86_400_000;

let running: RunningLab;
let client: LabClient;
beforeAll(async () => {
  ({ running, client } = await runningLab());
});
afterAll(() => running.stop());

test('clock.advance moves the time of the whole lab, and nothing else can', async () => {
  const before = await client.call('lab.describe', null);
  const { nowMs } = await client.call('clock.advance', { byMs: 7 * DAY_MS });
  const after = await client.call('lab.describe', null);
  expect(nowMs).toBeGreaterThanOrEqual(before.nowMs + 7 * DAY_MS);
  expect(after.nowMs).toBeGreaterThanOrEqual(nowMs);
  await expect(client.call('clock.advance', { byMs: -1 })).rejects.toMatchObject({
    failure: { code: 'BAD_INPUT' },
  });
});
