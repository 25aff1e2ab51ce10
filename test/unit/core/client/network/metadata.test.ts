import { describe, expect, test } from 'vitest';
import type { ClientCore } from '#core/client/network/client-core.ts';
import { createClientCore } from '#core/client/network/client-core.ts';
import { CLIENT_CONFIG } from '#core/config/client-config.ts';
import { readClientConfig } from '#core/config/cross-checks.ts';
import { ClientWorld } from '../../../../support/client-world.ts';

function coreOf(world: ClientWorld, topics: readonly string[], bootstrap = '127.0.0.1:9092'): ClientCore {
  return createClientCore(
    world.platform,
    readClientConfig(CLIENT_CONFIG, { 'bootstrap.servers': bootstrap }).values,
    {
      clientId: 'c',
      inFlightMax: 5,
      observer: {},
      allowAutoTopicCreation: false,
      wantedTopics: () => topics,
    },
  );
}

function partition(leaderEpoch: number, leaderId = 1): object {
  return { errorCode: 0, partitionIndex: 0, leaderId, leaderEpoch, replicaNodes: [1], isrNodes: [1] };
}

function answer(topicId: string, partitions: object[]): object {
  return {
    brokers: [{ nodeId: 1, host: '127.0.0.1', port: 9092 }],
    controllerId: 1,
    topics: [{ errorCode: 0, name: 't', topicId, partitions }],
  };
}

const ID = 'AAAAAAAAAAAAAAAAAAAAAQ';
const OTHER_ID = 'AAAAAAAAAAAAAAAAAAAAAg';

describe('metadata', () => {
  test('comes from a bootstrap address, then from the brokers', async () => {
    const world = new ClientWorld({ topics: { t: 2 } });
    const { metadata } = coreOf(world, ['t']);
    expect(metadata.nodes.map(({ id }) => id)).toEqual([-1]);
    expect(await world.settle(metadata.awaitUpdate(metadata.requestUpdate(), 1000))).toBe(true);
    expect(metadata.nodes.map(({ id }) => id)).toEqual([1]);
    expect(metadata.topic('t')?.partitions.map(({ leader }) => leader)).toEqual([1, 1]);
    expect(metadata.leaderOf('t', 1)).toMatchObject({ id: 1, port: 9092 });
    expect(metadata.leaderOf('t', 7)).toBeUndefined();
  });

  test('of a missing topic says why, and is asked for again', async () => {
    const world = new ClientWorld({ topics: {} });
    const { metadata } = coreOf(world, ['t']);
    metadata.requestUpdate();
    await world.pass(1000);
    expect(metadata.errorOf('t')).toBe('UNKNOWN_TOPIC_OR_PARTITION');
    const asked = world.broker.of('Metadata').length;
    expect(asked).toBeGreaterThan(2);
    expect(asked).toBeLessThan(8);
  });

  test('never goes back to an older leader epoch, unless the topic is another one', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const { metadata } = coreOf(world, ['t']);
    const refresh = () => world.settle(metadata.awaitUpdate(metadata.requestUpdate(), 1000));
    world.broker.next(
      'Metadata',
      () => answer(ID, [partition(5)]),
      () => answer(ID, [partition(4, 2)]),
      () => answer(OTHER_ID, [partition(0)]),
    );
    await refresh();
    await refresh();
    expect(metadata.leaderEpochOf('t', 0)).toBe(5);
    await refresh();
    expect(metadata.leaderEpochOf('t', 0)).toBe(0);
    expect(metadata.topicName(OTHER_ID)).toBe('t');
    expect(metadata.topicName(ID)).toBeUndefined();
  });

  test('takes over a newer leader that an answer names', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const { metadata } = coreOf(world, ['t']);
    await world.settle(metadata.awaitUpdate(metadata.requestUpdate(), 1000));
    metadata.updateNode({ id: 2, host: '127.0.0.1', port: 9093 });
    metadata.updateLeader({ topic: 't', partition: 0, leader: 2, leaderEpoch: 0 });
    expect(metadata.leaderOf('t', 0)?.id).toBe(1);
    metadata.updateLeader({ topic: 't', partition: 0, leader: 2, leaderEpoch: 1 });
    expect(metadata.leaderOf('t', 0)?.id).toBe(2);
  });

  test('is refreshed when it is metadata.max.age.ms old', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const { metadata } = coreOf(world, ['t']);
    await world.settle(metadata.awaitUpdate(metadata.requestUpdate(), 1000));
    await world.pass(300_100);
    expect(metadata.version).toBe(2);
  });

  test('keeps asking while no broker can be reached', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    world.broker.isDown = true;
    const { metadata } = coreOf(world, ['t']);
    metadata.requestUpdate();
    await world.pass(5000);
    expect(metadata.version).toBe(0);
    world.broker.isDown = false;
    await world.pass(3000);
    expect(metadata.version).toBe(1);
  });
});

test.each([
  ['', /^Configuration 'bootstrap\.servers' must not be empty\. Valid values include: any non-empty value$/],
  ['localhost', /^Invalid url in bootstrap\.servers: localhost$/],
  ['localhost:99999', /^Invalid url/],
])('bootstrap.servers %j is refused', (bootstrap, sentence) => {
  expect(() => coreOf(new ClientWorld(), [], bootstrap)).toThrow(sentence);
});
