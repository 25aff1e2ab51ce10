/**
 * ElectLeaders (43): asks for another leader among the replicas.
 */
import { defineApi } from '../schema/api.ts';
import { array, int8, int16, int32, string, struct } from '../schema/field.ts';

export const ElectLeaders = defineApi({
  key: 43,
  name: 'ElectLeaders',
  versions: [0, 2],
  flexibleSince: 2,
  request: struct({
    electionType: int8({ since: 1 }),
    topicPartitions: array(
      struct({
        topic: string(),
        partitions: array(int32()),
      }),
      { nullable: true },
    ),
    timeoutMs: int32({ default: 60000 }),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    errorCode: int16({ since: 1 }),
    replicaElectionResults: array(
      struct({
        topic: string(),
        partitionResult: array(
          struct({
            partitionId: int32(),
            errorCode: int16(),
            errorMessage: string({ nullable: true }),
          }),
        ),
      }),
    ),
  }),
});
