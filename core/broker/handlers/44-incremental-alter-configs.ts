/**
 * IncrementalAlterConfigs (44), v0 and v1: sets or deletes single settings of a topic, of the broker or of a group, and appends to or subtracts
 * from lists.
 */

import { own } from '#core/base/own.ts';
import { BROKER_CONFIG } from '#core/config/broker-config.ts';
import { BROKER_ELSEWHERE, FIXED_ELSEWHERE } from '#core/config/broker-elsewhere.ts';
import type { ConfigTable } from '#core/config/config-def.ts';
import { GROUP_CONFIG } from '#core/config/group-config.ts';
import { TOPIC_CONFIG } from '#core/config/topic-config.ts';
import { IncrementalAlterConfigs } from '#core/protocol/messages/44-incremental-alter-configs.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { ConfigChange, ConfigOutcome, ConfigProblem, Texts } from '../config-resources.ts';
import {
  answerOf,
  ConfigChanges,
  isInteger,
  namesNode,
  RESOURCE_TYPES,
  repeatedKey,
} from '../config-resources.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';

type AlterRequest = RequestOf<typeof IncrementalAlterConfigs>;
type Resource = AlterRequest['resources'][number];

const TABLES: { readonly [resourceType: number]: ConfigTable } = {
  [RESOURCE_TYPES.topic]: TOPIC_CONFIG,
  [RESOURCE_TYPES.broker]: BROKER_CONFIG,
  [RESOURCE_TYPES.group]: GROUP_CONFIG,
};

const SET = 0;
const DELETE = 1;
const APPEND = 2;
const SUBTRACT = 3;

export const incrementalAlterConfigs = serve(IncrementalAlterConfigs, handle);

function handle(
  { resources, validateOnly }: AlterRequest,
  { services }: RequestContext,
): ResponseInit<typeof IncrementalAlterConfigs> {
  const counts = new Map<string, number>();
  for (const resource of resources) counts.set(keyOf(resource), (counts.get(keyOf(resource)) ?? 0) + 1);
  const changes = new ConfigChanges(services);
  const responses = resources.map((resource) => {
    const isRepeated = (counts.get(keyOf(resource)) ?? 0) > 1;
    const outcome: ConfigProblem = isRepeated
      ? { error: 'INVALID_REQUEST', message: 'Each resource must appear at most once.' }
      : changeResource(resource, changes, services.node.nodeId);
    return answerOf(resource, outcome);
  });
  if (!validateOnly) changes.make();
  return { responses };
}

function changeResource(resource: Resource, changes: ConfigChanges, nodeId: number): ConfigProblem {
  if (resource.resourceType !== RESOURCE_TYPES.brokerLogger) return changes.add(resource, changeOf(resource));
  return loggerProblem(resource, nodeId) ?? { error: 'NONE', message: null };
}

/** There are no loggers. (source: ControllerApis, Log4jController) */
function loggerProblem({ resourceName, configs }: Resource, nodeId: number): ConfigProblem | undefined {
  if (!isInteger(resourceName)) {
    return { error: 'INVALID_REQUEST', message: `Node id must be an integer, but it is: ${resourceName}` };
  }
  if (!namesNode(resourceName, nodeId)) {
    const message = `Unexpected node id. Expected ${nodeId}, but received ${resourceName}`;
    return { error: 'INVALID_REQUEST', message };
  }
  const [first] = configs;
  if (first === undefined) return undefined;
  return { error: 'INVALID_CONFIG', message: `Logger ${first.name} does not exist!` };
}

function keyOf({ resourceType, resourceName }: Resource): string {
  return `${resourceType}/${resourceName}`;
}

function changeOf({ resourceType, configs }: Resource): ConfigChange {
  const table = TABLES[resourceType] ?? BROKER_CONFIG;
  return (before) => {
    const misuse = misuseOf(configs);
    if (misuse !== undefined) return { problem: misuse };
    let after = before;
    for (const config of configs) {
      const changed = apply(after, table, config);
      if (changed.problem !== undefined) return changed;
      after = changed.texts;
    }
    return { texts: after };
  };
}

function misuseOf(configs: Resource['configs']): ConfigProblem | undefined {
  const repeated = repeatedKey(configs);
  if (repeated !== undefined) return repeated;
  const missing = configs.filter((config) => config.configOperation !== DELETE && config.value === null);
  if (missing.length === 0) return undefined;
  const message = `Null value not supported for : ${missing.map(({ name }) => name).join(', ')}`;
  return { error: 'INVALID_REQUEST', message };
}

function apply(before: Texts, table: ConfigTable, config: Resource['configs'][number]): ConfigOutcome {
  const { name, value, configOperation } = config;
  switch (configOperation) {
    case SET:
      return { texts: { ...before, [name]: value ?? '' } };
    case DELETE: {
      const { [name]: _, ...rest } = before;
      return { texts: rest };
    }
    case APPEND:
    case SUBTRACT: {
      const row = own(table, name) ?? (table === BROKER_CONFIG ? own(BROKER_ELSEWHERE, name) : undefined);
      // What a broker cannot be given while running may be a list; that it cannot is said later.
      const isFixed = row === undefined && table === BROKER_CONFIG && FIXED_ELSEWHERE.has(name);
      if (row?.type !== 'list' && !isFixed) {
        const message = notAList(table, config, row !== undefined);
        return { problem: { error: 'INVALID_CONFIG', message } };
      }
      const list = changedList(own(before, name) ?? row?.default ?? '', config);
      return { texts: { ...before, [name]: list } };
    }
    default:
      return { problem: { error: 'UNKNOWN_SERVER_ERROR', message: null } };
  }
}

/** Settings of the broker are checked by the broker, all others by the controller; each has its own words. */
function notAList(table: ConfigTable, config: Resource['configs'][number], isKnown: boolean): string {
  const { name, configOperation } = config;
  const verb = configOperation === APPEND ? 'append' : 'subtract';
  if (table !== BROKER_CONFIG) {
    return `Can't ${verb.toUpperCase()} to key ${name} because its type is not LIST.`;
  }
  return isKnown
    ? `Config value ${verb} is not allowed for config key: ${name}`
    : `Unknown config name: ${name}`;
}

/** As Kafka does, items are compared as they are written, blanks and all. */
function changedList(before: string, { configOperation, value }: Resource['configs'][number]): string {
  const items = itemsOf(before);
  for (const item of itemsOf(value ?? '')) {
    const index = items.indexOf(item);
    if (configOperation === SUBTRACT && index >= 0) items.splice(index, 1);
    if (configOperation === APPEND && index < 0) items.push(item);
  }
  return items.join(',');
}

function itemsOf(text: string): string[] {
  return text.split(',').filter((item) => item !== '');
}
