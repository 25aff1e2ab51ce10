import type { Clock } from '#core/base/clock.ts';
import type { Disk } from '#core/base/disk.ts';
import type { Random } from '#core/base/random.ts';
import type { GroupCoordinator } from '#core/coordinator/group/group-coordinator.ts';
import type { TransactionCoordinator } from '#core/coordinator/transaction/transaction-coordinator.ts';
import type { LogManager } from '#core/log/log-manager.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import type { BrokerSettings } from './broker-settings.ts';
import type { FetchSessions } from './fetch-session.ts';
import type { FinalizedFeatures } from './finalized-features.ts';
import type { GroupSettings } from './group-settings.ts';
import type { MarkerWriter } from './marker-writer.ts';
import type { Purgatory } from './purgatory.ts';
import type { ReplicaManager } from './replica-manager.ts';
import type { TopicCatalog } from './topic-catalog.ts';
import type { TopicCreation } from './topic-creation.ts';
import type { TransactionVerification } from './transaction-verification.ts';

/** How clients reach this node. */
export interface NodeAddress {
  readonly nodeId: number;
  readonly host: string;
  readonly port: number;
}

/** An API and the versions of it that are advertised. */
export interface ApiVersionRange {
  readonly apiKey: number;
  readonly minVersion: number;
  readonly maxVersion: number;
}

/** Everything a handler may use: the parts of one running broker. */
export interface Services {
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly random: Random;
  readonly disk: Disk;
  readonly settings: BrokerSettings;
  readonly groupSettings: GroupSettings;
  readonly features: FinalizedFeatures;
  readonly clusterId: string;
  readonly node: NodeAddress;
  readonly logs: LogManager;
  readonly topics: TopicCatalog;
  readonly topicCreation: TopicCreation;
  readonly replicas: ReplicaManager;
  readonly purgatory: Purgatory;
  readonly fetchSessions: FetchSessions;
  readonly transactions: TransactionCoordinator;
  readonly groups: GroupCoordinator;
  readonly verification: TransactionVerification;
  readonly markers: MarkerWriter;
  /** What ApiVersions answers. */
  readonly apiKeys: readonly ApiVersionRange[];
}
