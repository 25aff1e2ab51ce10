import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeTransactionRecord } from '#core/coordinator/transaction/transaction-record.ts';
import { newestTransactionRecordViews, transactionRecordViews } from '#core/lab/views/transaction-records.ts';
import type { LogManager } from '#core/log/log-manager.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';
import { append, LogWorld, START_MS, topicConfig } from '../../../../support/log-world.ts';

let world: LogWorld;
let manager: LogManager;

beforeEach(async () => {
  world = new LogWorld();
  manager = await world.open();
});

afterEach(async () => {
  await manager.close();
  world.remove();
});

/** Tombstones of `ids`, one a batch. */
function stateLog(ids: readonly string[], segmentBytes = 1_000_000): PartitionLog {
  const config = topicConfig({ 'segment.bytes': String(segmentBytes) });
  const log = manager.create(
    { topic: '__transaction_state', partition: 0 },
    { topicId: 'k5T05MNcR3q2hykuMyem9A', config },
  );
  log.becomeLeader(0);
  for (const transactionalId of ids) {
    const { key, value } = encodeTransactionRecord({ transactionalId, metadata: null, version: 1 });
    const records = [{ timestamp: START_MS, key, value, headers: [] }];
    append(log, buildBatch({ records }), { origin: 'coordinator' });
  }
  return log;
}

/** Over after every `batches` looks. */
class CountedTurns {
  readonly #batches: number;
  readonly #onRest: () => void;
  #left: number;
  rests = 0;

  constructor(batches: number, onRest: () => void = () => undefined) {
    this.#batches = batches;
    this.#left = batches;
    this.#onRest = onRest;
  }

  get isOver(): boolean {
    return --this.#left <= 0;
  }

  async rest(): Promise<void> {
    this.rests++;
    this.#left = this.#batches;
    this.#onRest();
  }
}

const twoIds = Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? 'a' : 'b'));

describe('the records of a transactional id', () => {
  it('are read in turns, each of a few batches', async () => {
    const turns = new CountedTurns(10);
    const views = await transactionRecordViews(stateLog(twoIds), 'a', turns);
    expect(turns.rests).toBe(9);
    expect(views.map(({ offset }) => offset)).toEqual(Array.from({ length: 50 }, (_, i) => 2 * i));
  });

  it('are read on when segments went away between turns', async () => {
    const log = stateLog(twoIds, 500);
    const turns = new CountedTurns(10, () => {
      log.deleteRecordsBefore(60);
      log.applyRetention();
    });
    const views = await transactionRecordViews(log, 'a', turns);
    expect(log.segments()[0]?.baseOffset).toBeGreaterThan(20);
    expect(views.map(({ offset }) => offset)).toEqual(
      expect.arrayContaining(Array.from({ length: 20 }, (_, i) => 60 + 2 * i)),
    );
  });

  it('are at most the newest 1,000, and no more than twice that are held', async () => {
    const log = stateLog(Array.from({ length: 2_600 }, () => 'a'));
    const views = await transactionRecordViews(log, 'a', new CountedTurns(100));
    expect(views.map(({ offset }) => offset)).toEqual(Array.from({ length: 1_000 }, (_, i) => 1_600 + i));
  });

  it('end with what was written when they were asked for', async () => {
    const log = stateLog(twoIds);
    const { key, value } = encodeTransactionRecord({ transactionalId: 'a', metadata: null, version: 1 });
    const turns = new CountedTurns(1, () => {
      const records = [{ timestamp: START_MS, key, value, headers: [] }];
      append(log, buildBatch({ records }), { origin: 'coordinator' });
    });
    expect(await transactionRecordViews(log, 'a', turns)).toHaveLength(50);
  });

  it('are those of the last 1,000 offsets for whoever needs them at once', () => {
    const views = newestTransactionRecordViews(stateLog(Array.from({ length: 1_500 }, () => 'a')), 'a');
    expect(views.map(({ offset }) => offset)).toEqual(Array.from({ length: 1_000 }, (_, i) => 500 + i));
  });
});
