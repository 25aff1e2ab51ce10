import { describe, expect, test } from 'vitest';
import { CommittedFilter } from '#core/client/consumer/committed-filter.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';
import { markerBatch } from '#core/protocol/records/control-record.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';

function data(baseOffset: number, producerId: number, isTransactional = true): RecordBatch {
  const producerState = { producerId, producerEpoch: 0, baseSequence: 0, isTransactional };
  const records = [{ timestamp: 1, key: null, value: Buffer.from('v') }];
  return new RecordBatch(buildBatch({ records, producerState, baseOffset }));
}

function marker(baseOffset: number, producerId: number, type: 'COMMIT' | 'ABORT'): RecordBatch {
  const batch = new RecordBatch(
    markerBatch({ producerId, producerEpoch: 0, type, coordinatorEpoch: 0, timestamp: 1 }),
  );
  batch.baseOffset = baseOffset;
  return batch;
}

describe('a read_committed consumer', () => {
  test('is not given an aborted transaction, but everything around it', () => {
    // T1 data 0, plain 1, T2 data 2, commit(T1) 3, plain 4, abort(T2) 5, T2 data 6, commit(T2) 7
    const log = [
      data(0, 1),
      data(1, -1, false),
      data(2, 2),
      marker(3, 1, 'COMMIT'),
      data(4, -1, false),
      marker(5, 2, 'ABORT'),
      data(6, 2),
      marker(7, 2, 'COMMIT'),
    ];
    const filter = new CommittedFilter([{ producerId: 2, firstOffset: 2 }]);
    expect(log.filter((batch) => filter.isAborted(batch)).map(({ baseOffset }) => baseOffset)).toEqual([2]);
  });

  test('tells two aborted transactions of one producer apart, in whatever order they are listed', () => {
    const log = [
      data(0, 1),
      marker(1, 1, 'ABORT'),
      data(2, 1),
      marker(3, 1, 'COMMIT'),
      data(4, 1),
      marker(5, 1, 'ABORT'),
    ];
    const filter = new CommittedFilter([
      { producerId: 1, firstOffset: 4 },
      { producerId: 1, firstOffset: 0 },
    ]);
    expect(log.filter((batch) => filter.isAborted(batch)).map(({ baseOffset }) => baseOffset)).toEqual([
      0, 4,
    ]);
  });

  test('that begins to read inside an aborted transaction drops the rest of it', () => {
    const filter = new CommittedFilter([{ producerId: 1, firstOffset: 2 }]);
    expect([data(8, 1), marker(9, 1, 'ABORT'), data(10, 1)].map((batch) => filter.isAborted(batch))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('is given what a producer wrote outside of transactions, even while it is on the list', () => {
    const filter = new CommittedFilter([{ producerId: 1, firstOffset: 0 }]);
    expect(filter.isAborted(data(0, 1))).toBe(true);
    expect(filter.isAborted(data(1, 1, false))).toBe(false);
  });
});
