/** `npm run docs`: renews the generated part of docs/fidelity.md. */
import fs from 'node:fs';
import { FIDELITY, renderFidelity } from './lib/fidelity.mjs';

fs.writeFileSync(FIDELITY, renderFidelity());
