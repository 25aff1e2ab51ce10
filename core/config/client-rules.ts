/** Rules over several settings, and stumbles, that all clients have. (source: CommonClientConfigs) */
import type { ClientProfile } from './client-profile.ts';
import { ConfigException } from './config-exception.ts';
import type { ConfigNote, GivenSettings } from './given.ts';

type Note = (note: ConfigNote) => void;

interface Pauses {
  readonly 'reconnect.backoff.ms': number;
  readonly 'retry.backoff.ms': number;
  readonly 'retry.backoff.max.ms': number;
  readonly 'socket.connection.setup.timeout.ms': number;
  readonly 'socket.connection.setup.timeout.max.ms': number;
}

/** Who gives only the first pause before reconnecting means a fixed one. */
export function withReconnectMax(
  values: Pauses,
  given: GivenSettings,
  profile: ClientProfile,
  note: Note,
): { readonly 'reconnect.backoff.max.ms'?: number } {
  if (!('reconnect.backoff.ms' in given) || 'reconnect.backoff.max.ms' in given) return {};
  // 2.x says so only to those who debug.
  if (profile !== '2.x') {
    note({
      level: 'warn',
      sentence:
        'Disabling exponential reconnect backoff because reconnect.backoff.ms is set, but reconnect.backoff.max.ms is not.',
      keys: ['reconnect.backoff.ms', 'reconnect.backoff.max.ms'],
    });
  }
  return { 'reconnect.backoff.max.ms': values['reconnect.backoff.ms'] };
}

/** Says where a pause or a time that should grow begins above its end. */
export function noteBackoff(values: Pauses, profile: ClientProfile, note: Note): void {
  if (profile === '2.x') return;
  const compare = (first: keyof Pauses, max: keyof Pauses, what: string): void => {
    if (values[first] <= values[max]) return;
    note({
      level: 'warn',
      sentence:
        `Configuration '${first}' with value '${values[first]}' is greater than configuration '${max}' with value ` +
        `'${values[max]}'. A static ${what} with value '${values[max]}' will be applied.`,
      keys: [first, max],
    });
  };
  compare('retry.backoff.ms', 'retry.backoff.max.ms', 'backoff');
  compare(
    'socket.connection.setup.timeout.ms',
    'socket.connection.setup.timeout.max.ms',
    'connection setup timeout',
  );
}

/**
 * Who asks for SASL must say how.
 * @throws {ConfigException}
 */
export function checkSaslMechanism(
  values: { readonly 'security.protocol': string; readonly 'sasl.mechanism': string | null },
  profile: ClientProfile,
): void {
  if (profile === '2.x' || !values['security.protocol'].toUpperCase().startsWith('SASL')) return;
  if (values['sasl.mechanism'] !== '' && values['sasl.mechanism'] !== null) return;
  throw ConfigException.invalidValue(
    'sasl.mechanism',
    null,
    'When the security.protocol configuration enables SASL, mechanism must be non-null and non-empty string.',
  );
}

const SECURITY_PROTOCOLS = ['PLAINTEXT', 'SSL', 'SASL_PLAINTEXT', 'SASL_SSL'];

/**
 * 2.x takes any text for a protocol, and stumbles over it when it makes its connections.
 * @throws {ConfigException} wrapped.
 */
export function checkSecurityProtocolBefore3(values: { readonly 'security.protocol': string }): void {
  const protocol = values['security.protocol'].toUpperCase();
  if (SECURITY_PROTOCOLS.includes(protocol)) return;
  const sentence = `No enum constant org.apache.kafka.common.security.auth.SecurityProtocol.${protocol}`;
  throw new ConfigException(sentence, 'security.protocol', {
    javaClass: 'java.lang.IllegalArgumentException',
    isWrapped: true,
  });
}

/** 3.9.1 closes what it has made so far, and stumbles over what it has not made yet. */
export function reportersOf3(isWrapped: false | 'by-delegate'): ConfigException {
  return new ConfigException(
    'Cannot invoke "java.util.Optional.ifPresent(java.util.function.Consumer)" because "this.clientTelemetryReporter" is null',
    'metric.reporters',
    { javaClass: 'java.lang.NullPointerException', isWrapped },
  );
}
