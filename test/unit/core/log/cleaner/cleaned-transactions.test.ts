import { expect, test } from 'vitest';
import { CleanedTransactions } from '#core/log/cleaner/cleaned-transactions.ts';
import type { AbortedTxn } from '#core/log/transaction-index.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { aBatch, aMarker } from '../../../../support/log-world.ts';

const ABORTED: AbortedTxn = { producerId: 1, firstOffset: 0, lastOffset: 2, lastStableOffset: 3 };

function at(offset: number, bytes: Buffer): RecordBatch {
  const batch = new RecordBatch(bytes);
  batch.baseOffset = offset;
  return batch;
}

const data = (offset: number, producerId: number): RecordBatch =>
  at(offset, aBatch({ producerId, isTransactional: true }));
const marker = (offset: number, producerId: number, type: 'COMMIT' | 'ABORT'): RecordBatch =>
  at(offset, aMarker(type, { producerId }));

test('batches of an aborted transaction are of no use, its marker is as long as they were read', () => {
  const retained: AbortedTxn[] = [];
  const transactions = new CleanedTransactions([ABORTED], (txn) => retained.push(txn));
  expect(transactions.onBatch(data(0, 1))).toBe(true);
  expect(transactions.onBatch(data(1, 2))).toBe(false);
  expect(transactions.onControlBatch(marker(2, 1, 'ABORT'))).toBe(false);
  expect(retained).toEqual([ABORTED]);
});

test('a marker ends nothing when no batch of its transaction is left', () => {
  const retained: AbortedTxn[] = [];
  const transactions = new CleanedTransactions([ABORTED], (txn) => retained.push(txn));
  expect(transactions.onControlBatch(marker(2, 1, 'ABORT'))).toBe(true);
  expect(transactions.onControlBatch(marker(3, 2, 'COMMIT'))).toBe(true);
  expect(retained).toEqual([]);
});

test('the marker of a committed transaction stays while a batch of it does', () => {
  const transactions = new CleanedTransactions([]);
  transactions.onBatch(data(0, 2));
  expect(transactions.onControlBatch(marker(1, 2, 'COMMIT'))).toBe(false);
  expect(transactions.onControlBatch(marker(2, 2, 'COMMIT'))).toBe(true);
});

test('a producer id may commit what follows on a transaction it aborted', () => {
  const transactions = new CleanedTransactions([ABORTED]);
  transactions.onBatch(data(0, 1));
  transactions.onControlBatch(marker(2, 1, 'ABORT'));
  expect(transactions.onBatch(data(3, 1))).toBe(false);
  expect(transactions.onControlBatch(marker(4, 1, 'COMMIT'))).toBe(false);
});

test('batches outside of transactions belong to none', () => {
  const transactions = new CleanedTransactions([ABORTED]);
  expect(transactions.onBatch(at(0, aBatch({ producerId: 1 })))).toBe(false);
});
