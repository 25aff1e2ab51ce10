import { describe, expect, test } from 'vitest';
import type { ErrorName } from '#core/protocol/errors.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { outcomeOf, startedProducer } from '../../../../support/client-world.ts';

const GROUP = { groupId: 'g', generationId: 1, memberId: 'm', groupInstanceId: null };
const OFFSETS = [{ topic: 'in', partition: 0, offset: 5 }];

const answering = (error: ErrorName) => () => ({ errorCode: errorCode(error) });

describe.each([1, 2])('under transaction.version %i', (transactionVersion) => {
  const isV2 = transactionVersion === 2;

  test('a transaction goes over the wire as Java sends it', async () => {
    const { world, producer } = await startedProducer(transactionVersion);
    producer.beginTransaction();
    void producer.send({ topic: 't', partition: 0, value: 'a' });
    await world.settle(producer.sendOffsetsToTransaction(OFFSETS, GROUP));
    await world.settle(producer.commitTransaction());
    const calls = world.broker.requests.map(({ api, version }) => `${api} v${version}`);
    const expected = isV2
      ? ['Produce v13', 'FindCoordinator v6', 'TxnOffsetCommit v5', 'EndTxn v5']
      : [
          'AddPartitionsToTxn v3',
          'AddOffsetsToTxn v4',
          'FindCoordinator v6',
          'TxnOffsetCommit v4',
          'Produce v11',
          'EndTxn v4',
        ];
    const sent = calls.filter((call) => !/^(ApiVersions|Metadata)/.test(call));
    expect(sent.slice(0, 2)).toEqual(['FindCoordinator v6', 'InitProducerId v5']);
    expect(sent.slice(2).sort()).toEqual(expected.sort());
    expect(sent.at(-1)).toBe(expected.find((call) => call.startsWith('EndTxn')));
    expect(world.broker.of('EndTxn')[0]?.body).toMatchObject({
      transactionalId: 'id',
      producerId: 1000,
      producerEpoch: 0,
      committed: true,
    });
  });

  test('the next transaction has the next epoch and sequence 0, or the same epoch and the next sequence', async () => {
    const { world, producer } = await startedProducer(transactionVersion);
    for (let i = 0; i < 2; i++) {
      producer.beginTransaction();
      void producer.send({ topic: 't', partition: 0, value: `${i}` });
      await world.settle(producer.commitTransaction());
    }
    const log = world.broker.logs.get('t-0') ?? [];
    expect(
      log.map(({ producerEpoch, baseSequence, isTransactional }) => [
        producerEpoch,
        baseSequence,
        isTransactional,
      ]),
    ).toEqual(
      isV2
        ? [
            [0, 0, true],
            [1, 0, true],
          ]
        : [
            [0, 0, true],
            [0, 1, true],
          ],
    );
    expect(producer.producerIdAndEpoch).toEqual({ producerId: 1000, epoch: isV2 ? 2 : 0 });
  });

  test('a commit waits for every batch, and includes records whose send nobody waited for', async () => {
    const { world, producer } = await startedProducer(transactionVersion, { 'linger.ms': '10000' });
    producer.beginTransaction();
    const sent = [0, 1, 2].map((partition) =>
      outcomeOf(producer.send({ topic: 't', partition, value: 'x' })),
    );
    await world.settle(producer.commitTransaction());
    expect(sent.map(({ value }) => value?.offset)).toEqual([0, 0, 0]);
    expect(world.broker.calls.at(-1)).toBe('EndTxn');
  });

  test('without a record or offset no EndTxn is sent', async () => {
    const { world, producer } = await startedProducer(transactionVersion);
    producer.beginTransaction();
    await world.settle(producer.commitTransaction());
    producer.beginTransaction();
    await world.settle(producer.abortTransaction());
    expect(world.broker.of('EndTxn')).toHaveLength(0);
    expect(producer.transactionState).toBe('READY');
  });

  test('an abort fails what was not sent, and waits for what was', async () => {
    const { world, producer } = await startedProducer(transactionVersion, { 'linger.ms': '10000' });
    producer.beginTransaction();
    const first = producer.send({ topic: 't', partition: 0, value: 'first' });
    await world.settle(producer.flush());
    const waiting = outcomeOf(producer.send({ topic: 't', partition: 1, value: 'waiting' }));
    await world.settle(producer.abortTransaction());
    expect((await first).offset).toBe(0);
    expect(waiting.error).toMatchObject({ exception: 'TransactionAbortedException' });
    expect(world.broker.of('EndTxn').map(({ body }) => body.committed)).toEqual([false]);
  });

  test('EndTxn is repeated while the coordinator is busy or another one', async () => {
    const { world, producer } = await startedProducer(transactionVersion);
    world.broker.next(
      'EndTxn',
      answering('CONCURRENT_TRANSACTIONS'),
      answering('NOT_COORDINATOR'),
      () => 'close',
    );
    producer.beginTransaction();
    void producer.send({ topic: 't', value: 'x' });
    await world.settle(producer.commitTransaction());
    expect(world.broker.of('EndTxn')).toHaveLength(4);
    expect(world.broker.of('FindCoordinator').length).toBe(3);
  });

  test('PRODUCER_FENCED from EndTxn ends the producer', async () => {
    const { world, producer } = await startedProducer(transactionVersion);
    world.broker.on('EndTxn', answering('PRODUCER_FENCED'));
    producer.beginTransaction();
    void producer.send({ topic: 't', value: 'x' });
    await expect(world.settle(producer.commitTransaction())).rejects.toMatchObject({
      exception: 'ProducerFencedException',
    });
    expect(producer.transactionState).toBe('FATAL_ERROR');
    expect(world.states.at(-1)?.error).toMatchObject({ exception: 'ProducerFencedException' });
    await expect(producer.send({ topic: 't', value: 'y' })).rejects.toMatchObject({
      exception: 'ProducerFencedException',
    });
    await expect(producer.abortTransaction()).rejects.toMatchObject({ exception: 'ProducerFencedException' });
    await world.settle(producer.close());
  });

  test('INVALID_PRODUCER_EPOCH on Produce can be aborted; the next transaction has another epoch', async () => {
    const { world, producer } = await startedProducer(transactionVersion);
    world.broker.refuseProduce('INVALID_PRODUCER_EPOCH');
    producer.beginTransaction();
    await expect(world.send(producer, { topic: 't', partition: 0, value: 'x' })).rejects.toMatchObject({
      exception: 'InvalidProducerEpochException',
    });
    expect(producer.transactionState).toBe('ABORTABLE_ERROR');
    await expect(world.settle(producer.commitTransaction())).rejects.toMatchObject({
      exception: 'InvalidProducerEpochException',
    });
    await expect(producer.send({ topic: 't', value: 'y' })).rejects.toMatchObject({
      exception: 'InvalidProducerEpochException',
    });
    await world.settle(producer.abortTransaction());
    expect(producer.transactionState).toBe('READY');
    expect(producer.producerIdAndEpoch.epoch).toBe(1);
    // Under TV1 the client asks for the bump, under TV2 EndTxn brings it.
    expect(world.broker.of('InitProducerId')).toHaveLength(isV2 ? 1 : 2);
    producer.beginTransaction();
    await world.send(producer, { topic: 't', partition: 0, value: 'again' });
    const last = world.broker.logs.get('t-0')?.at(-1);
    expect([last?.producerEpoch, last?.baseSequence]).toEqual([1, 0]);
  });

  test.each([
    ['TRANSACTION_ABORTABLE', 'ABORTABLE_ERROR', 'TransactionAbortableException'],
    ['INVALID_TXN_STATE', 'ABORTABLE_ERROR', 'InvalidTxnStateException'],
    ['TOPIC_AUTHORIZATION_FAILED', 'ABORTABLE_ERROR', 'TopicAuthorizationException'],
    ['OUT_OF_ORDER_SEQUENCE_NUMBER', 'ABORTABLE_ERROR', 'OutOfOrderSequenceException'],
    ['PRODUCER_FENCED', 'FATAL_ERROR', 'ProducerFencedException'],
    ['INVALID_PRODUCER_ID_MAPPING', 'FATAL_ERROR', 'InvalidPidMappingException'],
    ['CLUSTER_AUTHORIZATION_FAILED', 'FATAL_ERROR', 'ClusterAuthorizationException'],
  ] as const)('%s on Produce leads to %s', async (error, state, exception) => {
    const { world, producer } = await startedProducer(transactionVersion);
    world.broker.refuseProduce(error);
    producer.beginTransaction();
    await expect(world.send(producer, { topic: 't', value: 'x' })).rejects.toMatchObject({ exception });
    expect(producer.transactionState).toBe(state);
  });

  test('a batch that ran out of time makes the transaction abortable as TransactionAbortableException', async () => {
    const { world, producer } = await startedProducer(transactionVersion, {
      'request.timeout.ms': '500',
      'delivery.timeout.ms': '1200',
    });
    producer.beginTransaction();
    world.broker.on('Produce', () => 'silence');
    const outcome = outcomeOf(producer.send({ topic: 't', value: 'x' }));
    await world.pass(3000);
    expect(outcome.error).toMatchObject({ exception: 'TimeoutException' });
    expect(producer.transactionState).toBe('ABORTABLE_ERROR');
    await expect(producer.commitTransaction()).rejects.toMatchObject({
      exception: 'KafkaException',
      cause: { exception: expect.stringMatching(/^TransactionAbortableException$|^KafkaException$/) },
    });
  });

  test('a stale generation makes the transaction abortable as CommitFailedException', async () => {
    const { world, producer } = await startedProducer(transactionVersion);
    world.broker.next('TxnOffsetCommit', () => ({
      topics: [
        { name: 'in', partitions: [{ partitionIndex: 0, errorCode: errorCode('ILLEGAL_GENERATION') }] },
      ],
    }));
    producer.beginTransaction();
    await expect(world.settle(producer.sendOffsetsToTransaction(OFFSETS, GROUP))).rejects.toMatchObject({
      exception: 'CommitFailedException',
    });
    expect(producer.transactionState).toBe('ABORTABLE_ERROR');
    await world.settle(producer.abortTransaction());
    expect(producer.transactionState).toBe('READY');
  });

  test('a call that timed out is joined by the same call and refuses any other', async () => {
    const { world, producer } = await startedProducer(transactionVersion, { 'max.block.ms': '1000' });
    producer.beginTransaction();
    await world.send(producer, { topic: 't', value: 'x' });
    world.broker.next(
      'EndTxn',
      () => new Promise((resolve) => void world.clock.schedule(1500, () => resolve({ errorCode: 0 }))),
    );
    await expect(world.settle(producer.commitTransaction())).rejects.toMatchObject({
      exception: 'TimeoutException',
      message: expect.stringMatching(/^Timeout expired after 1000ms while awaiting EndTxn/),
    });
    await expect(producer.abortTransaction()).rejects.toThrow(
      'Cannot attempt operation `abortTransaction` because the previous call to `commitTransaction` timed out and must be retried',
    );
    await world.settle(producer.commitTransaction());
    expect(world.broker.of('EndTxn')).toHaveLength(1);
  });

  test('close aborts an open transaction', async () => {
    const { world, producer } = await startedProducer(transactionVersion);
    producer.beginTransaction();
    await world.send(producer, { topic: 't', value: 'x' });
    await world.settle(producer.close());
    expect(world.broker.of('EndTxn').map(({ body }) => body.committed)).toEqual([false]);
    expect(world.clock.pendingCount).toBe(0);
  });
});
