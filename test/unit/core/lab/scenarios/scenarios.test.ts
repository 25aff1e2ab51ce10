import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningLab } from '#core/host/start-lab.ts';
import { startLab } from '#core/host/start-lab.ts';
import type { LabProcess } from '#core/lab/producers/lab-process.ts';
import { BEFORE_KIP_890, type Scenario, TODAY } from '#core/lab/scenarios/scenario.ts';
import { ScenarioCancelled, ScenarioFailure } from '#core/lab/scenarios/scenario-errors.ts';
import type { ScenarioStage } from '#core/lab/scenarios/scenario-stage.ts';
import { Scenarios } from '#core/lab/scenarios/scenarios.ts';
import { LabError } from '#core/lab-api/lab-error.ts';
import type { ScenarioVariant } from '#core/lab-api/scenario-views.ts';
import { Produce } from '#core/protocol/messages/00-produce.ts';
import type { ApiDefinition } from '#core/protocol/schema/api.ts';

const NEVER = new Promise<never>(() => undefined);

let running: RunningLab;
beforeAll(async () => {
  running = await startLab({ port: 0 });
});
afterAll(() => running.stop());

/** A scenario of one step, made for a test. */
function scenario(run: Scenario['run'], extra: Partial<Scenario> = {}): Scenario {
  return {
    id: 'made-up',
    chapter: 'delivery',
    claims: ['C17'],
    variants: [TODAY],
    steps: ['only'],
    run,
    ...extra,
  };
}

function only(stage: ScenarioStage, observed: string): Promise<void> {
  return stage.step('only', () => void stage.check({ claim: 'C17', id: 'x', expected: 'as told', observed }));
}

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof LabError) return error.failure.code;
    throw error;
  }
  return 'none';
}

/** Resolves when `holds` does; the lab is real, so it takes a moment. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('scenarios', () => {
  test('run one at a time, and keep the newest run of each set of rules', async () => {
    const scenarios = new Scenarios(running.lab, [scenario((stage) => only(stage, 'as told'))]);
    const { ended } = scenarios.start({ scenario: 'made-up', hasPerson: false });
    expect(codeOf(() => scenarios.start({ scenario: 'made-up', hasPerson: false }))).toBe('SCENARIO_BUSY');
    expect(codeOf(() => scenarios.demandIdle())).toBe('SCENARIO_BUSY');
    const view = await ended;
    expect(codeOf(() => scenarios.demandIdle())).toBe('none');
    expect(view).toMatchObject({ state: 'done', outcomes: [{ claim: 'C17', ok: true }] });
    expect(scenarios.list()).toMatchObject({ current: null, scenarios: [{ lastRuns: [view] }] });
    const second = await scenarios.start({ scenario: 'made-up', hasPerson: false }).ended;
    expect(scenarios.list().scenarios[0]?.lastRuns).toEqual([second]);
  });

  test('refuse what there is not', () => {
    const scenarios = new Scenarios(running.lab, [scenario(() => NEVER)]);
    expect(codeOf(() => scenarios.start({ scenario: 'nothing', hasPerson: false }))).toBe('NO_SUCH_SCENARIO');
    const variant = BEFORE_KIP_890;
    expect(codeOf(() => scenarios.start({ scenario: 'made-up', variant, hasPerson: false }))).toBe(
      'NO_SUCH_VARIANT',
    );
    expect(codeOf(() => scenarios.answer('one'))).toBe('NOT_ASKED');
  });

  test('all run one after the other under all their rules, whose transaction version is put back', async () => {
    const versions: number[] = [];
    const made = scenario(
      async (stage) => {
        versions.push(stage.lab.transactionVersion);
        await only(stage, 'as told');
      },
      { variants: [TODAY, BEFORE_KIP_890] },
    );
    const failing = scenario(() => Promise.reject(new ScenarioFailure('it did not come')), { id: 'failing' });
    const scenarios = new Scenarios(running.lab, [made, failing]);
    scenarios.startAll();
    expect(scenarios.list().waitingRuns).toBe(2);
    await until(() => scenarios.list().current === null);
    expect(versions).toEqual([2, 1]);
    expect(running.lab.transactionVersion).toBe(2);
    const states = scenarios.list().scenarios.map(({ lastRuns }) => lastRuns.map(({ state }) => state));
    expect(states).toEqual([['done', 'done'], ['failed']]);
  });

  test('end at once when cancelled, with their processes, hooks and what waits', async () => {
    let process: LabProcess | undefined;
    let isHeld = false;
    const made = scenario(async (stage) => {
      const topic = stage.topic('t');
      process = await stage.producer({ name: 'held', topic });
      stage.onRequest(Produce as unknown as ApiDefinition, () => {
        isHeld = true;
        return NEVER;
      });
      await stage.step('only', () => process?.command({ kind: 'send', count: 1, records: null }));
    });
    const scenarios = new Scenarios(running.lab, [made, scenario(() => NEVER, { id: 'next' })]);
    scenarios.startAll();
    await until(() => isHeld);
    const current = scenarios.list().current;
    await scenarios.cancel();
    expect(current).toMatchObject({ state: 'running' });
    expect(scenarios.list()).toMatchObject({ current: null, waitingRuns: 0 });
    expect(running.lab.broker.interceptor.hasHooks).toBe(false);
    await until(() => process?.state === 'dead');
    await until(() => running.lab.stage.all().length === 0);
    expect(scenarios.list().scenarios[0]?.lastRuns).toEqual([]);
  }, 60_000);

  test('take the processes of a run off the stage when a newer one stands in its place', async () => {
    const made = scenario(async (stage) => {
      await stage.producer({ name: 'one', topic: stage.topic('t') });
      await only(stage, 'as told');
    });
    const scenarios = new Scenarios(running.lab, [made]);
    const first = await scenarios.start({ scenario: 'made-up', hasPerson: false }).ended;
    const ids = (): readonly string[] => running.lab.stage.all().map(({ id }) => id);
    expect(ids()).toEqual(first.processes);
    const second = await scenarios.start({ scenario: 'made-up', hasPerson: false }).ended;
    await until(() => ids().length === 1);
    expect(ids()).toEqual(second.processes);
  }, 60_000);

  test('are over when one throws before it has begun to wait', async () => {
    const thrown = scenario(() => {
      throw new Error('at once');
    });
    const scenarios = new Scenarios(running.lab, [
      thrown,
      scenario((stage) => only(stage, 'x'), { id: 'next' }),
    ]);
    const view = await scenarios.start({ scenario: 'made-up', hasPerson: false }).ended;
    expect(view).toMatchObject({ state: 'failed', failure: 'Error: at once' });
    expect(scenarios.list().current).toBeNull();
    scenarios.startAll();
    await until(() => scenarios.list().current === null);
    expect(scenarios.list().scenarios.map(({ lastRuns }) => lastRuns.length)).toEqual([1, 1]);
  });

  test('can be cancelled in the turn in which they are started', async () => {
    const scenarios = new Scenarios(running.lab, [scenario(() => NEVER)]);
    const { ended } = scenarios.start({ scenario: 'made-up', hasPerson: false });
    await scenarios.cancel();
    expect(await ended).toMatchObject({ state: 'cancelled' });
  });

  test('leave nothing to what a cancelled run still does: not its topics, processes or hooks', async () => {
    const stages: ScenarioStage[] = [];
    const made = scenario(async (stage) => {
      stages.push(stage);
      const topic = stage.topic('t');
      if (stages.length === 1) return NEVER;
      await running.lab.writePlain(topic, [{ partition: 0, key: 'k', value: 'second' }]);
      await stage.step('only', async () => {
        const straggler = stages[0] as ScenarioStage;
        expect(() => straggler.topic('t')).toThrow(ScenarioCancelled);
        expect(() => straggler.onRequest(Produce as unknown as ApiDefinition, () => NEVER)).toThrow(
          ScenarioCancelled,
        );
        await expect(straggler.producer({ name: 'late', topic })).rejects.toThrow(ScenarioCancelled);
        stage.check({
          claim: 'C17',
          id: 'x',
          expected: '1',
          observed: String(stage.log(topic, 0).logEndOffset),
        });
      });
    });
    const scenarios = new Scenarios(running.lab, [made]);
    const first = scenarios.start({ scenario: 'made-up', hasPerson: false });
    await until(() => stages.length === 1);
    await scenarios.cancel();
    const { topics: cancelled } = await first.ended;
    expect(running.lab.topicNames()).not.toContain(cancelled[0]);
    const second = await scenarios.start({ scenario: 'made-up', hasPerson: false }).ended;
    expect(second).toMatchObject({ failure: null, outcomes: [{ ok: true }] });
    expect(second.topics).not.toEqual(cancelled);
    expect(running.lab.stage.all().filter(({ settings }) => settings.name === 'late')).toEqual([]);
  });

  test('take a process off the stage that was on its way when they were cancelled', async () => {
    let launching: Promise<unknown> | undefined;
    const made = scenario(async (stage) => {
      launching = stage.startProducer({ name: 'late', topic: stage.topic('t') });
      void scenarios.cancel();
      await launching;
    });
    const scenarios = new Scenarios(running.lab, [made]);
    const { ended } = scenarios.start({ scenario: 'made-up', hasPerson: false });
    expect(await ended).toMatchObject({ state: 'cancelled' });
    await expect(launching).rejects.toThrow(ScenarioCancelled);
    expect(running.lab.stage.all().filter(({ settings }) => settings.name === 'late')).toEqual([]);
  }, 60_000);

  test('keep the topics of the newest run of each set of rules, and take those of older ones away', async () => {
    const made = scenario(
      async (stage) => {
        stage.topic('t');
        await only(stage, 'as told');
      },
      { variants: [TODAY, BEFORE_KIP_890] },
    );
    const scenarios = new Scenarios(running.lab, [made]);
    const run = (variant: ScenarioVariant) =>
      scenarios.start({ scenario: 'made-up', variant, hasPerson: false }).ended;
    const old = await run(TODAY);
    const other = await run(BEFORE_KIP_890);
    const newest = await run(TODAY);
    const names = running.lab.topicNames();
    expect(names).toEqual(expect.arrayContaining([...other.topics, ...newest.topics]));
    expect(names).not.toContain(old.topics[0]);
    expect(new Set([...old.topics, ...other.topics, ...newest.topics]).size).toBe(3);
  });

  test('do not hold up a lab that is stopped', async () => {
    const other = await startLab({ port: 0 });
    const { ended } = other.lab.scenarios.start({ scenario: 'at-least-once', hasPerson: true });
    await until(() => other.lab.scenarios.list().current?.state === 'asking');
    await other.stop();
    expect(await ended).toMatchObject({ state: 'cancelled' });
  }, 60_000);
});

describe('a run as evidence', () => {
  test('is its topics, its time and its verdicts', async () => {
    const scenarios = new Scenarios(running.lab, [
      scenario(async (stage) => {
        stage.topic('kept');
        await only(stage, 'as told');
      }),
    ]);
    const view = await scenarios.start({ scenario: 'made-up', hasPerson: false }).ended;
    const { selection, scenario: kept } = scenarios.evidenceOf(view.run);
    expect(selection).toEqual({
      topics: ['c17-kept'],
      transactionalIds: [],
      fromMs: view.startedAtMs,
      toMs: view.endedAtMs,
    });
    expect(kept.verdicts).toEqual([
      {
        claim: 'C17',
        ok: true,
        verdict: { kind: 'holds' },
        checks: [
          {
            step: 'only',
            claim: 'C17',
            id: 'x',
            expected: 'as told',
            observed: 'as told',
            ok: true,
            refs: [],
          },
        ],
      },
    ]);
  });

  test('is only had of the newest run of each set of rules', async () => {
    const scenarios = new Scenarios(running.lab, [scenario((stage) => only(stage, 'as told'))]);
    const first = await scenarios.start({ scenario: 'made-up', hasPerson: false }).ended;
    await scenarios.start({ scenario: 'made-up', hasPerson: false }).ended;
    expect(codeOf(() => scenarios.evidenceOf(first.run))).toBe('NO_SUCH_RUN');
  });
});
