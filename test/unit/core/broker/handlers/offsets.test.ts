import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OffsetCommit } from '#core/protocol/messages/08-offset-commit.ts';
import { OffsetFetch } from '#core/protocol/messages/09-offset-fetch.ts';
import { FindCoordinator } from '#core/protocol/messages/10-find-coordinator.ts';
import { DeleteTopics } from '#core/protocol/messages/20-delete-topics.ts';
import { OffsetDelete } from '#core/protocol/messages/47-offset-delete.ts';
import { ZERO_UUID } from '#core/protocol/uuid.ts';
import type { TestClient } from '../../../../support/broker-world.ts';
import { BrokerWorld, createTopic } from '../../../../support/broker-world.ts';

let world: BrokerWorld;
let client: TestClient;
beforeEach(async () => {
  world = await BrokerWorld.start();
  client = await world.connect();
  await client.ask(FindCoordinator, 1, { key: 'g', keyType: 0 });
});
afterEach(() => world.end());

function offsetOf(committedOffset: number) {
  return [{ partitionIndex: 0, committedOffset, committedMetadata: null }];
}

async function commit(topic: string, offset: number): Promise<number | undefined> {
  const { topics } = await client.ask(OffsetCommit, 8, {
    groupId: 'g',
    memberId: '',
    topics: [{ name: topic, partitions: offsetOf(offset) }],
  });
  return topics[0]?.partitions[0]?.errorCode;
}

/** Every committed offset of the group, by topic. */
async function committed(): Promise<[string, number | undefined][]> {
  const { groups } = await client.ask(OffsetFetch, 8, { groups: [{ groupId: 'g', topics: null }] });
  return (groups[0]?.topics ?? []).map(({ name, partitions }) => [name, partitions[0]?.committedOffset]);
}

describe('committed offsets', () => {
  test('come back, after a restart too', async () => {
    await createTopic(client, 't');
    expect(await commit('t', 7)).toBe(0);
    await world.restart();
    client = await world.connect();
    expect(await committed()).toEqual([['t', 7]]);
  });

  test('go with their topic: one made again under its name starts without', async () => {
    await createTopic(client, 't');
    await createTopic(client, 'u');
    await commit('t', 7);
    await commit('u', 8);
    await client.ask(DeleteTopics, 6, { topics: [{ name: 't', topicId: ZERO_UUID }], timeoutMs: 1000 });
    await createTopic(client, 't');
    expect(await committed()).toEqual([['u', 8]]);
  });

  test('of version 10 are addressed by topic id', async () => {
    const topicId = await createTopic(client, 't');
    const unknown = '_____________________w';
    const { topics } = await client.ask(OffsetCommit, 10, {
      groupId: 'g',
      memberId: '',
      topics: [
        { topicId, partitions: offsetOf(5) },
        { topicId: unknown, partitions: offsetOf(5) },
      ],
    });
    expect(topics.map((topic) => [topic.topicId, topic.partitions[0]?.errorCode])).toEqual([
      [topicId, 0],
      [unknown, 100],
    ]);
    const asked = [topicId, unknown].map((id) => ({ topicId: id, partitionIndexes: [0] }));
    const fetched = await client.ask(OffsetFetch, 10, { groups: [{ groupId: 'g', topics: asked }] });
    const found = fetched.groups[0]?.topics.map(({ topicId: id, partitions }) => [
      id,
      partitions[0]?.committedOffset,
      partitions[0]?.errorCode,
    ]);
    expect(found).toEqual([
      [topicId, 5, 0],
      [unknown, -1, 100],
    ]);
  });

  test('can be deleted one by one', async () => {
    await createTopic(client, 't');
    await commit('t', 7);
    const partitions = [{ partitionIndex: 0 }, { partitionIndex: 9 }];
    const deleted = await client.ask(OffsetDelete, 0, { groupId: 'g', topics: [{ name: 't', partitions }] });
    expect(deleted.topics[0]?.partitions.map(({ errorCode }) => errorCode)).toEqual([0, 3]);
    expect(await committed()).toEqual([]);
  });

  test('of partitions that do not exist are refused', async () => {
    expect(await commit('nowhere', 1)).toBe(3);
  });
});
