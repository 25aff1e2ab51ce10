import { expect, it } from 'vitest';
import type { CompareView, PartitionDifference } from '#core/lab-api/evidence-views.ts';
import { textOf } from '../../../../renderer/text/messages.svelte.ts';
import { compareLines } from '../../../../renderer/views/evidence/compare-lines.ts';

const SIDE = {
  logStartOffset: 0,
  lastStableOffset: 5,
  logEndOffset: 7,
  records: 5,
  markers: 1,
  sizeBytes: 100,
  segments: [0],
};

const PARTITION: PartitionDifference = {
  topic: 'orders',
  partition: 0,
  isInternal: false,
  change: 'changed',
  a: SIDE,
  b: { ...SIDE, lastStableOffset: 8, logEndOffset: 8, segments: [0, 1, 2, 3, 4, 5] },
  recordsAdded: 1,
  recordsRemoved: 0,
  recordsAltered: 0,
  verdicts: [
    {
      producerId: 0,
      epoch: 1,
      firstOffset: 5,
      lastOffset: 6,
      records: 2,
      from: 'open',
      to: 'aborted',
      markerOffset: 7,
    },
  ],
  epochs: [{ producerId: 0, from: 1, to: 2 }],
  segmentsAdded: [],
  segmentsRemoved: [],
};

const VIEW: CompareView = {
  a: { label: 'before' },
  b: { label: 'after' },
  cluster: 'same',
  partitions: [PARTITION],
  transactionalIds: [
    { transactionalId: 'tx', a: null, b: { state: 'CompleteAbort', producerId: 0, epoch: 2 } },
  ],
  totals: {
    partitionsChanged: 1,
    recordsAdded: 1,
    recordsRemoved: 0,
    recordsAltered: 0,
    verdictsChanged: 1,
    epochsRaised: 1,
    segmentsRemoved: 0,
  },
};

it('what differs comes first, what is equal after it, and nothing is said twice', () => {
  const lines = compareLines(
    VIEW,
    textOf(() => 'en'),
  );
  expect(lines.map(({ what, a, b }) => [what, a, b])).toEqual([
    ['orders-0 @5..6, pid 0 epoch 1', 'open', 'aborted'],
    ['epoch of pid 0, orders-0', '1', '2'],
    ['log end, orders-0', '7', '8'],
    ['LSO, orders-0', '5', '8'],
    ['segments, orders-0', '0', '0, 1, 2, 3 +2'],
    ['tx', '–', 'CompleteAbort, pid 0, epoch 2'],
    ['records, orders-0', '5 records, 1 marker', '5 records, 1 marker'],
    ['log start, orders-0', '0', '0'],
  ]);
  expect(lines.map(({ isSame }) => isSame)).toEqual([false, false, false, false, false, false, true, true]);
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
});
