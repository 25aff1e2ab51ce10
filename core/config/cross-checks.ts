/**
 * The settings of this project's own clients: parsed, and checked by the rules over several keys at once, in Java's words.
 *
 * A value that the user gave and that contradicts another is an error; a default that does is changed, and the change is told.
 * (source: ProducerConfig, KafkaProducer, ConsumerConfig, CommonClientConfigs)
 */
import type { ClientProfile } from './client-profile.ts';
import { noteBackoff, withReconnectMax } from './client-rules.ts';
import type { ConfigTable, ConfigValues } from './config-def.ts';
import { parseConfig } from './config-def.ts';
import type { ConsumerConfig } from './consumer-config.ts';
import { startConsumer } from './consumer-start.ts';
import type { CheckedConfig, ConfigNote, GivenConfig } from './given.ts';
import type { ProducerConfig } from './producer-config.ts';
import { startProducer } from './producer-start.ts';

export type { CheckedConfig, GivenConfig } from './given.ts';

/** Partitioners that may be named without their package. */
const PARTITIONERS: { readonly [name: string]: string } = {
  RoundRobinPartitioner: 'org.apache.kafka.clients.producer.RoundRobinPartitioner',
  UniformStickyPartitioner: 'org.apache.kafka.clients.producer.UniformStickyPartitioner',
  DefaultPartitioner: 'org.apache.kafka.clients.producer.internals.DefaultPartitioner',
};

/**
 * Parses and checks the settings of a producer that behaves like a generation of the Java client. In the result `acks` is '-1', '0' or
 * '1', and `enable.idempotence` says whether it is in effect.
 * @throws {ConfigException}
 */
export function readProducerConfig(
  given: GivenConfig,
  profile: ClientProfile = '4.x',
): CheckedConfig<ProducerConfig> {
  const partitioner = PARTITIONERS[given['partitioner.class'] ?? ''];
  const { values, notes } = startProducer(
    partitioner === undefined ? given : { ...given, 'partitioner.class': partitioner },
    { profile, classPath: 'kafka', brings: ['serializers', 'addresses'] },
  );
  return { values, notes: notes.map(({ sentence }) => sentence) };
}

/**
 * Parses and checks the settings of a consumer. In the result `enable.auto.commit` says whether it is in effect.
 * @throws {ConfigException}
 */
export function readConsumerConfig(
  given: GivenConfig,
  profile: ClientProfile = '4.x',
): CheckedConfig<ConsumerConfig> {
  const { values, notes } = startConsumer(given, {
    profile,
    classPath: 'kafka',
    brings: ['deserializers', 'addresses'],
  });
  return { values, notes: notes.map(({ sentence }) => sentence) };
}

/**
 * Parses the settings of any client and makes the pauses between retries agree.
 * @throws {ConfigException}
 */
export function readClientConfig<T extends ConfigTable>(
  table: T,
  given: GivenConfig,
  profile: ClientProfile = '4.x',
): CheckedConfig<ConfigValues<T>> {
  const notes: ConfigNote[] = [];
  const note = (each: ConfigNote): void => {
    notes.push(each);
  };
  const values = parseConfig(table, given, {
    warn: (sentence, key) => note({ level: 'warn', sentence, keys: [key] }),
  });
  const pauses = values as unknown as Parameters<typeof withReconnectMax>[0];
  noteBackoff(pauses, profile, note);
  const changed = withReconnectMax(pauses, given, profile, note);
  return { values: { ...values, ...changed }, notes: notes.map(({ sentence }) => sentence) };
}
