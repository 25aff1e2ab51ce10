import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compilePattern, patternProblem } from '#core/coordinator/transaction/id-pattern.ts';

const RECORDED = JSON.parse(
  fs.readFileSync(new URL('../../../../fixtures/coordinator/list-patterns.json', import.meta.url), 'utf8'),
) as { id: string; patterns: [string, 'match' | 'none' | 'invalid'][] };

function verdict(pattern: string, id: string): string {
  const matches = compilePattern(pattern);
  if (matches === undefined) return 'invalid';
  return matches(id) ? 'match' : 'none';
}

const PROBLEMS = JSON.parse(
  fs.readFileSync(new URL('../../../../fixtures/coordinator/pattern-problems.json', import.meta.url), 'utf8'),
) as [string, string | null][];

test.each(PROBLEMS)('what is wrong with %j is said in the words of RE2/J', (pattern, problem) => {
  expect(patternProblem(pattern) ?? null).toBe(problem);
});

test.each(RECORDED.patterns)('%j is what Kafka makes of it: %s', (pattern, expected) => {
  expect(verdict(pattern, RECORDED.id)).toBe(expected);
});

describe('a pattern', () => {
  test.each([
    ['or.ers', 'orders', 'match'],
    ['orders|payments', 'payments', 'match'],
    ['orders|payments', 'payments-2', 'none'],
    ['(?:orders)-\\d{1,3}?', 'orders-12', 'match'],
    ['orders-\\d{2,}', 'orders-1', 'none'],
    ['[^a-c]x', 'dx', 'match'],
    ['[]x]+', ']x', 'match'],
    ['[\\w.-]+', 'a.b-c_1', 'match'],
    ['[[:digit:][:upper:]]+', 'A1B2', 'match'],
    ['[[:nope:]]', 'a', 'invalid'],
    ['[\\A]', 'A', 'invalid'],
    ['[a', 'a', 'invalid'],
    ['a\\.b', 'a.b', 'match'],
    ['a\\.b', 'axb', 'none'],
    ['a/b\\/c', 'a/b/c', 'match'],
    ['a}b{c', 'a}b{c', 'match'],
    ['^orders$', 'orders', 'match'],
    ['.', '\n', 'none'],
    ['(?s).', '\n', 'match'],
    ['(?m)^a$\\n^b$', 'a\nb', 'match'],
    ['\\x41\\x{1F600}\\101', 'A😀A', 'match'],
    ['\\p{Greek}+\\P{Greek}\\p{^Greek}', 'αβxy', 'match'],
    ['\\p{Nope}', 'a', 'invalid'],
    ['\\Qa.b', 'a.b', 'match'],
    ['\\Q(\\E+', '((', 'match'],
    ['a\\', 'a', 'invalid'],
    ['a\\8', 'a', 'invalid'],
    ['(?!a)b', 'b', 'invalid'],
    ['(?<=a)b', 'b', 'invalid'],
    ['|a', 'a', 'match'],
    ['a|*', 'a', 'invalid'],
    ['(+)', 'a', 'invalid'],
    [')', ')', 'invalid'],
    ['\\s\\S', ' a', 'match'],
    ['é+', 'éé', 'match'],
  ])('%j for %j: %s', (pattern, id, expected) => {
    expect(verdict(pattern, id)).toBe(expected);
  });
});
