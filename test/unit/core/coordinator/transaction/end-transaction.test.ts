import { describe, expect, test } from 'vitest';
import { decideEnd } from '#core/coordinator/transaction/end-transaction.ts';
import type { TransactionMetadata } from '#core/coordinator/transaction/transaction-metadata.ts';
import { completed, newTransactionalId } from '#core/coordinator/transaction/transaction-metadata.ts';
import type { TransactionEntry } from '#core/coordinator/transaction/transaction-shard.ts';
import type { TransactionState } from '#core/coordinator/transaction/transaction-state.ts';

const EPOCH = 7;
const PRODUCER_ID = 5;
const NOW = 9000;
const PARTITIONS = [{ topic: 'orders', partition: 0 }];

function entryIn(state: TransactionState, change: Partial<TransactionMetadata> = {}): TransactionEntry {
  const isOpen = state === 'Ongoing' || state.startsWith('Prepare');
  return {
    metadata: {
      ...newTransactionalId({
        transactionalId: 'tx',
        producerId: PRODUCER_ID,
        timeoutMs: 60000,
        nowMs: 1000,
      }),
      producerEpoch: EPOCH,
      previousProducerId: PRODUCER_ID,
      state,
      partitions: isOpen ? PARTITIONS : [],
      startedAtMs: state === 'Empty' ? -1 : 2000,
      ...change,
    },
    completion: undefined,
    unmarked: undefined,
    hasFailedEpochFence: false,
    offset: 0,
  };
}

interface Wish {
  readonly commit: boolean;
  readonly version: 0 | 2;
  readonly epoch?: number;
  readonly producerId?: number;
}

/** An error name, `agreed`, or the step as `PrepareAbort/8`. */
function outcome(entry: TransactionEntry | undefined, wish: Wish): string {
  const decision = decideEnd({
    entry,
    producerId: wish.producerId ?? PRODUCER_ID,
    producerEpoch: wish.epoch ?? EPOCH,
    commit: wish.commit,
    transactionVersion: wish.version,
    nowMs: NOW,
    allocate: () => 1000,
  });
  if (decision.kind === 'refuse') return decision.error;
  if (decision.kind === 'agree') return 'agreed';
  return `${decision.next.state}/${decision.next.producerEpoch}`;
}

const FENCED = 'PRODUCER_FENCED';
const REFUSED = 'INVALID_TXN_STATE';
const BUSY = 'CONCURRENT_TRANSACTIONS';
const UNKNOWN = 'INVALID_PRODUCER_ID_MAPPING';
const RAISED = 'PrepareAbort/8';

describe('version 1: the epoch stays', () => {
  test.each([
    ['Empty', REFUSED, REFUSED],
    ['Ongoing', 'PrepareCommit/7', 'PrepareAbort/7'],
    ['PrepareCommit', BUSY, REFUSED],
    ['PrepareAbort', REFUSED, BUSY],
    ['CompleteCommit', 'agreed', REFUSED],
    ['CompleteAbort', REFUSED, 'agreed'],
  ] as const)('%s: commit %s, abort %s', (state, onCommit, onAbort) => {
    expect(outcome(entryIn(state), { version: 0, commit: true })).toBe(onCommit);
    expect(outcome(entryIn(state), { version: 0, commit: false })).toBe(onAbort);
  });

  test.each(['Empty', 'Ongoing', 'PrepareCommit', 'CompleteCommit'] as const)(
    '%s: another epoch is fenced, lower or higher, another producer id is unknown',
    (state) => {
      const entry = entryIn(state);
      expect(outcome(entry, { version: 0, commit: true, epoch: 6 })).toBe(FENCED);
      expect(outcome(entry, { version: 0, commit: true, epoch: 8 })).toBe(FENCED);
      expect(outcome(entry, { version: 0, commit: true, producerId: 6 })).toBe(UNKNOWN);
    },
  );
});

describe('version 2: the epoch tells a retry from the next request', () => {
  test.each([
    // state, abort again, abort, commit again, commit
    ['Empty', FENCED, RAISED, FENCED, REFUSED],
    ['Ongoing', FENCED, RAISED, FENCED, 'PrepareCommit/8'],
    ['PrepareCommit', REFUSED, FENCED, BUSY, FENCED],
    ['PrepareAbort', BUSY, FENCED, REFUSED, FENCED],
    ['CompleteAbort', 'agreed', RAISED, REFUSED, REFUSED],
    ['CompleteCommit', REFUSED, RAISED, 'agreed', REFUSED],
  ] as const)('%s', (state, abortAgain, abort, commitAgain, commit) => {
    const entry = entryIn(state);
    expect(outcome(entry, { version: 2, commit: false, epoch: EPOCH - 1 })).toBe(abortAgain);
    expect(outcome(entry, { version: 2, commit: false })).toBe(abort);
    expect(outcome(entry, { version: 2, commit: true, epoch: EPOCH - 1 })).toBe(commitAgain);
    expect(outcome(entry, { version: 2, commit: true })).toBe(commit);
  });

  test.each(['Empty', 'Ongoing', 'PrepareAbort', 'CompleteCommit', 'CompleteAbort'] as const)(
    '%s: every other epoch is fenced',
    (state) => {
      for (const epoch of [EPOCH - 2, EPOCH + 1, -1]) {
        expect(outcome(entryIn(state), { version: 2, commit: false, epoch })).toBe(FENCED);
      }
    },
  );

  test('another producer id is unknown', () => {
    expect(outcome(entryIn('Ongoing'), { version: 2, commit: true, producerId: 6 })).toBe(UNKNOWN);
  });

  test('a producer id that has just been replaced is recognised at its last epoch only', () => {
    const entry = entryIn('CompleteCommit', { producerEpoch: 0, previousProducerId: 4 });
    const wish = { version: 2, commit: true, producerId: 4 } as const;
    expect(outcome(entry, { ...wish, epoch: 32766 })).toBe('agreed');
    expect(outcome(entry, { ...wish, epoch: 32766, commit: false })).toBe(REFUSED);
    expect(outcome(entry, { ...wish, epoch: 32765 })).toBe(UNKNOWN);
    expect(
      outcome(entryIn('CompleteCommit', { producerEpoch: 1, previousProducerId: 4 }), {
        ...wish,
        epoch: 32766,
      }),
    ).toBe(UNKNOWN);
  });
});

describe('while an outcome is being written', () => {
  const entry = {
    ...entryIn('PrepareCommit'),
    completion: completed(entryIn('PrepareCommit').metadata, NOW),
  };

  test('version 1 looks at the producer first', () => {
    expect(outcome(entry, { version: 0, commit: true, producerId: 6 })).toBe(UNKNOWN);
    expect(outcome(entry, { version: 0, commit: true, epoch: 6 })).toBe(FENCED);
    expect(outcome(entry, { version: 0, commit: true })).toBe(BUSY);
    expect(outcome(entry, { version: 0, commit: false })).toBe(BUSY);
  });

  test('version 2 lets everybody wait', () => {
    expect(outcome(entry, { version: 2, commit: true, producerId: 6 })).toBe(BUSY);
    expect(outcome(entry, { version: 2, commit: true, epoch: 99 })).toBe(BUSY);
    expect(outcome(entry, { version: 2, commit: false })).toBe(BUSY);
  });
});

test('an id that was never heard of is no mapping', () => {
  expect(outcome(undefined, { version: 0, commit: true })).toBe(UNKNOWN);
  expect(outcome(undefined, { version: 2, commit: false })).toBe(UNKNOWN);
});

describe('the step to Prepare', () => {
  function step(state: TransactionState, version: 0 | 2, change: Partial<TransactionMetadata> = {}): unknown {
    const decision = decideEnd({
      entry: entryIn(state, change),
      producerId: PRODUCER_ID,
      producerEpoch: change.producerEpoch ?? EPOCH,
      commit: false,
      transactionVersion: version,
      nowMs: NOW,
      allocate: () => 1000,
    });
    return decision.kind === 'write' ? decision.next : decision;
  }

  test('of version 1 keeps epochs, partitions and start, and is marked as of an old client', () => {
    expect(step('Ongoing', 0, { lastProducerEpoch: 3, clientTransactionVersion: 2 })).toMatchObject({
      producerEpoch: EPOCH,
      lastProducerEpoch: 3,
      nextProducerId: -1,
      partitions: PARTITIONS,
      startedAtMs: 2000,
      lastUpdateMs: NOW,
      clientTransactionVersion: 0,
    });
  });

  test('of version 2 raises the epoch and remembers the old one', () => {
    expect(step('Ongoing', 2)).toMatchObject({
      producerEpoch: EPOCH + 1,
      lastProducerEpoch: EPOCH,
      nextProducerId: -1,
      startedAtMs: 2000,
      clientTransactionVersion: 2,
    });
  });

  test.each(['Empty', 'CompleteCommit', 'CompleteAbort'] as const)(
    'from %s starts, and is timed, now',
    (state) => {
      expect(step(state, 2)).toMatchObject({ startedAtMs: NOW, partitions: [] });
    },
  );

  test('takes a new producer id along when the epochs are used up', () => {
    expect(step('Ongoing', 2, { producerEpoch: 32766 })).toMatchObject({
      producerEpoch: 32767,
      lastProducerEpoch: 32766,
      nextProducerId: 1000,
    });
  });

  test('gets even an id out of the reserved epoch', () => {
    expect(step('Ongoing', 2, { producerEpoch: 32767 })).toMatchObject({
      producerEpoch: 32767,
      nextProducerId: 1000,
    });
  });
});
