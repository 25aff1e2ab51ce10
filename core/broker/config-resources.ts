/**
 * Changing settings of topics, of the broker and of groups: what AlterConfigs and IncrementalAlterConfigs have in common.
 * (source: ConfigResource, ConfigurationControlManager, ConfigAdminManager)
 */

import { own } from '#core/base/own.ts';
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

/** Settings as text, by key. Clients choose the keys: read them with `own`, and never assign to one. */
export type Texts = { readonly [key: string]: string };

/** A refusal, with Kafka's sentence. */
export interface ConfigProblem {
  readonly error: ErrorName;
  readonly message: string | null;
}

const DONE: ConfigProblem = { error: 'NONE', message: null };

/** The settings that shall be, or why they cannot. Two fields, because a setting may have any name. */
export type ConfigOutcome =
  | { readonly texts: Texts; readonly problem?: undefined }
  | { readonly problem: ConfigProblem };

/** Turns the settings that were into those that shall be, or says why not. */
export type ConfigChange = (before: Texts) => ConfigOutcome;

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
    const outcome = change(topic.overrides);
    if (outcome.problem !== undefined) return outcome.problem;
    const after = outcome.texts;
    return inKafkasWords('INVALID_CONFIG', () => {
      checkTopicOverrides(after, settings);
      this.#topics.set(topic, after);
    });
  }

  #addGroup(groupId: string, change: ConfigChange): ConfigProblem {
    const { groupSettings } = this.#services;
    if (groupId === '')
      return { error: 'INVALID_REQUEST', message: 'Default group resources are not allowed.' };
    const outcome = change(groupSettings.overrides(groupId));
    if (outcome.problem !== undefined) return outcome.problem;
    const after = outcome.texts;
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
    const outcome = change(before);
    if (outcome.problem !== undefined) return outcome.problem;
    const after = outcome.texts;
    const fixed = Object.keys(after).filter(
      (key) => own(after, key) !== own(before, key) && own(settings.brokerTable, key)?.dynamic !== true,
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

/** The refusal of settings among which a key is twice; undefined when none is. */
export function repeatedKey(configs: readonly { readonly name: string }[]): ConfigProblem | undefined {
  if (new Set(configs.map(({ name }) => name)).size === configs.length) return undefined;
  return { error: 'INVALID_REQUEST', message: 'Error due to duplicate config keys' };
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
