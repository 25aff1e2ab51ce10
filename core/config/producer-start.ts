/**
 * What `new KafkaProducer(settings)` does before it talks to anybody: parsing, the rules over several settings, and the constructor,
 * in Java's order, so that of several faults the same one is told. (source: ProducerConfig, KafkaProducer; 2.8.2, 3.9.1 and 4.3.1)
 */

import { checkBootstrap } from './bootstrap-check.ts';
import type { ClassPath } from './class-checks.ts';
import { checkInstances, hasClass } from './class-checks.ts';
import type { ClientProfile } from './client-profile.ts';
import {
  checkSaslMechanism,
  checkSecurityProtocolBefore3,
  noteBackoff,
  reportersOf3,
  withReconnectMax,
} from './client-rules.ts';
import { parseConfig } from './config-def.ts';
import { ConfigException } from './config-exception.ts';
import type { ConfigNote, GivenSettings } from './given.ts';
import type { Idempotence } from './idempotence.ts';
import { checkInFlightBefore3, idempotenceBefore3, idempotenceSince3 } from './idempotence.ts';
import { checkJaas, usesSasl } from './jaas.ts';
import type { ClassRole } from './known-classes.ts';
import { PRODUCER_TABLES } from './older-clients.ts';
import type { ProducerConfig } from './producer-config.ts';
import { checkSerdeBefore3 } from './serde-before-3.ts';

export interface StartOptions {
  readonly profile: ClientProfile;
  readonly classPath: ClassPath;
  /** What the caller brings besides the settings: serializers passed to the constructor; and addresses that it checks itself. */
  readonly brings: readonly ('serializers' | 'addresses')[];
}

/** A producer that starts. In the values `acks` is '-1', '0' or '1', and `enable.idempotence` says whether it is in effect. */
export interface StartedProducer {
  readonly values: ProducerConfig;
  readonly idempotence: Idempotence;
  readonly notes: readonly ConfigNote[];
}

const SERIALIZERS = ['key.serializer', 'value.serializer'] as const;
const INT_MAX = 2 ** 31 - 1;
const CODECS = ['none', 'gzip', 'snappy', 'lz4', 'zstd'];
const ILLEGAL_ARGUMENT = 'java.lang.IllegalArgumentException';

/** @throws {ConfigException} when it does not start. */
export function startProducer(given: GivenSettings, options: StartOptions): StartedProducer {
  const { profile } = options;
  const notes: ConfigNote[] = [];
  const note = (each: ConfigNote): void => {
    notes.push(each);
  };
  if (profile !== '2.x' && !options.brings.includes('serializers')) requireSerializers(given);
  const parsed = parseProducer(given, options, note);
  checkSaslMechanism(parsed, profile);
  noteBackoff(parsed, profile, note);
  const values = { ...parsed, ...withReconnectMax(parsed, given, profile, note) };
  values.acks = values.acks === 'all' ? '-1' : values.acks;
  const decide = profile === '2.x' ? idempotenceBefore3 : idempotenceSince3;
  const idempotence = decide({ profile, given, values, note });
  values['enable.idempotence'] = idempotence.isOn;
  if (profile === '2.x') overrideBefore3(values, given, idempotence, note);
  checkTwoPhaseCommit(values, given);
  construct(values, given, options, note);
  return { values, idempotence, notes };
}

/** The client.id in effect: without one, the transactional.id or a number that the process counts up from 1. */
export function clientIdOf(given: GivenSettings, values: ProducerConfig, number: number): string {
  return 'client.id' in given ? values['client.id'] : `producer-${values['transactional.id'] ?? number}`;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Note = (note: ConfigNote) => void;

function requireSerializers(given: GivenSettings): void {
  for (const key of SERIALIZERS) {
    if ((given[key] ?? null) === null) throw ConfigException.invalidValue(key, null, 'must be non-null.');
  }
}

function parseProducer(given: GivenSettings, options: StartOptions, note: Note): Mutable<ProducerConfig> {
  const { profile, brings } = options;
  // What the caller brings need not be there.
  const table = { ...PRODUCER_TABLES[profile] };
  for (const key of SERIALIZERS) {
    if (brings.includes('serializers')) table[key] = { ...table[key], isRequired: false } as never;
  }
  return parseConfig(table, given, {
    isStrict: !brings.includes('addresses'),
    hasClass: hasClass(profile, options.classPath),
    warn: (sentence, key) => note({ level: 'warn', sentence, keys: [key] }),
  });
}

function overrideBefore3(
  values: Mutable<ProducerConfig>,
  given: GivenSettings,
  idempotence: Idempotence,
  note: Note,
): void {
  values['retry.backoff.max.ms'] = values['retry.backoff.ms'];
  if (!idempotence.isOn) return;
  if (idempotence.reason === 'transactional-id') {
    note({
      level: 'info',
      sentence: 'Overriding the default enable.idempotence to true since transactional.id is specified.',
      keys: ['enable.idempotence', 'transactional.id'],
    });
  }
  values.acks = '-1';
  if ('acks' in given) return;
  note({
    level: 'info',
    sentence: 'Overriding the default acks to all since idempotence is enabled.',
    keys: ['acks', 'enable.idempotence'],
  });
}

function checkTwoPhaseCommit(values: ProducerConfig, given: GivenSettings): void {
  if (!values['transaction.two.phase.commit.enable'] || !('transaction.timeout.ms' in given)) return;
  throw new ConfigException(
    'Cannot set transaction.timeout.ms when transaction.two.phase.commit.enable is set to true. ' +
      'Transactions will not expire with two-phase commit enabled.',
    'transaction.timeout.ms',
  );
}

const INSTANCES: readonly (readonly [key: keyof ProducerConfig, role: ClassRole])[] = [
  ['metric.reporters', 'org.apache.kafka.common.metrics.MetricsReporter'],
  ['partitioner.class', 'org.apache.kafka.clients.producer.Partitioner'],
  ['key.serializer', 'org.apache.kafka.common.serialization.Serializer'],
  ['value.serializer', 'org.apache.kafka.common.serialization.Serializer'],
  ['interceptor.classes', 'org.apache.kafka.clients.producer.ProducerInterceptor'],
];

/** The constructor. */
function construct(
  values: Mutable<ProducerConfig>,
  given: GivenSettings,
  options: StartOptions,
  note: Note,
): void {
  const { profile, classPath } = options;
  for (const [key, role] of INSTANCES) {
    if (!options.brings.includes('serializers')) checkSerdeBefore3(key, values, 'Serializer');
    const names = values[key] as string | readonly string[] | null;
    try {
      checkInstances({ key, names, role, profile, classPath });
    } catch (error) {
      throw key === 'metric.reporters' && profile === '3.x' ? reportersOf3(false) : error;
    }
  }
  const codec = values['compression.type'];
  if (!CODECS.includes(codec)) throw illegal('compression.type', `Unknown compression name: ${codec}`);
  values['delivery.timeout.ms'] = deliveryTimeoutMs(values, 'delivery.timeout.ms' in given, note);
  if (!options.brings.includes('addresses')) checkBootstrap(values['bootstrap.servers'], profile);
  if (profile === '2.x') checkSenderBefore3(values);
  const jaas = values['sasl.jaas.config'];
  if (jaas !== null && usesSasl(values)) checkJaas(jaas, profile);
}

function checkSenderBefore3(values: ProducerConfig): void {
  checkInFlightBefore3(values);
  checkSecurityProtocolBefore3(values);
}

function illegal(key: string, sentence: string): ConfigException {
  return new ConfigException(sentence, key, { javaClass: ILLEGAL_ARGUMENT, isWrapped: true });
}

function deliveryTimeoutMs(values: ProducerConfig, isGiven: boolean, note: Note): number {
  const timeoutMs = values['delivery.timeout.ms'];
  const lingerMs = Math.min(values['linger.ms'], INT_MAX);
  const leastMs = Math.min(lingerMs + values['request.timeout.ms'], INT_MAX);
  if (timeoutMs >= leastMs) return timeoutMs;
  const rule = 'delivery.timeout.ms should be equal to or larger than linger.ms + request.timeout.ms';
  if (isGiven) throw new ConfigException(rule, 'delivery.timeout.ms', { isWrapped: true });
  note({
    level: 'warn',
    sentence: `${rule}. Setting it to ${leastMs}.`,
    keys: ['delivery.timeout.ms', 'linger.ms', 'request.timeout.ms'],
  });
  return leastMs;
}
