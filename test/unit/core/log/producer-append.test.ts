import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LogManager } from '#core/log/log-manager.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import {
  aBatch,
  append,
  appendVerified,
  brokerConfig,
  createOrders,
  end,
  LogWorld,
  START_MS,
} from '../../../support/log-world.ts';

const P = 1000;
let world: LogWorld;
let manager: LogManager;
let log: PartitionLog;

beforeEach(async () => {
  world = new LogWorld();
  manager = await world.open();
  log = createOrders(manager);
});
afterEach(async () => {
  await manager.close();
  world.remove();
});

function send(sequence: number, saying: { epoch?: number; count?: number; producerId?: number } = {}) {
  return append(log, aBatch({ producerId: P, sequence, ...saying }));
}

describe('duplicates', () => {
  test('a retried batch is answered with its first offset and not appended twice', () => {
    send(0, { count: 3 });
    send(3, { count: 2 });
    const again = send(0, { count: 3 });
    expect(again).toMatchObject({ error: 'NONE', baseOffset: 0, lastOffset: 2, isDuplicate: true });
    expect(log.logEndOffset).toBe(5);
    expect(world.of('log.duplicate')).toEqual([
      { topic: 'orders', partition: 0, producerId: P, producerEpoch: 0, baseSequence: 0, baseOffset: 0 },
    ]);
  });

  test("a retry carries the stored batch's greatest timestamp as its log append time, even under CreateTime", () => {
    expect(send(0, { count: 3 }).logAppendTimeMs).toBe(-1);
    expect(send(0, { count: 3 }).logAppendTimeMs).toBe(START_MS + 2);
  });

  test('five batches are remembered; an older one looks like a gap', () => {
    for (let sequence = 0; sequence < 6; sequence++) send(sequence);
    expect(send(1)).toMatchObject({ error: 'NONE', baseOffset: 1, isDuplicate: true });
    expect(send(0).error).toBe('OUT_OF_ORDER_SEQUENCE_NUMBER');
  });

  test('a batch with the same range but other bytes is acknowledged again', () => {
    append(log, aBatch({ producerId: P, sequence: 0, valueSize: 3 }));
    expect(append(log, aBatch({ producerId: P, sequence: 0, valueSize: 4 }))).toMatchObject({
      isDuplicate: true,
    });
  });

  test('a batch that overlaps remembered ones in part is out of order', () => {
    send(0, { count: 3 });
    expect(send(1, { count: 3 }).error).toBe('OUT_OF_ORDER_SEQUENCE_NUMBER');
  });

  test('after a restart only the newest batch is remembered', async () => {
    for (let sequence = 0; sequence < 3; sequence++) send(sequence);
    await manager.close();
    manager = await world.open();
    const reopened = manager.get(log.topicPartition);
    if (reopened === undefined) throw new Error('the partition is gone');
    log = reopened;
    expect(send(2)).toMatchObject({ isDuplicate: true, baseOffset: 2 });
    expect(send(1).error).toBe('OUT_OF_ORDER_SEQUENCE_NUMBER');
  });
});

describe('epochs', () => {
  test('a smaller epoch is INVALID_PRODUCER_EPOCH, never PRODUCER_FENCED', () => {
    send(0, { epoch: 3 });
    expect(send(1, { epoch: 2 }).error).toBe('INVALID_PRODUCER_EPOCH');
    expect(world.of('log.refused')).toMatchObject([{ errorCode: 47, producerId: P, producerEpoch: 2 }]);
    expect(log.logEndOffset).toBe(1);
  });

  test('a new epoch starts at sequence 0', () => {
    send(0, { epoch: 0 });
    expect(send(1, { epoch: 1 }).error).toBe('OUT_OF_ORDER_SEQUENCE_NUMBER');
    expect(send(0, { epoch: 1 }).error).toBe('NONE');
  });

  test('a new epoch forgets the batches of the old one', () => {
    send(0, { epoch: 0 });
    send(0, { epoch: 1 });
    expect(log.activeProducers()).toMatchObject([{ producerEpoch: 1, lastSequence: 0 }]);
    expect(send(0, { epoch: 0 }).error).toBe('INVALID_PRODUCER_EPOCH');
  });
});

describe('sequences', () => {
  test('a gap is out of order', () => {
    send(0);
    expect(send(2).error).toBe('OUT_OF_ORDER_SEQUENCE_NUMBER');
  });

  test('a producer id that nothing is known of may begin anywhere', () => {
    expect(send(42).error).toBe('NONE');
    expect(send(43).error).toBe('NONE');
  });

  test('the sequence wraps from 2147483647 to 0', () => {
    send(2147483646, { count: 3 });
    expect(log.activeProducers()).toMatchObject([{ lastSequence: 0 }]);
    expect(send(0).error).toBe('OUT_OF_ORDER_SEQUENCE_NUMBER');
    expect(send(1).error).toBe('NONE');
  });

  test('0 follows 2147483647', () => {
    send(2147483647);
    expect(send(0).error).toBe('NONE');
  });

  test('a producer id known only from a marker must begin at 0', () => {
    end(log, 'ABORT', { producerId: P });
    expect(send(5).error).toBe('OUT_OF_ORDER_SEQUENCE_NUMBER');
    expect(send(0).error).toBe('NONE');
  });

  test('epoch −1 with sequence 0 is accepted', () => {
    expect(send(0, { epoch: -1 }).error).toBe('NONE');
  });

  test('coordinators are not asked for sequences, but for epochs', () => {
    const guard = log.startVerification({
      producerId: P,
      producerEpoch: 1,
      baseSequence: 0,
      supportsEpochBump: false,
    });
    const offsets = () =>
      append(log, aBatch({ producerId: P, epoch: 1, sequence: 0, isTransactional: true }), {
        origin: 'coordinator',
        verificationGuard: guard,
      });
    expect(offsets().error).toBe('NONE');
    expect(offsets()).toMatchObject({ error: 'NONE', isDuplicate: false });
    const stale = append(log, aBatch({ producerId: P, epoch: 0, sequence: 0, isTransactional: true }), {
      origin: 'coordinator',
    });
    expect(stale.error).toBe('INVALID_PRODUCER_EPOCH');
  });
});

describe('transactions', () => {
  test('an unverified transactional batch is INVALID_TXN_STATE', () => {
    const batch = aBatch({ producerId: P, isTransactional: true });
    expect(append(log, batch).error).toBe('INVALID_TXN_STATE');
  });

  test('without verification it is accepted', () => {
    manager.reconfigureAll(brokerConfig({ 'transaction.partition.verification.enable': 'false' }));
    expect(append(log, aBatch({ producerId: P, isTransactional: true })).error).toBe('NONE');
  });

  test('once open, further batches need no guard', () => {
    appendVerified(log, { producerId: P, sequence: 0 });
    expect(log.hasOpenTransaction(P, 0)).toBe(true);
    expect(append(log, aBatch({ producerId: P, sequence: 1, isTransactional: true })).error).toBe('NONE');
  });

  test('verification is not asked for when the transaction is open', () => {
    appendVerified(log, { producerId: P, sequence: 0 });
    const request = { producerId: P, producerEpoch: 0, baseSequence: 1, supportsEpochBump: false };
    expect(log.startVerification(request)).toBeUndefined();
    expect(log.startVerification({ ...request, producerEpoch: 1 })).toBeDefined();
  });

  test('a stale epoch is asked about, and refused by the append whatever the coordinator says', () => {
    send(0, { epoch: 2 });
    const request = { producerId: P, producerEpoch: 1, baseSequence: 0, supportsEpochBump: false };
    const verificationGuard = log.startVerification(request);
    expect(verificationGuard).toBeDefined();
    const stale = append(log, aBatch({ producerId: P, epoch: 1, isTransactional: true }), {
      verificationGuard,
    });
    expect(stale.error).toBe('INVALID_PRODUCER_EPOCH');
  });

  test('a plain batch while a transaction is open is INVALID_TXN_STATE', () => {
    appendVerified(log, { producerId: P, sequence: 0 });
    expect(send(1).error).toBe('INVALID_TXN_STATE');
  });

  test('a marker that lands while verification is under way invalidates the guard', () => {
    const request = { producerId: P, producerEpoch: 0, baseSequence: 0, supportsEpochBump: false };
    const verificationGuard = log.startVerification(request);
    end(log, 'ABORT', { producerId: P });
    const late = append(log, aBatch({ producerId: P, isTransactional: true }), { verificationGuard });
    expect(late.error).toBe('INVALID_TXN_STATE');
  });

  test('a marker of the epoch of a version 2 verification keeps it: it belongs to the next transaction', () => {
    const request = { producerId: P, producerEpoch: 1, baseSequence: 0, supportsEpochBump: true };
    const verificationGuard = log.startVerification(request);
    end(log, 'COMMIT', { producerId: P, epoch: 1 }, 2);
    const batch = aBatch({ producerId: P, epoch: 1, isTransactional: true });
    expect(append(log, batch, { verificationGuard }).error).toBe('NONE');
  });

  test('another guard is not the guard', () => {
    log.startVerification({ producerId: P, producerEpoch: 0, baseSequence: 0, supportsEpochBump: false });
    const forged = append(log, aBatch({ producerId: P, isTransactional: true }), { verificationGuard: {} });
    expect(forged.error).toBe('INVALID_TXN_STATE');
  });

  test('two requests of one producer share the guard; the higher sequence may not overtake the lower', () => {
    const ask = (baseSequence: number) =>
      log.startVerification({ producerId: P, producerEpoch: 0, baseSequence, supportsEpochBump: false });
    const second = ask(1);
    const first = ask(0);
    expect(second).toBe(first);
    const overtaking = append(log, aBatch({ producerId: P, sequence: 1, isTransactional: true }), {
      verificationGuard: second,
    });
    expect(overtaking.error).toBe('OUT_OF_ORDER_SEQUENCE_NUMBER');
    const inOrder = append(log, aBatch({ producerId: P, sequence: 0, isTransactional: true }), {
      verificationGuard: first,
    });
    expect(inOrder.error).toBe('NONE');
  });

  test('a version 2 producer that nothing is known of must begin at 0', () => {
    const request = { producerId: P, producerEpoch: 0, baseSequence: 3, supportsEpochBump: true };
    const verificationGuard = log.startVerification(request);
    const batch = aBatch({ producerId: P, sequence: 3, isTransactional: true });
    expect(append(log, batch, { verificationGuard }).error).toBe('OUT_OF_ORDER_SEQUENCE_NUMBER');
  });

  test('the retry of a batch whose transaction is open is a duplicate before it is anything else', () => {
    appendVerified(log, { producerId: P, sequence: 0 });
    const again = append(log, aBatch({ producerId: P, sequence: 0, isTransactional: true }));
    expect(again).toMatchObject({ error: 'NONE', isDuplicate: true, baseOffset: 0 });
  });
});

describe('markers', () => {
  test('same epoch keeps the sequences going, a higher one starts them over', () => {
    appendVerified(log, { producerId: P, sequence: 0 });
    end(log, 'COMMIT', { producerId: P });
    expect(appendVerified(log, { producerId: P, sequence: 1 }).error).toBe('NONE');
    end(log, 'COMMIT', { producerId: P, epoch: 1 });
    expect(appendVerified(log, { producerId: P, epoch: 1, sequence: 2 }).error).toBe(
      'OUT_OF_ORDER_SEQUENCE_NUMBER',
    );
    expect(appendVerified(log, { producerId: P, epoch: 1, sequence: 0 }).error).toBe('NONE');
  });

  test('a smaller epoch is INVALID_PRODUCER_EPOCH', () => {
    appendVerified(log, { producerId: P, epoch: 3 });
    expect(end(log, 'ABORT', { producerId: P, epoch: 2 }).error).toBe('INVALID_PRODUCER_EPOCH');
    expect(log.lastStableOffset).toBe(0);
  });

  test('under transaction version 2 the epoch must be greater', () => {
    appendVerified(log, { producerId: P });
    expect(end(log, 'COMMIT', { producerId: P, epoch: 0 }, 2).error).toBe('INVALID_PRODUCER_EPOCH');
    expect(end(log, 'COMMIT', { producerId: P, epoch: 1 }, 2).error).toBe('NONE');
  });

  test('under transaction version 2 a marker that comes again is written again, by no older coordinator', () => {
    appendVerified(log, { producerId: P });
    end(log, 'COMMIT', { producerId: P, epoch: 1 }, 2);
    const again = { producerId: P, epoch: 1, coordinatorEpoch: 5 };
    expect(end(log, 'ABORT', again, 2)).toMatchObject({ error: 'NONE', baseOffset: 2 });
    expect(log.logEndOffset).toBe(3);
    expect(log.lastStableOffset).toBe(3);
    expect(log.segments()[0]?.files.map((file) => file.kind)).not.toContain('txnindex');
    expect(end(log, 'ABORT', { ...again, coordinatorEpoch: 3 }, 2).error).toBe(
      'TRANSACTION_COORDINATOR_FENCED',
    );
  });

  test('an older coordinator is fenced', () => {
    end(log, 'COMMIT', { producerId: P, coordinatorEpoch: 5 });
    const zombie = end(log, 'ABORT', { producerId: P, coordinatorEpoch: 4 });
    expect(zombie.error).toBe('TRANSACTION_COORDINATOR_FENCED');
  });

  test('a marker without data is written, without effect on the last stable offset or the transaction index', () => {
    end(log, 'ABORT', { producerId: P });
    expect(log.logEndOffset).toBe(1);
    expect(log.lastStableOffset).toBe(1);
    expect(log.segments()[0]?.files.map((file) => file.kind)).not.toContain('txnindex');
  });

  test('a marker obeys max.message.bytes', () => {
    const strict = createOrders(manager, { 'max.message.bytes': '77' }, 1);
    expect(end(strict, 'COMMIT', { producerId: P }).error).toBe('MESSAGE_TOO_LARGE');
  });
});

describe('expiry', () => {
  test('a shorter producer.id.expiration.ms counts from the next look on', async () => {
    send(0);
    await world.clock.advance(600_000);
    expect(log.activeProducers()).toHaveLength(1);
    manager.reconfigureAll(brokerConfig({ 'producer.id.expiration.ms': '1000' }));
    await world.clock.advance(600_000);
    expect(log.activeProducers()).toEqual([]);
  });

  test('a producer id idle for producer.id.expiration.ms is forgotten, one with an open transaction is not', async () => {
    send(0);
    appendVerified(log, { producerId: P + 1 });
    await world.clock.advance(86_400_000 + 600_000);
    expect(log.activeProducers().map((producer) => producer.producerId)).toEqual([P + 1]);
  });

  test('deleting all records keeps the state', () => {
    send(0);
    log.deleteRecordsBefore(-1);
    expect(send(0)).toMatchObject({ isDuplicate: true, baseOffset: 0 });
  });
});
