import fs from 'node:fs';
import { expect, test } from 'vitest';
import { FIDELITY, renderFidelity } from '../../build/lib/fidelity.mjs';

test('docs/fidelity.md says what the handlers say: run npm run docs', () => {
  expect(fs.readFileSync(FIDELITY, 'utf8')).toBe(renderFidelity());
});
