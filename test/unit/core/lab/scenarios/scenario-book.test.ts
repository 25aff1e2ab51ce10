import { beforeEach, describe, expect, test } from 'vitest';
import { ScenarioBook } from '#core/lab/scenarios/scenario-book.ts';
import { ScenarioCancelled, ScenarioFailure } from '#core/lab/scenarios/scenario-errors.ts';
import type { CheckView } from '#core/lab-api/scenario-views.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';

const SCENARIO = {
  id: 'told',
  chapter: 'delivery',
  claims: ['C17', 'C18'],
  variants: [{ profile: '4.x', transactionVersion: 2 }],
  steps: ['first', 'second'],
  question: ['one', 'two'],
} as const;

const NEVER = new Promise<void>(() => undefined);

function check(extra: Partial<CheckView> = {}): CheckView {
  return { claim: 'C17', id: 'count', expected: '1', observed: '1', ok: true, refs: [], ...extra };
}

let clock: SimClock;
let changes: number;

beforeEach(() => {
  clock = new SimClock(1000);
  changes = 0;
});

function open(hasPerson = true): ScenarioBook {
  const [variant] = SCENARIO.variants;
  return new ScenarioBook({
    clock,
    scenario: SCENARIO,
    run: 1,
    variant,
    hasPerson,
    onChange: () => changes++,
  });
}

describe('steps', () => {
  test('wait, run, and are done with the time they took', async () => {
    const book = open();
    const step = book.step('first', async () => {
      await clock.advance(20);
      return 'value';
    });
    expect(book.view().steps.map(({ state }) => state)).toEqual(['running', 'waiting']);
    expect(await step).toBe('value');
    expect(book.view().steps[0]).toMatchObject({ state: 'done', startedAtMs: 1000, endedAtMs: 1020 });
    expect(changes).toBe(2);
  });

  test('have failed when one of their checks is not as expected', async () => {
    const book = open();
    await book.step('first', () => void book.check(check({ observed: '2', ok: false })));
    expect(book.view().steps[0]?.state).toBe('failed');
  });

  test('have failed when they throw, and what they throw goes on', async () => {
    const book = open();
    const failure = new ScenarioFailure('it did not come');
    await expect(book.step('first', () => Promise.reject(failure))).rejects.toBe(failure);
    expect(book.view().steps[0]?.state).toBe('failed');
  });

  test('have to be announced in the outline, and checks belong to one that runs', async () => {
    const book = open();
    await expect(book.step('third', () => undefined)).rejects.toThrow('Scenario told has no step third.');
    expect(() => book.check(check())).toThrow('Check count belongs to no step.');
  });
});

describe('the question', () => {
  test('is waited for, and holds what was chosen and what came true', async () => {
    const book = open();
    const asked = book.ask();
    expect(book.view()).toMatchObject({ state: 'asking', question: { chosen: null, isSkipped: false } });
    expect(book.answer('three')).toBe(false);
    expect(book.answer('one')).toBe(true);
    await asked;
    book.answerIs('two');
    expect(book.view()).toMatchObject({ state: 'running', question: { chosen: 'one', right: 'two' } });
  });

  test('can be skipped, and is skipped where no person is', async () => {
    const book = open();
    const asked = book.ask();
    expect(book.answer(null)).toBe(true);
    await asked;
    expect(book.view().question).toMatchObject({ chosen: null, isSkipped: true });
    const alone = open(false);
    await alone.ask();
    expect(alone.view()).toMatchObject({ state: 'running', question: { isSkipped: true } });
  });

  test('takes no answer when nothing is asked', () => {
    expect(open().answer('one')).toBe(false);
    expect(() => open().answerIs('one')).toThrow('Scenario told asks nothing.');
  });
});

describe('outcomes', () => {
  test('are as told when every check of the claim is as expected, with the verdict that was given', async () => {
    const book = open();
    await book.step('first', () => {
      book.check(check());
      book.check(check({ claim: 'C18' }));
    });
    book.verdict('C18', { kind: 'measured', value: '3 %' });
    expect(book.view().outcomes).toEqual([]);
    book.end();
    expect(book.view().outcomes).toEqual([
      { claim: 'C17', ok: true, verdict: { kind: 'holds' } },
      { claim: 'C18', ok: true, verdict: { kind: 'measured', value: '3 %' } },
    ]);
  });

  test('are not when a check is otherwise, when nothing was checked, or when the run did not come to its end', async () => {
    const book = open();
    await book.step('first', () => void book.check(check({ observed: '2', ok: false })));
    book.verdict('C17', { kind: 'since', version: '3.0' });
    book.end();
    const notShown = { ok: false, verdict: { kind: 'doesNotHold' } };
    expect(book.view().outcomes).toEqual([
      { claim: 'C17', ...notShown },
      { claim: 'C18', ...notShown },
    ]);
    const broken = open();
    await broken.step('first', () => void broken.check(check()));
    broken.end(new ScenarioFailure('it did not come'));
    expect(broken.view()).toMatchObject({ state: 'failed', failure: 'it did not come' });
    expect(broken.view().outcomes[0]).toMatchObject(notShown);
  });

  test('name what broke a run by mistake', () => {
    const book = open();
    book.end(new TypeError('x is not a function'));
    expect(book.view().failure).toBe('TypeError: x is not a function');
  });
});

describe('a run that is cancelled', () => {
  test('does not wait for the step under way, and begins no other', async () => {
    const book = open();
    const cancelled = book.cancelled();
    void book.step('first', () => NEVER);
    expect(book.signal.aborted).toBe(false);
    book.cancel();
    expect(book.signal.aborted).toBe(true);
    await expect(cancelled).rejects.toBeInstanceOf(ScenarioCancelled);
    await expect(book.step('second', () => undefined)).rejects.toBeInstanceOf(ScenarioCancelled);
    book.end(new ScenarioCancelled());
    const view = book.view();
    expect(view).toMatchObject({ state: 'cancelled', failure: null });
    expect(view.steps.map(({ state }) => state)).toEqual(['failed', 'waiting']);
  });

  test('stays as it ended, whatever its step still does', async () => {
    const book = open();
    let goOn: () => void = () => undefined;
    const step = book.step('first', async () => {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      book.check(check());
    });
    book.cancel();
    book.end(new ScenarioCancelled());
    const before = JSON.stringify(book.view());
    await clock.advance(50);
    goOn();
    await expect(step).rejects.toBeInstanceOf(ScenarioCancelled);
    expect(JSON.stringify(book.view())).toBe(before);
  });

  test('leaves its question', async () => {
    const book = open();
    const asked = book.ask();
    book.cancel();
    await expect(asked).rejects.toBeInstanceOf(ScenarioCancelled);
  });

  test('cannot be one that is over', () => {
    const book = open();
    book.end();
    book.cancel();
    expect(book.view().state).toBe('done');
  });
});
