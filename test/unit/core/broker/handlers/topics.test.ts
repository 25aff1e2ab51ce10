import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Metadata } from '#core/protocol/messages/03-metadata.ts';
import { CreateTopics } from '#core/protocol/messages/19-create-topics.ts';
import { DeleteTopics } from '#core/protocol/messages/20-delete-topics.ts';
import { DescribeLogDirs } from '#core/protocol/messages/35-describe-log-dirs.ts';
import { CreatePartitions } from '#core/protocol/messages/37-create-partitions.ts';
import { DescribeTopicPartitions } from '#core/protocol/messages/75-describe-topic-partitions.ts';
import { ZERO_UUID } from '#core/protocol/uuid.ts';
import type { TestClient } from '../../../../support/broker-world.ts';
import { BrokerWorld, batchOf, createTopic, produceTo } from '../../../../support/broker-world.ts';

let world: BrokerWorld;
let client: TestClient;
beforeEach(async () => {
  world = await BrokerWorld.start({ config: { 'num.partitions': '3' } });
  client = await world.connect();
});
afterEach(() => world.end());

function newTopic(name: string, init: { readonly numPartitions?: number; readonly brokers?: number[] } = {}) {
  const { numPartitions = 1, brokers } = init;
  return {
    name,
    numPartitions: brokers === undefined ? numPartitions : -1,
    replicationFactor: brokers === undefined ? 1 : -1,
    assignments: brokers === undefined ? [] : [{ partitionIndex: 0, brokerIds: brokers }],
    configs: [],
  };
}

async function create(topics: ReturnType<typeof newTopic>[], validateOnly = false) {
  const response = await client.ask(CreateTopics, 7, { topics, validateOnly });
  return response.topics;
}

async function namesListed(): Promise<(string | null)[]> {
  const all = { topics: null, includeTopicAuthorizedOperations: false };
  const { topics } = await client.ask(Metadata, 12, all);
  return topics.map(({ name }) => name).sort();
}

describe('CreateTopics', () => {
  test('answers with id, counts and settings', async () => {
    const [topic] = await create([newTopic('t', { numPartitions: -1 })]);
    expect(topic).toMatchObject({ errorCode: 0, errorMessage: null, numPartitions: 3, replicationFactor: 1 });
    expect(topic?.configs).toHaveLength(33);
    expect(world.broker.topics.byId(topic?.topicId ?? '')?.name).toBe('t');
    expect(world.eventsOf('topic.created')).toMatchObject([{ topic: 't', partitions: 3 }]);
  });

  test('only looks when asked to only look', async () => {
    expect(await create([newTopic('t')], true)).toMatchObject([{ errorCode: 0, numPartitions: 1 }]);
    expect(await namesListed()).toEqual([]);
  });

  test('refuses a second topic of that name, and of one that differs in dots and underscores', async () => {
    await create([newTopic('a.b')]);
    expect(await create([newTopic('a.b'), newTopic('a_b')])).toMatchObject([
      { errorCode: 36, errorMessage: "Topic 'a.b' already exists." },
      { errorCode: 17, errorMessage: "Topic 'a_b' collides with existing topic: a.b" },
    ]);
  });

  test('takes a placement by hand when it names this broker', async () => {
    expect(await create([newTopic('t', { brokers: [1] })])).toMatchObject([
      { errorCode: 0, numPartitions: 1 },
    ]);
    expect(await create([newTopic('u', { brokers: [] })])).toMatchObject([{ errorCode: 39 }]);
    expect(await create([newTopic('u', { brokers: [1, 1] })])).toMatchObject([{ errorCode: 39 }]);
  });

  test('bounds what one request may ask for, and then refuses all of it', async () => {
    const topics = [newTopic('small'), newTopic('huge', { numPartitions: 20_000 })];
    const tooMany = 'Excessively large number of partitions per request.';
    expect(await create(topics)).toMatchObject([
      { name: 'small', errorCode: 44, errorMessage: tooMany },
      { name: 'huge', errorCode: 44, errorMessage: tooMany },
    ]);
    // One more record for the topic itself, and the request is too large in another way.
    expect(await create([newTopic('huge', { numPartitions: 10_000 })])).toMatchObject([
      { errorCode: 44, errorMessage: 'Unable to perform excessively large batch operation.' },
    ]);
    expect(await create([newTopic('huge', { numPartitions: 9_999 })], true)).toMatchObject([
      { errorCode: 0 },
    ]);
  });
});

describe('a topic of many partitions', () => {
  test('is made a few at a time: others are answered in between, and it is complete when its answer comes', async () => {
    const other = await world.connect();
    client.send(CreateTopics, 7, { topics: [newTopic('large', { numPartitions: 300 })] });
    const pending = client.receive(CreateTopics, 7);
    let isCreated = false;
    void pending.then(() => {
      isCreated = true;
    });
    let answeredMeanwhile = 0;
    const one = { topics: [{ name: 'large' }], includeTopicAuthorizedOperations: false };
    const errors = new Set<number>();
    while (!isCreated) {
      const { topics } = await other.ask(Metadata, 12, one);
      for (const { errorCode } of topics[0]?.partitions ?? []) errors.add(errorCode);
      answeredMeanwhile++;
    }
    expect((await pending).topics[0]).toMatchObject({ errorCode: 0, numPartitions: 300 });
    expect(answeredMeanwhile).toBeGreaterThan(1);
    // NONE for those that are there, LEADER_NOT_AVAILABLE for those to come.
    expect(errors).toEqual(new Set([0, 5]));
    expect((await produceTo(client, 'large', batchOf(['x']), 299)).errorCode).toBe(0);
  });

  test('is deleted a few at a time, and its name is free when the answer comes', async () => {
    const other = await world.connect();
    await create([newTopic('large', { numPartitions: 300 })]);
    const id = world.broker.topics.get('large')?.id;
    const topics = [{ name: 'large', topicId: ZERO_UUID }];
    client.send(DeleteTopics, 6, { topics, timeoutMs: 1000 });
    const pending = client.receive(DeleteTopics, 6);
    let isDeleted = false;
    void pending.then(() => {
      isDeleted = true;
    });
    let answeredMeanwhile = 0;
    while (!isDeleted) {
      await other.ask(Metadata, 12, { topics: [], includeTopicAuthorizedOperations: false });
      answeredMeanwhile++;
    }
    expect((await pending).responses[0]?.errorCode).toBe(0);
    expect(answeredMeanwhile).toBeGreaterThan(1);
    expect([...world.broker.logs.partitions()]).toEqual([]);
    const [again] = await create([newTopic('large')]);
    expect(again?.errorCode).toBe(0);
    expect(again?.topicId).not.toBe(id);
  });

  test('is made again only when nothing of the old one is left', async () => {
    await create([newTopic('large', { numPartitions: 300 })]);
    const other = await world.connect();
    client.send(DeleteTopics, 6, { topics: [{ name: 'large', topicId: ZERO_UUID }], timeoutMs: 1000 });
    other.send(CreateTopics, 7, { topics: [newTopic('large', { numPartitions: 2 })] });
    expect((await client.receive(DeleteTopics, 6)).responses[0]?.errorCode).toBe(0);
    expect((await other.receive(CreateTopics, 7)).topics[0]).toMatchObject({
      errorCode: 0,
      numPartitions: 2,
    });
    expect([...world.broker.logs.partitions()]).toHaveLength(2);
  });

  test('can be deleted before it is complete', async () => {
    const other = await world.connect();
    client.send(CreateTopics, 7, { topics: [newTopic('large', { numPartitions: 300 })] });
    const topics = [{ name: 'large', topicId: ZERO_UUID }];
    const { responses } = await other.ask(DeleteTopics, 6, { topics, timeoutMs: 1000 });
    expect(responses[0]?.errorCode).toBe(0);
    await client.receive(CreateTopics, 7);
    expect([...world.broker.logs.partitions()]).toEqual([]);
  });
});

describe('DeleteTopics', () => {
  test('lets a topic of the same name begin anew', async () => {
    const first = await createTopic(client, 't');
    await produceTo(client, 't', batchOf(['old']));
    await client.ask(DeleteTopics, 6, { topics: [{ name: 't', topicId: ZERO_UUID }], timeoutMs: 1000 });
    const second = await createTopic(client, 't');
    expect(second).not.toBe(first);
    expect((await produceTo(client, 't', batchOf(['new']))).baseOffset).toBe(0);
    expect(world.eventsOf('topic.deleted')).toEqual([{ topic: 't' }]);
  });

  test('is refused where delete.topic.enable is false', async () => {
    await world.end();
    world = await BrokerWorld.start({ config: { 'delete.topic.enable': 'false' } });
    client = await world.connect();
    await createTopic(client, 't');
    const topics = [{ name: 't', topicId: ZERO_UUID }];
    const { responses } = await client.ask(DeleteTopics, 6, { topics, timeoutMs: 1000 });
    expect(responses[0]?.errorCode).toBe(73);
  });
});

describe('CreatePartitions', () => {
  test('adds partitions, which are there at once', async () => {
    await createTopic(client, 't');
    const { results } = await client.ask(CreatePartitions, 3, {
      topics: [{ name: 't', count: 3, assignments: null }],
      timeoutMs: 1000,
      validateOnly: false,
    });
    expect(results[0]?.errorCode).toBe(0);
    expect((await produceTo(client, 't', batchOf(['x']), 2)).errorCode).toBe(0);
    await world.restart();
    expect(world.broker.topics.get('t')?.partitionCount).toBe(3);
  });

  test.each([
    [1, null, 37],
    [0, null, 37],
    [100_000_000, null, -1],
    [2, [], 39],
    [2, [{ brokerIds: [9] }], 39],
  ])('to %i with placement %j is error %i', async (count, assignments, error) => {
    await createTopic(client, 't');
    const { results } = await client.ask(CreatePartitions, 3, {
      topics: [{ name: 't', count, assignments }],
      timeoutMs: 1000,
      validateOnly: false,
    });
    expect(results[0]?.errorCode).toBe(error);
  });
});

describe('Metadata', () => {
  test('makes a missing topic when both sides allow it, and finds it the next time, as Kafka', async () => {
    const ask = (name: string, allowAutoTopicCreation: boolean) =>
      client.ask(Metadata, 8, {
        topics: [{ name }],
        allowAutoTopicCreation,
        includeTopicAuthorizedOperations: false,
        includeClusterAuthorizedOperations: false,
      });
    expect((await ask('no', false)).topics[0]?.errorCode).toBe(3);
    expect((await ask('yes', true)).topics[0]).toMatchObject({ errorCode: 3, partitions: [] });
    expect((await ask('yes', true)).topics[0]).toMatchObject({ errorCode: 0, partitions: [{}, {}, {}] });
    expect((await ask('bad name', true)).topics[0]?.errorCode).toBe(17);
    expect(await namesListed()).toEqual(['yes']);
  });

  test('of version 0 lists all topics for an empty list, version 1 none', async () => {
    await createTopic(client, 't');
    expect((await client.ask(Metadata, 0, { topics: [] })).topics).toHaveLength(1);
    expect((await client.ask(Metadata, 1, { topics: [] })).topics).toHaveLength(0);
    expect((await client.ask(Metadata, 1, { topics: null })).topics).toHaveLength(1);
  });

  test('of versions that have ids, but may only be asked by name, refuses ids', async () => {
    const topicId = await createTopic(client, 't');
    const { topics } = await client.ask(Metadata, 10, {
      topics: [{ name: 't', topicId }],
      includeTopicAuthorizedOperations: false,
      includeClusterAuthorizedOperations: false,
    });
    expect(topics[0]?.errorCode).toBe(42);
  });

  test('says what anybody may do, when asked', async () => {
    await createTopic(client, 't');
    const response = await client.ask(Metadata, 8, {
      topics: [{ name: 't' }],
      includeTopicAuthorizedOperations: true,
      includeClusterAuthorizedOperations: true,
    });
    // What Apache Kafka 4.3.1 says without an authorizer.
    expect(response.topics[0]?.topicAuthorizedOperations).toBe(3576);
    expect(response.clusterAuthorizedOperations).toBe(8096);
  });
});

describe('DescribeTopicPartitions', () => {
  test('goes through all partitions page by page', async () => {
    await createTopic(client, 'b', { partitions: 3 });
    await createTopic(client, 'a', { partitions: 2 });
    const seen: string[] = [];
    let cursor: { topicName: string; partitionIndex: number } | null = null;
    do {
      const page: Awaited<ReturnType<typeof nextPage>> = await nextPage(cursor);
      for (const { name, partitions } of page.topics) {
        for (const { partitionIndex } of partitions) seen.push(`${name}-${partitionIndex}`);
      }
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(['a-0', 'a-1', 'b-0', 'b-1', 'b-2']);
  });

  function nextPage(cursor: { topicName: string; partitionIndex: number } | null) {
    return client.ask(DescribeTopicPartitions, 0, { topics: [], responsePartitionLimit: 2, cursor });
  }
});

describe('DescribeLogDirs', () => {
  test('says how large the partitions are that were asked for', async () => {
    await createTopic(client, 't', { partitions: 2 });
    await createTopic(client, 'u');
    const batch = batchOf(['x']);
    const size = batch.length;
    await produceTo(client, 't', batch, 1);
    const { results } = await client.ask(DescribeLogDirs, 4, {
      topics: [{ topic: 't', partitions: [1, 9] }],
    });
    expect(results[0]?.topics).toEqual([
      {
        name: 't',
        partitions: [{ partitionIndex: 1, partitionSize: size, offsetLag: 0, isFutureKey: false }],
      },
    ]);
  });
});
