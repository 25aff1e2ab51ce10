/** The settings of a topic, with the defaults and limits of Kafka 4.3 (source: TopicConfig, LogConfig). */
import { BROKER_COMPRESSION_TYPES } from './broker-config.ts';
import type { ConfigValues } from './config-def.ts';
import { defineConfig } from './config-def.ts';

const LONG_MAX = '9223372036854775807';

export const TOPIC_CONFIG = defineConfig({
  'cleanup.policy': {
    type: 'list',
    default: 'delete',
    list: 'distinct',
    oneOf: ['compact', 'delete'],
    about: 'What happens to old records: deleted by age and size, compacted by key, or both.',
  },
  'compression.gzip.level': {
    type: 'int',
    default: '-1',
    min: -1,
    max: 9,
    about: 'Level of gzip when compression.type is gzip.',
  },
  'compression.lz4.level': {
    type: 'int',
    default: '9',
    min: 1,
    max: 17,
    about: 'Level of lz4 when compression.type is lz4.',
  },
  'compression.type': {
    type: 'string',
    default: 'producer',
    oneOf: BROKER_COMPRESSION_TYPES,
    about: "Codec of the stored batches; producer keeps the producer's.",
  },
  'compression.zstd.level': {
    type: 'int',
    default: '3',
    min: -131072,
    max: 22,
    about: 'Level of zstd when compression.type is zstd.',
  },
  'delete.retention.ms': {
    type: 'long',
    default: '86400000',
    min: 0,
    about: 'How long tombstones and transaction markers of a compacted topic stay readable.',
  },
  'file.delete.delay.ms': {
    type: 'long',
    default: '60000',
    min: 0,
    about: 'How long a deleted segment file stays on disk.',
  },
  'flush.messages': {
    type: 'long',
    default: LONG_MAX,
    min: 1,
    about: 'Records after which the log is forced to the device.',
  },
  'flush.ms': {
    type: 'long',
    default: LONG_MAX,
    min: 0,
    about: 'Time after which the log is forced to the device.',
  },
  'follower.replication.throttled.replicas': {
    type: 'list',
    default: '',
    about: 'Replicas throttled on the follower side; without effect on a single node.',
  },
  'index.interval.bytes': {
    type: 'int',
    default: '4096',
    min: 0,
    about: 'Bytes of batches between two entries of the offset index.',
  },
  'leader.replication.throttled.replicas': {
    type: 'list',
    default: '',
    about: 'Replicas throttled on the leader side; without effect on a single node.',
  },
  'local.retention.bytes': {
    type: 'long',
    default: '-2',
    min: -2,
    about: 'Local size limit under tiered storage, which this broker does not have.',
  },
  'local.retention.ms': {
    type: 'long',
    default: '-2',
    min: -2,
    about: 'Local age limit under tiered storage, which this broker does not have.',
  },
  'max.compaction.lag.ms': {
    type: 'long',
    default: LONG_MAX,
    min: 1,
    about: 'Longest time a record may stay uncompacted.',
  },
  'max.message.bytes': {
    type: 'int',
    default: '1048588',
    min: 0,
    about: 'Largest record batch, in bytes, as the producer sent it and as it is stored.',
  },
  'message.timestamp.after.max.ms': {
    type: 'long',
    default: '3600000',
    min: 0,
    about: "How far a record's timestamp may lie ahead of the broker's clock.",
  },
  'message.timestamp.before.max.ms': {
    type: 'long',
    default: LONG_MAX,
    min: 0,
    about: "How far a record's timestamp may lie behind the broker's clock.",
  },
  'message.timestamp.type': {
    type: 'string',
    default: 'CreateTime',
    oneOf: ['CreateTime', 'LogAppendTime'],
    about: "Whether a record keeps the producer's timestamp or gets the time of its append.",
  },
  'min.cleanable.dirty.ratio': {
    type: 'double',
    default: '0.5',
    min: 0,
    max: 1,
    hasWholeLimits: true,
    about: 'Share of uncompacted bytes from which a log is compacted.',
  },
  'min.compaction.lag.ms': {
    type: 'long',
    default: '0',
    min: 0,
    about: 'Shortest time a record stays uncompacted.',
  },
  'min.insync.replicas': {
    type: 'int',
    default: '1',
    min: 1,
    about: 'Replicas that must have a write with acks=all; capped by the replica count.',
  },
  preallocate: {
    type: 'boolean',
    default: 'false',
    about: 'Whether a new segment file is created at its full size.',
  },
  'remote.log.copy.disable': {
    type: 'boolean',
    default: 'false',
    about: 'Stops copying to tiered storage, which this broker does not have.',
  },
  'remote.log.delete.on.disable': {
    type: 'boolean',
    default: 'false',
    about: 'Deletes tiered data when tiering is switched off; this broker has none.',
  },
  'remote.storage.enable': {
    type: 'boolean',
    default: 'false',
    about: 'Tiered storage, which this broker does not have.',
  },
  'retention.bytes': {
    type: 'long',
    default: '-1',
    about: 'Size of a partition above which its oldest segments are deleted; −1 is no limit.',
  },
  'retention.ms': {
    type: 'long',
    default: '604800000',
    min: -1,
    about: 'Age from which segments are deleted; −1 is no limit.',
  },
  'segment.bytes': {
    type: 'int',
    default: '1073741824',
    min: 1048576,
    about: 'Size at which a new segment file is begun.',
  },
  'segment.index.bytes': {
    type: 'int',
    default: '10485760',
    min: 4,
    about: 'Largest size of an index file.',
  },
  'segment.jitter.ms': {
    type: 'long',
    default: '0',
    min: 0,
    about: 'Random time subtracted from segment.ms, so that segments do not all roll at once.',
  },
  'segment.ms': {
    type: 'long',
    default: '604800000',
    min: 1,
    about: 'Age at which a new segment file is begun.',
  },
  'unclean.leader.election.enable': {
    type: 'boolean',
    default: 'false',
    about: 'Whether a replica that is not in sync may lead; without effect on a single node.',
  },
});

/** The settings of one topic, parsed. */
export type TopicConfig = ConfigValues<typeof TOPIC_CONFIG>;

/** A topic's settings as they are set: text by key, without the defaults. */
export type TopicOverrides = { readonly [key: string]: string };

/**
 * The broker setting that a topic setting falls back to, before the default of the table (source: ServerTopicConfigSynonyms).
 * Time settings may also be given to the broker in coarser units; the finest one given counts.
 */
export const TOPIC_SYNONYMS: {
  readonly [key: string]: readonly { readonly key: string; readonly factor: number }[];
} = {
  'cleanup.policy': [{ key: 'log.cleanup.policy', factor: 1 }],
  'compression.gzip.level': [{ key: 'compression.gzip.level', factor: 1 }],
  'compression.lz4.level': [{ key: 'compression.lz4.level', factor: 1 }],
  'compression.type': [{ key: 'compression.type', factor: 1 }],
  'compression.zstd.level': [{ key: 'compression.zstd.level', factor: 1 }],
  'delete.retention.ms': [{ key: 'log.cleaner.delete.retention.ms', factor: 1 }],
  'file.delete.delay.ms': [{ key: 'log.segment.delete.delay.ms', factor: 1 }],
  'flush.messages': [{ key: 'log.flush.interval.messages', factor: 1 }],
  'flush.ms': [
    { key: 'log.flush.interval.ms', factor: 1 },
    { key: 'log.flush.scheduler.interval.ms', factor: 1 },
  ],
  'index.interval.bytes': [{ key: 'log.index.interval.bytes', factor: 1 }],
  'local.retention.bytes': [{ key: 'log.local.retention.bytes', factor: 1 }],
  'local.retention.ms': [{ key: 'log.local.retention.ms', factor: 1 }],
  'max.compaction.lag.ms': [{ key: 'log.cleaner.max.compaction.lag.ms', factor: 1 }],
  'max.message.bytes': [{ key: 'message.max.bytes', factor: 1 }],
  'message.timestamp.after.max.ms': [{ key: 'log.message.timestamp.after.max.ms', factor: 1 }],
  'message.timestamp.before.max.ms': [{ key: 'log.message.timestamp.before.max.ms', factor: 1 }],
  'message.timestamp.type': [{ key: 'log.message.timestamp.type', factor: 1 }],
  'min.cleanable.dirty.ratio': [{ key: 'log.cleaner.min.cleanable.ratio', factor: 1 }],
  'min.compaction.lag.ms': [{ key: 'log.cleaner.min.compaction.lag.ms', factor: 1 }],
  'min.insync.replicas': [{ key: 'min.insync.replicas', factor: 1 }],
  preallocate: [{ key: 'log.preallocate', factor: 1 }],
  'retention.bytes': [{ key: 'log.retention.bytes', factor: 1 }],
  'retention.ms': [
    { key: 'log.retention.ms', factor: 1 },
    { key: 'log.retention.minutes', factor: 60_000 },
    { key: 'log.retention.hours', factor: 3_600_000 },
  ],
  'segment.bytes': [{ key: 'log.segment.bytes', factor: 1 }],
  'segment.index.bytes': [{ key: 'log.index.size.max.bytes', factor: 1 }],
  'segment.jitter.ms': [
    { key: 'log.roll.jitter.ms', factor: 1 },
    { key: 'log.roll.jitter.hours', factor: 3_600_000 },
  ],
  'segment.ms': [
    { key: 'log.roll.ms', factor: 1 },
    { key: 'log.roll.hours', factor: 3_600_000 },
  ],
  'unclean.leader.election.enable': [{ key: 'unclean.leader.election.enable', factor: 1 }],
};
