/** The transactions of a lane: which batches belong together, where each is closed, and how high its rails run. */
import type { BatchView } from '#core/lab-api/views.ts';

export interface LaneTransaction {
  readonly key: string;
  /** Data batches in view, in offset order. */
  readonly data: readonly BatchView[];
  readonly marker: BatchView | null;
  readonly firstOffset: number;
  /** After the last own record in view; `firstOffset` when none is in view. */
  readonly ownEnd: number;
  /** Offset of the marker, or the log end while it is open. */
  readonly closeOffset: number;
  readonly verdict: 'open' | 'committed' | 'aborted';
  /** Records of others lie between its last own record and its post: one line goes over them, at this height; null: none do. */
  readonly level: number | null;
}

/** Lines over others that are drawn; more become a count. */
export const LEVELS_MAX = 3;

/** Transactions in order of their first offset. */
export function laneTransactions(batches: readonly BatchView[], logEndOffset: number): LaneTransaction[] {
  const groups = new Map<string, { data: BatchView[]; marker: BatchView | null; first: number }>();
  for (const batch of batches) {
    const first = firstOffsetOf(batch);
    if (first === null) continue;
    const key = `${batch.producerId}:${first}`;
    let group = groups.get(key);
    if (group === undefined) {
      group = { data: [], marker: null, first };
      groups.set(key, group);
    }
    if (batch.marker === null) group.data.push(batch);
    else group.marker = batch;
  }
  const found = [...groups].map(([key, { data, marker, first }]) => {
    const ownEnd = (data.at(-1)?.lastOffset ?? first - 1) + 1;
    const closeOffset = marker?.baseOffset ?? logEndOffset;
    return { key, data, marker, firstOffset: first, ownEnd, closeOffset, verdict: verdictOf(data, marker) };
  });
  found.sort((a, b) => a.firstOffset - b.firstOffset);
  return withLevels(found);
}

function firstOffsetOf(batch: BatchView): number | null {
  if (batch.marker !== null) return batch.transactionFirstOffset;
  return batch.isTransactional ? (batch.transactionFirstOffset ?? batch.baseOffset) : null;
}

function verdictOf(data: readonly BatchView[], marker: BatchView | null): LaneTransaction['verdict'] {
  if (marker?.marker) return marker.marker.type === 'COMMIT' ? 'committed' : 'aborted';
  const verdict = data[0]?.verdict;
  return verdict === 'committed' || verdict === 'aborted' ? verdict : 'open';
}

function withLevels(transactions: readonly Omit<LaneTransaction, 'level'>[]): LaneTransaction[] {
  /** Offset until which each level is taken. */
  const takenUntil: number[] = [];
  return transactions.map((transaction) => {
    if (transaction.closeOffset <= transaction.ownEnd) return { ...transaction, level: null };
    let level = takenUntil.findIndex((until) => until < transaction.ownEnd);
    if (level < 0) level = takenUntil.length;
    takenUntil[level] = transaction.closeOffset;
    return { ...transaction, level };
  });
}
