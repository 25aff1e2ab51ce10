/**
 * The settings a single group may have of its own, with the defaults and limits of Kafka 4.3. Those of share groups and of groups of
 * the streams protocol are checked and kept as Kafka does, though there are no such groups here. (source: GroupConfig)
 */
import type { BrokerConfig } from './broker-config.ts';
import type { ConfigValues } from './config-def.ts';
import { defineConfig, parseConfig } from './config-def.ts';
import { ConfigException } from './config-exception.ts';

/** In the order in which Kafka checks them. */
export const GROUP_CONFIG = defineConfig({
  'consumer.session.timeout.ms': {
    type: 'int',
    default: '45000',
    min: 1,
    about: 'How long a member of the consumer group may be silent.',
  },
  'consumer.heartbeat.interval.ms': {
    type: 'int',
    default: '5000',
    min: 1,
    about: 'How often members of the consumer group are to send a heartbeat.',
  },
  'consumer.assignment.interval.ms': {
    type: 'int',
    default: '1000',
    min: 0,
    about: 'Least time between two runs of the assignor for the consumer group.',
  },
  'share.session.timeout.ms': {
    type: 'int',
    default: '45000',
    min: 1,
    about: 'How long a member of the share group may be silent.',
  },
  'share.heartbeat.interval.ms': {
    type: 'int',
    default: '5000',
    min: 1,
    about: 'How often members of the share group are to send a heartbeat.',
  },
  'share.record.lock.duration.ms': {
    type: 'int',
    default: '30000',
    min: 1000,
    about: 'How long a member of the share group may keep a record for itself.',
  },
  'share.delivery.count.limit': {
    type: 'int',
    default: '5',
    min: 2,
    about: 'How often a record is given to the share group before it is given up.',
  },
  'share.partition.max.record.locks': {
    type: 'int',
    default: '2000',
    min: 100,
    about: 'Most records of a partition that the share group may hold at a time.',
  },
  'share.auto.offset.reset': {
    type: 'string',
    default: 'latest',
    about: 'Where the share group begins to read: earliest, latest or by_duration:DURATION ago.',
  },
  'share.isolation.level': {
    type: 'string',
    default: 'read_uncommitted',
    oneOf: ['read_committed', 'read_uncommitted'],
    about: 'Whether the share group sees records of open and aborted transactions.',
  },
  'share.renew.acknowledge.enable': {
    type: 'boolean',
    default: 'true',
    about: 'Whether members of the share group may prolong the time they keep a record.',
  },
  'share.assignment.interval.ms': {
    type: 'int',
    default: '1000',
    min: 0,
    about: 'Least time between two runs of the assignor for the share group.',
  },
  'streams.session.timeout.ms': {
    type: 'int',
    default: '45000',
    min: 1,
    about: 'How long a member of the streams group may be silent.',
  },
  'streams.heartbeat.interval.ms': {
    type: 'int',
    default: '5000',
    min: 1,
    about: 'How often members of the streams group are to send a heartbeat.',
  },
  'streams.num.standby.replicas': {
    type: 'int',
    default: '0',
    min: 0,
    about: 'Standby replicas of each task of the streams group.',
  },
  'streams.initial.rebalance.delay.ms': {
    type: 'int',
    default: '3000',
    min: 0,
    about: 'How long the first rebalance of an empty streams group waits for more members.',
  },
  'streams.assignment.interval.ms': {
    type: 'int',
    default: '1000',
    min: 0,
    about: 'Least time between two runs of the assignor for the streams group.',
  },
});
export type GroupConfig = ConfigValues<typeof GROUP_CONFIG>;

/** Settings of one group, as text. */
export type GroupOverrides = { readonly [key: string]: string };

type GroupKey = keyof GroupConfig;

/** These have no setting of the broker behind them. */
const WITHOUT_SYNONYM: readonly string[] = [
  'share.auto.offset.reset',
  'share.isolation.level',
  'share.renew.acknowledge.enable',
];

/** The broker's setting that counts for groups which have none of their own; else the setting itself. */
export function groupSynonym(key: string): string {
  return WITHOUT_SYNONYM.includes(key) ? key : `group.${key}`;
}

/** A setting and the broker's limits for it. */
interface Limited {
  readonly key: GroupKey;
  readonly min?: string;
  readonly max: string;
}

/** In the order in which Kafka looks at them. */
const LIMITED: readonly Limited[] = [
  limited('consumer', 'heartbeat.interval.ms'),
  limited('consumer', 'session.timeout.ms'),
  limited('consumer', 'assignment.interval.ms'),
  limited('share', 'heartbeat.interval.ms'),
  limited('share', 'session.timeout.ms'),
  limited('share', 'record.lock.duration.ms'),
  limited('share', 'delivery.count.limit'),
  limited('share', 'partition.max.record.locks'),
  limited('share', 'assignment.interval.ms'),
  limited('streams', 'heartbeat.interval.ms'),
  limited('streams', 'session.timeout.ms'),
  { key: 'streams.num.standby.replicas', max: 'group.streams.max.standby.replicas' },
  limited('streams', 'assignment.interval.ms'),
];

/** Kafka's default limits for what this broker has no settings for. */
const FIXED_LIMITS: { readonly [key: string]: number } = {
  'group.share.min.heartbeat.interval.ms': 5000,
  'group.share.max.heartbeat.interval.ms': 15_000,
  'group.share.min.session.timeout.ms': 45_000,
  'group.share.max.session.timeout.ms': 60_000,
  'group.share.min.record.lock.duration.ms': 15_000,
  'group.share.max.record.lock.duration.ms': 60_000,
  'group.share.min.delivery.count.limit': 2,
  'group.share.max.delivery.count.limit': 10,
  'group.share.min.partition.max.record.locks': 100,
  'group.share.max.partition.max.record.locks': 4000,
  'group.share.min.assignment.interval.ms': 0,
  'group.share.max.assignment.interval.ms': 15_000,
  'group.streams.min.heartbeat.interval.ms': 5000,
  'group.streams.max.heartbeat.interval.ms': 15_000,
  'group.streams.min.session.timeout.ms': 45_000,
  'group.streams.max.session.timeout.ms': 60_000,
  'group.streams.max.standby.replicas': 2,
  'group.streams.min.assignment.interval.ms': 0,
  'group.streams.max.assignment.interval.ms': 15_000,
};

/**
 * Checks the settings of a group as a client sends them.
 * @throws {ConfigException} in Kafka's words.
 */
export function checkGroupConfig(given: GroupOverrides, broker: BrokerConfig): void {
  for (const key of Object.keys(given)) {
    if (!Object.hasOwn(GROUP_CONFIG, key)) {
      throw new ConfigException(`Unknown group config name: ${key}`, key);
    }
  }
  const values = parseConfig(GROUP_CONFIG, { ...brokerDefaults(broker), ...given });
  checkOffsetReset(values['share.auto.offset.reset']);
  for (const { key, min, max } of LIMITED) {
    const value = Number(values[key]);
    if (min !== undefined && value < limitOf(min, broker)) {
      throw new ConfigException(`${key} must be greater than or equal to ${min}`, key);
    }
    if (value > limitOf(max, broker)) {
      throw new ConfigException(`${key} must be less than or equal to ${max}`, key);
    }
  }
  for (const kind of ['consumer', 'share', 'streams'] as const) {
    const [session, heartbeat] = [`${kind}.session.timeout.ms`, `${kind}.heartbeat.interval.ms`] as const;
    if (values[session] <= values[heartbeat]) {
      throw new ConfigException(`${session} must be greater than ${heartbeat}`, session);
    }
  }
}

/**
 * A time of a consumer group: its own, within what the broker allows today, or else the broker's. Limits may have been wider when
 * the group was given its time. (source: GroupConfig.evaluate)
 */
export function consumerGroupTime(
  name: 'session.timeout.ms' | 'heartbeat.interval.ms' | 'assignment.interval.ms',
  given: GroupOverrides,
  broker: BrokerConfig,
): number {
  const own = given[`consumer.${name}`];
  if (own === undefined) return broker[`group.consumer.${name}`];
  const { [`group.consumer.min.${name}` as const]: min, [`group.consumer.max.${name}` as const]: max } =
    broker;
  return Math.min(Math.max(Number(own), min), max);
}

function brokerDefaults(broker: BrokerConfig): GroupOverrides {
  const known: { readonly [key: string]: unknown } = broker;
  return Object.fromEntries(
    Object.entries(GROUP_CONFIG).map(([key, row]) => [key, String(known[groupSynonym(key)] ?? row.default)]),
  );
}

function limitOf(key: string, broker: { readonly [key: string]: unknown }): number {
  return FIXED_LIMITS[key] ?? Number(broker[key]);
}

function limited(kind: string, name: string): Limited {
  return {
    key: `${kind}.${name}` as GroupKey,
    min: `group.${kind}.min.${name}`,
    max: `group.${kind}.max.${name}`,
  };
}

/** What java.time.Duration reads: days, hours, minutes and seconds, each with a sign of its own. */
const DURATION =
  /^([-+]?)P(?=[-+\dT])(?:([-+]?\d+)D)?(?:T(?=[-+\d])(?:([-+]?\d+)H)?(?:([-+]?\d+)M)?(?:([-+]?\d+(?:[.,]\d{0,9})?)S)?)?$/i;
const BY_DURATION = 'by_duration:';

function checkOffsetReset(value: string): void {
  if (value === 'earliest' || value === 'latest') return;
  const key = 'share.auto.offset.reset';
  const match = value.startsWith(BY_DURATION) ? DURATION.exec(value.slice(BY_DURATION.length)) : null;
  const [, sign, ...parts] = match ?? [];
  const [days, hours, minutes, seconds] = parts.map((part = '0') => Number(part.replace(',', '.')));
  const total = 86_400 * (days ?? Number.NaN) + 3600 * (hours ?? 0) + 60 * (minutes ?? 0) + (seconds ?? 0);
  if ((sign === '-' ? -total : total) >= 0) return;
  throw ConfigException.invalidValue(
    key,
    value,
    `Invalid value \`${value}\` for configuration ${key}. The value must be either 'earliest', 'latest' or of the format ` +
      "'by_duration:<PnDTnHnMn.nS>'.",
  );
}
