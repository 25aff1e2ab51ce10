/** What the log layer reads of topic and broker settings. (source: LogConfig, ProducerStateManagerConfig) */
import type { BROKER_CONFIG } from '#core/config/broker-config.ts';
import type { ConfigValues } from '#core/config/config-def.ts';
import type { TOPIC_CONFIG } from '#core/config/topic-config.ts';

/** Settings of one topic. */
export type LogConfig = Pick<
  ConfigValues<typeof TOPIC_CONFIG>,
  | 'segment.bytes'
  | 'segment.ms'
  | 'segment.jitter.ms'
  | 'segment.index.bytes'
  | 'index.interval.bytes'
  | 'retention.ms'
  | 'retention.bytes'
  | 'max.message.bytes'
  | 'message.timestamp.type'
  | 'message.timestamp.before.max.ms'
  | 'message.timestamp.after.max.ms'
  | 'compression.type'
  | 'compression.gzip.level'
  | 'compression.zstd.level'
  | 'cleanup.policy'
  | 'file.delete.delay.ms'
  | 'min.cleanable.dirty.ratio'
  | 'min.compaction.lag.ms'
  | 'max.compaction.lag.ms'
  | 'delete.retention.ms'
>;

/** Settings of the broker that concern all of its logs and can be changed while it runs. */
export type LiveLogConfig = Pick<
  ConfigValues<typeof BROKER_CONFIG>,
  'producer.id.expiration.ms' | 'transaction.partition.verification.enable' | 'log.cleaner.backoff.ms'
>;

/** Settings of the broker that concern all of its logs. */
export type LogManagerConfig = Pick<
  ConfigValues<typeof BROKER_CONFIG>,
  | 'node.id'
  | 'log.retention.check.interval.ms'
  | 'log.flush.offset.checkpoint.interval.ms'
  | 'log.flush.start.offset.checkpoint.interval.ms'
  | 'replica.high.watermark.checkpoint.interval.ms'
  | 'producer.id.expiration.check.interval.ms'
  | 'log.cleaner.enable'
> &
  LiveLogConfig;

/** Broker settings that change while it runs. */
export interface LogSettings {
  producerIdExpirationMs: number;
  isVerificationEnabled: boolean;
  cleanerBackoffMs: number;
}
