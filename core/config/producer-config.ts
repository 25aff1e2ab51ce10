/**
 * The settings of the producer, with the defaults of Kafka 4.3. Rules over several keys are in `cross-checks.ts`.
 * (source: ProducerConfig)
 */
import { CLIENT_CONFIG } from './client-config.ts';
import type { ConfigValues } from './config-def.ts';
import { defineConfig } from './config-def.ts';

export const PRODUCER_CONFIG = defineConfig({
  ...CLIENT_CONFIG,
  acks: {
    type: 'string',
    default: 'all',
    oneOf: ['all', '-1', '0', '1'],
    about:
      'Who must have written a batch before it counts as sent: nobody, the leader, or all in-sync replicas.',
  },
  'batch.size': {
    type: 'int',
    default: '16384',
    min: 0,
    about: 'Most bytes of a batch that holds several records. A larger record goes alone.',
  },
  'buffer.memory': {
    type: 'long',
    default: '33554432',
    min: 0,
    about: 'Most bytes of records that wait to be sent or answered; send() waits when they are used up.',
  },
  'compression.gzip.level': {
    type: 'int',
    default: '-1',
    min: -1,
    max: 9,
    about: 'Effort of gzip, 1 to 9; -1 is its own default.',
  },
  'compression.type': {
    type: 'string',
    default: 'none',
    oneOf: ['none', 'gzip', 'snappy', 'lz4', 'zstd'],
    about: 'Codec of the batches.',
  },
  'compression.zstd.level': {
    type: 'int',
    default: '3',
    min: -131072,
    max: 22,
    about: 'Effort of zstd.',
  },
  'delivery.timeout.ms': {
    type: 'int',
    default: '120000',
    min: 0,
    about: 'Time from send() to success or failure, all retries included.',
  },
  'enable.idempotence': {
    type: 'boolean',
    default: 'true',
    about: 'Numbers the batches, so that a retry is never written twice and order is kept.',
  },
  'linger.ms': {
    type: 'long',
    default: '5',
    min: 0,
    about: 'How long a batch that is not full waits for more records.',
  },
  'max.block.ms': {
    type: 'long',
    default: '60000',
    min: 0,
    about: 'How long send() and the calls on transactions wait at most.',
  },
  'max.in.flight.requests.per.connection': {
    type: 'int',
    default: '5',
    min: 1,
    about:
      'Requests on one connection that are sent and not answered. An idempotent producer allows up to 5.',
  },
  'max.request.size': {
    type: 'int',
    default: '1048576',
    min: 0,
    about: 'Most bytes of a request, and with that of a record.',
  },
  'metadata.max.idle.ms': {
    type: 'long',
    default: '300000',
    min: 5000,
    about: 'A topic that was not written to for so long is no longer asked about.',
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
  'partitioner.class': {
    type: 'class',
    default: null,
    oneOf: ['org.apache.kafka.clients.producer.RoundRobinPartitioner', 'RoundRobinPartitioner'],
    about: 'Who chooses the partition. Without one: the hash of the key, or the sticky partition.',
  },
  'partitioner.ignore.keys': {
    type: 'boolean',
    default: 'false',
    about: 'Treats every record as if it had no key when choosing the partition.',
  },
  retries: {
    type: 'int',
    default: '2147483647',
    min: 0,
    about: 'How often a failed batch is sent again; delivery.timeout.ms is the better limit.',
  },
  'transaction.timeout.ms': {
    type: 'int',
    default: '60000',
    about: 'The coordinator aborts a transaction that is open for longer.',
  },
  'transactional.id': {
    type: 'string',
    default: null,
    about: 'Name that outlives the process: whoever starts with it fences whoever had it before.',
  },
});

/** The parsed values of `PRODUCER_CONFIG`. */
export type ProducerConfig = ConfigValues<typeof PRODUCER_CONFIG>;
