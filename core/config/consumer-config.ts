/** The settings of the consumer, with the defaults of Kafka 4.3, in Java's order. (source: ConsumerConfig) */
import { checkOffsetReset, checkShareAcknowledgement, checkShareAcquire } from './checks.ts';
import { CLIENT_CONFIG } from './client-config.ts';
import type { ConfigValues } from './config-def.ts';
import { defineConfig } from './config-def.ts';
import { SASL_CONFIG } from './sasl-config.ts';
import { SSL_CONFIG } from './ssl-config.ts';

export const CONSUMER_CONFIG = defineConfig({
  'bootstrap.servers': CLIENT_CONFIG['bootstrap.servers'],
  'client.dns.lookup': CLIENT_CONFIG['client.dns.lookup'],
  'group.id': {
    type: 'string',
    default: null,
    about: 'Group that shares the partitions of its subscription and remembers offsets.',
  },
  'group.instance.id': {
    type: 'string',
    default: null,
    isNonEmpty: true,
    about: 'Makes this consumer a static member: a restart within the session timeout causes no rebalance.',
  },
  'session.timeout.ms': {
    type: 'int',
    default: '45000',
    about: 'A member that sends no heartbeat for so long is removed from its group.',
  },
  'heartbeat.interval.ms': {
    type: 'int',
    default: '3000',
    about: 'Time between two heartbeats to the group coordinator.',
  },
  'partition.assignment.strategy': {
    type: 'list',
    default:
      'org.apache.kafka.clients.consumer.RangeAssignor,org.apache.kafka.clients.consumer.CooperativeStickyAssignor',
    list: 'distinct',
    about: 'Assignors of the classic protocol, in order of preference.',
  },
  'metadata.max.age.ms': CLIENT_CONFIG['metadata.max.age.ms'],
  'enable.auto.commit': {
    type: 'boolean',
    default: 'true',
    about: 'Commits positions in the background, and when partitions are given up.',
  },
  'auto.commit.interval.ms': {
    type: 'int',
    default: '5000',
    min: 0,
    about: 'How often positions are committed when enable.auto.commit is on.',
  },
  'client.id': CLIENT_CONFIG['client.id'],
  'client.rack': {
    type: 'string',
    default: '',
    about: 'Where this client stands, to read from a replica nearby.',
  },
  'max.partition.fetch.bytes': {
    type: 'int',
    default: '1048576',
    min: 0,
    about: 'Most bytes of one partition in an answer; its first batch is sent even if larger.',
  },
  'send.buffer.bytes': CLIENT_CONFIG['send.buffer.bytes'],
  'receive.buffer.bytes': {
    type: 'int',
    default: '65536',
    min: -1,
    about: 'TCP receive buffer (SO_RCVBUF); -1 leaves it to the operating system.',
  },
  'fetch.min.bytes': { type: 'int', default: '1', min: 0, about: 'Least bytes worth an answer.' },
  'fetch.max.bytes': {
    type: 'int',
    default: '52428800',
    min: 0,
    about: 'Most bytes of one answer; its first batch is sent even if larger.',
  },
  'fetch.max.wait.ms': {
    type: 'int',
    default: '500',
    min: 0,
    about: 'How long the broker waits for fetch.min.bytes.',
  },
  'reconnect.backoff.ms': CLIENT_CONFIG['reconnect.backoff.ms'],
  'reconnect.backoff.max.ms': CLIENT_CONFIG['reconnect.backoff.max.ms'],
  'retry.backoff.ms': CLIENT_CONFIG['retry.backoff.ms'],
  'retry.backoff.max.ms': CLIENT_CONFIG['retry.backoff.max.ms'],
  'enable.metrics.push': CLIENT_CONFIG['enable.metrics.push'],
  'auto.offset.reset': {
    type: 'string',
    default: 'latest',
    check: checkOffsetReset,
    about: 'Where to start without a committed offset: earliest, latest, none, or by_duration:PnDTnHnMn.nS.',
  },
  'check.crcs': { type: 'boolean', default: 'true', about: 'Checks the checksum of every batch.' },
  'metrics.sample.window.ms': CLIENT_CONFIG['metrics.sample.window.ms'],
  'metrics.num.samples': CLIENT_CONFIG['metrics.num.samples'],
  'metrics.recording.level': CLIENT_CONFIG['metrics.recording.level'],
  'metric.reporters': CLIENT_CONFIG['metric.reporters'],
  'key.deserializer': {
    type: 'class',
    default: null,
    isRequired: true,
    about: 'Class that turns bytes into keys.',
  },
  'value.deserializer': {
    type: 'class',
    default: null,
    isRequired: true,
    about: 'Class that turns bytes into values.',
  },
  'request.timeout.ms': CLIENT_CONFIG['request.timeout.ms'],
  'default.api.timeout.ms': {
    type: 'int',
    default: '60000',
    min: 0,
    about: 'How long calls without a timeout of their own wait at most.',
  },
  'socket.connection.setup.timeout.ms': CLIENT_CONFIG['socket.connection.setup.timeout.ms'],
  'socket.connection.setup.timeout.max.ms': CLIENT_CONFIG['socket.connection.setup.timeout.max.ms'],
  'connections.max.idle.ms': CLIENT_CONFIG['connections.max.idle.ms'],
  'interceptor.classes': {
    type: 'list',
    default: '',
    list: 'distinct',
    about: 'Classes that see every record before it is serialized, or after it was read.',
  },
  'max.poll.records': { type: 'int', default: '500', min: 1, about: 'Most records that one poll returns.' },
  'max.poll.interval.ms': {
    type: 'int',
    default: '300000',
    min: 1,
    about: 'A consumer that does not poll for so long leaves its group.',
  },
  'exclude.internal.topics': {
    type: 'boolean',
    default: 'true',
    about: 'Leaves internal topics out of a subscription by pattern.',
  },
  'internal.throw.on.fetch.stable.offset.unsupported': {
    type: 'boolean',
    default: 'false',
    about: 'Internal: fails against brokers that cannot return stable offsets.',
  },
  'isolation.level': {
    type: 'string',
    default: 'read_uncommitted',
    oneOf: ['read_committed', 'read_uncommitted'],
    about: 'Whether records of open and aborted transactions are returned.',
  },
  'allow.auto.create.topics': {
    type: 'boolean',
    default: 'true',
    about: 'Whether asking for a missing topic may create it, if the broker allows it too.',
  },
  'group.protocol': {
    type: 'string',
    default: 'classic',
    oneOf: ['CONSUMER', 'CLASSIC'],
    isAnyCase: true,
    about: 'How the group agrees on its assignment.',
  },
  'group.remote.assignor': {
    type: 'string',
    default: null,
    about: 'Assignor of the group coordinator, for the consumer protocol.',
  },
  'security.providers': CLIENT_CONFIG['security.providers'],
  'security.protocol': CLIENT_CONFIG['security.protocol'],
  ...SSL_CONFIG,
  ...SASL_CONFIG,
  'metadata.recovery.strategy': CLIENT_CONFIG['metadata.recovery.strategy'],
  'metadata.recovery.rebootstrap.trigger.ms': CLIENT_CONFIG['metadata.recovery.rebootstrap.trigger.ms'],
  'share.acknowledgement.mode': {
    type: 'string',
    default: 'implicit',
    check: checkShareAcknowledgement,
    about: 'How a share consumer acknowledges records.',
  },
  'share.acquire.mode': {
    type: 'string',
    default: 'BATCH_OPTIMIZED',
    check: checkShareAcquire,
    about: 'How a share consumer acquires records.',
  },
  'config.providers': CLIENT_CONFIG['config.providers'],
});

/** The parsed values of `CONSUMER_CONFIG`. */
export type ConsumerConfig = ConfigValues<typeof CONSUMER_CONFIG>;
