import type { StoredDefinition } from '../schema/api.ts';
import { defineStored } from '../schema/api.ts';
import { string, struct } from '../schema/field.ts';

/** A type of record that a coordinator keeps in its topic. A null value deletes what the key names. */
export interface CoordinatorRecord {
  /** The number in front of the key. */
  readonly type: number;
  readonly key: StoredDefinition;
  readonly value: StoredDefinition;
}

const GROUP = { groupId: string() };
const MEMBER = { groupId: string(), memberId: string() };

/** The key of a record about a whole group. */
export function groupKey(name: string, type: number): StoredDefinition<typeof GROUP> {
  return defineStored({ name, versions: [type, type], shape: struct(GROUP) });
}

/** The key of a record about one member. */
export function memberKey(name: string, type: number): StoredDefinition<typeof MEMBER> {
  return defineStored({ name, versions: [type, type], shape: struct(MEMBER) });
}
