import { describe, expect, test } from 'vitest';
import { isInternalTopic, namesCollide, topicNameProblem } from '#core/broker/topic-names.ts';

describe('topic names', () => {
  test.each(['orders', 'a', 'A.b_c-9', '__consumer_offsets', '...', 'x'.repeat(249)])(
    '%s is legal',
    (name) => {
      expect(topicNameProblem(name)).toBeUndefined();
    },
  );

  test.each([
    ['', 'the empty string is not allowed'],
    ['.', "'.' is not allowed"],
    ['..', "'..' is not allowed"],
    ['x'.repeat(250), `the length of '${'x'.repeat(250)}' is longer than the max allowed length 249`],
    ['a b', "'a b' contains one or more characters other than ASCII alphanumerics, '.', '_' and '-'"],
    ['ä', "'ä' contains one or more characters other than ASCII alphanumerics, '.', '_' and '-'"],
  ])('%j is not: it says why in Kafka’s words', (name, why) => {
    expect(topicNameProblem(name)).toBe(`Topic name is invalid: ${why}`);
  });

  test('dots and underscores are the same to a metric', () => {
    expect(namesCollide('a.b_c', 'a_b.c')).toBe(true);
    expect(namesCollide('a.b', 'a-b')).toBe(false);
  });

  test('coordinators own two topics', () => {
    expect(['__consumer_offsets', '__transaction_state', '__mine'].map(isInternalTopic)).toEqual([
      true,
      true,
      false,
    ]);
  });
});
