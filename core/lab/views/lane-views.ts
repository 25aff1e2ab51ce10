/** Partitions as lanes. A lane is read again only when something in it has changed: windows ask many times a second. */
import type { Clock } from '#core/base/clock.ts';
import { ScanControl } from '#core/inspect/scan/scan-control.ts';
import type { BatchView, LaneView, RefusedView } from '#core/lab-api/views.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import type { ProducerHistory } from '../history/producer-history.ts';
import { readWindow } from '../logs/batch-window.ts';
import type { RefusedWrites } from '../logs/refused-writes.ts';
import type { ReaderPool } from '../readers/reader-pool.ts';
import { partitionView } from './partition-view.ts';

export interface LaneSources {
  readonly clock: Clock;
  readonly history: ProducerHistory;
  readonly refused: RefusedWrites;
  readonly readers: ReaderPool;
  readonly sizeOf: (path: string) => number | undefined;
}

/** The batches of a lane as they were when its offsets were these. */
interface CachedBatches {
  readonly key: string;
  readonly batches: Promise<readonly BatchView[]>;
}

export class LaneViews {
  readonly #sources: LaneSources;
  readonly #cache = new WeakMap<PartitionLog, CachedBatches>();

  constructor(sources: LaneSources) {
    this.#sources = sources;
  }

  /** The newest `recordsMax` records of a partition. */
  async read(log: PartitionLog, recordsMax: number): Promise<LaneView> {
    const { history, refused, readers, sizeOf } = this.#sources;
    const { topic, partition } = log.topicPartition;
    const fromOffset = Math.max(log.logStartOffset, log.logEndOffset - recordsMax);
    const batches = await this.#batches(log, fromOffset);
    const first = batches[0]?.slice?.from ?? batches[0]?.baseOffset ?? fromOffset;
    return {
      ...partitionView(log, history, sizeOf),
      fromOffset: first,
      batches,
      refused: refused.of(topic, partition).map(refusedView),
      readers: readers.views(log, first),
    };
  }

  #batches(log: PartitionLog, fromOffset: number): Promise<readonly BatchView[]> {
    const { logStartOffset, lastStableOffset, highWatermark, logEndOffset } = log;
    const { history, clock } = this.#sources;
    const { revision } = history;
    const key = [logStartOffset, lastStableOffset, highWatermark, logEndOffset, fromOffset, revision].join(
      ' ',
    );
    const cached = this.#cache.get(log);
    if (cached?.key === key) return cached.batches;
    const control = new ScanControl({ clock });
    const batches = readWindow({ log, history, breathe: () => control.pulse(0) }, { fromOffset });
    this.#cache.set(log, { key, batches });
    return batches;
  }
}

function refusedView(refused: RefusedView): RefusedView {
  const { atMs, producerId, producerEpoch, currentEpoch, errorCode, process, keys, recordCount } = refused;
  return { atMs, producerId, producerEpoch, currentEpoch, errorCode, process, keys, recordCount };
}
