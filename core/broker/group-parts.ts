/** The group coordinator of a broker, with the broker's settings and topics. */

import type { MigrationPolicy } from '#core/coordinator/group/consumer/consumer-context.ts';
import type { TopicMetadata } from '#core/coordinator/group/consumer/topic-image.ts';
import { GroupCoordinator } from '#core/coordinator/group/group-coordinator.ts';
import type { BrokerOptions } from './broker-options.ts';
import type { BrokerSettings } from './broker-settings.ts';
import type { GroupSettings } from './group-settings.ts';
import type { LogPartitionWriter } from './log-partition-writer.ts';
import type { Topic, TopicCatalog } from './topic-catalog.ts';
import { CONSUMER_OFFSETS } from './topic-names.ts';

/** How long a new member's JoinGroup may wait: Kafka's constant, which is no setting. */
const NEW_MEMBER_JOIN_TIMEOUT_MS = 300_000;
const MS_PER_MINUTE = 60_000;

export function newGroupCoordinator(
  { platform, bus }: BrokerOptions,
  parts: {
    readonly settings: BrokerSettings;
    readonly groupSettings: GroupSettings;
    readonly topics: TopicCatalog;
    readonly log: LogPartitionWriter;
  },
): GroupCoordinator {
  const { settings, groupSettings, topics, log } = parts;
  const config = settings.values;
  return new GroupCoordinator({
    clock: platform.clock,
    random: platform.random,
    bus,
    config: {
      initialRebalanceDelayMs: config['group.initial.rebalance.delay.ms'],
      minSessionTimeoutMs: config['group.min.session.timeout.ms'],
      maxSessionTimeoutMs: config['group.max.session.timeout.ms'],
      newMemberJoinTimeoutMs: NEW_MEMBER_JOIN_TIMEOUT_MS,
      maxSize: config['group.max.size'],
      offsetMetadataMaxSize: config['offset.metadata.max.bytes'],
      offsetsRetentionMs: config['offsets.retention.minutes'] * MS_PER_MINUTE,
      offsetsRetentionCheckIntervalMs: config['offsets.retention.check.interval.ms'],
      consumer: {
        maxSize: config['group.consumer.max.size'],
        assignors: config['group.consumer.assignors'],
        migrationPolicy: config['group.consumer.migration.policy'] as MigrationPolicy,
        regexRefreshIntervalMs: config['group.consumer.regex.refresh.interval.ms'],
        timesOf: (groupId) => groupSettings.timesOf(groupId),
      },
    },
    log,
    partitionCount: () =>
      topics.get(CONSUMER_OFFSETS)?.partitionCount ?? config['offsets.topic.num.partitions'],
    topics: {
      byName: (name) => metadataOf(topics.get(name)),
      byId: (id) => metadataOf(topics.byId(id)),
      *all() {
        for (const topic of topics.all()) yield topic;
      },
    },
  });
}

function metadataOf(topic: Topic | undefined): TopicMetadata | undefined {
  return topic;
}
