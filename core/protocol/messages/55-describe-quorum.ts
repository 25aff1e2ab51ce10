/**
 * DescribeQuorum (55): state of the metadata quorum.
 */
import { defineApi } from '../schema/api.ts';
import { array, int16, int32, int64, string, struct, uint16, uuid } from '../schema/field.ts';

const replicaState = {
  replicaId: int32(),
  replicaDirectoryId: uuid({ since: 2 }),
  logEndOffset: int64(),
  lastFetchTimestamp: int64({ since: 1, default: -1, ignorable: true }),
  lastCaughtUpTimestamp: int64({ since: 1, default: -1, ignorable: true }),
} as const;

export const DescribeQuorum = defineApi({
  key: 55,
  name: 'DescribeQuorum',
  versions: [0, 2],
  flexibleSince: 0,
  request: struct({
    topics: array(
      struct({
        topicName: string(),
        partitions: array(
          struct({
            partitionIndex: int32(),
          }),
        ),
      }),
    ),
  }),
  response: struct({
    errorCode: int16(),
    errorMessage: string({ since: 2, nullable: true, ignorable: true }),
    topics: array(
      struct({
        topicName: string(),
        partitions: array(
          struct({
            partitionIndex: int32(),
            errorCode: int16(),
            errorMessage: string({ since: 2, nullable: true, ignorable: true }),
            leaderId: int32(),
            leaderEpoch: int32(),
            highWatermark: int64(),
            currentVoters: array(struct(replicaState)),
            observers: array(struct(replicaState)),
          }),
        ),
      }),
    ),
    nodes: array(
      struct({
        nodeId: int32(),
        listeners: array(
          struct({
            name: string(),
            host: string(),
            port: uint16(),
          }),
        ),
      }),
      { since: 2 },
    ),
  }),
});
