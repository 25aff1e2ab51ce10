/** What is worth knowing about the settings of a consumer that starts and no client says. */
import type { ClientProfile } from './client-profile.ts';
import type { ConfigFinding, Entries, Found } from './config-findings.ts';
import { addresses, classFinding, found, placed, security } from './config-findings.ts';
import type { ConsumerConfig } from './consumer-config.ts';

const CLASSES = ['key.deserializer', 'value.deserializer', 'ssl.engine.factory.class'] as const;
const CLASS_LISTS = ['interceptor.classes', 'metric.reporters', 'partition.assignment.strategy'] as const;

export function findInConsumer(
  values: ConsumerConfig,
  profile: ClientProfile,
  given: Entries,
): readonly ConfigFinding[] {
  return [
    ...group(values),
    ...reading(values),
    ...classes(values, profile),
    ...security(values),
    ...addresses(values),
  ].map((each) => placed(each, given));
}

function group(values: ConsumerConfig): readonly Found[] {
  if (values['group.id'] === null) return [found('no-group', ['group.id'])];
  const findings: Found[] = [];
  if (values['enable.auto.commit']) {
    const keys = ['enable.auto.commit', 'auto.commit.interval.ms'];
    findings.push(found('auto-commit', keys, { intervalMs: String(values['auto.commit.interval.ms']) }));
  }
  if (values['auto.offset.reset'] === 'latest') findings.push(found('begins-at-end', ['auto.offset.reset']));
  if (values['group.protocol'].toUpperCase() === 'CONSUMER')
    findings.push(found('coordinator-decides', ['group.protocol']));
  return findings;
}

function reading(values: ConsumerConfig): readonly Found[] {
  return values['isolation.level'] === 'read_uncommitted'
    ? [found('reads-uncommitted', ['isolation.level'])]
    : [];
}

function classes(values: ConsumerConfig, profile: ClientProfile): readonly Found[] {
  const findings: Found[] = [];
  for (const key of CLASSES) {
    const name = values[key] ?? '';
    const sentence = `Invalid value ${name} for configuration ${key}: Class ${name} could not be found.`;
    findings.push(...classFinding({ key, name, sentence, profile }));
  }
  for (const key of CLASS_LISTS) {
    for (const name of values[key]) {
      const sentence =
        key === 'partition.assignment.strategy'
          ? `${name} ClassNotFoundException exception occurred`
          : `Class ${name} cannot be found`;
      findings.push(...classFinding({ key, name, sentence, profile }));
    }
  }
  return findings;
}
