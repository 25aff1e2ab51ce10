/** What is looked at differently in the settings of producers and of consumers. */
import type { ClientProfile } from './client-profile.ts';
import type { ConfigTable } from './config-def.ts';
import type { ConfigFinding, Entries } from './config-findings.ts';
import { findInProducer } from './config-findings.ts';
import { findInConsumer } from './consumer-findings.ts';
import type { StartedConsumer } from './consumer-start.ts';
import { startConsumer } from './consumer-start.ts';
import type { ConfigNote, GivenSettings } from './given.ts';
import type { Idempotence } from './idempotence.ts';
import { CONSUMER_TABLES, PRODUCER_TABLES } from './older-clients.ts';
import { clientIdOf, startProducer } from './producer-start.ts';
import { USED_CONSUMER_KEYS, USED_PRODUCER_KEYS } from './used-keys.ts';

/** A client whose settings can be examined. */
export type ExaminedClientName = 'producer' | 'consumer';

/** A client that starts with the settings. */
export interface StartedClient {
  readonly values: { readonly [key: string]: unknown };
  readonly notes: readonly ConfigNote[];
  /** Null for a consumer. */
  readonly idempotence: Idempotence | null;
  /** What `client.id` comes to; `given` is what was given for it. */
  readonly clientId: (given: string | undefined) => string;
  readonly findings: (profile: ClientProfile, entries: Entries) => readonly ConfigFinding[];
}

export interface ExaminedClient {
  readonly name: ExaminedClientName;
  readonly tables: { readonly [P in ClientProfile]: ConfigTable };
  /** Settings upon which this project's own client acts. */
  readonly usedKeys: ReadonlySet<string>;
  /** Classes that may be passed to the constructor instead. */
  readonly serializers: readonly string[];
  /** Classes that Kafka does not bring are taken to be there. @throws {ConfigException} */
  readonly start: (given: GivenSettings, profile: ClientProfile) => StartedClient;
}

export const EXAMINED_CLIENTS: { readonly [N in ExaminedClientName]: ExaminedClient } = {
  producer: {
    name: 'producer',
    tables: PRODUCER_TABLES,
    usedKeys: USED_PRODUCER_KEYS,
    serializers: ['key.serializer', 'value.serializer'],
    start(given, profile) {
      const started = startProducer(given, { profile, classPath: 'any', brings: ['serializers'] });
      const { values, notes, idempotence } = started;
      return {
        values,
        notes,
        idempotence,
        clientId: (id) => clientIdOf(id === undefined ? {} : { 'client.id': id }, values, 1),
        findings: (release, entries) => findInProducer(started, release, entries),
      };
    },
  },
  consumer: {
    name: 'consumer',
    tables: CONSUMER_TABLES,
    usedKeys: USED_CONSUMER_KEYS,
    serializers: ['key.deserializer', 'value.deserializer'],
    start(given, profile) {
      const { values, notes } = startConsumer(given, {
        profile,
        classPath: 'any',
        brings: ['deserializers'],
      });
      return {
        values,
        notes,
        idempotence: null,
        clientId: (id) => id || consumerId(values),
        findings: (release, entries) => findInConsumer(values, release, entries),
      };
    },
  },
};

/** Java numbers the consumers of a process; a static member is called by its instance id. */
function consumerId({ 'group.id': group, 'group.instance.id': instance }: StartedConsumer['values']): string {
  return `consumer-${group ?? 'null'}-${instance ?? 1}`;
}
