/**
 * Transactions that wait for the coordinator's word before their first batch may be written (KIP-890).
 *
 * The guard is compared by identity: a transaction that ended and began anew while the coordinator was asked has another guard,
 * so a late "yes" cannot open it a second time. Any transactional append of the producer id takes the entry away.
 * (source: VerificationStateEntry, VerificationGuard)
 */
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { VerificationRequest } from './log-types.ts';

interface VerificationEntry {
  readonly guard: object;
  readonly createdAtMs: number;
  /** The lowest sequence that asked: higher ones must not overtake it. */
  lowestSequence: number;
  epoch: number;
  readonly supportsEpochBump: boolean;
}

/** What a sequence check needs to know of a pending verification. */
export type PendingVerification = Pick<VerificationEntry, 'lowestSequence' | 'supportsEpochBump'>;

export class VerificationState {
  readonly #entries = new Map<number, VerificationEntry>();

  /** The guard of the producer id's pending verification, which is made if there is none. */
  start(request: VerificationRequest, nowMs: number): object {
    const { producerId, producerEpoch: epoch, baseSequence, supportsEpochBump } = request;
    const entry = this.#entries.get(producerId);
    if (entry === undefined) {
      const guard = {};
      this.#entries.set(producerId, {
        guard,
        createdAtMs: nowMs,
        lowestSequence: baseSequence,
        epoch,
        supportsEpochBump,
      });
      return guard;
    }
    if (epoch > entry.epoch) {
      entry.epoch = epoch;
      entry.lowestSequence = baseSequence;
    } else if (epoch === entry.epoch && baseSequence < entry.lowestSequence) {
      entry.lowestSequence = baseSequence;
    }
    return entry.guard;
  }

  pending(producerId: number): PendingVerification | undefined {
    return this.#entries.get(producerId);
  }

  isGuardedBy(producerId: number, guard: object | undefined): boolean {
    return guard !== undefined && this.#entries.get(producerId)?.guard === guard;
  }

  /**
   * A transactional batch was accepted: its transaction is open or over, nothing is left to verify. Except when the marker's
   * epoch is the entry's own under transaction version 2: then the entry belongs to the transaction that comes next.
   */
  settle(batch: RecordBatch): void {
    const entry = this.#entries.get(batch.producerId);
    if (entry === undefined) return;
    if (batch.isControl && entry.supportsEpochBump && entry.epoch === batch.producerEpoch) return;
    this.#entries.delete(batch.producerId);
  }

  /** Forgets what was never settled. */
  expire(nowMs: number, expirationMs: number): void {
    for (const [producerId, entry] of this.#entries) {
      if (nowMs - entry.createdAtMs >= expirationMs) this.#entries.delete(producerId);
    }
  }
}
