/**
 * Records what real Java consumers do, as fixtures in test/fixtures/consumer-parity. Needs Java 17, and Maven the first time.
 *
 *   npx tsx test/compat/record-consumer-parity.ts [assignments] [protocols]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { recordAssignments } from './consumer-parity/record-assignments.ts';
import { recordProtocols } from './producer-parity/record-settings.ts';

const NEWEST = '4.3.1';
const RELEASES = ['2.8.2', '3.9.1', NEWEST];
const FIXTURES = 'test/fixtures/consumer-parity';

const RECORDERS: { readonly [name: string]: () => void } = {
  assignments: () => writeFileSync(`${FIXTURES}/assignments.tsv`, recordAssignments(NEWEST)),
  protocols: () => {
    for (const release of RELEASES)
      writeFileSync(`${FIXTURES}/protocols-${release}.json`, recordProtocols(release));
  },
};

mkdirSync(FIXTURES, { recursive: true });
const wanted = process.argv.slice(2);
for (const [name, record] of Object.entries(RECORDERS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  record();
  process.stdout.write(`${name}: recorded\n`);
}
