/**
 * ListConfigResources (74), v0 and v1: topics, this broker, its loggers, and groups that have settings of
 * their own. Before v1 only client metrics are asked for.
 *
 * Left out: there are no client metrics, so none is listed.
 */
import { errorCode } from '#core/protocol/errors.ts';
import { ListConfigResources } from '#core/protocol/messages/74-list-config-resources.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import { RESOURCE_TYPES } from '../config-resources.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';
import type { Services } from '../services.ts';

/** In the order in which Kafka lists them. */
const LISTED: readonly number[] = [
  RESOURCE_TYPES.group,
  RESOURCE_TYPES.clientMetrics,
  RESOURCE_TYPES.brokerLogger,
  RESOURCE_TYPES.broker,
  RESOURCE_TYPES.topic,
];
const TYPES_SINCE = 1;

export const listConfigResources = serve(ListConfigResources, handle);

function handle(
  { resourceTypes }: RequestOf<typeof ListConfigResources>,
  { version, services }: RequestContext,
): ResponseInit<typeof ListConfigResources> {
  if (resourceTypes.some((type) => !LISTED.includes(type))) {
    return { errorCode: errorCode('UNSUPPORTED_VERSION'), configResources: [] };
  }
  const asked = version < TYPES_SINCE ? [RESOURCE_TYPES.clientMetrics] : resourceTypes;
  const wanted = asked.length === 0 ? LISTED : LISTED.filter((type) => asked.includes(type));
  return {
    errorCode: 0,
    configResources: wanted.flatMap((resourceType) =>
      namesOf(resourceType, services).map((resourceName) => ({ resourceName, resourceType })),
    ),
  };
}

function namesOf(type: number, { node, topics, groupSettings }: Services): string[] {
  switch (type) {
    case RESOURCE_TYPES.topic:
      return [...topics.all()].map(({ name }) => name);
    case RESOURCE_TYPES.broker:
    case RESOURCE_TYPES.brokerLogger:
      return [String(node.nodeId)];
    case RESOURCE_TYPES.group:
      return [...groupSettings.groupIds()];
    default:
      return [];
  }
}
