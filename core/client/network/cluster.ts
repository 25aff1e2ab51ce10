/** The cluster as a client last heard of it. (source: Cluster, MetadataSnapshot) */

/** A broker's address. Bootstrap addresses have negative ids, counted down from −1. */
export interface Node {
  readonly id: number;
  readonly host: string;
  readonly port: number;
}

/** One partition. */
export interface PartitionInfo {
  readonly topic: string;
  readonly partition: number;
  /** Node id of the leader; −1 while there is none. */
  readonly leader: number;
  /** −1 when the broker did not say. */
  readonly leaderEpoch: number;
  readonly replicas: readonly number[];
  readonly inSyncReplicas: readonly number[];
}

/** One topic. */
export interface TopicInfo {
  readonly name: string;
  /** All zeroes when the broker did not say. */
  readonly topicId: string;
  readonly isInternal: boolean;
  /** By partition number. */
  readonly partitions: readonly PartitionInfo[];
  /** The partitions that have a leader. */
  readonly available: readonly PartitionInfo[];
}
