/**
 * Whether a producer is idempotent, which no single setting says. What the user gave and contradicts it is an error; a default that
 * is contradicted gives way, silently. The rules changed with 3.0 and 4.0.
 * (source: ProducerConfig.postProcessAndValidateIdempotenceConfigs, and maybeOverrideAcksAndRetries before 3.0)
 */
import type { ClientProfile } from './client-profile.ts';
import { ConfigException } from './config-exception.ts';
import type { ConfigNote, GivenSettings } from './given.ts';
import type { ProducerConfig } from './producer-config.ts';

/** Whether it is on, and why. */
export interface Idempotence {
  readonly isOn: boolean;
  /** `transactional-id`: only 2.x turns it on for one. `disabled`: by the settings in `because`, without an error. */
  readonly reason: 'given' | 'default' | 'default-off' | 'given-off' | 'transactional-id' | 'disabled';
  readonly because: readonly string[];
}

/** More requests in flight than this and a broker could not recognise all repeated batches. */
const IN_FLIGHT_MAX = 5;
const IN_FLIGHT_KEY = 'max.in.flight.requests.per.connection';
const RETRIES_SENTENCE = 'Must set retries to non-zero when using the idempotent producer.';
const ACKS_SENTENCE =
  'Must set acks to all in order to use the idempotent producer. Otherwise we cannot guarantee idempotence.';
const TRANSACTIONS_SENTENCE = 'Cannot set a transactional.id without also enabling idempotence.';
const IN_FLIGHT_SENTENCE = `Must set ${IN_FLIGHT_KEY} to at most 5 to use the idempotent producer.`;

/** What is asked. `acks` of the values is '-1', '0' or '1'. */
interface Question {
  readonly profile: ClientProfile;
  readonly given: GivenSettings;
  readonly values: ProducerConfig;
  readonly note: (note: ConfigNote) => void;
}

/**
 * Decides it. Not for 2.x: its rule is `idempotenceBefore3`.
 * @throws {ConfigException}
 */
export function idempotenceSince3(question: Question): Idempotence {
  const { given, values, note } = question;
  const isGiven = 'enable.idempotence' in given;
  const isAsked = values['enable.idempotence'];
  const conflicts = isAsked ? conflictsSince3(question) : [];
  // Java looks in this order, and throws at once.
  const fatal = conflicts.find(({ isAlwaysAnError }) => isGiven || isAlwaysAnError);
  if (fatal !== undefined) throw new ConfigException(fatal.error, fatal.key);
  for (const { level, log, key } of conflicts) note({ level, sentence: log, keys: [key] });
  const isOn = isAsked && conflicts.length === 0;
  if (!isOn && 'transactional.id' in given)
    throw new ConfigException(TRANSACTIONS_SENTENCE, 'transactional.id');
  if (conflicts.length > 0) return { isOn, reason: 'disabled', because: conflicts.map(({ key }) => key) };
  if (isGiven) return { isOn, reason: isOn ? 'given' : 'given-off', because: ['enable.idempotence'] };
  return { isOn, reason: isOn ? 'default' : 'default-off', because: [] };
}

interface Conflict {
  readonly key: string;
  /** When idempotence was asked for. */
  readonly error: string;
  readonly isAlwaysAnError?: boolean;
  /** When it was only the default. */
  readonly log: string;
  readonly level: ConfigNote['level'];
}

function conflictsSince3({ profile, values }: Question): readonly Conflict[] {
  const conflicts: Conflict[] = [];
  if (values.retries === 0) {
    conflicts.push({
      key: 'retries',
      error: RETRIES_SENTENCE,
      log: 'Idempotence will be disabled because retries is set to 0.',
      level: 'info',
    });
  }
  if (values.acks !== '-1') {
    conflicts.push({
      key: 'acks',
      error: ACKS_SENTENCE,
      log: `Idempotence will be disabled because acks is set to ${values.acks}, not set to 'all'.`,
      level: 'info',
    });
  }
  const inFlight = values[IN_FLIGHT_KEY];
  if (inFlight > IN_FLIGHT_MAX) {
    conflicts.push({
      key: IN_FLIGHT_KEY,
      error:
        profile === '4.x'
          ? `To use the idempotent producer, ${IN_FLIGHT_KEY} must be set to at most 5. Current value is ${inFlight}.`
          : IN_FLIGHT_SENTENCE,
      isAlwaysAnError: profile === '4.x',
      log:
        `Idempotence will be disabled because ${IN_FLIGHT_KEY} is set to ${inFlight}, which is greater than 5. ` +
        'Please note that in v4.0.0 and onward, this will become an error.',
      level: 'warn',
    });
  }
  return conflicts;
}

/**
 * Decides it for 2.x, where it is off unless asked for, by itself or by a transactional.id. Nothing gives way but the default of acks.
 * @throws {ConfigException}
 */
export function idempotenceBefore3({ given, values }: Question): Idempotence {
  const isGiven = 'enable.idempotence' in given;
  const isTransactional = 'transactional.id' in given;
  const isAsked = isGiven && values['enable.idempotence'];
  if (isGiven && !isAsked && isTransactional)
    throw new ConfigException(TRANSACTIONS_SENTENCE, 'transactional.id');
  if (!isAsked && !isTransactional) {
    return { isOn: false, reason: isGiven ? 'given-off' : 'default-off', because: [] };
  }
  if (values.retries === 0) throw new ConfigException(RETRIES_SENTENCE, 'retries');
  if ('acks' in given && values.acks !== '-1') throw new ConfigException(ACKS_SENTENCE, 'acks');
  return isAsked
    ? { isOn: true, reason: 'given', because: ['enable.idempotence'] }
    : { isOn: true, reason: 'transactional-id', because: ['transactional.id'] };
}

/**
 * What 2.x looks at last, with the connections.
 * @throws {ConfigException}
 */
export function checkInFlightBefore3(values: ProducerConfig): void {
  if (values['enable.idempotence'] && values[IN_FLIGHT_KEY] > IN_FLIGHT_MAX) {
    throw new ConfigException(IN_FLIGHT_SENTENCE, IN_FLIGHT_KEY, { isWrapped: true });
  }
}
