import { expect, test } from 'vitest';
import { forTerminal } from '#core/cli/standard-output.ts';

test('what files say cannot steer a terminal, and lines stay lines', () => {
  expect(forTerminal('payload: \u001b]0;owned\u0007\r한국어\nnext \u009b2J \u202etxt\n')).toBe(
    'payload: \\x1b]0;owned\\x07\\x0d한국어\nnext \\x9b2J \\u202etxt\n',
  );
});
