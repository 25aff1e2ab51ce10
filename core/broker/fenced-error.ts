import type { ErrorName } from '#core/protocol/errors.ts';

/** Versions before `since` do not know PRODUCER_FENCED, and are told INVALID_PRODUCER_EPOCH (KIP-588). */
export function fencedBefore(since: number, version: number, error: ErrorName): ErrorName {
  return error === 'PRODUCER_FENCED' && version < since ? 'INVALID_PRODUCER_EPOCH' : error;
}
