import { describe, expect, it } from 'vitest';
import { isSameTransaction, type PlacedBatch } from '../../../../renderer/state/links.ts';
import { type Version, zombieRun } from '../../../support/zombie-run.ts';
import { laneViews } from '../../../support/zombie-views.ts';

function placed(version: Version): readonly PlacedBatch[] {
  return laneViews({ run: zombieRun(version), step: 6, startedAtMs: 0 }).flatMap((lane) =>
    lane.batches.map((batch) => ({ topic: lane.topic, partition: lane.partition, batch })),
  );
}

function linkedTo(
  all: readonly PlacedBatch[],
  partition: number,
  offset: number,
  isVersion2: boolean,
): string {
  const chosen = all.find((one) => one.partition === partition && one.batch.baseOffset === offset);
  return all
    .filter((one) => chosen !== undefined && isSameTransaction(chosen, one, isVersion2))
    .map((one) => `${one.partition}@${one.batch.baseOffset}`)
    .join(' ');
}

describe('batches of one transaction', () => {
  it('are linked within a partition up to their marker', () => {
    expect(linkedTo(placed(1), 0, 5, false)).toBe('0@5 0@7');
  });

  it('are linked across partitions where an epoch serves one transaction', () => {
    expect(linkedTo(placed(2), 0, 5, true)).toBe('0@5 0@7 1@3');
  });

  it('never link records outside of transactions', () => {
    expect(linkedTo(placed(2), 0, 0, true)).toBe('');
  });
});
