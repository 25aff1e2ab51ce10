import { describe, expect, test } from 'vitest';
import { LoadValues, loadKey } from '#core/lab/producers/load-values.ts';
import { SeededRandom } from '../../../../support/seeded-random.ts';

const random = new SeededRandom(3);

describe('values of a load', () => {
  test.each(['json', 'random', 'repeated'] as const)('of kind %s have the size asked for', (kind) => {
    for (const size of [1, 20, 100, 1_000]) {
      expect(new LoadValues(random, kind, size).next()).toHaveLength(size);
    }
  });

  test('look like orders, and differ', () => {
    const values = new LoadValues(random, 'json', 120);
    const [first, second] = [values.next().toString(), values.next().toString()];
    expect(first).toMatch(/"order":100000,"customer":\d+,"city":"/);
    expect(second).not.toBe(first);
  });
});

describe('keys of a load', () => {
  test('are none, each its own, or so many in turn', () => {
    expect(loadKey('none', 5)).toBeNull();
    expect(loadKey('sequential', 5)).toBe('order-5');
    expect([0, 1, 2, 3].map((number) => loadKey({ distinct: 3 }, number))).toEqual([
      'customer-0',
      'customer-1',
      'customer-2',
      'customer-0',
    ]);
  });
});
