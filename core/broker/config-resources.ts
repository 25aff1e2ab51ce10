/**
 * Changing settings of topics and of the broker: what AlterConfigs and IncrementalAlterConfigs have in common.
 * (source: ConfigResource, ConfigurationControlManager, ConfigAdminManager)
 */

import { ConfigException } from '#core/config/config-exception.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import type { Services } from './services.ts';
import { topicNameProblem } from './topic-names.ts';
import { checkTopicOverrides } from './topic-settings.ts';

/** What settings belong to. */
export const RESOURCE_TYPES = {
  topic: 2,
  broker: 4,
  brokerLogger: 8,
  clientMetrics: 16,
  group: 32,
} as const;

type Texts = { readonly [key: string]: string };

/** A refusal, with Kafka's sentence. */
export interface ConfigProblem {
  readonly error: ErrorName;
  readonly message: string | null;
}

const DONE: ConfigProblem = { error: 'NONE', message: null };

/** Turns the settings that were into those that shall be, or says why not. */
export type ConfigChange = (before: Texts) => Texts | ConfigProblem;

export interface ConfigResource {
  readonly resourceType: number;
  readonly resourceName: string;
}

/** Changes a resource's own settings; with `validateOnly` only says whether it would go. */
export function changeConfigs(
  { resourceType, resourceName }: ConfigResource,
  services: Services,
  options: { readonly change: ConfigChange; readonly validateOnly: boolean },
): ConfigProblem {
  switch (resourceType) {
    case RESOURCE_TYPES.topic:
      return changeTopic(resourceName, services, options);
    case RESOURCE_TYPES.broker:
      return changeBroker(resourceName, services, options);
    default:
      return { error: 'INVALID_REQUEST', message: `Unknown resource type ${resourceType}` };
  }
}

type Options = Parameters<typeof changeConfigs>[2];

function changeTopic(name: string, { topics, settings }: Services, options: Options): ConfigProblem {
  if (name === '') return { error: 'INVALID_REQUEST', message: 'Default topic resources are not allowed.' };
  const invalid = topicNameProblem(name);
  if (invalid !== undefined) return { error: 'INVALID_TOPIC_EXCEPTION', message: invalid };
  const topic = topics.get(name);
  if (topic === undefined) {
    return { error: 'UNKNOWN_TOPIC_OR_PARTITION', message: `The topic '${name}' does not exist.` };
  }
  const after = options.change(topic.overrides);
  if (isProblem(after)) return after;
  return inKafkasWords('INVALID_CONFIG', () => {
    checkTopicOverrides(after, settings);
    if (!options.validateOnly) topics.reconfigure(topic, after);
  });
}

function changeBroker(name: string, services: Services, options: Options): ConfigProblem {
  const { settings, topics, logs, node } = services;
  if (name !== '' && name !== String(node.nodeId)) {
    const message = `Unexpected broker id, expected ${node.nodeId}, but received ${name}`;
    return { error: 'INVALID_REQUEST', message };
  }
  const whose = name === '' ? 'brokerDefaultConfigs' : 'brokerConfigs';
  const before = settings.changed(whose);
  const after = options.change(before);
  if (isProblem(after)) return after;
  const fixed = Object.keys(after).filter(
    (key) => after[key] !== before[key] && settings.brokerTable[key]?.dynamic !== true,
  );
  if (fixed.length > 0) {
    const message = `Cannot update these configs dynamically: [${fixed.join(', ')}]`;
    return { error: 'INVALID_REQUEST', message };
  }
  return inKafkasWords('INVALID_REQUEST', () => {
    settings.check(whose, after);
    if (options.validateOnly) return;
    settings.change(whose, after);
    topics.reconfigureAll();
    logs.verificationEnabled = settings.values['transaction.partition.verification.enable'];
  });
}

function isProblem(value: Texts | ConfigProblem): value is ConfigProblem {
  return 'error' in value && 'message' in value;
}

/** `refusal`: what Kafka calls a value that is not legal; it differs between topics and brokers. */
function inKafkasWords(refusal: ErrorName, change: () => void): ConfigProblem {
  try {
    change();
    return DONE;
  } catch (error) {
    if (error instanceof ConfigException) return { error: refusal, message: error.message };
    throw error;
  }
}
