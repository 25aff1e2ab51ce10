/**
 * Changing settings of topics, of the broker and of groups: what AlterConfigs and IncrementalAlterConfigs have in common.
 * (source: ConfigResource, ConfigurationControlManager, ConfigAdminManager)
 */

import { own } from '#core/base/own.ts';
import { FIXED_ELSEWHERE } from '#core/config/broker-elsewhere.ts';
import type { ConfigTable } from '#core/config/config-def.ts';
import { ConfigException } from '#core/config/config-exception.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { errorCode } from '#core/protocol/errors.ts';
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

const ELIGIBLE_REPLICAS = 'eligible.leader.replicas.version';
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
      case RESOURCE_TYPES.clientMetrics:
        if (resourceName !== '') break;
        return { error: 'INVALID_REQUEST', message: "Subscription name can't be empty" };
      case RESOURCE_TYPES.topic:
        return this.#addTopic(resourceName, change);
      case RESOURCE_TYPES.broker:
        return this.#addBroker(resourceName, change);
      case RESOURCE_TYPES.group:
        return this.#addGroup(resourceName, change);
    }
    return { error: 'INVALID_REQUEST', message: `Unknown resource type ${resourceType}` };
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
    const { settings, node, features } = this.#services;
    const stranger = strangeBroker(name, node.nodeId);
    if (stranger !== undefined) return stranger;
    const whose = name === '' ? 'brokerDefaultConfigs' : 'brokerConfigs';
    const before = this.#broker[whose] ?? settings.changed(whose);
    const outcome = change(before);
    if (outcome.problem !== undefined) return outcome.problem;
    const after = outcome.texts;
    const fixed = Object.keys(after).filter(
      (key) => own(after, key) !== own(before, key) && !isDynamic(key, settings.brokerTable),
    );
    if (fixed.length > 0) {
      const message = `Cannot update these configs dynamically: [${fixed.join(', ')}]`;
      return { error: 'INVALID_REQUEST', message };
    }
    if (features.level(ELIGIBLE_REPLICAS) > 0) {
      const problem = heldReplicas(whose, before, after);
      if (problem !== undefined) return problem;
    }
    return inKafkasWords('INVALID_REQUEST', () => {
      settings.check({ ...this.#broker, [whose]: after });
      this.#broker[whose] = after;
    });
  }
}

/** Why a broker of this name is not this one; a name is read as a number, so 01 is 1. */
function strangeBroker(name: string, nodeId: number): ConfigProblem | undefined {
  if (name === '' || namesNode(name, nodeId)) return undefined;
  const message = isInteger(name)
    ? `Unexpected broker id, expected ${nodeId}, but received ${name}`
    : `Node id must be an integer, but it is: ${name}`;
  return { error: 'INVALID_REQUEST', message };
}

/** Whether Java would read a number. */
export function isInteger(name: string): boolean {
  return /^[+-]?\d+$/.test(name);
}

/** Whether the name of a resource is a node's id. */
export function namesNode(name: string, nodeId: number): boolean {
  return isInteger(name) && Number(name) === nodeId;
}

/** Kafka keeps what it does not know: a plugin may. */
function isDynamic(key: string, table: ConfigTable): boolean {
  const row = own(table, key);
  return row === undefined ? !FIXED_ELSEWHERE.has(key) : row.dynamic === true;
}

/** While there are eligible leader replicas, one number of them holds for all brokers. (source: ConfigurationControlManager) */
function heldReplicas(whose: DynamicSettings, before: Texts, after: Texts): ConfigProblem | undefined {
  const key = 'min.insync.replicas';
  const [was, is] = [own(before, key), own(after, key)];
  if (was === is) return undefined;
  if (whose === 'brokerConfigs') {
    return {
      error: 'INVALID_CONFIG',
      message: `Broker-level ${key} cannot be altered while ELR is enabled.`,
    };
  }
  if (is !== undefined) return undefined;
  return { error: 'INVALID_CONFIG', message: `Cluster-level ${key} cannot be removed while ELR is enabled.` };
}

/** What the answer says of a resource whose settings were to be changed. */
export function answerOf(
  { resourceType, resourceName }: { readonly resourceType: number; readonly resourceName: string },
  { error, message }: ConfigProblem,
) {
  return { errorCode: errorCode(error), errorMessage: message, resourceType, resourceName };
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
