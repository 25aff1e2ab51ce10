/**
 * DescribeCluster (60): the brokers of the cluster.
 */
import { defineApi } from '../schema/api.ts';
import { array, bool, int8, int16, int32, string, struct } from '../schema/field.ts';

export const DescribeCluster = defineApi({
  key: 60,
  name: 'DescribeCluster',
  versions: [0, 2],
  flexibleSince: 0,
  request: struct({
    includeClusterAuthorizedOperations: bool(),
    endpointType: int8({ since: 1, default: 1 }),
    includeFencedBrokers: bool({ since: 2 }),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    errorCode: int16(),
    errorMessage: string({ nullable: true, default: null }),
    endpointType: int8({ since: 1, default: 1 }),
    clusterId: string(),
    controllerId: int32({ default: -1 }),
    brokers: array(
      struct({
        brokerId: int32(),
        host: string(),
        port: int32(),
        rack: string({ nullable: true, default: null }),
        isFenced: bool({ since: 2 }),
      }),
    ),
    clusterAuthorizedOperations: int32({ default: -2147483648 }),
  }),
});
