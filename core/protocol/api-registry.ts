/** Every API the lab has a table for, by key. */
import { Produce } from './messages/00-produce.ts';
import { Fetch } from './messages/01-fetch.ts';
import { ListOffsets } from './messages/02-list-offsets.ts';
import { Metadata } from './messages/03-metadata.ts';
import { OffsetCommit } from './messages/08-offset-commit.ts';
import { OffsetFetch } from './messages/09-offset-fetch.ts';
import { FindCoordinator } from './messages/10-find-coordinator.ts';
import { JoinGroup } from './messages/11-join-group.ts';
import { Heartbeat } from './messages/12-heartbeat.ts';
import { LeaveGroup } from './messages/13-leave-group.ts';
import { SyncGroup } from './messages/14-sync-group.ts';
import { DescribeGroups } from './messages/15-describe-groups.ts';
import { ListGroups } from './messages/16-list-groups.ts';
import { SaslHandshake } from './messages/17-sasl-handshake.ts';
import { ApiVersions } from './messages/18-api-versions.ts';
import { CreateTopics } from './messages/19-create-topics.ts';
import { DeleteTopics } from './messages/20-delete-topics.ts';
import { DeleteRecords } from './messages/21-delete-records.ts';
import { InitProducerId } from './messages/22-init-producer-id.ts';
import { OffsetForLeaderEpoch } from './messages/23-offset-for-leader-epoch.ts';
import { AddPartitionsToTxn } from './messages/24-add-partitions-to-txn.ts';
import { AddOffsetsToTxn } from './messages/25-add-offsets-to-txn.ts';
import { EndTxn } from './messages/26-end-txn.ts';
import { WriteTxnMarkers } from './messages/27-write-txn-markers.ts';
import { TxnOffsetCommit } from './messages/28-txn-offset-commit.ts';
import { DescribeAcls } from './messages/29-describe-acls.ts';
import { CreateAcls } from './messages/30-create-acls.ts';
import { DeleteAcls } from './messages/31-delete-acls.ts';
import { DescribeConfigs } from './messages/32-describe-configs.ts';
import { AlterConfigs } from './messages/33-alter-configs.ts';
import { DescribeLogDirs } from './messages/35-describe-log-dirs.ts';
import { SaslAuthenticate } from './messages/36-sasl-authenticate.ts';
import { CreatePartitions } from './messages/37-create-partitions.ts';
import { DeleteGroups } from './messages/42-delete-groups.ts';
import { ElectLeaders } from './messages/43-elect-leaders.ts';
import { IncrementalAlterConfigs } from './messages/44-incremental-alter-configs.ts';
import { AlterPartitionReassignments } from './messages/45-alter-partition-reassignments.ts';
import { ListPartitionReassignments } from './messages/46-list-partition-reassignments.ts';
import { OffsetDelete } from './messages/47-offset-delete.ts';
import { DescribeClientQuotas } from './messages/48-describe-client-quotas.ts';
import { AlterClientQuotas } from './messages/49-alter-client-quotas.ts';
import { DescribeUserScramCredentials } from './messages/50-describe-user-scram-credentials.ts';
import { DescribeQuorum } from './messages/55-describe-quorum.ts';
import { UpdateFeatures } from './messages/57-update-features.ts';
import { DescribeCluster } from './messages/60-describe-cluster.ts';
import { DescribeProducers } from './messages/61-describe-producers.ts';
import { DescribeTransactions } from './messages/65-describe-transactions.ts';
import { ListTransactions } from './messages/66-list-transactions.ts';
import { ConsumerGroupHeartbeat } from './messages/68-consumer-group-heartbeat.ts';
import { ConsumerGroupDescribe } from './messages/69-consumer-group-describe.ts';
import { GetTelemetrySubscriptions } from './messages/71-get-telemetry-subscriptions.ts';
import { PushTelemetry } from './messages/72-push-telemetry.ts';
import { ListConfigResources } from './messages/74-list-config-resources.ts';
import { DescribeTopicPartitions } from './messages/75-describe-topic-partitions.ts';
import type { ApiDefinition } from './schema/api.ts';

export const APIS: readonly ApiDefinition[] = [
  Produce,
  Fetch,
  ListOffsets,
  Metadata,
  OffsetCommit,
  OffsetFetch,
  FindCoordinator,
  JoinGroup,
  Heartbeat,
  LeaveGroup,
  SyncGroup,
  DescribeGroups,
  ListGroups,
  SaslHandshake,
  ApiVersions,
  CreateTopics,
  DeleteTopics,
  DeleteRecords,
  InitProducerId,
  OffsetForLeaderEpoch,
  AddPartitionsToTxn,
  AddOffsetsToTxn,
  EndTxn,
  WriteTxnMarkers,
  TxnOffsetCommit,
  DescribeAcls,
  CreateAcls,
  DeleteAcls,
  DescribeConfigs,
  AlterConfigs,
  DescribeLogDirs,
  SaslAuthenticate,
  CreatePartitions,
  DeleteGroups,
  ElectLeaders,
  IncrementalAlterConfigs,
  AlterPartitionReassignments,
  ListPartitionReassignments,
  OffsetDelete,
  DescribeClientQuotas,
  AlterClientQuotas,
  DescribeUserScramCredentials,
  DescribeQuorum,
  UpdateFeatures,
  DescribeCluster,
  DescribeProducers,
  DescribeTransactions,
  ListTransactions,
  ConsumerGroupHeartbeat,
  ConsumerGroupDescribe,
  GetTelemetrySubscriptions,
  PushTelemetry,
  ListConfigResources,
  DescribeTopicPartitions,
] as readonly ApiDefinition[];

const byKey = new Map(APIS.map((api) => [api.key, api]));

/** The API with this key, if the lab has a table for it. */
export function apiByKey(key: number): ApiDefinition | undefined {
  return byKey.get(key);
}
