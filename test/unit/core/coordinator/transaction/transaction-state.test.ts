import { expect, test } from 'vitest';
import {
  ENTERED_FROM,
  isComplete,
  isPrepared,
  stateOfId,
  stateOfName,
  TRANSACTION_STATES,
} from '#core/coordinator/transaction/transaction-state.ts';

const NAMES = [
  'Empty',
  'Ongoing',
  'PrepareCommit',
  'PrepareAbort',
  'CompleteCommit',
  'CompleteAbort',
  'Dead',
  'PrepareEpochFence',
] as const;

test('states are stored and named as in Kafka', () => {
  expect(Object.keys(TRANSACTION_STATES)).toEqual(NAMES);
  expect(NAMES.map((name) => TRANSACTION_STATES[name].id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(NAMES.map((_, id) => stateOfId(id))).toEqual(NAMES);
  expect(NAMES.map(stateOfName)).toEqual(NAMES);
  expect([stateOfId(8), stateOfId(-1), stateOfName('empty'), stateOfName('')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('every state can be entered, and only states that last lead on to others', () => {
  for (const name of NAMES) expect(ENTERED_FROM[name].length).toBeGreaterThan(0);
  const sources = new Set(Object.values(ENTERED_FROM).flat());
  expect(sources.has('Dead')).toBe(false);
  expect(ENTERED_FROM.PrepareCommit).toEqual(['Ongoing']);
  expect(ENTERED_FROM.CompleteCommit).toEqual(['PrepareCommit']);
  expect(ENTERED_FROM.CompleteAbort).toEqual(['PrepareAbort']);
});

test('only ids without a transaction may be forgotten', () => {
  expect(NAMES.filter((name) => TRANSACTION_STATES[name].mayExpire)).toEqual([
    'Empty',
    'CompleteCommit',
    'CompleteAbort',
  ]);
  expect(NAMES.filter(isPrepared)).toEqual(['PrepareCommit', 'PrepareAbort']);
  expect(NAMES.filter(isComplete)).toEqual(['CompleteCommit', 'CompleteAbort']);
});
