/**
 * AlterClientQuotas (49), v0 and v1: changes are checked as Kafka does. What is legal and takes something away succeeds, since nothing
 * is there; what sets a quota is refused with POLICY_VIOLATION, because nobody is throttled.
 *
 * Left out: quotas; looking up host names of addresses.
 */
import { groupBy } from '#core/base/group-by.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { AlterClientQuotas } from '#core/protocol/messages/49-alter-client-quotas.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { QuotaEntity } from '../client-quotas.ts';
import { quotaProblem } from '../client-quotas.ts';
import { serve } from '../handler.ts';

type Entry = RequestOf<typeof AlterClientQuotas>['entries'][number];
type EntryResponse = ResponseInit<typeof AlterClientQuotas>['entries'][number];

export const alterClientQuotas = serve(AlterClientQuotas, handle);

function handle({ entries }: RequestOf<typeof AlterClientQuotas>): ResponseInit<typeof AlterClientQuotas> {
  const byOwner = groupBy(entries, (entry) => nameOf(entityOf(entry)));
  return { entries: [...byOwner.values()].map(answer) };
}

function answer(entries: readonly Entry[]): EntryResponse {
  const [entry] = entries as readonly [Entry];
  const entity = entityOf(entry);
  const keys = new Set(entry.ops.map(({ key }) => key));
  const isRepeated = entries.length > 1 || keys.size < entry.ops.length;
  const problem = isRepeated
    ? ({ error: 'INVALID_REQUEST', message: `Ignoring duplicate entity ${nameOf(entity)}` } as const)
    : quotaProblem(entity, entry.ops);
  return {
    errorCode: errorCode(problem?.error ?? 'NONE'),
    errorMessage: problem?.message ?? null,
    entity: [...entity].map(([entityType, entityName]) => ({ entityType, entityName })),
  };
}

/** A type that is named twice counts once, with its last name. */
function entityOf({ entity }: Entry): QuotaEntity {
  return new Map(entity.map(({ entityType, entityName }) => [entityType, entityName]));
}

/** As Java prints it. */
function nameOf(entity: QuotaEntity): string {
  const entries = [...entity].map(([type, name]) => `${type}=${name}`);
  return `ClientQuotaEntity(entries={${entries.join(', ')}})`;
}
