/**
 * Metadata (3): which topics there are, and where their partitions live.
 *
 * v10 topic ids · v13 a top-level error
 */
import { defineApi } from '../schema/api.ts';
import { array, bool, int16, int32, string, struct, uuid } from '../schema/field.ts';

export const Metadata = defineApi({
  key: 3,
  name: 'Metadata',
  versions: [0, 13],
  flexibleSince: 9,
  request: struct({
    topics: array(
      struct({
        topicId: uuid({ since: 10, ignorable: true }),
        name: string({ nullable: 10 }),
      }),
      { nullable: 1 },
    ),
    allowAutoTopicCreation: bool({ since: 4, default: true }),
    includeClusterAuthorizedOperations: bool({ since: 8, until: 10 }),
    includeTopicAuthorizedOperations: bool({ since: 8 }),
  }),
  response: struct({
    throttleTimeMs: int32({ since: 3, default: 0, ignorable: true }),
    brokers: array(
      struct({
        nodeId: int32(),
        host: string(),
        port: int32(),
        rack: string({ since: 1, nullable: true, default: null, ignorable: true }),
      }),
    ),
    clusterId: string({ since: 2, nullable: true, default: null, ignorable: true }),
    controllerId: int32({ since: 1, default: -1, ignorable: true }),
    topics: array(
      struct({
        errorCode: int16(),
        name: string({ nullable: 12 }),
        topicId: uuid({ since: 10, ignorable: true }),
        isInternal: bool({ since: 1, default: false, ignorable: true }),
        partitions: array(
          struct({
            errorCode: int16(),
            partitionIndex: int32(),
            leaderId: int32(),
            leaderEpoch: int32({ since: 7, default: -1, ignorable: true }),
            replicaNodes: array(int32()),
            isrNodes: array(int32()),
            offlineReplicas: array(int32(), { since: 5, ignorable: true }),
          }),
        ),
        topicAuthorizedOperations: int32({ since: 8, default: -2147483648 }),
      }),
    ),
    clusterAuthorizedOperations: int32({ since: 8, until: 10, default: -2147483648 }),
    errorCode: int16({ since: 13, ignorable: true }),
  }),
});
