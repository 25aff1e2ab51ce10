import { describe, expect, it } from 'vitest';
import type { EpochRung } from '#core/lab-api/views.ts';
import { ladderRows, rungHeight } from '../../../../renderer/drawings/ladder/ladder-layout.ts';

function rung(epoch: number, options: Partial<EpochRung> = {}): EpochRung {
  return {
    producerId: 1000,
    epoch,
    atMs: 0,
    cause: 'endTxnCommit',
    process: 'A',
    standing: [],
    ...options,
  };
}

describe('an epoch ladder', () => {
  it('has the newest epoch on top and outlines of rungs to come above it', () => {
    const rows = ladderRows([rung(0), rung(1)], 4);
    expect(rows.map((row) => (row.kind === 'rung' ? row.rung.epoch : row.kind))).toEqual([
      'toCome',
      'toCome',
      1,
      0,
    ]);
  });

  it('marks who stands on a rung that is no longer the top', () => {
    const rows = ladderRows([rung(0, { standing: ['A'] }), rung(1, { standing: ['B'] })], 1);
    expect(rows.flatMap((row) => (row.kind === 'rung' ? row.standing : []))).toEqual([
      { process: 'B', isStale: false },
      { process: 'A', isStale: true },
    ]);
  });

  it('shows nine rungs, and folds the middle of more', () => {
    const of = (count: number) =>
      ladderRows(
        Array.from({ length: count }, (_, epoch) => rung(epoch)),
        1,
      );
    expect(of(9).every((row) => row.kind === 'rung')).toBe(true);
    expect(of(33).map((row) => (row.kind === 'fold' ? `fold ${row.count}` : row.kind))).toEqual([
      'rung',
      'rung',
      'rung',
      'rung',
      'fold 27',
      'rung',
      'rung',
    ]);
  });

  it('keeps a rung in the middle when somebody stands on it', () => {
    const rungs = Array.from({ length: 20 }, (_, epoch) =>
      rung(epoch, epoch === 8 ? { standing: ['A'] } : {}),
    );
    const rows = ladderRows(rungs, 1);
    expect(rows.filter((row) => row.kind === 'fold').map((row) => row.kind === 'fold' && row.count)).toEqual([
      7, 6,
    ]);
    expect(rows.some((row) => row.kind === 'rung' && row.rung.epoch === 8)).toBe(true);
  });

  it('folds the ladder of an earlier producer id, with those who still stand on it', () => {
    const rows = ladderRows([rung(0), rung(1, { standing: ['A'] }), rung(0, { producerId: 1001 })], 1);
    expect(rows.at(-1)).toEqual({
      kind: 'earlier',
      key: 'earlier1000',
      producerId: 1000,
      count: 2,
      standing: [{ process: 'A', isStale: true }],
    });
  });

  it('is empty without rungs', () => {
    expect(ladderRows([], 0)).toEqual([]);
  });

  it('has rows between 18 and 30 pixels high', () => {
    expect([rungHeight(2, 138), rungHeight(5, 138), rungHeight(40, 138)]).toEqual([30, 26, 18]);
  });
});
