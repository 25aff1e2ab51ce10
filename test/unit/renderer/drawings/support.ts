/** Views for the drawings' tests: the zombie story's first partition, and pieces to build others from. */
import type { BatchView, LaneView, RecordView, RefusedView } from '#core/lab-api/views.ts';
import { formatMessage } from '../../../../renderer/text/format.ts';
import { partsEn } from '../../../../renderer/text/parts-en.ts';
import type { Translate } from '../../../../renderer/text/use-text.svelte.ts';

const texts: { readonly [key: string]: string } = partsEn;

/** English words of the parts. */
export const t: Translate = (key, params) => formatMessage(texts[key] ?? key, params);

export function record(offset: number, key: string | null): RecordView {
  return {
    offset,
    timestampMs: 0,
    key,
    value: '{}',
    keySize: 4,
    valueSize: 2,
    headers: [],
    sequence: 0,
  };
}

type BatchOptions = Partial<BatchView> & { readonly keys?: readonly (string | null)[] };

/** A batch of plain records at `baseOffset`. */
export function batch(baseOffset: number, options: BatchOptions = {}): BatchView {
  const { keys = ['k'], ...rest } = options;
  const records = rest.records ?? keys.map((key, index) => record(baseOffset + index, key));
  return {
    segment: 0,
    position: baseOffset * 100,
    size: 100,
    baseOffset,
    lastOffset: baseOffset + records.length - 1,
    producerId: -1,
    producerEpoch: -1,
    baseSequence: -1,
    codec: 'none',
    isTransactional: false,
    leaderEpoch: 0,
    marker: null,
    verdict: 'plain',
    markerOffset: null,
    transactionFirstOffset: null,
    process: null,
    transactionalId: null,
    recordCount: records.length,
    ...rest,
    records,
  };
}

/** A batch of a transaction of producer id 1000. */
export function transactional(
  baseOffset: number,
  options: BatchOptions & { readonly verdict: BatchView['verdict'] },
): BatchView {
  return batch(baseOffset, {
    producerId: 1000,
    producerEpoch: 1,
    isTransactional: true,
    transactionFirstOffset: baseOffset,
    process: 'A',
    ...options,
  });
}

export function marker(
  offset: number,
  type: 'COMMIT' | 'ABORT',
  options: { readonly firstOffset: number | null; readonly producerId?: number },
): BatchView {
  return batch(offset, {
    records: [],
    lastOffset: offset,
    producerId: options.producerId ?? 1000,
    producerEpoch: 2,
    isTransactional: true,
    transactionFirstOffset: options.firstOffset,
    marker: { type, coordinatorEpoch: 0 },
    verdict: type === 'COMMIT' ? 'marker-commit' : 'marker-abort',
    process: 'A',
  });
}

export function lane(batches: readonly BatchView[], options: Partial<LaneView> = {}): LaneView {
  const end = (batches.at(-1)?.lastOffset ?? -1) + 1;
  return {
    topic: 'orders',
    partition: 0,
    isInternal: false,
    leaderEpoch: 0,
    sizeBytes: 642,
    logStartOffset: 0,
    lastStableOffset: end,
    highWatermark: end,
    logEndOffset: end,
    segments: [],
    openTransactions: [],
    fromOffset: batches[0]?.baseOffset ?? 0,
    batches,
    refused: [],
    readers: [],
    ...options,
  };
}

export function refusal(options: Partial<RefusedView> = {}): RefusedView {
  return {
    atMs: 1,
    producerId: 1000,
    producerEpoch: 1,
    currentEpoch: 4,
    errorCode: 47,
    process: 'A',
    keys: ['o-23', 'o-24'],
    recordCount: 2,
    ...options,
  };
}

/** orders-0 after the fifth step of the story: one transaction committed, one aborted. */
export function storyLane(options: Partial<LaneView> = {}): LaneView {
  return lane(
    [
      batch(0, { keys: ['o-15', 'o-16'] }),
      transactional(2, { verdict: 'committed', keys: ['o-17', 'o-18'], producerEpoch: 0 }),
      marker(4, 'COMMIT', { firstOffset: 2 }),
      transactional(5, { verdict: 'aborted', keys: ['o-20', 'o-21'] }),
      marker(7, 'ABORT', { firstOffset: 5 }),
    ],
    options,
  );
}
