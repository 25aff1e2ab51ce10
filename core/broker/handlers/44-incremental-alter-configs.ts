/**
 * IncrementalAlterConfigs (44), v0 and v1: sets or deletes single settings of a topic, of the broker or of a group, and appends to or subtracts
 * from lists.
 */

import { BROKER_CONFIG } from '#core/config/broker-config.ts';
import type { ConfigTable } from '#core/config/config-def.ts';
import { GROUP_CONFIG } from '#core/config/group-config.ts';
import { TOPIC_CONFIG } from '#core/config/topic-config.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { IncrementalAlterConfigs } from '#core/protocol/messages/44-incremental-alter-configs.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { ConfigChange, ConfigProblem } from '../config-resources.ts';
import { ConfigChanges, RESOURCE_TYPES } from '../config-resources.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';

type AlterRequest = RequestOf<typeof IncrementalAlterConfigs>;
type Resource = AlterRequest['resources'][number];
type Texts = { readonly [key: string]: string };

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
    const { error, message }: ConfigProblem = isRepeated
      ? { error: 'INVALID_REQUEST', message: 'Each resource must appear at most once.' }
      : changes.add(resource, changeOf(resource));
    return {
      errorCode: errorCode(error),
      errorMessage: message,
      resourceType: resource.resourceType,
      resourceName: resource.resourceName,
    };
  });
  if (!validateOnly) changes.make();
  return { responses };
}

function keyOf({ resourceType, resourceName }: Resource): string {
  return `${resourceType}/${resourceName}`;
}

function changeOf({ resourceType, configs }: Resource): ConfigChange {
  const table = TABLES[resourceType] ?? BROKER_CONFIG;
  return (before) => {
    const misuse = misuseOf(configs);
    if (misuse !== undefined) return misuse;
    let after: Texts | ConfigProblem = before;
    for (const config of configs) {
      after = apply(after as Texts, table, config);
      if ('error' in after && 'message' in after) return after;
    }
    return after;
  };
}

function misuseOf(configs: Resource['configs']): ConfigProblem | undefined {
  const names = configs.map(({ name }) => name);
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated !== undefined) {
    return { error: 'INVALID_REQUEST', message: 'Error due to duplicate config keys' };
  }
  const missing = configs.filter((config) => config.configOperation !== DELETE && config.value === null);
  if (missing.length === 0) return undefined;
  const message = `Null value not supported for : ${missing.map(({ name }) => name).join(', ')}`;
  return { error: 'INVALID_REQUEST', message };
}

function apply(
  before: Texts,
  table: ConfigTable,
  config: Resource['configs'][number],
): Texts | ConfigProblem {
  const { name, value, configOperation } = config;
  switch (configOperation) {
    case SET:
      return { ...before, [name]: value ?? '' };
    case DELETE: {
      const { [name]: _, ...rest } = before;
      return rest;
    }
    case APPEND:
    case SUBTRACT: {
      const row = table[name];
      // Settings of the broker that are not here may be lists; what becomes of them is said later.
      const isList = row === undefined ? table === BROKER_CONFIG : row.type === 'list';
      if (!isList) {
        const verb = configOperation === APPEND ? 'APPEND' : 'SUBTRACT';
        return {
          error: 'INVALID_CONFIG',
          message: `Can't ${verb} to key ${name} because its type is not LIST.`,
        };
      }
      return { ...before, [name]: changedList(before[name] ?? row?.default ?? '', config) };
    }
    default:
      return { error: 'UNKNOWN_SERVER_ERROR', message: null };
  }
}

function changedList(before: string, { configOperation, value }: Resource['configs'][number]): string {
  const items = itemsOf(before);
  const given = itemsOf(value ?? '');
  const after =
    configOperation === APPEND
      ? [...items, ...given.filter((item) => !items.includes(item))]
      : items.filter((item) => !given.includes(item));
  return after.join(',');
}

function itemsOf(text: string): string[] {
  return text.split(',').filter((item) => item !== '');
}
