/**
 * What `new KafkaConsumer(settings)` does before it talks to anybody, in Java's order, under either group protocol.
 * (source: ConsumerConfig, ClassicKafkaConsumer, AsyncKafkaConsumer; 2.8.2, 3.9.1 and 4.3.1)
 */

import { checkBootstrap } from './bootstrap-check.ts';
import type { ClassPath } from './class-checks.ts';
import { checkAssignors, checkInstances, hasClass } from './class-checks.ts';
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
import type { ConsumerConfig } from './consumer-config.ts';
import type { ConfigNote, GivenSettings } from './given.ts';
import { checkGroupInstanceId } from './group-instance-id.ts';
import { checkJaas, usesSasl } from './jaas.ts';
import type { ClassRole } from './known-classes.ts';
import { CONSUMER_TABLES } from './older-clients.ts';
import { checkSerdeBefore3 } from './serde-before-3.ts';

export interface ConsumerStartOptions {
  readonly profile: ClientProfile;
  readonly classPath: ClassPath;
  /** What the caller brings besides the settings: deserializers passed to the constructor; and addresses that it checks itself. */
  readonly brings: readonly ('deserializers' | 'addresses')[];
}

/** A consumer that starts. In the values `enable.auto.commit` says whether it is in effect. */
export interface StartedConsumer {
  readonly values: ConsumerConfig;
  readonly notes: readonly ConfigNote[];
}

const DESERIALIZERS = ['key.deserializer', 'value.deserializer'] as const;
const INVALID_CONFIGURATION = 'org.apache.kafka.common.errors.InvalidConfigurationException';

/** Settings that a group protocol has no use for, in Java's order. */
const NOT_FOR = {
  CLASSIC: ['group.remote.assignor', 'share.acknowledgement.mode', 'share.acquire.mode'],
  CONSUMER: [
    'partition.assignment.strategy',
    'heartbeat.interval.ms',
    'session.timeout.ms',
    'share.acknowledgement.mode',
    'share.acquire.mode',
  ],
} as const;

/** @throws {ConfigException} when it does not start. */
export function startConsumer(given: GivenSettings, options: ConsumerStartOptions): StartedConsumer {
  const { profile } = options;
  const notes: ConfigNote[] = [];
  const note = (each: ConfigNote): void => {
    notes.push(each);
  };
  if (profile !== '2.x') requireDeserializers(given, options);
  const parsed = parseConsumer(given, options, note);
  checkSaslMechanism(parsed, profile);
  noteBackoff(parsed, profile, note);
  const values = { ...parsed, ...withReconnectMax(parsed, given, profile, note) };
  if (parsed['client.id'] === '' || parsed['client.id'] === null)
    checkGroupInstanceId(parsed['group.instance.id'], profile);
  const isAutoCommit = autoCommit(values, given, profile);
  if (profile !== '2.x') checkProtocol(values, given, profile);
  values['enable.auto.commit'] = isAutoCommit;
  construct(values, options);
  return { values, notes };
}

function requireDeserializers(given: GivenSettings, { brings }: ConsumerStartOptions): void {
  if (brings.includes('deserializers')) return;
  for (const key of DESERIALIZERS) {
    if ((given[key] ?? null) === null) throw ConfigException.invalidValue(key, null, 'must be non-null.');
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function parseConsumer(
  given: GivenSettings,
  { profile, brings, classPath }: ConsumerStartOptions,
  note: (note: ConfigNote) => void,
): Mutable<ConsumerConfig> {
  const table = { ...CONSUMER_TABLES[profile] };
  for (const key of DESERIALIZERS) {
    if (brings.includes('deserializers')) table[key] = { ...table[key], isRequired: false } as never;
  }
  return parseConfig(table, given, {
    isStrict: !brings.includes('addresses'),
    hasClass: hasClass(profile, classPath),
    warn: (sentence, key) => note({ level: 'warn', sentence, keys: [key] }),
  });
}

/** Without a group there is nowhere to commit to. 2.x sees that in the constructor. */
function autoCommit(values: ConsumerConfig, given: GivenSettings, profile: ClientProfile): boolean {
  const isAsked = values['enable.auto.commit'];
  if (values['group.id'] !== null) return isAsked;
  if (!('enable.auto.commit' in given) || !isAsked) return false;
  throw new ConfigException(
    'enable.auto.commit cannot be set to true when default group id (null) is used.',
    'enable.auto.commit',
    { javaClass: INVALID_CONFIGURATION, isWrapped: profile === '2.x' },
  );
}

/** Settings of the other protocol are refused. 3.x looks at the assignor of the coordinator only. */
function checkProtocol(values: ConsumerConfig, given: GivenSettings, profile: ClientProfile): void {
  const protocol = values['group.protocol'].toUpperCase() as keyof typeof NOT_FOR;
  const keys = NOT_FOR[protocol].filter((key) => (given[key] ?? '').trim() !== '');
  const wrong = profile === '4.x' ? keys : keys.filter((key) => key === 'group.remote.assignor');
  const [first] = wrong;
  if (first === undefined) return;
  throw new ConfigException(`${wrong.join(', ')} cannot be set when group.protocol=${protocol}`, first);
}

const INTERCEPTORS: readonly (readonly [key: keyof ConsumerConfig, role: ClassRole])[] = [
  ['metric.reporters', 'org.apache.kafka.common.metrics.MetricsReporter'],
  ['interceptor.classes', 'org.apache.kafka.clients.consumer.ConsumerInterceptor'],
  ['key.deserializer', 'org.apache.kafka.common.serialization.Deserializer'],
  ['value.deserializer', 'org.apache.kafka.common.serialization.Deserializer'],
];

function construct(values: ConsumerConfig, { profile, classPath, brings }: ConsumerStartOptions): void {
  const isClassic = profile === '2.x' || values['group.protocol'].toUpperCase() === 'CLASSIC';
  if (isClassic && profile === '4.x') requireGroupName(values);
  checkGroupInstanceId(values['group.instance.id'], profile, { isWrapped: true });
  for (const [key, role] of INTERCEPTORS) {
    if (!brings.includes('deserializers')) checkSerdeBefore3(key, values, 'Deserializer');
    const names = values[key] as string | readonly string[] | null;
    try {
      checkInstances({ key, names, role, profile, classPath });
    } catch (error) {
      throw key === 'metric.reporters' && profile === '3.x' ? reportersOf3('by-delegate') : error;
    }
  }
  if (!brings.includes('addresses')) checkBootstrap(values['bootstrap.servers'], profile);
  if (profile === '2.x') checkSecurityProtocolBefore3(values);
  const jaas = values['sasl.jaas.config'];
  if (jaas !== null && usesSasl(values)) checkJaas(jaas, profile);
  if (!isClassic) {
    // What follows is for the coordinator to decide.
    requireGroupName(values);
    return;
  }
  checkAssignors({ names: values['partition.assignment.strategy'], profile, classPath });
  const { 'heartbeat.interval.ms': heartbeatMs, 'session.timeout.ms': sessionMs } = values;
  if (values['group.id'] === null || heartbeatMs < sessionMs) return;
  throw new ConfigException('Heartbeat must be set lower than the session timeout', 'heartbeat.interval.ms', {
    javaClass: 'java.lang.IllegalArgumentException',
    isWrapped: true,
  });
}

/** The classic consumer came to ask for it with 4.0. */
function requireGroupName(values: ConsumerConfig): void {
  if (values['group.id'] !== '') return;
  throw new ConfigException(
    'The configured group.id should not be an empty string or whitespace.',
    'group.id',
    { javaClass: 'org.apache.kafka.common.errors.InvalidGroupIdException', isWrapped: true },
  );
}
