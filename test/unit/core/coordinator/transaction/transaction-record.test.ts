import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { newTransactionalId, transit } from '#core/coordinator/transaction/transaction-metadata.ts';
import {
  canBeStored,
  decodeTransactionRecord,
  encodeTransactionRecord,
  valueVersionOf,
} from '#core/coordinator/transaction/transaction-record.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';
import { readRecords } from '#core/protocol/records/batch-reader.ts';
import { batchesIn } from '#core/protocol/records/batch-scanner.ts';
import { TransactionWorld } from '../../../../support/transaction-world.ts';

const FOLDER = new URL('../../../../fixtures/coordinator/transaction-state/', import.meta.url);

const METADATA = {
  ...newTransactionalId({ transactionalId: 'tx', producerId: 5, timeoutMs: 60000, nowMs: 1000 }),
  producerEpoch: 3,
  previousProducerId: 5,
};
const OPEN = transit(METADATA, {
  state: 'Ongoing',
  partitions: [
    { topic: 'a', partition: 0 },
    { topic: 'a', partition: 2 },
    { topic: 'b', partition: 1 },
  ],
  startedAtMs: 2000,
  lastUpdateMs: 2000,
});

/** As the program that drove Kafka left them. */
const LOADED = {
  tv1: [
    'tx-a CompleteCommit 0',
    'tx-b CompleteAbort 0',
    'tx-open Ongoing 0',
    'tx-timeout CompleteAbort 1',
    'tx-zombie CompleteCommit 2',
    'tx-zstd CompleteAbort 0',
  ],
  tv2: [
    'tx-a CompleteCommit 8',
    'tx-b CompleteAbort 5',
    'tx-open Ongoing 0',
    'tx-timeout CompleteCommit 2',
    'tx-zombie CompleteCommit 3',
    'tx-zstd CompleteAbort 2',
  ],
};

describe('what Kafka 4.3.1 wrote', () => {
  const files = ['tv1', 'tv2'].flatMap((set) =>
    fs.readdirSync(new URL(`${set}/`, FOLDER)).map((name) => `${set}/${name}`),
  );

  test.each(files)('is written again by us byte for byte: %s', (file) => {
    let sameOrder = 0;
    for (const batch of batchesIn(fs.readFileSync(new URL(file, FOLDER)))) {
      const [record] = [...readRecords(batch)];
      const decoded = decodeTransactionRecord(record?.key ?? Buffer.alloc(0), record?.value ?? null);
      if (decoded === undefined) throw new Error('not a record of transactions');
      const { key, value } = encodeTransactionRecord(decoded);
      expect(value?.length).toBe(record?.value?.length);
      // Kafka lists topics in the order of a hash map; where that is also the alphabet's, the bytes are the same.
      if (!value?.equals(record?.value ?? Buffer.alloc(0))) continue;
      sameOrder++;
      const timestamp = batch.baseTimestamp;
      const ours = buildBatch({
        records: [{ timestamp, key, value, headers: [] }],
        baseOffset: batch.baseOffset,
        partitionLeaderEpoch: batch.partitionLeaderEpoch,
      });
      expect(ours.equals(batch.whole)).toBe(true);
    }
    expect(sameOrder).toBeGreaterThan(0);
  });

  test.each(['tv1', 'tv2'] as const)('is loaded, and open transactions are still open: %s', async (set) => {
    const world = new TransactionWorld(set === 'tv1' ? 1 : 2, {}, 50);
    for (const name of fs.readdirSync(new URL(`${set}/`, FOLDER))) {
      const partition = Number.parseInt(name, 10);
      world.log.load(
        { topic: '__transaction_state', partition },
        fs.readFileSync(new URL(`${set}/${name}`, FOLDER)),
      );
    }
    await world.start();
    const { coordinator } = world;
    const loaded = coordinator.transactions();
    expect(loaded.map((one) => `${one.transactionalId} ${one.state} ${one.producerEpoch}`).sort()).toEqual(
      LOADED[set],
    );
    for (const { transactionalId, coordinatorPartition } of loaded) {
      expect(coordinator.partitionFor(transactionalId)).toBe(coordinatorPartition);
    }
    expect(coordinator.describe('tx-open')).toMatchObject({
      error: 'NONE',
      transaction: {
        state: 'Ongoing',
        partitions: [
          { topic: '__consumer_offsets', partition: 44 },
          { topic: 'orders', partition: 2 },
        ],
      },
    });
    expect(world.eventsOf('txn.stateChanged').every(({ cause }) => cause === 'loaded')).toBe(true);
  });
});

test('a record is read back as it was written, but for the last epoch', () => {
  const record = { transactionalId: 'tx', metadata: { ...OPEN, lastProducerEpoch: 2 }, version: 1 };
  const { key, value } = encodeTransactionRecord(record);
  expect(decodeTransactionRecord(key, value)).toEqual({
    ...record,
    metadata: { ...OPEN, lastProducerEpoch: -1 },
  });
});

test('value v0 has no producer ids beside the current one', () => {
  const { key, value } = encodeTransactionRecord({ transactionalId: 'tx', metadata: OPEN, version: 0 });
  expect(value?.readInt16BE(0)).toBe(0);
  expect(decodeTransactionRecord(key, value)?.metadata).toEqual({ ...OPEN, previousProducerId: -1 });
});

test('value v0 has no room for a client of version 2', () => {
  const metadata = { ...OPEN, clientTransactionVersion: 2 };
  expect(canBeStored(metadata, 0)).toBe(false);
  expect(canBeStored(metadata, 1)).toBe(true);
  expect(() => encodeTransactionRecord({ transactionalId: 'tx', metadata, version: 0 })).toThrow(RangeError);
});

test('the cluster decides on the version of the value', () => {
  expect([0, 1, 2].map(valueVersionOf)).toEqual([0, 1, 1]);
});

test('an empty id has null partitions, an ended one an empty list', () => {
  const nullAsCompactArray = (metadata: typeof OPEN) =>
    encodeTransactionRecord({ transactionalId: 'tx', metadata, version: 1 }).value?.at(2 + 8 + 2 + 4 + 1);
  expect(nullAsCompactArray({ ...METADATA, state: 'Empty' })).toBe(0);
  expect(nullAsCompactArray({ ...METADATA, state: 'CompleteAbort' })).toBe(1);
});

test('a tombstone forgets', () => {
  const { key, value } = encodeTransactionRecord({ transactionalId: 'tx', metadata: null, version: 0 });
  expect(value).toBeNull();
  expect(decodeTransactionRecord(key, null)).toEqual({ transactionalId: 'tx', metadata: null, version: 0 });
});

test('versions of the future are skipped, states that are never stored are not believed', () => {
  const { key, value } = encodeTransactionRecord({ transactionalId: 'tx', metadata: OPEN, version: 1 });
  if (value === null) throw new Error('a value');
  const future = Buffer.from(value);
  future.writeInt16BE(2, 0);
  expect(decodeTransactionRecord(key, future)).toBeUndefined();
  expect(decodeTransactionRecord(Buffer.from([0, 7, 1, 2]), value)).toBeUndefined();
  const fenced = Buffer.from(value);
  fenced.writeInt8(7, 2 + 8 + 2 + 4);
  expect(() => decodeTransactionRecord(key, fenced)).toThrow(RangeError);
  expect(() => decodeTransactionRecord(Buffer.alloc(1), value)).toThrow(RangeError);
});
