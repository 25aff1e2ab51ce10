/**
 * The settings of the producer, with the defaults of Kafka 4.3, in Java's order: the first that is not legal is the one that is told.
 * Rules over several keys are in `cross-checks.ts`; what older clients have otherwise is in `older-clients.ts`.
 * (source: ProducerConfig)
 */
import { checkGzipLevel } from './checks.ts';
import { CLIENT_CONFIG } from './client-config.ts';
import type { ConfigValues } from './config-def.ts';
import { defineConfig } from './config-def.ts';
import { SASL_CONFIG } from './sasl-config.ts';
import { SSL_CONFIG } from './ssl-config.ts';

export const PRODUCER_CONFIG = defineConfig({
  'bootstrap.servers': CLIENT_CONFIG['bootstrap.servers'],
  'client.dns.lookup': CLIENT_CONFIG['client.dns.lookup'],
  'buffer.memory': {
    type: 'long',
    default: '33554432',
    min: 0,
    about: 'Most bytes of records that wait to be sent or answered; send() waits when they are used up.',
  },
  retries: {
    type: 'int',
    default: '2147483647',
    min: 0,
    about: 'How often a failed batch is sent again; delivery.timeout.ms is the better limit.',
  },
  acks: {
    type: 'string',
    default: 'all',
    oneOf: ['all', '-1', '0', '1'],
    about:
      'Who must have written a batch before it counts as sent: nobody, the leader, or all in-sync replicas.',
  },
  'compression.type': {
    type: 'string',
    default: 'none',
    oneOf: ['none', 'gzip', 'snappy', 'lz4', 'zstd'],
    about: 'Codec of the batches.',
  },
  'compression.gzip.level': {
    type: 'int',
    default: '-1',
    check: checkGzipLevel,
    about: 'Effort of gzip, 1 to 9; -1 is its own default.',
  },
  'compression.lz4.level': { type: 'int', default: '9', min: 1, max: 17, about: 'Effort of lz4.' },
  'compression.zstd.level': { type: 'int', default: '3', min: -131072, max: 22, about: 'Effort of zstd.' },
  'batch.size': {
    type: 'int',
    default: '16384',
    min: 0,
    about: 'Most bytes of a batch that holds several records. A larger record goes alone.',
  },
  'partitioner.adaptive.partitioning.enable': {
    type: 'boolean',
    default: 'true',
    about: 'Records without a key go more often to partitions whose broker is faster.',
  },
  'partitioner.availability.timeout.ms': {
    type: 'long',
    default: '0',
    min: 0,
    about: 'Partitions whose broker takes no batch for so long get no records without a key; 0 is off.',
  },
  'partitioner.ignore.keys': {
    type: 'boolean',
    default: 'false',
    about: 'Treats every record as if it had no key when choosing the partition.',
  },
  'linger.ms': {
    type: 'long',
    default: '5',
    min: 0,
    about: 'How long a batch that is not full waits for more records.',
  },
  'delivery.timeout.ms': {
    type: 'int',
    default: '120000',
    min: 0,
    about: 'Time from send() to success or failure, all retries included.',
  },
  'client.id': CLIENT_CONFIG['client.id'],
  'send.buffer.bytes': CLIENT_CONFIG['send.buffer.bytes'],
  'receive.buffer.bytes': {
    type: 'int',
    default: '32768',
    min: -1,
    about: 'TCP receive buffer (SO_RCVBUF); -1 leaves it to the operating system.',
  },
  'max.request.size': {
    type: 'int',
    default: '1048576',
    min: 0,
    about: 'Most bytes of a request, and with that of a record.',
  },
  'reconnect.backoff.ms': CLIENT_CONFIG['reconnect.backoff.ms'],
  'reconnect.backoff.max.ms': CLIENT_CONFIG['reconnect.backoff.max.ms'],
  'retry.backoff.ms': CLIENT_CONFIG['retry.backoff.ms'],
  'retry.backoff.max.ms': CLIENT_CONFIG['retry.backoff.max.ms'],
  'enable.metrics.push': CLIENT_CONFIG['enable.metrics.push'],
  'max.block.ms': {
    type: 'long',
    default: '60000',
    min: 0,
    about: 'How long send() and the calls on transactions wait at most.',
  },
  'request.timeout.ms': CLIENT_CONFIG['request.timeout.ms'],
  'metadata.max.age.ms': CLIENT_CONFIG['metadata.max.age.ms'],
  'metadata.max.idle.ms': {
    type: 'long',
    default: '300000',
    min: 5000,
    about: 'A topic that was not written to for so long is no longer asked about.',
  },
  'metrics.sample.window.ms': CLIENT_CONFIG['metrics.sample.window.ms'],
  'metrics.num.samples': CLIENT_CONFIG['metrics.num.samples'],
  'metrics.recording.level': CLIENT_CONFIG['metrics.recording.level'],
  'metric.reporters': CLIENT_CONFIG['metric.reporters'],
  'max.in.flight.requests.per.connection': {
    type: 'int',
    default: '5',
    min: 1,
    about:
      'Requests on one connection that are sent and not answered. An idempotent producer allows up to 5.',
  },
  'key.serializer': {
    type: 'class',
    default: null,
    isRequired: true,
    about: 'Class that turns keys into bytes.',
  },
  'value.serializer': {
    type: 'class',
    default: null,
    isRequired: true,
    about: 'Class that turns values into bytes.',
  },
  'socket.connection.setup.timeout.ms': CLIENT_CONFIG['socket.connection.setup.timeout.ms'],
  'socket.connection.setup.timeout.max.ms': CLIENT_CONFIG['socket.connection.setup.timeout.max.ms'],
  'connections.max.idle.ms': CLIENT_CONFIG['connections.max.idle.ms'],
  'partitioner.class': {
    type: 'class',
    default: null,
    about: 'Who chooses the partition. Without one: the hash of the key, or the sticky partition.',
  },
  'interceptor.classes': {
    type: 'list',
    default: '',
    list: 'distinct',
    about: 'Classes that see every record before it is serialized, or after it was read.',
  },
  'security.protocol': CLIENT_CONFIG['security.protocol'],
  'security.providers': CLIENT_CONFIG['security.providers'],
  ...SSL_CONFIG,
  ...SASL_CONFIG,
  'enable.idempotence': {
    type: 'boolean',
    default: 'true',
    about: 'Numbers the batches, so that a retry is never written twice and order is kept.',
  },
  'transaction.timeout.ms': {
    type: 'int',
    default: '60000',
    about: 'The coordinator aborts a transaction that is open for longer.',
  },
  'transactional.id': {
    type: 'string',
    default: null,
    isNonEmpty: true,
    about: 'Name that outlives the process: whoever starts with it fences whoever had it before.',
  },
  'transaction.two.phase.commit.enable': {
    type: 'boolean',
    default: 'false',
    about: 'Lets an outside coordinator end the transactions (KIP-939).',
  },
  'metadata.recovery.strategy': CLIENT_CONFIG['metadata.recovery.strategy'],
  'metadata.recovery.rebootstrap.trigger.ms': CLIENT_CONFIG['metadata.recovery.rebootstrap.trigger.ms'],
  'config.providers': CLIENT_CONFIG['config.providers'],
});

/** The parsed values of `PRODUCER_CONFIG`. */
export type ProducerConfig = ConfigValues<typeof PRODUCER_CONFIG>;
