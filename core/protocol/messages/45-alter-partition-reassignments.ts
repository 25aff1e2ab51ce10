/**
 * AlterPartitionReassignments (45): moves replicas between brokers.
 */
import { defineApi } from '../schema/api.ts';
import { array, bool, int16, int32, string, struct } from '../schema/field.ts';

export const AlterPartitionReassignments = defineApi({
  key: 45,
  name: 'AlterPartitionReassignments',
  versions: [0, 1],
  flexibleSince: 0,
  request: struct({
    timeoutMs: int32({ default: 60000 }),
    allowReplicationFactorChange: bool({ since: 1, default: true }),
    topics: array(
      struct({
        name: string(),
        partitions: array(
          struct({
            partitionIndex: int32(),
            replicas: array(int32(), { nullable: true, default: null }),
          }),
        ),
      }),
    ),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    allowReplicationFactorChange: bool({ since: 1, default: true, ignorable: true }),
    errorCode: int16(),
    errorMessage: string({ nullable: true }),
    responses: array(
      struct({
        name: string(),
        partitions: array(
          struct({
            partitionIndex: int32(),
            errorCode: int16(),
            errorMessage: string({ nullable: true }),
          }),
        ),
      }),
    ),
  }),
});
