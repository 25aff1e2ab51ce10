/**
 * Rules over several keys at once, in Java's words.
 *
 * A value that the user gave and that contradicts another is an error; a default that does is changed, and the change is told.
 * (source: ProducerConfig.postProcessAndValidateIdempotenceConfigs, KafkaProducer.configureDeliveryTimeout,
 * CommonClientConfigs.postProcessReconnectBackoffConfigs, ConsumerConfig.maybeOverrideEnableAutoCommit)
 */

import type { ConfigTable, ConfigValues } from './config-def.ts';
import { parseConfig } from './config-def.ts';
import { ConfigException } from './config-exception.ts';
import type { ConsumerConfig } from './consumer-config.ts';
import { CONSUMER_CONFIG } from './consumer-config.ts';
import type { ProducerConfig } from './producer-config.ts';
import { PRODUCER_CONFIG } from './producer-config.ts';

/** Settings as a person gives them: text by dotted key. */
export type GivenConfig = { readonly [key: string]: string };

/** A checked configuration. */
export interface CheckedConfig<C> {
  /** The values in effect. */
  readonly values: C;
  /** What was changed silently, one sentence each: Java writes these to its log. */
  readonly notes: readonly string[];
}

/** More requests in flight than this and a broker could not recognise all repeated batches. */
const IN_FLIGHT_MAX_FOR_IDEMPOTENCE = 5;

/**
 * Parses and checks the settings of a producer. In the result `acks` is '-1', '0' or '1', and `enable.idempotence` says
 * whether it is in effect.
 * @throws {ConfigException}
 */
export function readProducerConfig(given: GivenConfig): CheckedConfig<ProducerConfig> {
  const parsed = readClientConfig(PRODUCER_CONFIG, given);
  const notes = [...parsed.notes];
  const values = parsed.values;
  const acks = values.acks === 'all' ? '-1' : values.acks;
  const isIdempotent = effectiveIdempotence(values, acks, 'enable.idempotence' in given, notes);
  checkTransactionalId(values['transactional.id'], isIdempotent);
  return {
    notes,
    values: {
      ...values,
      acks,
      'enable.idempotence': isIdempotent,
      'delivery.timeout.ms': effectiveDeliveryTimeoutMs(values, 'delivery.timeout.ms' in given, notes),
    },
  };
}

function effectiveIdempotence(
  values: ProducerConfig,
  acks: string,
  isExplicit: boolean,
  notes: string[],
): boolean {
  if (!values['enable.idempotence']) return false;
  let isEffective = true;
  if (values.retries === 0) {
    if (isExplicit) {
      throw new ConfigException(
        'Must set retries to non-zero when using the idempotent producer.',
        'retries',
      );
    }
    notes.push('Idempotence will be disabled because retries is set to 0.');
    isEffective = false;
  }
  if (acks !== '-1') {
    if (isExplicit) {
      throw new ConfigException(
        'Must set acks to all in order to use the idempotent producer. Otherwise we cannot guarantee idempotence.',
        'acks',
      );
    }
    notes.push(`Idempotence will be disabled because acks is set to ${acks}, not set to 'all'.`);
    isEffective = false;
  }
  const inFlightMax = values['max.in.flight.requests.per.connection'];
  if (inFlightMax > IN_FLIGHT_MAX_FOR_IDEMPOTENCE) {
    throw new ConfigException(
      'To use the idempotent producer, max.in.flight.requests.per.connection must be set to at most ' +
        `${IN_FLIGHT_MAX_FOR_IDEMPOTENCE}. Current value is ${inFlightMax}.`,
      'max.in.flight.requests.per.connection',
    );
  }
  return isEffective;
}

function checkTransactionalId(transactionalId: string | null, isIdempotent: boolean): void {
  if (transactionalId === null) return;
  if (transactionalId === '') {
    throw ConfigException.invalidValue('transactional.id', '', 'String must be non-empty');
  }
  if (!isIdempotent) {
    throw new ConfigException(
      'Cannot set a transactional.id without also enabling idempotence.',
      'transactional.id',
    );
  }
}

function effectiveDeliveryTimeoutMs(values: ProducerConfig, isExplicit: boolean, notes: string[]): number {
  const timeoutMs = values['delivery.timeout.ms'];
  const leastMs = values['linger.ms'] + values['request.timeout.ms'];
  if (timeoutMs >= leastMs) return timeoutMs;
  if (isExplicit) {
    throw new ConfigException(
      'delivery.timeout.ms should be equal to or larger than linger.ms + request.timeout.ms',
      'delivery.timeout.ms',
    );
  }
  notes.push(
    'delivery.timeout.ms should be equal to or larger than linger.ms + request.timeout.ms. ' +
      `Setting it to ${leastMs}.`,
  );
  return leastMs;
}

/**
 * Parses and checks the settings of a consumer. In the result `enable.auto.commit` says whether it is in effect.
 * @throws {ConfigException}
 */
export function readConsumerConfig(given: GivenConfig): CheckedConfig<ConsumerConfig> {
  const { values, notes } = readClientConfig(CONSUMER_CONFIG, given);
  if (values['heartbeat.interval.ms'] >= values['session.timeout.ms']) {
    throw new ConfigException(
      'Heartbeat must be set lower than the session timeout',
      'heartbeat.interval.ms',
    );
  }
  if (values['group.id'] !== null) return { values, notes };
  if (given['enable.auto.commit'] !== undefined && values['enable.auto.commit']) {
    throw new ConfigException(
      'enable.auto.commit cannot be set to true when default group id (null) is used.',
      'enable.auto.commit',
    );
  }
  return { values: { ...values, 'enable.auto.commit': false }, notes };
}

/**
 * Parses the settings of any client and makes the pauses between retries agree.
 * @throws {ConfigException}
 */
export function readClientConfig<T extends ConfigTable>(
  table: T,
  given: GivenConfig,
): CheckedConfig<ConfigValues<T>> {
  const notes: string[] = [];
  const adjusted: { [key: string]: string } = { ...given };
  // Who gives only the first pause means a fixed one.
  if ('reconnect.backoff.ms' in given && !('reconnect.backoff.max.ms' in given)) {
    adjusted['reconnect.backoff.max.ms'] = given['reconnect.backoff.ms'] as string;
  }
  const values = parseConfig(table, adjusted) as ConfigValues<T> & { readonly [key: string]: unknown };
  const firstMs = values['retry.backoff.ms'] as number;
  const maxMs = values['retry.backoff.max.ms'] as number;
  if (firstMs > maxMs) {
    notes.push(
      `retry.backoff.ms is ${firstMs}, greater than retry.backoff.max.ms, ${maxMs}. ` +
        `A static backoff of ${maxMs} ms will be used.`,
    );
  }
  return { values, notes };
}
