/**
 * What the log layer reads of topic and broker settings, under Kafka's own keys. Any parsed table that has these keys fits.
 * Long.MAX_VALUE is Infinity. (source: LogConfig, ProducerStateManagerConfig, LogManager)
 */

/** Settings of one topic. */
export interface LogConfig {
  /** Bytes; a batch that would make the active segment larger goes to a new one. */
  readonly 'segment.bytes': number;
  /** Longest time, in ms of record time, that one segment spans. */
  readonly 'segment.ms': number;
  /** Most that is taken off `segment.ms` by chance, in ms, so that partitions do not roll all at once. */
  readonly 'segment.jitter.ms': number;
  /** Bytes an index may reach before its segment is rolled. */
  readonly 'segment.index.bytes': number;
  /** Bytes of log between two entries of an index. */
  readonly 'index.interval.bytes': number;
  /** Age in ms past which a segment is deleted; negative: never. */
  readonly 'retention.ms': number;
  /** Bytes above which the oldest segments are deleted; negative: never. */
  readonly 'retention.bytes': number;
  /** Greatest batch, in bytes. */
  readonly 'max.message.bytes': number;
  readonly 'message.timestamp.type': string;
  /** How far a record's timestamp may lie before and after the broker's clock, in ms. */
  readonly 'message.timestamp.before.max.ms': number;
  readonly 'message.timestamp.after.max.ms': number;
  /** `producer`, `uncompressed`, or a codec's name. */
  readonly 'compression.type': string;
  /** `delete`, `compact`, both, or none. */
  readonly 'cleanup.policy': readonly string[];
  /** Time in ms between renaming a deleted file and removing it. */
  readonly 'file.delete.delay.ms': number;
}

/** Kafka's defaults for a topic, of version 4.3. */
export const DEFAULT_LOG_CONFIG: LogConfig = {
  'segment.bytes': 1073741824,
  'segment.ms': 604800000,
  'segment.jitter.ms': 0,
  'segment.index.bytes': 10485760,
  'index.interval.bytes': 4096,
  'retention.ms': 604800000,
  'retention.bytes': -1,
  'max.message.bytes': 1048588,
  'message.timestamp.type': 'CreateTime',
  'message.timestamp.before.max.ms': Number.POSITIVE_INFINITY,
  'message.timestamp.after.max.ms': 3600000,
  'compression.type': 'producer',
  'cleanup.policy': ['delete'],
  'file.delete.delay.ms': 60000,
};

/** Settings of the broker that concern all of its logs. */
export interface LogManagerConfig {
  /** The node id written to a new directory. */
  readonly 'node.id': number;
  /** ms between two looks for segments to delete. */
  readonly 'log.retention.check.interval.ms': number;
  /** ms between two checkpoints of the recovery points. */
  readonly 'log.flush.offset.checkpoint.interval.ms': number;
  /** ms between two checkpoints of the log start offsets. */
  readonly 'log.flush.start.offset.checkpoint.interval.ms': number;
  /** ms between two checkpoints of the high watermarks. */
  readonly 'replica.high.watermark.checkpoint.interval.ms': number;
  /** Idle time in ms after which a producer id without an open transaction is forgotten. */
  readonly 'producer.id.expiration.ms': number;
  /** ms between two looks for producer ids to forget. */
  readonly 'producer.id.expiration.check.interval.ms': number;
  /** Whether a transactional batch needs a verified or open transaction (KIP-890). */
  readonly 'transaction.partition.verification.enable': boolean;
}

/** Kafka's defaults for a broker, of version 4.3. */
export const DEFAULT_LOG_MANAGER_CONFIG: LogManagerConfig = {
  'node.id': 1,
  'log.retention.check.interval.ms': 300000,
  'log.flush.offset.checkpoint.interval.ms': 60000,
  'log.flush.start.offset.checkpoint.interval.ms': 60000,
  'replica.high.watermark.checkpoint.interval.ms': 5000,
  'producer.id.expiration.ms': 86400000,
  'producer.id.expiration.check.interval.ms': 600000,
  'transaction.partition.verification.enable': true,
};
