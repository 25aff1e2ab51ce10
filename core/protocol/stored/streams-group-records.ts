import { defineStored } from '../schema/api.ts';
import { array, int8, int16, int32, int64, string, struct, uint16 } from '../schema/field.ts';
import type { CoordinatorRecord } from './coordinator-record.ts';
import { groupKey, memberKey } from './coordinator-record.ts';

const V0 = { versions: [0, 0], flexibleSince: 0 } as const;

const keyValues = struct({ key: string(), value: string() });
const targetTasks = array(struct({ subtopologyId: string(), partitions: array(int32()) }));
const currentTasks = array(
  struct({
    subtopologyId: string(),
    partitions: array(int32()),
    assignmentEpochs: array(int32(), { nullable: true, tag: 0 }),
  }),
);
const topicInfos = array(
  struct({ name: string(), partitions: int32(), replicationFactor: int16(), topicConfigs: array(keyValues) }),
);

const StreamsGroupMetadataValue = defineStored({
  name: 'StreamsGroupMetadataValue',
  ...V0,
  shape: struct({
    epoch: int32(),
    metadataHash: int64(),
    validatedTopologyEpoch: int32({ default: -1, tag: 0 }),
    lastAssignmentConfigs: array(keyValues, { nullable: true, tag: 1 }),
  }),
});

const StreamsGroupMemberMetadataValue = defineStored({
  name: 'StreamsGroupMemberMetadataValue',
  ...V0,
  shape: struct({
    instanceId: string({ nullable: true }),
    rackId: string({ nullable: true }),
    clientId: string(),
    clientHost: string(),
    rebalanceTimeoutMs: int32({ default: -1 }),
    topologyEpoch: int32(),
    processId: string(),
    userEndpoint: struct({ host: string(), port: uint16() }, { nullable: true, default: null }),
    clientTags: array(keyValues),
  }),
});

const StreamsGroupCurrentMemberAssignmentValue = defineStored({
  name: 'StreamsGroupCurrentMemberAssignmentValue',
  ...V0,
  shape: struct({
    memberEpoch: int32(),
    previousMemberEpoch: int32(),
    state: int8(),
    activeTasks: currentTasks,
    standbyTasks: currentTasks,
    warmupTasks: currentTasks,
    activeTasksPendingRevocation: currentTasks,
    standbyTasksPendingRevocation: currentTasks,
    warmupTasksPendingRevocation: currentTasks,
  }),
});

const StreamsGroupTopologyValue = defineStored({
  name: 'StreamsGroupTopologyValue',
  ...V0,
  shape: struct({
    epoch: int32(),
    subtopologies: array(
      struct({
        subtopologyId: string(),
        sourceTopics: array(string()),
        sourceTopicRegex: array(string()),
        stateChangelogTopics: topicInfos,
        repartitionSinkTopics: array(string()),
        repartitionSourceTopics: topicInfos,
        copartitionGroups: array(
          struct({
            sourceTopics: array(int16()),
            sourceTopicRegex: array(int16()),
            repartitionSourceTopics: array(int16()),
          }),
        ),
      }),
    ),
  }),
});

/** Records of streams groups (KIP-1071) in __consumer_offsets, as Kafka 4.3 writes them. */
export const STREAMS_GROUP_RECORDS: readonly CoordinatorRecord[] = [
  { type: 17, key: groupKey('StreamsGroupMetadataKey', 17), value: StreamsGroupMetadataValue },
  {
    type: 19,
    key: memberKey('StreamsGroupMemberMetadataKey', 19),
    value: StreamsGroupMemberMetadataValue,
  },
  {
    type: 20,
    key: groupKey('StreamsGroupTargetAssignmentMetadataKey', 20),
    value: defineStored({
      name: 'StreamsGroupTargetAssignmentMetadataValue',
      ...V0,
      shape: struct({
        assignmentEpoch: int32(),
        assignmentTimestamp: int64({ default: 0, tag: 0, ignorable: true }),
      }),
    }),
  },
  {
    type: 21,
    key: memberKey('StreamsGroupTargetAssignmentMemberKey', 21),
    value: defineStored({
      name: 'StreamsGroupTargetAssignmentMemberValue',
      ...V0,
      shape: struct({ activeTasks: targetTasks, standbyTasks: targetTasks, warmupTasks: targetTasks }),
    }),
  },
  {
    type: 22,
    key: memberKey('StreamsGroupCurrentMemberAssignmentKey', 22),
    value: StreamsGroupCurrentMemberAssignmentValue,
  },
  { type: 23, key: groupKey('StreamsGroupTopologyKey', 23), value: StreamsGroupTopologyValue },
];
