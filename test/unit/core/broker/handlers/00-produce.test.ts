import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Produce } from '#core/protocol/messages/00-produce.ts';
import { FindCoordinator } from '#core/protocol/messages/10-find-coordinator.ts';
import { InitProducerId } from '#core/protocol/messages/22-init-producer-id.ts';
import { AddPartitionsToTxn } from '#core/protocol/messages/24-add-partitions-to-txn.ts';
import { EndTxn } from '#core/protocol/messages/26-end-txn.ts';
import type { TestClient } from '../../../../support/broker-world.ts';
import {
  BrokerWorld,
  batchOf,
  createTopic,
  produceRequest,
  produceTo,
} from '../../../../support/broker-world.ts';

let world: BrokerWorld;
let client: TestClient;
beforeEach(async () => {
  world = await BrokerWorld.start();
  client = await world.connect();
});
afterEach(() => world.end());

function endOf(topic: string): number | undefined {
  return world.broker.topics.log({ topic, partition: 0 })?.logEndOffset;
}

/** Registers a transactional id; answers its producer. */
async function initTransactions(transactionalId: string) {
  await client.ask(FindCoordinator, 1, { key: transactionalId, keyType: 1 });
  const request = { transactionalId, transactionTimeoutMs: 60_000 };
  const { producerId, producerEpoch } = await client.ask(InitProducerId, 5, request);
  return { producerId, producerEpoch, isTransactional: true };
}

async function produceInTransaction(
  version: number,
  transactionalId: string,
  records: Buffer,
): Promise<number | undefined> {
  const { responses } = await client.ask(Produce, version, produceRequest('t', records, { transactionalId }));
  return responses[0]?.partitionResponses[0]?.errorCode;
}

describe('acks', () => {
  test.each([-1, 1])('%i is answered when the records are there', async (acks) => {
    await createTopic(client, 't');
    const { responses } = await client.ask(Produce, 8, produceRequest('t', batchOf(['a', 'b']), { acks }));
    expect(responses[0]?.partitionResponses[0]).toMatchObject({ errorCode: 0, baseOffset: 0 });
    expect(endOf('t')).toBe(2);
  });

  test('0 is not answered, and the next request is', async () => {
    await createTopic(client, 't');
    client.send(Produce, 8, produceRequest('t', batchOf(['a']), { acks: 0 }));
    expect((await produceTo(client, 't', batchOf(['b']))).baseOffset).toBe(1);
  });

  test('0 with an error closes the connection: there is no other way to say it', async () => {
    client.send(Produce, 8, produceRequest('nowhere', batchOf(['a']), { acks: 0 }));
    expect(await client.next()).toBe('closed');
  });

  test('of any other number is INVALID_REQUIRED_ACKS for each partition', async () => {
    await createTopic(client, 't');
    const { responses } = await client.ask(Produce, 8, produceRequest('t', batchOf(['a']), { acks: 2 }));
    expect(responses[0]?.partitionResponses[0]?.errorCode).toBe(21);
    expect(endOf('t')).toBe(0);
  });
});

describe('topics', () => {
  test('of version 13 are named by id', async () => {
    const topicId = await createTopic(client, 't');
    const partitionData = [{ index: 0, records: batchOf(['a']) }];
    const unknown = '_____________________w';
    const { responses } = await client.ask(Produce, 13, {
      acks: 1,
      timeoutMs: 1000,
      topicData: [
        { topicId, partitionData },
        { topicId: unknown, partitionData },
      ],
    });
    expect(responses.map((topic) => [topic.topicId, topic.partitionResponses[0]?.errorCode])).toEqual([
      [topicId, 0],
      [unknown, 100],
    ]);
  });

  test('of coordinators are closed to producers, but not to Java’s admin client', async () => {
    await client.ask(FindCoordinator, 1, { key: 'x', keyType: 1 });
    const request = produceRequest('__transaction_state', batchOf(['a']));
    client.send(Produce, 11, request, 'somebody');
    client.send(Produce, 11, request, '__admin_client');
    const errors: (number | undefined)[] = [];
    for (let i = 0; i < 2; i++) {
      const { responses } = await client.receive(Produce, 11);
      errors.push(responses[0]?.partitionResponses[0]?.errorCode);
    }
    // A compacted topic wants keys: the second one came as far as the log.
    expect(errors).toEqual([17, 87]);
  });

  test('without records leave the client waiting, as Kafka does', async () => {
    await createTopic(client, 't');
    client.send(Produce, 11, produceRequest('t', null));
    expect(await client.next(100)).toBe('silent');
  });

  test('are answered one by one: an error of one is not an error of another', async () => {
    await createTopic(client, 't', { partitions: 2 });
    const damaged = batchOf(['b']);
    damaged.writeUInt8((damaged.at(-1) ?? 0) ^ 1, damaged.length - 1);
    const { responses } = await client.ask(Produce, 11, {
      acks: -1,
      timeoutMs: 1000,
      topicData: [
        {
          name: 't',
          partitionData: [
            { index: 0, records: batchOf(['a']) },
            { index: 1, records: damaged },
            { index: 2, records: batchOf(['c']) },
          ],
        },
      ],
    });
    expect(responses[0]?.partitionResponses.map(({ errorCode }) => errorCode)).toEqual([0, 2, 3]);
  });
});

describe('a transactional batch', () => {
  test('without a transactional id refuses the whole request', async () => {
    await createTopic(client, 't', { partitions: 2 });
    const records = batchOf(['a'], {
      producerId: 1,
      producerEpoch: 0,
      baseSequence: 0,
      isTransactional: true,
    });
    const { responses } = await client.ask(Produce, 11, {
      acks: -1,
      timeoutMs: 1000,
      topicData: [
        {
          name: 't',
          partitionData: [
            { index: 0, records: batchOf(['plain']) },
            { index: 1, records },
          ],
        },
      ],
    });
    expect(responses[0]?.partitionResponses.map(({ errorCode }) => errorCode)).toEqual([53, 53]);
    expect(endOf('t')).toBe(0);
  });

  test.each([
    [7, 48],
    [11, 120],
  ])('of v%i is refused when its partition was not added', async (version, error) => {
    await createTopic(client, 't');
    const producer = await initTransactions('tx');
    const records = batchOf(['a'], { ...producer, baseSequence: 0 });
    expect(await produceInTransaction(version, 'tx', records)).toBe(error);
    expect(endOf('t')).toBe(0);
  });

  test('of v11 is taken when its partition was added', async () => {
    await createTopic(client, 't');
    const producer = await initTransactions('tx');
    const added = await client.ask(AddPartitionsToTxn, 3, {
      transactions: [],
      v3AndBelowTransactionalId: 'tx',
      v3AndBelowProducerId: producer.producerId,
      v3AndBelowProducerEpoch: producer.producerEpoch,
      v3AndBelowTopics: [{ name: 't', partitions: [0] }],
    });
    expect(added.resultsByTopicV3AndBelow[0]?.resultsByPartition[0]?.partitionErrorCode).toBe(0);
    expect(await produceInTransaction(11, 'tx', batchOf(['a'], { ...producer, baseSequence: 0 }))).toBe(0);
  });

  test('of v12 adds its partition on the way; after the end the epoch is one higher and the old one fenced', async () => {
    await createTopic(client, 't');
    const producer = await initTransactions('tx');
    const batch = (baseSequence: number) => batchOf(['a'], { ...producer, baseSequence });
    expect(await produceInTransaction(12, 'tx', batch(0))).toBe(0);
    const ended = await client.ask(EndTxn, 5, { transactionalId: 'tx', ...producer, committed: true });
    expect(ended).toMatchObject({ errorCode: 0, producerEpoch: producer.producerEpoch + 1 });
    expect(await produceInTransaction(12, 'tx', batch(1))).toBe(47);
  });

  test('of v12 waits a moment for a transaction that is just ending', async () => {
    await createTopic(client, 't');
    const producer = await initTransactions('tx');
    expect(await produceInTransaction(12, 'tx', batchOf(['a'], { ...producer, baseSequence: 0 }))).toBe(0);
    // Both are sent at once: the second arrives before the markers are written.
    client.send(EndTxn, 5, { transactionalId: 'tx', ...producer, committed: true });
    const next = { ...producer, producerEpoch: producer.producerEpoch + 1, baseSequence: 0 };
    client.send(Produce, 12, produceRequest('t', batchOf(['b'], next), { transactionalId: 'tx' }));
    expect((await client.receive(EndTxn, 5)).errorCode).toBe(0);
    const { responses } = await client.receive(Produce, 12);
    expect(responses[0]?.partitionResponses[0]).toMatchObject({ errorCode: 0, baseOffset: 2 });
  });

  test('of two producers in one request is INVALID_PRODUCER_ID_MAPPING', async () => {
    await createTopic(client, 't', { partitions: 2 });
    const producer = await initTransactions('tx');
    const other = { ...producer, producerId: producer.producerId + 1 };
    const { responses } = await client.ask(Produce, 12, {
      transactionalId: 'tx',
      acks: -1,
      timeoutMs: 1000,
      topicData: [
        {
          name: 't',
          partitionData: [
            { index: 0, records: batchOf(['a'], { ...producer, baseSequence: 0 }) },
            { index: 1, records: batchOf(['b'], { ...other, baseSequence: 0 }) },
          ],
        },
      ],
    });
    expect(responses[0]?.partitionResponses.map(({ errorCode }) => errorCode)).toEqual([49, 49]);
  });
});
