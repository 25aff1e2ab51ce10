import { describe, expect, test } from 'vitest';
import type { ErrorName } from '#core/protocol/errors.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { readRecords } from '#core/protocol/records/batch-reader.ts';
import { ClientWorld, outcomeOf, startedProducer } from '../../../../support/client-world.ts';

const answering = (error: ErrorName) => () => ({ errorCode: errorCode(error) });

describe('under TV1', () => {
  test('no batch leaves before its partition is added', async () => {
    const { world, producer } = await startedProducer(1);
    world.broker.next('AddPartitionsToTxn', () => ({
      resultsByTopicV3AndBelow: [
        {
          name: 't',
          resultsByPartition: [
            { partitionIndex: 0, partitionErrorCode: errorCode('CONCURRENT_TRANSACTIONS') },
          ],
        },
      ],
    }));
    producer.beginTransaction();
    const sent = outcomeOf(producer.send({ topic: 't', partition: 0, value: 'x' }));
    await world.pass(10);
    expect(world.broker.of('Produce')).toHaveLength(0);
    // The first one of a transaction is repeated after 20 ms instead of retry.backoff.ms.
    await world.pass(30);
    expect(world.broker.of('AddPartitionsToTxn')).toHaveLength(2);
    await world.pass(10);
    expect(sent.value?.offset).toBe(0);
  });

  test('a partition that may not be written to makes the transaction abortable', async () => {
    const { world, producer } = await startedProducer(1);
    world.broker.next('AddPartitionsToTxn', () => ({
      resultsByTopicV3AndBelow: [
        {
          name: 't',
          resultsByPartition: [
            { partitionIndex: 0, partitionErrorCode: errorCode('TOPIC_AUTHORIZATION_FAILED') },
          ],
        },
      ],
    }));
    producer.beginTransaction();
    await expect(world.send(producer, { topic: 't', partition: 0, value: 'x' })).rejects.toMatchObject({
      exception: 'TopicAuthorizationException',
    });
    expect(producer.transactionState).toBe('ABORTABLE_ERROR');
  });

  test('a broker that cannot raise an epoch makes lost records fatal', async () => {
    const world = new ClientWorld({
      topics: { t: 1 },
      transactionVersion: 1,
      maxVersions: { InitProducerId: 2 },
    });
    const producer = world.producer({ 'transactional.id': 'id' });
    await world.settle(producer.initTransactions());
    world.broker.on('EndTxn', answering('UNKNOWN_PRODUCER_ID'));
    producer.beginTransaction();
    void producer.send({ topic: 't', value: 'x' });
    await expect(world.settle(producer.commitTransaction())).rejects.toMatchObject({
      exception: 'UnknownProducerIdException',
    });
    expect(producer.transactionState).toBe('FATAL_ERROR');
  });

  test('an upgrade of the cluster is followed after the transaction, with an epoch bump', async () => {
    const world = new ClientWorld({ topics: { t: 1 }, transactionVersion: 1 });
    let level = 1;
    world.broker.on('ApiVersions', async (request, version) => ({
      ...(await world.broker.answer('ApiVersions', request, version)),
      finalizedFeaturesEpoch: level,
      finalizedFeatures: [{ name: 'transaction.version', maxVersionLevel: level, minVersionLevel: level }],
    }));
    const producer = world.producer({ 'transactional.id': 'id' });
    await world.settle(producer.initTransactions());
    producer.beginTransaction();
    await world.send(producer, { topic: 't', value: 'a' });
    level = 2;
    world.broker.disconnectAll();
    await world.pass(500);
    await world.send(producer, { topic: 't', value: 'b' });
    await world.settle(producer.commitTransaction());
    expect(world.broker.of('EndTxn')[0]?.version).toBe(4);
    expect(producer.isTransactionV2).toBe(true);
    expect(world.broker.of('InitProducerId').at(-1)?.body).toMatchObject({
      producerId: 1000,
      producerEpoch: 0,
    });
    producer.beginTransaction();
    await world.send(producer, { topic: 't', value: 'c' });
    await world.settle(producer.commitTransaction());
    expect(world.broker.of('EndTxn').at(-1)?.version).toBe(5);
  });
});

describe('initTransactions', () => {
  test('waits for a coordinator and a decided transaction', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const producer = world.producer({ 'transactional.id': 'id' });
    world.broker.next('FindCoordinator', () => ({
      coordinators: [{ key: 'id', nodeId: -1, host: '', port: -1, errorCode: 15, errorMessage: '' }],
    }));
    world.broker.next(
      'InitProducerId',
      answering('CONCURRENT_TRANSACTIONS'),
      answering('COORDINATOR_LOAD_IN_PROGRESS'),
    );
    await world.settle(producer.initTransactions());
    expect(producer.producerIdAndEpoch).toEqual({ producerId: 1000, epoch: 0 });
    expect(world.broker.of('InitProducerId')[0]?.body).toMatchObject({
      transactionalId: 'id',
      transactionTimeoutMs: 60000,
      producerId: -1,
      producerEpoch: -1,
    });
  });

  test('fails for good with a timeout that the broker does not allow', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const producer = world.producer({ 'transactional.id': 'id' });
    world.broker.next('InitProducerId', answering('INVALID_TRANSACTION_TIMEOUT'));
    await expect(world.settle(producer.initTransactions())).rejects.toMatchObject({
      exception: 'KafkaException',
    });
    expect(producer.transactionState).toBe('FATAL_ERROR');
  });

  test('may be called again after missing authorisation was granted', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const producer = world.producer({ 'transactional.id': 'id' });
    world.broker.next('InitProducerId', answering('TRANSACTIONAL_ID_AUTHORIZATION_FAILED'));
    await expect(world.settle(producer.initTransactions())).rejects.toMatchObject({
      exception: 'TransactionalIdAuthorizationException',
    });
    expect(producer.transactionState).toBe('UNINITIALIZED');
    await world.settle(producer.initTransactions());
    expect(producer.transactionState).toBe('READY');
  });
});

describe('a call in the wrong state', () => {
  test('is refused and changes nothing', async () => {
    const { producer } = await startedProducer(2);
    await expect(producer.commitTransaction()).rejects.toMatchObject({ exception: 'IllegalStateException' });
    await expect(producer.send({ topic: 't', value: 'x' })).rejects.toThrow(/while in state {2}READY$/);
    producer.beginTransaction();
    expect(() => producer.beginTransaction()).toThrow(
      /Invalid transition attempted from state IN_TRANSACTION to state IN_TRANSACTION$/,
    );
    expect(producer.transactionState).toBe('IN_TRANSACTION');
  });

  test('lets the record in its batch since 3.3: it goes out with the next transaction', async () => {
    const sentBy = async (clientVersion: string): Promise<string[]> => {
      const { world, producer } = await startedProducer(2, { 'linger.ms': '100' }, { clientVersion });
      await world.settle(producer.partitionsFor('t'));
      const refused = outcomeOf(producer.send({ topic: 't', partition: 0, value: 'refused' }));
      await world.pass(1000);
      expect(refused.error?.exception).toBe('IllegalStateException');
      producer.beginTransaction();
      await world.send(producer, { topic: 't', partition: 0, value: 'sent' });
      await world.settle(producer.commitTransaction());
      const batches = world.broker.logs.get('t-0') ?? [];
      return batches.flatMap((batch) => [...readRecords(batch)].map(({ value }) => String(value)));
    };
    expect(await sentBy('3.2')).toEqual(['sent']);
    expect(await sentBy('3.3')).toEqual(['refused', 'sent']);
    expect(await sentBy('4.x')).toEqual(['refused', 'sent']);
  });

  test('before initTransactions says so', async () => {
    const world = new ClientWorld();
    const producer = world.producer({ 'transactional.id': 'id' });
    const outcome = outcomeOf(producer.send({ topic: 't', value: 'x' }));
    await world.pass(100);
    expect(outcome.error?.message).toMatch(/before completing a call to initTransactions$/);
    expect(() => producer.beginTransaction()).toThrow(/from state UNINITIALIZED to state IN_TRANSACTION/);
  });

  test('on a producer without transactional.id names the setting', async () => {
    const world = new ClientWorld();
    await expect(world.producer().initTransactions()).rejects.toThrow(
      /by setting the transactional\.id configuration property$/,
    );
  });
});
