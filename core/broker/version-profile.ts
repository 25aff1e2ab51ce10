/**
 * What a broker of an older release would say of itself: the newest version of each API, the features, and the defaults and limits
 * that have changed since.
 *
 *   2.x  Kafka 2.8: no transaction verification, no features, producer ids kept for 7 days, clocks not compared
 *   3.x  Kafka 3.9: transactions are verified (KIP-890 part 1), clocks not compared
 *   4.x  Kafka 4.3
 *
 * Only the newest versions are cut: the oldest stay those of Kafka 4, because a version that was dropped since (KIP-896) is not in
 * the protocol table. Error codes follow the versions, as they do in Kafka: who is not offered InitProducerId v4 never sees
 * PRODUCER_FENCED there. (source: the message definitions of the releases, KIP-890, KIP-1030)
 */
import { BROKER_CONFIG } from '#core/config/broker-config.ts';
import type { ConfigTable } from '#core/config/config-def.ts';
import { messageFormatSettings } from '#core/config/message-format.ts';
import { TOPIC_CONFIG } from '#core/config/topic-config.ts';
import type { Feature, FeatureSet } from './finalized-features.ts';

export type ProfileName = '2.x' | '3.x' | '4.x';

export interface VersionProfile extends FeatureSet {
  /** Newest version by API key; what is missing did not exist. Undefined: all that this broker serves. */
  readonly newest: { readonly [apiKey: number]: number } | undefined;
  readonly brokerConfig: ConfigTable;
  readonly topicConfig: ConfigTable;
}

/** Kafka 2.8, on ZooKeeper as most were. */
const NEWEST_2_8: { readonly [apiKey: number]: number } = {
  0: 9,
  1: 12,
  2: 6,
  3: 11,
  8: 8,
  9: 7,
  10: 3,
  11: 7,
  12: 4,
  13: 4,
  14: 5,
  15: 5,
  16: 4,
  17: 1,
  18: 3,
  19: 7,
  20: 6,
  21: 2,
  22: 4,
  23: 4,
  24: 3,
  25: 3,
  26: 3,
  27: 1,
  28: 3,
  29: 2,
  30: 2,
  31: 2,
  32: 4,
  33: 2,
  35: 2,
  36: 2,
  37: 3,
  42: 2,
  43: 2,
  44: 1,
  45: 0,
  46: 0,
  47: 0,
  48: 1,
  49: 1,
  50: 0,
  57: 0,
  60: 0,
  61: 0,
};

/** Kafka 3.9. The consumer group protocol (68, 69) had to be switched on there, and is left out. */
const NEWEST_3_9: { readonly [apiKey: number]: number } = {
  ...NEWEST_2_8,
  0: 11,
  1: 17,
  2: 9,
  3: 12,
  8: 9,
  9: 9,
  10: 6,
  11: 9,
  13: 5,
  16: 5,
  18: 4,
  22: 5,
  24: 5,
  25: 4,
  26: 4,
  28: 4,
  29: 3,
  30: 3,
  31: 3,
  35: 4,
  57: 1,
  60: 1,
  65: 0,
  66: 1,
  71: 0,
  72: 0,
  74: 0,
  75: 0,
};

/** The level that `metadata.version` names 4.3-IV0. */
const METADATA_4_3 = 30;
/** 3.9-IV0. */
const METADATA_3_9 = 21;

const LONG_MAX = '9223372036854775807';
/** Least size of a segment before KIP-1030: one batch header. */
const SEGMENT_BYTES_MIN_BEFORE_4 = 14;

type RowChange = { readonly default?: string; readonly min?: number };

/**
 * Before KIP-1030: small segments are allowed, and a record may lie in the future. Settings of message formats that KIP-724 took away
 * are there.
 */
function topicBefore4(newestFormat: string): ConfigTable {
  const table = changed(TOPIC_CONFIG, {
    'message.timestamp.after.max.ms': { default: LONG_MAX },
    'segment.bytes': { min: SEGMENT_BYTES_MIN_BEFORE_4 },
  });
  const rows = Object.entries({ ...table, ...messageFormatSettings(newestFormat) });
  return Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1)));
}
const BROKER_3_9 = changed(BROKER_CONFIG, {
  'log.message.timestamp.after.max.ms': { default: LONG_MAX },
  'log.segment.bytes': { min: SEGMENT_BYTES_MIN_BEFORE_4 },
});
/** Before KIP-854 a producer id was forgotten when its transactional id would be; before KIP-890 nobody asked the coordinator. */
const BROKER_2_8 = changed(BROKER_3_9, {
  'producer.id.expiration.ms': { default: '604800000' },
  'transaction.partition.verification.enable': { default: 'false' },
});

/** The profiles by name. */
export const VERSION_PROFILES: { readonly [name in ProfileName]: VersionProfile } = {
  '2.x': {
    transactionVersionMax: 0,
    newest: NEWEST_2_8,
    features: [],
    brokerConfig: BROKER_2_8,
    topicConfig: topicBefore4('2.8-IV1'),
  },
  '3.x': {
    transactionVersionMax: 0,
    newest: NEWEST_3_9,
    features: [feature('kraft.version', 0, 1, 0), feature('metadata.version', 1, METADATA_3_9)],
    brokerConfig: BROKER_3_9,
    topicConfig: topicBefore4('3.0-IV1'),
  },
  '4.x': {
    transactionVersionMax: 2,
    newest: undefined,
    features: [
      feature('eligible.leader.replicas.version', 0, 1),
      feature('group.version', 0, 1),
      feature('kraft.version', 0, 1, 0),
      feature('metadata.version', 7, METADATA_4_3),
      feature('transaction.version', 0, 2),
    ],
    brokerConfig: BROKER_CONFIG,
    topicConfig: TOPIC_CONFIG,
  },
};

/** Whether a profile has this name. */
export function isProfileName(text: string): text is ProfileName {
  return Object.hasOwn(VERSION_PROFILES, text);
}

function feature(name: string, minVersion: number, maxVersion: number, level = maxVersion): Feature {
  return { name, minVersion, maxVersion, level };
}

/** The table with other defaults or limits for some of its keys. */
function changed(table: ConfigTable, changes: { readonly [key: string]: RowChange }): ConfigTable {
  const rows = Object.entries(table).map(([key, row]) => [key, { ...row, ...changes[key] }] as const);
  return Object.fromEntries(rows);
}
