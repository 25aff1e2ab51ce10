/**
 * Changing settings of topics, of the broker and of groups: what AlterConfigs and IncrementalAlterConfigs have in common.
 * (source: ConfigResource, ConfigurationControlManager, ConfigAdminManager)
 */

import { ConfigException } from '#core/config/config-exception.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import type { DynamicSettings } from './broker-settings.ts';
import type { Services } from './services.ts';
import type { Topic } from './topic-catalog.ts';
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

/** Changes of many resources: each is checked when it is added, all are made together, in one write of the cluster file a kind. */
export class ConfigChanges {
  readonly #services: Services;
  readonly #topics = new Map<Topic, Texts>();
  readonly #groups = new Map<string, Texts>();
  readonly #broker: { [whose in DynamicSettings]?: Texts } = {};

  constructor(services: Services) {
    this.#services = services;
  }

  /** Adds the change of a resource's own settings, if it can be made. */
  add({ resourceType, resourceName }: ConfigResource, change: ConfigChange): ConfigProblem {
    switch (resourceType) {
      case RESOURCE_TYPES.topic:
        return this.#addTopic(resourceName, change);
      case RESOURCE_TYPES.broker:
        return this.#addBroker(resourceName, change);
      case RESOURCE_TYPES.group:
        return this.#addGroup(resourceName, change);
      default:
        return { error: 'INVALID_REQUEST', message: `Unknown resource type ${resourceType}` };
    }
  }

  /** Makes the changes; they are in force, and on disk, when this returns. */
  make(): void {
    const { settings, groupSettings, topics, logs } = this.#services;
    topics.reconfigure(this.#topics);
    groupSettings.change(this.#groups);
    if (Object.keys(this.#broker).length === 0) return;
    settings.change(this.#broker);
    topics.reconfigureAll();
    logs.reconfigureAll(settings.values);
  }

  #addTopic(name: string, change: ConfigChange): ConfigProblem {
    const { topics, settings } = this.#services;
    if (name === '') return { error: 'INVALID_REQUEST', message: 'Default topic resources are not allowed.' };
    const invalid = topicNameProblem(name);
    if (invalid !== undefined) return { error: 'INVALID_TOPIC_EXCEPTION', message: invalid };
    const topic = topics.get(name);
    if (topic === undefined) {
      return { error: 'UNKNOWN_TOPIC_OR_PARTITION', message: `The topic '${name}' does not exist.` };
    }
    const after = change(topic.overrides);
    if (isProblem(after)) return after;
    return inKafkasWords('INVALID_CONFIG', () => {
      checkTopicOverrides(after, settings);
      this.#topics.set(topic, after);
    });
  }

  #addGroup(groupId: string, change: ConfigChange): ConfigProblem {
    const { groupSettings } = this.#services;
    if (groupId === '')
      return { error: 'INVALID_REQUEST', message: 'Default group resources are not allowed.' };
    const after = change(groupSettings.overrides(groupId));
    if (isProblem(after)) return after;
    return inKafkasWords('INVALID_CONFIG', () => {
      groupSettings.check(after);
      this.#groups.set(groupId, after);
    });
  }

  #addBroker(name: string, change: ConfigChange): ConfigProblem {
    const { settings, node } = this.#services;
    if (name !== '' && name !== String(node.nodeId)) {
      const message = `Unexpected broker id, expected ${node.nodeId}, but received ${name}`;
      return { error: 'INVALID_REQUEST', message };
    }
    const whose = name === '' ? 'brokerDefaultConfigs' : 'brokerConfigs';
    const before = settings.changed(whose);
    const after = change(before);
    if (isProblem(after)) return after;
    const fixed = Object.keys(after).filter(
      (key) => after[key] !== before[key] && settings.brokerTable[key]?.dynamic !== true,
    );
    if (fixed.length > 0) {
      const message = `Cannot update these configs dynamically: [${fixed.join(', ')}]`;
      return { error: 'INVALID_REQUEST', message };
    }
    return inKafkasWords('INVALID_REQUEST', () => {
      settings.check({ ...this.#broker, [whose]: after });
      this.#broker[whose] = after;
    });
  }
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
