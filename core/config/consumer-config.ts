/** The settings of the consumer, with the defaults of Kafka 4.3. (source: ConsumerConfig) */
import { CLIENT_CONFIG } from './client-config.ts';
import type { ConfigValues } from './config-def.ts';
import { defineConfig } from './config-def.ts';

export const CONSUMER_CONFIG = defineConfig({
  ...CLIENT_CONFIG,
  'allow.auto.create.topics': {
    type: 'boolean',
    default: 'true',
    about: 'Whether asking for a missing topic may create it, if the broker allows it too.',
  },
  'auto.commit.interval.ms': {
    type: 'int',
    default: '5000',
    min: 0,
    about: 'How often positions are committed when enable.auto.commit is on.',
  },
  'auto.offset.reset': {
    type: 'string',
    default: 'latest',
    about: 'Where to start without a committed offset: earliest, latest, none, or by_duration:PnDTnHnMn.nS.',
  },
  'check.crcs': {
    type: 'boolean',
    default: 'true',
    about: 'Checks the checksum of every batch.',
  },
  'client.rack': {
    type: 'string',
    default: '',
    about: 'Where this client stands, to read from a replica nearby.',
  },
  'default.api.timeout.ms': {
    type: 'int',
    default: '60000',
    min: 0,
    about: 'How long calls without a timeout of their own wait at most.',
  },
  'enable.auto.commit': {
    type: 'boolean',
    default: 'true',
    about: 'Commits positions in the background, and when partitions are given up.',
  },
  'exclude.internal.topics': {
    type: 'boolean',
    default: 'true',
    about: 'Leaves internal topics out of a subscription by pattern.',
  },
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
  'fetch.min.bytes': {
    type: 'int',
    default: '1',
    min: 0,
    about: 'Least bytes worth an answer.',
  },
  'group.id': {
    type: 'string',
    default: null,
    about: 'Group that shares the partitions of its subscription and remembers offsets.',
  },
  'group.instance.id': {
    type: 'string',
    default: null,
    about: 'Makes this consumer a static member: a restart within the session timeout causes no rebalance.',
  },
  'group.protocol': {
    type: 'string',
    default: 'classic',
    oneOf: ['classic'],
    about: 'How the group agrees on its assignment.',
  },
  'heartbeat.interval.ms': {
    type: 'int',
    default: '3000',
    about: 'Time between two heartbeats to the group coordinator.',
  },
  'isolation.level': {
    type: 'string',
    default: 'read_uncommitted',
    oneOf: ['read_committed', 'read_uncommitted'],
    about: 'Whether records of open and aborted transactions are returned.',
  },
  'max.partition.fetch.bytes': {
    type: 'int',
    default: '1048576',
    min: 0,
    about: 'Most bytes of one partition in an answer; its first batch is sent even if larger.',
  },
  'max.poll.interval.ms': {
    type: 'int',
    default: '300000',
    min: 1,
    about: 'A consumer that does not poll for so long leaves its group.',
  },
  'max.poll.records': {
    type: 'int',
    default: '500',
    min: 1,
    about: 'Most records that one poll returns.',
  },
  'partition.assignment.strategy': {
    type: 'list',
    default:
      'org.apache.kafka.clients.consumer.RangeAssignor,org.apache.kafka.clients.consumer.CooperativeStickyAssignor',
    about: 'Assignors of the classic protocol, in order of preference.',
  },
  'session.timeout.ms': {
    type: 'int',
    default: '45000',
    about: 'A member that sends no heartbeat for so long is removed from its group.',
  },
});

/** The parsed values of `CONSUMER_CONFIG`. */
export type ConsumerConfig = ConfigValues<typeof CONSUMER_CONFIG>;
