/**
 * Fetch (1): a consumer or follower asks for batches from an offset on.
 *
 * v4 isolation level and aborted transactions · v7 fetch sessions (KIP-227) · v9 leader epoch check · v12 flexible ·
 * v13 addresses topics by id
 */
import { defineApi } from '../schema/api.ts';
import { array, int8, int16, int32, int64, records, string, struct, uuid } from '../schema/field.ts';

export const Fetch = defineApi({
  key: 1,
  name: 'Fetch',
  versions: [4, 18],
  flexibleSince: 12,
  request: struct({
    clusterId: string({ since: 12, nullable: true, default: null, tag: 0, ignorable: true }),
    replicaId: int32({ until: 14, default: -1 }),
    replicaState: struct(
      {
        replicaId: int32({ default: -1 }),
        replicaEpoch: int64({ default: -1 }),
      },
      { since: 15, tag: 1 },
    ),
    maxWaitMs: int32(),
    minBytes: int32(),
    maxBytes: int32({ default: 2147483647, ignorable: true }),
    isolationLevel: int8({ default: 0, ignorable: true }),
    sessionId: int32({ since: 7, default: 0, ignorable: true }),
    sessionEpoch: int32({ since: 7, default: -1, ignorable: true }),
    topics: array(
      struct({
        topic: string({ until: 12, ignorable: true }),
        topicId: uuid({ since: 13, ignorable: true }),
        partitions: array(
          struct({
            partition: int32(),
            currentLeaderEpoch: int32({ since: 9, default: -1, ignorable: true }),
            fetchOffset: int64(),
            lastFetchedEpoch: int32({ since: 12, default: -1 }),
            logStartOffset: int64({ since: 5, default: -1, ignorable: true }),
            partitionMaxBytes: int32(),
            replicaDirectoryId: uuid({ since: 17, tag: 0, ignorable: true }),
            highWatermark: int64({ since: 18, default: Infinity, tag: 1, ignorable: true }),
          }),
        ),
      }),
    ),
    forgottenTopicsData: array(
      struct({
        topic: string({ until: 12, ignorable: true }),
        topicId: uuid({ since: 13, ignorable: true }),
        partitions: array(int32()),
      }),
      { since: 7 },
    ),
    rackId: string({ since: 11, default: '', ignorable: true }),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0, ignorable: true }),
    errorCode: int16({ since: 7, ignorable: true }),
    sessionId: int32({ since: 7, default: 0 }),
    responses: array(
      struct({
        topic: string({ until: 12, ignorable: true }),
        topicId: uuid({ since: 13, ignorable: true }),
        partitions: array(
          struct({
            partitionIndex: int32(),
            errorCode: int16(),
            highWatermark: int64(),
            lastStableOffset: int64({ default: -1, ignorable: true }),
            logStartOffset: int64({ since: 5, default: -1, ignorable: true }),
            divergingEpoch: struct(
              {
                epoch: int32({ default: -1 }),
                endOffset: int64({ default: -1 }),
              },
              { since: 12, tag: 0 },
            ),
            currentLeader: struct(
              {
                leaderId: int32({ default: -1 }),
                leaderEpoch: int32({ default: -1 }),
              },
              { since: 12, tag: 1 },
            ),
            snapshotId: struct(
              {
                endOffset: int64({ default: -1 }),
                epoch: int32({ default: -1 }),
              },
              { since: 12, tag: 2 },
            ),
            abortedTransactions: array(
              struct({
                producerId: int64(),
                firstOffset: int64(),
              }),
              { nullable: true, ignorable: true },
            ),
            preferredReadReplica: int32({ since: 11, default: -1 }),
            records: records({ nullable: true }),
          }),
        ),
      }),
    ),
    nodeEndpoints: array(
      struct({
        nodeId: int32(),
        host: string(),
        port: int32(),
        rack: string({ nullable: true, default: null }),
      }),
      { since: 16, tag: 0 },
    ),
  }),
});
