/**
 * Records what real Java producers do, as fixtures in test/fixtures/producer-parity. Needs Java 17, and Maven the first time.
 *
 *   npx tsx test/compat/record-producer-parity.ts [settings] [consumers] [keys] [other-keys] [properties] [tables]
 *     [course-keys] [jaas] [consumer-jaas]
 *
 * `other-keys` and `course-keys` need clients of other languages: see producer-parity/record-keys.ts.
 */
import { writeFileSync } from 'node:fs';
import { runJava } from './producer-parity/java-clients.ts';
import { recordCourseKeys } from './producer-parity/record-course-keys.ts';
import { recordKeys, recordOtherKeys } from './producer-parity/record-keys.ts';
import { recordProperties } from './producer-parity/record-properties.ts';
import {
  recordConsumerJaas,
  recordConsumers,
  recordJaas,
  recordProducers,
} from './producer-parity/record-settings.ts';

const NEWEST = '4.3.1';
const RELEASES = ['2.8.2', '3.9.1', NEWEST];
const FIXTURES = 'test/fixtures/producer-parity';

const COURSE_KEYS = 'core/lab/scenarios/partitioner/recorded-partitions.ts';

const path = (name: string): string => `${FIXTURES}/${name}`;

const RECORDERS: { readonly [name: string]: () => void } = {
  settings: () => {
    for (const release of RELEASES) writeFileSync(path(`settings-${release}.json`), recordProducers(release));
  },
  keys: () => writeFileSync(path('keys.json'), recordKeys(NEWEST)),
  'other-keys': () => writeFileSync(path('keys-of-others.json'), recordOtherKeys()),
  'course-keys': () => writeFileSync(COURSE_KEYS, recordCourseKeys(NEWEST)),
  properties: () => writeFileSync(path('properties.json'), recordProperties(NEWEST)),
  consumers: () => {
    for (const release of RELEASES)
      writeFileSync(path(`consumers-${release}.json`), recordConsumers(release));
  },
  jaas: () => {
    for (const release of RELEASES) writeFileSync(path(`jaas-${release}.json`), recordJaas(release));
  },
  'consumer-jaas': () => {
    for (const release of RELEASES)
      writeFileSync(path(`consumer-jaas-${release}.json`), recordConsumerJaas(release));
  },
  tables: () => {
    for (const release of RELEASES) {
      writeFileSync(path(`tables-${release}.tsv`), runJava(release, 'SettingTables.java', []));
    }
  },
};

const wanted = process.argv.slice(2);
for (const [name, record] of Object.entries(RECORDERS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  record();
  process.stdout.write(`${name}: recorded\n`);
}
