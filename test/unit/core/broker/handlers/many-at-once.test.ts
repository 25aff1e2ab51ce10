/** One request about a hundred things changes the cluster file once, before it is answered. */
import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Metadata } from '#core/protocol/messages/03-metadata.ts';
import { CreateTopics } from '#core/protocol/messages/19-create-topics.ts';
import { DeleteTopics } from '#core/protocol/messages/20-delete-topics.ts';
import { CreatePartitions } from '#core/protocol/messages/37-create-partitions.ts';
import { IncrementalAlterConfigs } from '#core/protocol/messages/44-incremental-alter-configs.ts';
import { ZERO_UUID } from '#core/protocol/uuid.ts';
import type { TestClient } from '../../../../support/broker-world.ts';
import { BrokerWorld } from '../../../../support/broker-world.ts';
import { FailingDisk } from '../../../../support/failing-disk.ts';

const NAMES = Array.from({ length: 100 }, (_, i) => `t${i}`);
const TOPIC = 2;
const GROUP = 32;
const SET = 0;

let world: BrokerWorld;
let client: TestClient;
let writes = 0;
let isFull = false;

beforeEach(async () => {
  isFull = false;
  world = await BrokerWorld.start({
    diskOver(disk) {
      const watched = new FailingDisk(disk);
      watched.fails = (operation, path) => {
        if (operation !== 'replace' || !path.endsWith('/fencepost.json')) return undefined;
        writes++;
        return isFull ? 'ENOSPC' : undefined;
      };
      return watched;
    },
  });
  client = await world.connect();
  writes = 0;
});
afterEach(() => world.end());

/** What is on disk, as a start would find it. */
function stored(): {
  readonly topics: readonly { readonly name: string; readonly leaderEpochs: readonly number[] }[];
} {
  return JSON.parse(fs.readFileSync(`${world.directory}/data/fencepost.json`, 'utf8'));
}

async function create(): Promise<readonly number[]> {
  const topics = NAMES.map((name) => ({
    name,
    numPartitions: 1,
    replicationFactor: 1,
    assignments: [],
    configs: [],
  }));
  const answer = await client.ask(CreateTopics, 7, { topics });
  return answer.topics.map(({ errorCode }) => errorCode);
}

async function configure(resourceType: number, name: string, value: string): Promise<readonly number[]> {
  const configs = [{ name, configOperation: SET, value }];
  const resources = NAMES.map((resourceName) => ({ resourceType, resourceName, configs }));
  const { responses } = await client.ask(IncrementalAlterConfigs, 1, { resources, validateOnly: false });
  return responses.map(({ errorCode }) => errorCode);
}

const SUCCESS = NAMES.map(() => 0);

describe('a hundred topics of one request', () => {
  test('are made in one write, and are there when it is answered', async () => {
    expect(await create()).toEqual(SUCCESS);
    expect(writes).toBe(1);
    expect(stored().topics.map(({ name }) => name)).toEqual(NAMES);
    const partitions = NAMES.map((topic) => world.broker.topics.log({ topic, partition: 0 })?.leaderEpoch);
    expect(partitions).toEqual(SUCCESS);
  });

  test('are made in one write when they are only asked about', async () => {
    await client.ask(Metadata, 8, { topics: NAMES.map((name) => ({ name })), allowAutoTopicCreation: true });
    expect(writes).toBe(1);
    expect(stored().topics.map(({ name }) => name)).toEqual(NAMES);
  });

  test('grow in one write', async () => {
    await create();
    writes = 0;
    const topics = NAMES.map((name) => ({ name, count: 2, assignments: null }));
    const { results } = await client.ask(CreatePartitions, 3, {
      topics,
      timeoutMs: 1000,
      validateOnly: false,
    });
    expect(results.map(({ errorCode }) => errorCode)).toEqual(SUCCESS);
    expect(writes).toBe(1);
    expect(stored().topics.every(({ leaderEpochs }) => leaderEpochs.length === 2)).toBe(true);
    expect(NAMES.every((topic) => world.broker.topics.log({ topic, partition: 1 }) !== undefined)).toBe(true);
  });

  test('go in two writes: that they are to go, and that they are gone', async () => {
    await create();
    writes = 0;
    const topics = NAMES.map((name) => ({ name, topicId: ZERO_UUID }));
    const { responses } = await client.ask(DeleteTopics, 6, { topics, timeoutMs: 1000 });
    expect(responses.map(({ errorCode }) => errorCode)).toEqual(SUCCESS);
    expect(writes).toBe(2);
    expect(stored()).toMatchObject({ topics: [], deletedTopicIds: [] });
  });

  test('are given settings in one write', async () => {
    await create();
    writes = 0;
    expect(await configure(TOPIC, 'retention.ms', '5')).toEqual(SUCCESS);
    expect(writes).toBe(1);
    await world.restart();
    const configs = [...world.broker.topics.all()].map(({ overrides }) => overrides['retention.ms']);
    expect(configs).toEqual(NAMES.map(() => '5'));
  });

  test('are not there when the disk refuses the write', async () => {
    isFull = true;
    await expect(create()).rejects.toThrow('closed');
    expect(world.eventsOf('broker.handlerFailed')).toHaveLength(1);
    world.events.length = 0;
    expect([...world.broker.topics.all()]).toEqual([]);
    isFull = false;
    client = await world.connect();
    expect(await create()).toEqual(SUCCESS);
  });
});

test('a hundred groups are given settings in one write', async () => {
  expect(await configure(GROUP, 'consumer.session.timeout.ms', '50000')).toEqual(SUCCESS);
  expect(writes).toBe(1);
});
