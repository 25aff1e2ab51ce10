import { describe, expect, test } from 'vitest';
import { distinctNames } from '../../../../renderer/state/distinct-names.ts';

const namesOf = (...paths: readonly string[]) => [...distinctNames(paths).values()];

describe('what is opened is named', () => {
  test('by the last part of its path where that says which it is', () => {
    expect(namesOf('/var/kafka/data', '/tmp/orders-0')).toEqual(['data', 'orders-0']);
  });

  test('with as much of its path as tells it from another of the same name', () => {
    expect(namesOf('/a/one/data', '/a/two/data')).toEqual(['one/data', 'two/data']);
    expect(namesOf('/a/x/logs/data', '/b/x/logs/data', '/c/data')).toEqual([
      'a/x/logs/data',
      'b/x/logs/data',
      'c/data',
    ]);
  });

  test('by its whole path where that is the end of another', () => {
    expect(namesOf('/data', '/srv/data')).toEqual(['/data', 'srv/data']);
    expect(namesOf('/')).toEqual(['/']);
  });

  test('alike when it is the same', () => {
    expect(distinctNames(['/a/data', '/a/data']).get('/a/data')).toBe('data');
  });
});
