/**
 * Every scenario of the chapter Transactions that can do without processes of the operating system, headless;
 * `fencepost scenario run --all` runs all, with real ones.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeMachine } from '#core/host/machine.ts';
import { Lab } from '#core/lab/lab.ts';
import { TRANSACTIONS } from '#core/lab/scenarios/transactions/chapter.ts';
import type { ClaimVerdict, ScenarioRunView, ScenarioVariant } from '#core/lab-api/scenario-views.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { WorkerLauncher } from '../../../../support/worker-launcher.ts';

/** They freeze a process, and kill a broker. */
const NEEDS_PROCESSES = ['zombie-is-fenced', 'coordinator-survives'];
const DOES_NOT_HOLD: ClaimVerdict = { kind: 'doesNotHold' };

let lab: Lab;
let directory: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'fencepost-scenarios-'));
  const platform = nodePlatform();
  const brokers = {
    home: () => {
      throw new Error('There are no broker processes here.');
    },
  };
  lab = await Lab.start({
    platform,
    launcher: new WorkerLauncher(platform),
    brokers,
    machine: describeMachine(),
    directory,
    port: 0,
  });
});
afterAll(async () => {
  await lab.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function played(scenario: string, variant: ScenarioVariant): Promise<ScenarioRunView> {
  const view = await lab.scenarios.start({ scenario, variant, hasPerson: false }).ended;
  expect({ state: view.state, failure: view.failure }).toEqual({ state: 'done', failure: null });
  return view;
}

/** Checks that are not as expected, as text. */
function differing({ steps }: ScenarioRunView): readonly string[] {
  return steps
    .flatMap(({ checks }) => checks)
    .filter(({ ok }) => !ok)
    .map(({ id, expected, observed }) => `${id}: ${expected} / ${observed}`);
}

/** What the course, with its corrections by version, says of a claim. */
function toldVerdict(claim: string, { profile, transactionVersion }: ScenarioVariant): ClaimVerdict {
  if (claim === 'C41') return DOES_NOT_HOLD;
  const isToday = profile === '4.x' && transactionVersion === 2;
  return claim === 'C40' && isToday ? DOES_NOT_HOLD : { kind: 'holds' };
}

const RUNS = TRANSACTIONS.filter(({ id }) => !NEEDS_PROCESSES.includes(id)).flatMap(({ id, variants }) =>
  variants.map((variant) => ({ id, variant, under: `${variant.profile}, TV${variant.transactionVersion}` })),
);

describe('the chapter Transactions', () => {
  it.each(RUNS)('tells $id under $under as the course does', async ({ id, variant }) => {
    const view = await played(id, variant);
    expect(differing(view)).toEqual([]);
    expect(view.outcomes).toEqual(
      view.outcomes.map(({ claim }) => ({ claim, ok: true, verdict: toldVerdict(claim, variant) })),
    );
  });

  it('covers every claim of the chapter', () => {
    const covered = new Set(TRANSACTIONS.flatMap(({ claims }) => claims));
    const numbers = Array.from({ length: 14 }, (_, n) => `C${30 + n}`);
    expect([...covered].sort()).toEqual(numbers);
  });
});
