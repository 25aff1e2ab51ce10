/** What a partition knows of each producer id, as a broker does that has read the log so far. (source: ProducerStateManager) */
import type { ProducerCensus } from '#core/lab-api/opened-views.ts';
import { addSequence, NONE, subtractSequence } from '#core/protocol/records/record-batch.ts';
import type { SnapshotProducer } from '../dump/side-files.ts';
import type { BatchHead } from '../scan/batch-head.ts';

const BATCHES_REMEMBERED = 5;
/** Producer ids kept; beyond them the one that was quiet longest is forgotten. */
const KEPT_MAX = 200_000;
const SHOWN_MAX = 1000;

type RememberedBatch = ProducerCensus['batches'][number];

interface Known {
  epoch: number;
  coordinatorEpoch: number;
  lastTimestampMs: number;
  batches: RememberedBatch[];
  records: number;
  committed: number;
  aborted: number;
}

export class ProducerLedger {
  readonly #known = new Map<number, Known>();
  #forgotten = 0;

  /** Takes over an entry of a snapshot. */
  restore(entry: SnapshotProducer): void {
    const lastOffset = Number(entry.lastOffset);
    const known = this.#of(Number(entry.producerId));
    known.epoch = entry.producerEpoch;
    known.coordinatorEpoch = entry.coordinatorEpoch;
    known.lastTimestampMs = Number(entry.timestamp);
    if (lastOffset < 0) return;
    known.batches.push({
      firstSequence: subtractSequence(entry.lastSequence, entry.offsetDelta),
      lastSequence: entry.lastSequence,
      firstOffset: lastOffset - entry.offsetDelta,
      lastOffset,
      timestampMs: known.lastTimestampMs,
    });
  }

  /** A data batch. */
  data(head: BatchHead): void {
    const known = this.#of(head.producerId);
    this.#setEpoch(known, head.producerEpoch);
    if (known.batches.length === BATCHES_REMEMBERED) known.batches.shift();
    known.batches.push({
      firstSequence: head.baseSequence,
      lastSequence: lastSequenceOf(head),
      firstOffset: head.baseOffset,
      lastOffset: head.lastOffset,
      timestampMs: head.maxTimestamp,
    });
    known.lastTimestampMs = head.maxTimestamp;
    known.records += head.count;
  }

  /** A marker; `ended` when it ended a transaction of this log. */
  marker(
    head: BatchHead,
    marker: {
      readonly type: 'COMMIT' | 'ABORT';
      readonly coordinatorEpoch: number;
      readonly ended: boolean;
    },
  ): void {
    const known = this.#of(head.producerId);
    this.#setEpoch(known, head.producerEpoch);
    known.coordinatorEpoch = marker.coordinatorEpoch;
    known.lastTimestampMs = head.maxTimestamp;
    if (!marker.ended) return;
    if (marker.type === 'COMMIT') known.committed++;
    else known.aborted++;
  }

  #setEpoch(known: Known, epoch: number): void {
    if (known.epoch === epoch) return;
    known.epoch = epoch;
    known.batches = [];
  }

  #of(producerId: number): Known {
    const known = this.#known.get(producerId) ?? {
      epoch: NONE,
      coordinatorEpoch: NONE,
      lastTimestampMs: NONE,
      batches: [],
      records: 0,
      committed: 0,
      aborted: 0,
    };
    // Order of the map is order of use only once there are too many to keep.
    if (this.#known.size >= KEPT_MAX) {
      this.#known.delete(producerId);
      const [quietest] = this.#known.keys();
      if (this.#known.size >= KEPT_MAX && quietest !== undefined) {
        this.#known.delete(quietest);
        this.#forgotten++;
      }
    }
    this.#known.set(producerId, known);
    return known;
  }

  /** Those with an open transaction first, then by producer id. */
  close(
    openSince: ReadonlyMap<number, { readonly firstOffset: number }>,
    transactionalIds: ReadonlyMap<number, string>,
  ): { readonly producers: readonly ProducerCensus[]; readonly leftOut: number } {
    const ids = [...this.#known.keys()].sort((a, b) => {
      const isOpen = Number(openSince.has(b)) - Number(openSince.has(a));
      return isOpen === 0 ? a - b : isOpen;
    });
    const producers = ids.slice(0, SHOWN_MAX).flatMap((producerId) => {
      const known = this.#known.get(producerId);
      if (known === undefined) return [];
      const newest = known.batches.at(-1);
      return [
        {
          producerId,
          producerEpoch: known.epoch,
          lastSequence: newest?.lastSequence ?? NONE,
          lastOffset: newest?.lastOffset ?? NONE,
          lastTimestampMs: known.lastTimestampMs,
          coordinatorEpoch: known.coordinatorEpoch,
          batches: known.batches,
          openSinceOffset: openSince.get(producerId)?.firstOffset ?? NONE,
          records: known.records,
          committedTransactions: known.committed,
          abortedTransactions: known.aborted,
          transactionalId: transactionalIds.get(producerId) ?? null,
        },
      ];
    });
    return { producers, leftOut: ids.length - producers.length + this.#forgotten };
  }
}

function lastSequenceOf(head: BatchHead): number {
  return head.baseSequence === NONE
    ? NONE
    : addSequence(head.baseSequence, head.lastOffset - head.baseOffset);
}
