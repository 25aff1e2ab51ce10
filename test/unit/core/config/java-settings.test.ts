import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CLIENT_PROFILES, RELEASE_OF } from '#core/config/client-profile.ts';
import { ConfigException } from '#core/config/config-exception.ts';
import { startConsumer } from '#core/config/consumer-start.ts';
import type { GivenSettings } from '#core/config/given.ts';
import { javaRefusal } from '#core/config/java-refusal.ts';
import { clientIdOf, startProducer } from '#core/config/producer-start.ts';

interface Recorded {
  readonly given: GivenSettings;
  readonly outcome: object;
}

/** What our rules make of a configuration, in the form in which Java's outcome was recorded. */
function outcomeOf(given: GivenSettings, profile: (typeof CLIENT_PROFILES)[number]): object {
  try {
    const { values } = startProducer(given, { profile, classPath: 'kafka', brings: [] });
    return {
      idempotence: String(values['enable.idempotence']),
      acks: values.acks,
      retries: String(values.retries),
      inFlight: String(values['max.in.flight.requests.per.connection']),
      clientId: clientIdOf(given, values, 1).replace(/^producer-1$/, 'producer-#'),
      deliveryTimeoutMs: String(values['delivery.timeout.ms']),
    };
  } catch (error) {
    if (!(error instanceof ConfigException)) throw error;
    const { cause, root, ...refused } = javaRefusal(error, 'producer');
    return { refused, cause, ...(root === undefined ? {} : { root }) };
  }
}

function consumerOutcomeOf(given: GivenSettings, profile: (typeof CLIENT_PROFILES)[number]): object {
  try {
    startConsumer(given, { profile, classPath: 'kafka', brings: [] });
    return { started: true };
  } catch (error) {
    if (!(error instanceof ConfigException)) throw error;
    const { cause, root, ...refused } = javaRefusal(error, 'consumer');
    return { refused, cause, ...(root === undefined ? {} : { root }) };
  }
}

/** What is behind the cause, such as a ClassNotFoundException, is compared where we say it. */
function isSame(ours: object, java: object): boolean {
  const { root, ...rest } = java as { readonly root?: object };
  return JSON.stringify(ours) === JSON.stringify('root' in ours ? { ...rest, root } : rest);
}

describe.each(CLIENT_PROFILES)('the settings of consumers %s', (profile) => {
  test.each([
    ['', 'producer-parity/consumers'],
    [' of either group protocol', 'consumer-parity/protocols'],
  ])('are accepted and refused as by Java, in its words, in 300 configurations%s', (_which, name) => {
    const path = `test/fixtures/${name}-${RELEASE_OF[profile]}.json`;
    const recorded = JSON.parse(fs.readFileSync(path, 'utf8')) as readonly Recorded[];
    expect(recorded).toHaveLength(300);
    const differing = recorded.flatMap(({ given, outcome }) => {
      const ours = consumerOutcomeOf(given, profile);
      return isSame(ours, outcome) ? [] : [{ given, ours, java: outcome }];
    });
    expect(differing).toEqual([]);
  });
});

/** 2.8.2 tries these, and finds that the machine has nothing for them to log in with. */
const TRIED_BEFORE_3 = /(?:Jndi|Ldap)LoginModule/;

const JAAS_READERS = [
  { client: 'producers', file: 'jaas', outcome: outcomeOf },
  { client: 'consumers', file: 'consumer-jaas', outcome: consumerOutcomeOf },
];
const JAAS_CASES = CLIENT_PROFILES.flatMap((profile) =>
  JAAS_READERS.map((reader) => ({ ...reader, profile })),
);

describe.each(JAAS_CASES)(
  'the JAAS configurations of $client $profile',
  ({ file, profile, outcome: ours }) => {
    const path = `test/fixtures/producer-parity/${file}-${RELEASE_OF[profile]}.json`;
    const recorded = (JSON.parse(fs.readFileSync(path, 'utf8')) as readonly Recorded[]).filter(
      ({ given }) => profile !== '2.x' || !TRIED_BEFORE_3.test(String(given['sasl.jaas.config'])),
    );

    test('are read and refused as by Java, in its words', () => {
      expect(recorded.length).toBeGreaterThan(35);
      const differing = recorded.flatMap(({ given, outcome }) => {
        const our = ours(given, profile);
        return isSame(our, outcome) ? [] : [{ given, ours: our, java: outcome }];
      });
      expect(differing).toEqual([]);
    });
  },
);

describe.each(CLIENT_PROFILES)('the settings of producers %s', (profile) => {
  const path = `test/fixtures/producer-parity/settings-${RELEASE_OF[profile]}.json`;
  const recorded = JSON.parse(fs.readFileSync(path, 'utf8')) as readonly Recorded[];

  test('are accepted and refused as by Java, in its words, in 300 configurations', () => {
    expect(recorded).toHaveLength(300);
    const differing = recorded.flatMap(({ given, outcome }) => {
      const ours = outcomeOf(given, profile);
      return isSame(ours, outcome) ? [] : [{ given, ours, java: outcome }];
    });
    expect(differing).toEqual([]);
  });
});
