/** DescribeCluster (60), v0 to v2: this one node. Controllers are not separate processes here, so only brokers can be asked for. */
import { errorCode } from '#core/protocol/errors.ts';
import { DescribeCluster } from '#core/protocol/messages/60-describe-cluster.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import { CLUSTER_OPERATIONS, OPERATIONS_NOT_ASKED } from '../authorized-operations.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';

const BROKERS = 1;
const CONTROLLERS = 2;

export const describeCluster = serve(DescribeCluster, handle);

function handle(
  { endpointType, includeClusterAuthorizedOperations }: RequestOf<typeof DescribeCluster>,
  { services }: RequestContext,
): ResponseInit<typeof DescribeCluster> {
  if (endpointType !== BROKERS) return refused(endpointType);
  const { nodeId, host, port } = services.node;
  return {
    errorCode: 0,
    clusterId: services.clusterId,
    controllerId: nodeId,
    brokers: [{ brokerId: nodeId, host, port }],
    clusterAuthorizedOperations: includeClusterAuthorizedOperations
      ? CLUSTER_OPERATIONS
      : OPERATIONS_NOT_ASKED,
  };
}

function refused(endpointType: number): ResponseInit<typeof DescribeCluster> {
  const isKnown = endpointType === CONTROLLERS;
  return {
    errorCode: errorCode(isKnown ? 'MISMATCHED_ENDPOINT_TYPE' : 'UNSUPPORTED_ENDPOINT_TYPE'),
    errorMessage: isKnown
      ? 'The request was sent to an endpoint of type BROKER, but we wanted an endpoint of type CONTROLLER'
      : `Unsupported endpoint type ${endpointType}`,
    clusterId: '',
    brokers: [],
  };
}
