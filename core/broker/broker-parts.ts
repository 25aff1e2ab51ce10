/** Puts the parts of a broker together, in the order in which they need each other. */
import { partitionName } from '#core/base/topic-partition.ts';
import type { TopicConfig } from '#core/config/topic-config.ts';
import type { GroupCoordinator } from '#core/coordinator/group/group-coordinator.ts';
import type { ProducerIdAllocator } from '#core/coordinator/transaction/producer-id-blocks.ts';
import { TransactionCoordinator } from '#core/coordinator/transaction/transaction-coordinator.ts';
import { LogManager } from '#core/log/log-manager.ts';
import type { BrokerOptions } from './broker-options.ts';
import { BrokerSettings } from './broker-settings.ts';
import { ClusterFile } from './cluster-file.ts';
import { FetchSessions } from './fetch-session.ts';
import { FinalizedFeatures } from './finalized-features.ts';
import { newGroupCoordinator } from './group-parts.ts';
import { GroupSettings } from './group-settings.ts';
import type { ServedApi } from './handler.ts';
import { LogPartitionWriter } from './log-partition-writer.ts';
import { MarkerWriter } from './marker-writer.ts';
import { Purgatory } from './purgatory.ts';
import { ReplicaManager } from './replica-manager.ts';
import { advertisedRanges, servedApis } from './served-apis.ts';
import type { Services } from './services.ts';
import { TopicCatalog } from './topic-catalog.ts';
import { TopicCreation } from './topic-creation.ts';
import { CONSUMER_OFFSETS, TRANSACTION_STATE } from './topic-names.ts';
import { topicConfig } from './topic-settings.ts';
import { TransactionVerification } from './transaction-verification.ts';
import { VERSION_PROFILES } from './version-profile.ts';

export interface BrokerParts {
  readonly services: Services;
  /** What this broker answers. */
  readonly apis: readonly ServedApi[];
}

/** Opens the data directory and starts everything but the sockets. */
export async function openParts(
  options: BrokerOptions,
  address: { readonly host: string; readonly port: number },
): Promise<BrokerParts> {
  const { platform, bus, directory } = options;
  const { clock, disk, random } = platform;
  const file = ClusterFile.read(disk, directory);
  const profile = VERSION_PROFILES[options.profile ?? '4.x'];
  const settings = new BrokerSettings(file, options.config, profile);
  const logs = await LogManager.open({
    disk,
    clock,
    bus,
    random,
    directory,
    config: settings.values,
    topicConfig: topicConfigs(file, settings),
  });
  const features = new FinalizedFeatures(file, {
    profile,
    nodeId: logs.nodeId,
    initial: options.transactionVersion,
  });
  const topics = new TopicCatalog(clock, bus, random, { file, settings, logs });
  const purgatory = new Purgatory(clock);
  const replicas = new ReplicaManager(bus, topics, purgatory);
  const log = new LogPartitionWriter(topics, replicas);
  const groupSettings = new GroupSettings(file, settings);
  const groups = newGroupCoordinator(options, { settings, groupSettings, topics, log });
  const markers = new MarkerWriter(clock, { topics, replicas, groups });
  const transactions = new TransactionCoordinator({
    clock,
    bus,
    config: settings.values,
    log,
    markers,
    producerIds: producerIdsOf(file),
    partitionCount: () =>
      topics.get(TRANSACTION_STATE)?.partitionCount ??
      settings.values['transaction.state.log.num.partitions'],
    transactionVersion: () => features.transactionVersion,
  });
  transactions.start();
  groups.start();
  await lead(topics, { transactions, groups, purgatory });
  skipUsedProducerIds(file, logs);
  const node = { nodeId: logs.nodeId, ...address };
  const apis = servedApis(profile);
  return {
    apis,
    services: {
      clock,
      bus,
      random,
      disk,
      settings,
      groupSettings,
      features,
      clusterId: logs.clusterId,
      node,
      logs,
      topics,
      topicCreation: new TopicCreation(node.nodeId, settings, topics),
      replicas,
      purgatory,
      fetchSessions: new FetchSessions(
        clock,
        random,
        settings.values['max.incremental.fetch.session.cache.slots'],
      ),
      transactions,
      groups,
      verification: new TransactionVerification(clock, { settings, topics, transactions }),
      markers,
      apiKeys: advertisedRanges(apis),
    },
  };
}

/** The settings of topics as they are on disk; each topic's is made once, not once a partition. */
function topicConfigs(file: ClusterFile, settings: BrokerSettings): (topic: string) => TopicConfig {
  const overrides = new Map(file.state.topics.map(({ name, configs }) => [name, configs]));
  const configs = new Map<string, TopicConfig>();
  return (topic) => {
    const config = configs.get(topic) ?? topicConfig(overrides.get(topic) ?? {}, settings);
    configs.set(topic, config);
    return config;
  };
}

/** Producer ids come from the cluster file; a block is on disk before its first id is given out. */
function producerIdsOf(file: ClusterFile): ProducerIdAllocator {
  return {
    allocateBlock(size) {
      const first = file.state.nextProducerId;
      try {
        file.update({ nextProducerId: first + size });
      } catch {
        // The disk refuses: no ids now; the client is told to come again.
        return undefined;
      }
      return first;
    },
  };
}

/** A directory of another Kafka has producers in it: theirs are not given out again. */
function skipUsedProducerIds(file: ClusterFile, logs: LogManager): void {
  let next = file.state.nextProducerId;
  for (const log of logs.partitions()) {
    for (const { producerId } of log.activeProducers()) next = Math.max(next, producerId + 1);
  }
  if (next > file.state.nextProducerId) file.update({ nextProducerId: next });
}

/** Becomes leader of everything; partitions of internal topics elect their coordinators. */
async function lead(
  topics: TopicCatalog,
  parts: {
    readonly transactions: TransactionCoordinator;
    readonly groups: GroupCoordinator;
    readonly purgatory: Purgatory;
  },
): Promise<void> {
  const { transactions, groups, purgatory } = parts;
  const loading: Promise<void>[] = [];
  let isRunning = false;
  topics.load({
    onLeader({ topic, partition }, epoch) {
      if (isRunning) groups.onPartitionsAdded(topic, { isNewTopic: partition === 0 });
      if (topic === TRANSACTION_STATE) loading.push(transactions.onElection(partition, epoch));
      if (topic === CONSUMER_OFFSETS) loading.push(groups.onElection(partition, epoch));
    },
    onDeleted(place) {
      if (place.topic === TRANSACTION_STATE) transactions.onResignation(place.partition);
      if (place.topic === CONSUMER_OFFSETS) groups.onResignation(place.partition);
      purgatory.gone(partitionName(place));
    },
    onTopicDeleted: ({ name, id }) => groups.onTopicDeleted(name, id),
  });
  await Promise.all(loading);
  isRunning = true;
}
