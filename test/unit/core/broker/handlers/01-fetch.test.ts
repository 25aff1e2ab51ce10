import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Fetch } from '#core/protocol/messages/01-fetch.ts';
import type { RequestInit } from '#core/protocol/schema/api.ts';
import type { TestClient } from '../../../../support/broker-world.ts';
import { BrokerWorld, batchOf, createTopic, produceTo } from '../../../../support/broker-world.ts';

let world: BrokerWorld;
let client: TestClient;
beforeEach(async () => {
  world = await BrokerWorld.start();
  client = await world.connect();
});
afterEach(() => world.end());

type Overrides = Partial<RequestInit<typeof Fetch>>;

function fetchOf(topic: string, overrides: Overrides & { readonly fetchOffset?: number } = {}) {
  const { fetchOffset = 0, ...rest } = overrides;
  return {
    maxWaitMs: 0,
    minBytes: 1,
    topics: [{ topic, partitions: [{ partition: 0, fetchOffset, partitionMaxBytes: 1_000_000 }] }],
    ...rest,
  };
}

async function fetchOne(from: TestClient, request: RequestInit<typeof Fetch>, version = 12) {
  const { responses } = await from.ask(Fetch, version, request);
  return responses[0]?.partitions[0];
}

describe('a long poll', () => {
  test('is answered as soon as there is something', async () => {
    await createTopic(client, 't');
    const producer = await world.connect();
    client.send(Fetch, 12, fetchOf('t', { maxWaitMs: 10_000 }));
    expect(await client.next(50)).toBe('silent');
    await produceTo(producer, 't', batchOf(['now']));
    const { responses } = await client.receive(Fetch, 12);
    expect(responses[0]?.partitions[0]?.highWatermark).toBe(1);
  });

  test('waits for minBytes, all told', async () => {
    await createTopic(client, 't');
    const producer = await world.connect();
    const size = batchOf(['x']).length;
    client.send(Fetch, 12, fetchOf('t', { maxWaitMs: 10_000, minBytes: 2 * size }));
    await produceTo(producer, 't', batchOf(['x']));
    expect(await client.next(50)).toBe('silent');
    await produceTo(producer, 't', batchOf(['y']));
    const { responses } = await client.receive(Fetch, 12);
    expect(responses[0]?.partitions[0]?.records?.length).toBe(2 * size);
  });

  test('is answered empty when its time is up', async () => {
    await createTopic(client, 't');
    const startedAt = performance.now();
    const partition = await fetchOne(client, fetchOf('t', { maxWaitMs: 80 }));
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(79);
    expect(partition?.records).toHaveLength(0);
  });

  test('does not wait behind an error', async () => {
    const partition = await fetchOne(client, fetchOf('nowhere', { maxWaitMs: 10_000 }));
    expect(partition?.errorCode).toBe(3);
  });

  test('of a deleted topic is answered with its absence', async () => {
    await createTopic(client, 't');
    client.send(Fetch, 12, fetchOf('t', { maxWaitMs: 10_000 }));
    expect(await client.next(50)).toBe('silent');
    const topic = world.broker.topics.get('t');
    if (topic !== undefined) world.broker.topics.delete(topic);
    const { responses } = await client.receive(Fetch, 12);
    expect(responses[0]?.partitions[0]?.errorCode).toBe(3);
  });

  test('of a client that went away is forgotten', async () => {
    await createTopic(client, 't');
    const gone = await world.connect();
    gone.send(Fetch, 12, fetchOf('t', { maxWaitMs: 1_000_000 }));
    expect(await gone.next(50)).toBe('silent');
    gone.close();
    await produceTo(client, 't', batchOf(['x']));
    expect(world.broker.connectionCount).toBe(1);
  });
});

describe('a fetch', () => {
  test('of a follower is refused: no other broker replicates from here', async () => {
    await createTopic(client, 't');
    const partition = await fetchOne(client, fetchOf('t', { replicaId: 5 }));
    expect(partition).toMatchObject({ errorCode: 6, highWatermark: -1 });
  });

  test.each([
    [4, 75],
    [0, 0],
    [-1, 0],
  ])('that believes in leader epoch %i gets error %i', async (currentLeaderEpoch, error) => {
    await createTopic(client, 't');
    const topics = [
      {
        topic: 't',
        partitions: [{ partition: 0, fetchOffset: 0, partitionMaxBytes: 100, currentLeaderEpoch }],
      },
    ];
    expect((await fetchOne(client, fetchOf('t', { topics })))?.errorCode).toBe(error);
  });

  test('that last read an epoch nobody knows is out of range', async () => {
    await createTopic(client, 't');
    const topics = [
      {
        topic: 't',
        partitions: [{ partition: 0, fetchOffset: 0, partitionMaxBytes: 100, lastFetchedEpoch: 4 }],
      },
    ];
    expect((await fetchOne(client, fetchOf('t', { topics })))?.errorCode).toBe(1);
  });

  test('that read further than its epoch went is told where the logs part', async () => {
    await createTopic(client, 't');
    await produceTo(client, 't', batchOf(['a', 'b']));
    await world.restart();
    client = await world.connect();
    await produceTo(client, 't', batchOf(['c', 'd']));
    const topics = [
      {
        topic: 't',
        partitions: [{ partition: 0, fetchOffset: 3, partitionMaxBytes: 100, lastFetchedEpoch: 0 }],
      },
    ];
    const partition = await fetchOne(client, fetchOf('t', { topics }));
    expect(partition?.divergingEpoch).toEqual({ epoch: 0, endOffset: 2 });
    expect(partition?.records).toHaveLength(0);
  });

  test('of a topic made again under the same name is not answered under the old id', async () => {
    const topicId = await createTopic(client, 't');
    const request = fetchOf('t', {
      topics: [{ topicId, partitions: [{ partition: 0, fetchOffset: 0, partitionMaxBytes: 100 }] }],
      sessionId: 0,
      sessionEpoch: 0,
    });
    const { sessionId } = await client.ask(Fetch, 13, request);
    const topic = world.broker.topics.get('t');
    if (topic !== undefined) world.broker.topics.delete(topic);
    await createTopic(client, 't');
    const next = { ...request, sessionId, sessionEpoch: 1, topics: [] };
    expect((await fetchOne(client, next, 13))?.errorCode).toBe(100);
  });

  test('larger than the socket takes comes in order behind a slow reader', async () => {
    await createTopic(client, 't');
    const value = 'x'.repeat(900_000);
    for (let i = 0; i < 5; i++) await produceTo(client, 't', batchOf([value]));
    client.pause();
    for (let i = 0; i < 5; i++) client.send(Fetch, 12, fetchOf('t', { fetchOffset: i }));
    client.resume();
    for (let i = 0; i < 5; i++) {
      const { responses } = await client.receive(Fetch, 12);
      expect(responses[0]?.partitions[0]?.records?.readBigInt64BE(0)).toBe(BigInt(i));
    }
  });
});
