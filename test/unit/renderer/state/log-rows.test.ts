import { describe, expect, test } from 'vitest';
import type { BatchView } from '#core/lab-api/views.ts';
import {
  type LogRow,
  type LogRowsOptions,
  logRows,
  recordOfRow,
} from '../../../../renderer/state/log-rows.ts';
import { batch, marker, record, transactional } from '../drawings/support.ts';

const RANGE = { start: 0, end: 20 };

function named(row: LogRow): string {
  switch (row.kind) {
    case 'hole':
      return `hole ${row.first}..${row.last}`;
    case 'lso':
      return `LSO ${row.offset}`;
    case 'batch':
      return `${row.first}..${row.last}`;
    default:
      return row.recordIndex === null ? `${row.offset} marker` : String(row.offset);
  }
}

function rowsOf(
  batches: readonly BatchView[],
  options: Partial<LogRowsOptions & { from: number; to: number }> = {},
) {
  const { from = 0, to = 19, ...rest } = options;
  const rows = logRows(
    { batches, from, to },
    { unit: 'records', range: RANGE, isNewestFirst: false, lastStableOffset: null, ...rest },
  );
  return rows.map(named);
}

const BATCHES = [
  batch(0, { keys: ['a', 'b'] }),
  transactional(4, { keys: ['c'], verdict: 'committed' }),
  marker(5, 'COMMIT', { firstOffset: 4 }),
  transactional(8, { keys: ['d', 'e'], verdict: 'open' }),
];

describe('rows of a log', () => {
  test('are the same objects again when more batches are read beside theirs', () => {
    const options = { unit: 'records', range: RANGE, isNewestFirst: false, lastStableOffset: null } as const;
    const [first] = logRows({ batches: BATCHES.slice(0, 1), from: 0, to: 1 }, options);
    expect(logRows({ batches: BATCHES, from: 0, to: 19 }, options)[0]).toBe(first);
  });

  test('are records, markers, and the offsets in between that nobody has', () => {
    expect(rowsOf(BATCHES)).toEqual([
      '0',
      '1',
      'hole 2..3',
      '4',
      '5 marker',
      'hole 6..7',
      '8',
      '9',
      'hole 10..19',
    ]);
  });

  test('stand the other way round, newest first', () => {
    expect(rowsOf(BATCHES, { isNewestFirst: true })).toEqual(rowsOf(BATCHES).toReversed());
  });

  test('of batches are one each', () => {
    expect(rowsOf(BATCHES, { unit: 'batches', to: 9 })).toEqual(
      ['0..1', 'hole 2..3', '4', '5', 'hole 6..7', '8..9'].map((name) =>
        name.includes('.') ? name : `${name}..${name}`,
      ),
    );
  });

  test('have a hole where records were compacted away inside a batch, and where only its header is left', () => {
    const thinned = batch(0, { records: [record(1, 'b'), record(4, 'e')], lastOffset: 5 });
    const emptied = batch(6, { records: [], lastOffset: 8, verdict: 'hole' });
    expect(rowsOf([thinned, emptied], { to: 8 })).toEqual(['hole 0..0', '1', 'hole 2..3', '4', 'hole 5..8']);
  });

  test('of a large batch are those of its slices, each named by its place in the batch', () => {
    const large = { recordCount: 600, lastOffset: 699 };
    const slices = [
      batch(100, {
        ...large,
        records: [record(300, 'a'), record(302, 'b')],
        slice: { from: 299, to: 303, index: 190 },
      }),
      batch(100, { ...large, records: [record(304, 'c')], slice: { from: 304, to: 305, index: 192 } }),
    ];
    const rows = logRows(
      { batches: slices, from: 299, to: 305 },
      { unit: 'records', range: { start: 0, end: 700 }, isNewestFirst: false, lastStableOffset: null },
    );
    expect(rows.map(named)).toEqual([
      'hole 299..299',
      '300',
      'hole 301..301',
      '302',
      'hole 303..303',
      '304',
      'hole 305..305',
    ]);
    const records = rows.filter((row) => row.kind === 'record');
    expect(records.map(({ key }) => key)).toEqual(['100:190', '100:191', '100:192']);
    expect(records.map((row) => recordOfRow(row)?.key)).toEqual(['a', 'b', 'c']);
  });

  test('have the LSO as a line before the first record that waits', () => {
    expect(rowsOf(BATCHES, { to: 9, lastStableOffset: 8 }).slice(-4)).toEqual([
      'hole 6..7',
      'LSO 8',
      '8',
      '9',
    ]);
    expect(rowsOf(BATCHES, { from: 0, to: 5, lastStableOffset: 8 })).not.toContain('LSO 8');
  });

  test('stay in order where damaged contents claim any offset', () => {
    const damaged = batch(4, { records: [record(4, 'a'), record(2, 'b'), record(900, 'c')], lastOffset: 6 });
    const rows = logRows(
      { batches: [damaged], from: 4, to: 6 },
      { unit: 'records', range: RANGE, isNewestFirst: false, lastStableOffset: null },
    );
    const firsts = rows.map(({ first }) => first);
    expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });

  test('keep a batch whole whose first records are before the log start', () => {
    expect(
      rowsOf([batch(0, { keys: ['a', 'b', 'c'] })], { range: { start: 2, end: 3 }, from: 0, to: 2 }),
    ).toEqual(['0', '1', '2']);
  });
});
