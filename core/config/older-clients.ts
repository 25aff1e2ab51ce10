/**
 * What the settings of older clients are: 2.8.2 for 2.x, 3.9.1 for 3.x. Settings that came later are still there with the value that
 * the older client behaves by, and cannot be given. Checked against the tables that those clients print: see test/compat.
 */
import { ADMIN_CONFIG } from './admin-config.ts';
import type { ClientProfile } from './client-profile.ts';
import type { ConfigTable } from './config-def.ts';
import type { ConfigKey } from './config-key.ts';
import { CONSUMER_CONFIG } from './consumer-config.ts';
import { PRODUCER_CONFIG } from './producer-config.ts';
import { SASL_CONFIG } from './sasl-config.ts';

type Rows = { readonly [key: string]: ConfigKey };

/** A row without any check. */
const plain = ({ type, about }: ConfigKey, value: string | null): ConfigKey => ({
  type,
  default: value,
  about,
});
/** Not there yet; the client behaves as with `value`. */
const absent = (row: ConfigKey, value = row.default): ConfigKey => ({ ...plain(row, value), isAbsent: true });
const absentAll = (rows: Rows, isAbsent: (key: string) => boolean): Rows =>
  Object.fromEntries(
    Object.entries(rows)
      .filter(([key]) => isAbsent(key))
      .map(([key, row]) => [key, absent(row)]),
  );

const NON_NULL_LIST = { type: 'list', default: '', list: 'non-null' } as const;

/** Of all three clients. */
const COMMON_3X: Rows = {
  'ssl.cipher.suites': plain(PRODUCER_CONFIG['ssl.cipher.suites'], null),
  'ssl.enabled.protocols': plain(PRODUCER_CONFIG['ssl.enabled.protocols'], 'TLSv1.2,TLSv1.3'),
  ...absentAll(SASL_CONFIG, (key) => /^sasl\.oauthbearer\.(jwt|assertion|client|scope$)/.test(key)),
  'sasl.oauthbearer.expected.audience': plain(PRODUCER_CONFIG['sasl.oauthbearer.expected.audience'], null),
  'metadata.recovery.strategy': { ...PRODUCER_CONFIG['metadata.recovery.strategy'], default: 'none' },
  'metadata.recovery.rebootstrap.trigger.ms': absent(
    PRODUCER_CONFIG['metadata.recovery.rebootstrap.trigger.ms'],
  ),
  'config.providers': absent(PRODUCER_CONFIG['config.providers']),
};
const CLIENT_3X: Rows = {
  ...COMMON_3X,
  'bootstrap.servers': { ...NON_NULL_LIST, about: PRODUCER_CONFIG['bootstrap.servers'].about },
  'metric.reporters': { ...NON_NULL_LIST, about: PRODUCER_CONFIG['metric.reporters'].about },
  'interceptor.classes': { ...NON_NULL_LIST, about: PRODUCER_CONFIG['interceptor.classes'].about },
};
const PRODUCER_3X: Rows = {
  ...CLIENT_3X,
  'linger.ms': { ...PRODUCER_CONFIG['linger.ms'], default: '0' },
  'transaction.two.phase.commit.enable': absent(PRODUCER_CONFIG['transaction.two.phase.commit.enable']),
};
const CONSUMER_3X: Rows = {
  ...CLIENT_3X,
  'partition.assignment.strategy': {
    ...NON_NULL_LIST,
    default: CONSUMER_CONFIG['partition.assignment.strategy'].default,
    about: CONSUMER_CONFIG['partition.assignment.strategy'].about,
  },
  'auto.offset.reset': {
    ...plain(CONSUMER_CONFIG['auto.offset.reset'], 'latest'),
    oneOf: ['latest', 'earliest', 'none'],
  },
  'share.acknowledgement.mode': absent(CONSUMER_CONFIG['share.acknowledgement.mode']),
  'share.acquire.mode': absent(CONSUMER_CONFIG['share.acquire.mode']),
};
const ADMIN_3X: Rows = {
  ...COMMON_3X,
  'bootstrap.servers': plain(ADMIN_CONFIG['bootstrap.servers'], ''),
  'bootstrap.controllers': plain(ADMIN_CONFIG['bootstrap.controllers'], ''),
  'enable.metrics.push': { ...ADMIN_CONFIG['enable.metrics.push'], default: 'true' },
  'metric.reporters': plain(ADMIN_CONFIG['metric.reporters'], ''),
};

const COMMON_2X: Rows = {
  'client.dns.lookup': {
    ...PRODUCER_CONFIG['client.dns.lookup'],
    oneOf: ['default', 'use_all_dns_ips', 'resolve_canonical_bootstrap_servers_only'],
  },
  'retry.backoff.max.ms': absent(PRODUCER_CONFIG['retry.backoff.max.ms'], '100'),
  'enable.metrics.push': absent(PRODUCER_CONFIG['enable.metrics.push'], 'false'),
  'security.protocol': plain(PRODUCER_CONFIG['security.protocol'], 'PLAINTEXT'),
  ...absentAll(SASL_CONFIG, (key) => /^sasl\.(oauthbearer|login\.(connect|read|retry))\./.test(key)),
  'metadata.recovery.strategy': absent(PRODUCER_CONFIG['metadata.recovery.strategy'], 'none'),
};
const PRODUCER_2X: Rows = {
  ...COMMON_2X,
  acks: { ...PRODUCER_CONFIG.acks, default: '1' },
  'compression.type': plain(PRODUCER_CONFIG['compression.type'], 'none'),
  'compression.gzip.level': absent(PRODUCER_CONFIG['compression.gzip.level']),
  'compression.lz4.level': absent(PRODUCER_CONFIG['compression.lz4.level']),
  'compression.zstd.level': absent(PRODUCER_CONFIG['compression.zstd.level']),
  'partitioner.adaptive.partitioning.enable': absent(
    PRODUCER_CONFIG['partitioner.adaptive.partitioning.enable'],
    'false',
  ),
  'partitioner.availability.timeout.ms': absent(PRODUCER_CONFIG['partitioner.availability.timeout.ms']),
  'partitioner.ignore.keys': absent(PRODUCER_CONFIG['partitioner.ignore.keys']),
  'partitioner.class': {
    ...PRODUCER_CONFIG['partitioner.class'],
    default: 'org.apache.kafka.clients.producer.internals.DefaultPartitioner',
  },
  'enable.idempotence': { ...PRODUCER_CONFIG['enable.idempotence'], default: 'false' },
};
const CONSUMER_2X: Rows = {
  ...COMMON_2X,
  'group.instance.id': plain(CONSUMER_CONFIG['group.instance.id'], null),
  'session.timeout.ms': { ...CONSUMER_CONFIG['session.timeout.ms'], default: '10000' },
  'partition.assignment.strategy': {
    ...NON_NULL_LIST,
    default: 'org.apache.kafka.clients.consumer.RangeAssignor',
    about: CONSUMER_CONFIG['partition.assignment.strategy'].about,
  },
  'group.protocol': absent(CONSUMER_CONFIG['group.protocol']),
  'group.remote.assignor': absent(CONSUMER_CONFIG['group.remote.assignor']),
};
const ADMIN_2X: Rows = {
  ...COMMON_2X,
  'bootstrap.servers': { ...plain(ADMIN_CONFIG['bootstrap.servers'], ''), isRequired: true },
  'bootstrap.controllers': absent(ADMIN_CONFIG['bootstrap.controllers']),
};

/** A setting that is gone, and behind which other one it stands. */
interface Gone {
  readonly behind: string;
  readonly key: string;
  readonly row: ConfigKey;
}

const JMX: Gone = {
  behind: 'metric.reporters',
  key: 'auto.include.jmx.reporter',
  row: { type: 'boolean', default: 'true', about: 'Adds JmxReporter to metric.reporters.' },
};
const DOWNGRADE: Gone = {
  behind: 'transactional.id',
  key: 'internal.auto.downgrade.txn.commit',
  row: {
    type: 'boolean',
    default: 'false',
    about: 'Internal: commits offsets without member ids where the broker is too old for them.',
  },
};
const LEAVE: Gone = {
  behind: 'exclude.internal.topics',
  key: 'internal.leave.group.on.close',
  row: {
    type: 'boolean',
    default: 'true',
    about: 'Internal: whether a consumer that closes leaves its group.',
  },
};

function olderTable<T extends ConfigTable>(table: T, changes: Rows, gone: readonly Gone[]): T {
  const rows = Object.entries(table).flatMap(([key, row]): [string, ConfigKey][] => [
    [key, changes[key] ?? row],
    ...gone.filter(({ behind }) => behind === key).map((each): [string, ConfigKey] => [each.key, each.row]),
  ]);
  return Object.fromEntries(rows) as T;
}

/** Every setting of producers of a generation, in Java's order. */
export const PRODUCER_TABLES: { readonly [P in ClientProfile]: typeof PRODUCER_CONFIG } = {
  '2.x': olderTable(PRODUCER_CONFIG, { ...PRODUCER_3X, ...PRODUCER_2X }, [DOWNGRADE]),
  '3.x': olderTable(PRODUCER_CONFIG, PRODUCER_3X, [JMX]),
  '4.x': PRODUCER_CONFIG,
};

/** Every setting of consumers of a generation, in Java's order. */
export const CONSUMER_TABLES: { readonly [P in ClientProfile]: typeof CONSUMER_CONFIG } = {
  '2.x': olderTable(CONSUMER_CONFIG, { ...CONSUMER_3X, ...CONSUMER_2X }, [LEAVE]),
  '3.x': olderTable(CONSUMER_CONFIG, CONSUMER_3X, [JMX, LEAVE]),
  '4.x': CONSUMER_CONFIG,
};

/** Every setting of admin clients of a generation, in Java's order. */
export const ADMIN_TABLES: { readonly [P in ClientProfile]: typeof ADMIN_CONFIG } = {
  '2.x': olderTable(ADMIN_CONFIG, { ...ADMIN_3X, ...ADMIN_2X }, []),
  '3.x': olderTable(ADMIN_CONFIG, ADMIN_3X, [{ ...JMX, behind: 'metrics.recording.level' }]),
  '4.x': ADMIN_CONFIG,
};
