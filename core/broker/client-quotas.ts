/**
 * What a change of client quotas must look like. This broker throttles nobody: a change is checked as Kafka checks it, and a quota
 * that would be legal is refused all the same, because it would not be kept. (source: ClientQuotaControlManager, QuotaConfig)
 */
import type { Problem } from './topic-creation.ts';

/** What a quota can belong to. */
export const QUOTA_ENTITIES: readonly string[] = ['user', 'client-id', 'ip'];

/** The settings of a user or client, and of an address; true: whole numbers only. */
const USER_KEYS: { readonly [key: string]: boolean } = {
  producer_byte_rate: true,
  consumer_byte_rate: true,
  request_percentage: false,
  controller_mutation_rate: false,
};
const ADDRESS_KEYS: { readonly [key: string]: boolean } = { connection_creation_rate: true };
const HOST = /^[A-Za-z0-9.:_-]+$/;

/** The owner of a quota, by type; null is the default of that type. */
export type QuotaEntity = ReadonlyMap<string, string | null>;

export interface QuotaChange {
  readonly key: string;
  readonly value: number;
  readonly remove: boolean;
}

/** Why the change cannot be made; undefined: it takes away what is not there. */
export function quotaProblem(entity: QuotaEntity, changes: readonly QuotaChange[]): Problem | undefined {
  const misuse = entityProblem(entity);
  if (misuse !== undefined) return misuse;
  const keys = entity.has('ip') ? ADDRESS_KEYS : USER_KEYS;
  for (const { key, value, remove } of changes) {
    const isWhole = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (isWhole === undefined) return invalid(`Invalid configuration key ${key}`);
    if (remove) continue;
    if (value <= 0) return invalid(`Quota ${key} must be greater than 0`);
    if (isWhole && !Number.isInteger(value)) return invalid(`${key} cannot be a fractional value.`);
  }
  if (changes.every(({ remove }) => remove)) return undefined;
  return { error: 'POLICY_VIOLATION', message: 'This broker keeps no quotas: no client is ever throttled.' };
}

function entityProblem(entity: QuotaEntity): Problem | undefined {
  if (entity.size === 0) return invalid('Invalid empty client quota entity');
  for (const [type, name] of entity) {
    if (!QUOTA_ENTITIES.includes(type)) return invalid(`Unhandled client quota entity type: ${type}`);
    if (name === '') return invalid(`Empty ${type} not supported`);
  }
  if (!entity.has('ip')) return undefined;
  if (entity.size > 1) {
    return invalid('Invalid quota entity combination, IP entity shouldnot be combined with User or ClientId');
  }
  const address = entity.get('ip');
  if (typeof address === 'string' && !HOST.test(address)) {
    return invalid(`${address} is not a valid IP or resolvable host.`);
  }
  return undefined;
}

function invalid(message: string): Problem {
  return { error: 'INVALID_REQUEST', message };
}
