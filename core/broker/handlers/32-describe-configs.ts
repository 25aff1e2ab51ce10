/**
 * DescribeConfigs (32), v1 to v4: settings of topics, of this broker and of groups, where they come from, and what they are for (v3).
 *
 * Left out: loggers and client metrics (there are none: nothing is listed).
 */
import type { ErrorName } from '#core/protocol/errors.ts';
import { ERRORS, errorCode } from '#core/protocol/errors.ts';
import { DescribeConfigs } from '#core/protocol/messages/32-describe-configs.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { ConfigEntry } from '../config-entry.ts';
import { isInteger, namesNode, RESOURCE_TYPES } from '../config-resources.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';
import type { Services } from '../services.ts';
import { topicNameProblem } from '../topic-names.ts';
import { describeTopic } from '../topic-settings.ts';

type DescribeRequest = RequestOf<typeof DescribeConfigs>;
type Resource = DescribeRequest['resources'][number];

interface Described {
  readonly error: ErrorName;
  readonly message: string;
  readonly entries: readonly ConfigEntry[];
}

export const describeConfigs = serve(DescribeConfigs, handle);

function handle(
  request: DescribeRequest,
  { services }: RequestContext,
): ResponseInit<typeof DescribeConfigs> {
  return {
    results: request.resources.map((resource) => {
      const { error, message, entries } = describeResource(resource, services);
      const keys = resource.configurationKeys ?? [];
      return {
        errorCode: errorCode(error),
        errorMessage: message,
        resourceType: resource.resourceType,
        resourceName: resource.resourceName,
        configs: entries
          .filter(({ name }) => keys.length === 0 || keys.includes(name))
          .map(({ synonyms, documentation, ...entry }) => ({
            ...entry,
            synonyms: request.includeSynonyms ? synonyms : [],
            documentation: request.includeDocumentation ? documentation : null,
          })),
      };
    }),
  };
}

function describeResource({ resourceType, resourceName }: Resource, services: Services): Described {
  switch (resourceType) {
    case RESOURCE_TYPES.topic:
      return describeTopicNamed(resourceName, services);
    case RESOURCE_TYPES.broker:
      return describeBroker(resourceName, services);
    case RESOURCE_TYPES.group:
      return describeGroup(resourceName, services);
    case RESOURCE_TYPES.clientMetrics:
      if (resourceName === '') {
        return refused('INVALID_REQUEST', 'Client metrics subscription name must not be empty');
      }
      return { error: 'NONE', message: '', entries: [] };
    case RESOURCE_TYPES.brokerLogger:
      return describeLoggers(resourceName, services);
    default:
      return refused('INVALID_REQUEST', ERRORS.INVALID_REQUEST.says);
  }
}

/** There are none. */
function describeLoggers(name: string, { node }: Services): Described {
  if (name === '') return refused('INVALID_REQUEST', 'Broker id must not be empty');
  if (!isInteger(name)) return notAnInteger(name);
  if (namesNode(name, node.nodeId)) return { error: 'NONE', message: '', entries: [] };
  return refused('INVALID_REQUEST', `Unexpected broker id, expected ${node.nodeId} but received ${name}`);
}

function describeTopicNamed(name: string, { topics, settings }: Services): Described {
  const problem = topicNameProblem(name);
  if (problem !== undefined) return refused('INVALID_TOPIC_EXCEPTION', problem);
  const topic = topics.get(name);
  if (topic === undefined) return refused('UNKNOWN_TOPIC_OR_PARTITION', '');
  return { error: 'NONE', message: '', entries: describeTopic(topic.overrides, settings) };
}

function describeGroup(groupId: string, { groupSettings }: Services): Described {
  if (groupId === '') return refused('INVALID_REQUEST', 'Group name must not be empty');
  return { error: 'NONE', message: '', entries: groupSettings.describe(groupId) };
}

function describeBroker(name: string, { settings, node }: Services): Described {
  if (namesNode(name, node.nodeId)) return { error: 'NONE', message: '', entries: settings.describe() };
  // The cluster-wide default: only what was changed while running.
  if (name === '') return { error: 'NONE', message: '', entries: settings.describeDefaults() };
  if (!isInteger(name)) return notAnInteger(name);
  return refused(
    'INVALID_REQUEST',
    `Unexpected broker id, expected ${node.nodeId} or empty string, but received ${name}`,
  );
}

function notAnInteger(name: string): Described {
  return refused('INVALID_REQUEST', `Broker id must be an integer, but it is: ${name}`);
}

function refused(error: ErrorName, message: string): Described {
  return { error, message, entries: [] };
}
