/** Transactions that are open for too long, and ids that nobody has used for a long time. */

import { NO_TIMEOUT_MS } from './transaction-metadata.ts';
import type { TransactionEntry } from './transaction-shard.ts';
import { TRANSACTION_STATES } from './transaction-state.ts';

/** Bytes of keys in one batch of tombstones: well below any max.message.bytes. */
const TOMBSTONE_KEYS_MAX = 256 * 1024;

/**
 * Open for longer than its timeout, counted from the first partition (source: TransactionStateManager.timedOutTransactions).
 * An outcome that is being written is left alone.
 */
export function isOverdue({ metadata, completion }: TransactionEntry, nowMs: number): boolean {
  return (
    metadata.state === 'Ongoing' &&
    completion === undefined &&
    metadata.timeoutMs !== NO_TIMEOUT_MS &&
    metadata.startedAtMs + metadata.timeoutMs < nowMs
  );
}

/** Unused for `expirationMs` or longer, and nothing in flight (source: TransactionStateManager.shouldExpire). */
export function isExpired(
  { metadata, completion }: TransactionEntry,
  { nowMs, expirationMs }: { readonly nowMs: number; readonly expirationMs: number },
): boolean {
  return (
    completion === undefined &&
    TRANSACTION_STATES[metadata.state].mayExpire &&
    metadata.lastUpdateMs <= nowMs - expirationMs
  );
}

/** The ids in groups, each small enough for one batch of tombstones. */
export function tombstoneBatches(transactionalIds: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let bytes = TOMBSTONE_KEYS_MAX;
  for (const id of transactionalIds) {
    bytes += Buffer.byteLength(id);
    if (bytes > TOMBSTONE_KEYS_MAX) {
      batches.push([]);
      bytes = Buffer.byteLength(id);
    }
    batches.at(-1)?.push(id);
  }
  return batches;
}
