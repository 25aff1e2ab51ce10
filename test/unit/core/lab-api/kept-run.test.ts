import { describe, expect, test } from 'vitest';
import { keptOutcomes, keptRules } from '#core/lab-api/kept-run.ts';

const CHECK = { step: 'one', id: 'order', expected: 'A', observed: 'A', ok: true };

describe('the run in a pack', () => {
  test('is read as it was written: rules, outcomes and checks', () => {
    const outcome = { claim: 'C22', ok: true, verdict: { kind: 'since', version: '2.0' }, checks: [CHECK] };
    const scenario = {
      id: 'order-kept',
      definition: { profile: '4.x', transactionVersion: 2, steps: ['one'] },
      verdicts: [{ ...outcome, checks: [{ ...CHECK, claim: 'C22', refs: [] }] }],
    };
    expect(keptOutcomes(scenario)).toEqual([outcome]);
    expect(keptRules(scenario)).toEqual({ profile: '4.x', transactionVersion: 2 });
  });

  test('leaves out what has not the shape of an outcome, whoever wrote it', () => {
    const verdicts = [
      null,
      'C01',
      { claim: 'C99', ok: true, verdict: { kind: 'holds' } },
      { claim: 'C01', ok: 'yes', verdict: { kind: 'holds' } },
      { claim: 'C01', ok: true, verdict: { kind: 'perhaps' } },
      { claim: 'C02', ok: false, verdict: { kind: 'doesNotHold' }, checks: [1, { id: 'x' }] },
      { claim: 'C03', ok: true, verdict: { kind: 'measured', value: 7 }, checks: 'none' },
    ];
    expect(keptOutcomes({ id: 'any', definition: null, verdicts })).toEqual([
      { claim: 'C02', ok: false, verdict: { kind: 'doesNotHold' }, checks: [] },
      { claim: 'C03', ok: true, verdict: { kind: 'measured', value: '7' }, checks: [] },
    ]);
    expect(keptRules({ id: 'any', definition: 'text', verdicts })).toBeNull();
    expect(
      keptRules({ id: 'any', definition: { profile: '9.x', transactionVersion: 2 }, verdicts }),
    ).toBeNull();
  });
});
