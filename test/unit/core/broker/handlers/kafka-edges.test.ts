/** Requests at the edge of sense, answered as Apache Kafka 4.3.1 answered them (asked over the wire). */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Fetch } from '#core/protocol/messages/01-fetch.ts';
import { ListOffsets } from '#core/protocol/messages/02-list-offsets.ts';
import { Metadata } from '#core/protocol/messages/03-metadata.ts';
import { OffsetFetch } from '#core/protocol/messages/09-offset-fetch.ts';
import { FindCoordinator } from '#core/protocol/messages/10-find-coordinator.ts';
import { CreateTopics } from '#core/protocol/messages/19-create-topics.ts';
import { DeleteTopics } from '#core/protocol/messages/20-delete-topics.ts';
import { DeleteRecords } from '#core/protocol/messages/21-delete-records.ts';
import { OffsetForLeaderEpoch } from '#core/protocol/messages/23-offset-for-leader-epoch.ts';
import { WriteTxnMarkers } from '#core/protocol/messages/27-write-txn-markers.ts';
import { ElectLeaders } from '#core/protocol/messages/43-elect-leaders.ts';
import { DescribeTopicPartitions } from '#core/protocol/messages/75-describe-topic-partitions.ts';
import { ZERO_UUID } from '#core/protocol/uuid.ts';
import type { TestClient } from '../../../../support/broker-world.ts';
import { BrokerWorld, batchOf, createTopic, produceTo } from '../../../../support/broker-world.ts';

const UNKNOWN_SERVER_ERROR = -1;
const INVALID_REQUEST = 42;

let world: BrokerWorld;
let client: TestClient;
beforeEach(async () => {
  world = await BrokerWorld.start();
  client = await world.connect();
  await createTopic(client, 'm00', { partitions: 1 });
  await createTopic(client, 'm03', { partitions: 4 });
});
afterEach(() => world.end());

describe('DescribeTopicPartitions', () => {
  async function page(names: string[], limit: number, cursor: readonly [string, number] | null = null) {
    const answer = await client.ask(DescribeTopicPartitions, 0, {
      topics: names.map((name) => ({ name })),
      responsePartitionLimit: limit,
      cursor: cursor === null ? null : { topicName: cursor[0], partitionIndex: cursor[1] },
    });
    return {
      topics: answer.topics.map(({ name, errorCode, partitions }) => [name, errorCode, partitions.length]),
      next: answer.nextCursor === null ? null : Object.values(answer.nextCursor),
    };
  }

  test('a cursor beyond the end of its topic takes nothing from the page', async () => {
    expect(await page(['m00', 'm03'], 1, ['m00', 9])).toEqual({
      topics: [
        ['m00', 0, 0],
        ['m03', 0, 1],
      ],
      next: ['m03', 1],
    });
  });

  test('the page ends before a topic that does not exist, too', async () => {
    expect(await page(['m03', 'nope'], 4)).toEqual({ topics: [['m03', 0, 4]], next: ['nope', 0] });
  });

  test.each([
    ['before the first partition', 'm03', -1],
    ['in no topic', '', 0],
    ['in a topic that was not asked for', 'm02', 0],
    ['behind the last topic', 'zzz', 0],
  ])('a cursor %s refuses every topic as it was asked for', async (_, topic, partition) => {
    expect(await page(['m03', 'm00', 'm00'], 4, [topic, partition])).toEqual({
      topics: [
        ['m03', INVALID_REQUEST, 0],
        ['m00', INVALID_REQUEST, 0],
        ['m00', INVALID_REQUEST, 0],
      ],
      next: null,
    });
  });

  test('of all topics, the cursor may name one that does not exist', async () => {
    expect(await page([], 1, ['m02', 0])).toEqual({ topics: [['m03', 0, 1]], next: ['m03', 1] });
    expect(await page([], 1, ['m02', -1])).toEqual({ topics: [], next: null });
  });
});

describe('ListOffsets', () => {
  async function latest(options: { readonly isolationLevel?: number; readonly currentLeaderEpoch?: number }) {
    const { isolationLevel = 0, currentLeaderEpoch = -1 } = options;
    const { topics } = await client.ask(ListOffsets, 7, {
      replicaId: -1,
      isolationLevel,
      topics: [
        { name: 'm00', partitions: [{ partitionIndex: 0, timestamp: -1, currentLeaderEpoch }] },
        { name: 'nope', partitions: [{ partitionIndex: 0, timestamp: -1, currentLeaderEpoch }] },
      ],
    });
    return topics.map(({ partitions }) => partitions[0]?.errorCode);
  }

  test('fails over an isolation level that does not exist, for every partition', async () => {
    for (const isolationLevel of [-1, 2, 7]) {
      expect(await latest({ isolationLevel })).toEqual([UNKNOWN_SERVER_ERROR, UNKNOWN_SERVER_ERROR]);
    }
    expect(await latest({ isolationLevel: 1 })).toEqual([0, 3]);
  });

  test('a leader epoch below −1 is an old one, but not for a fetch', async () => {
    expect(await latest({ currentLeaderEpoch: -2 })).toEqual([74, 3]);
    const epoch = { partition: 0, currentLeaderEpoch: -2, leaderEpoch: 0 };
    const ended = await client.ask(OffsetForLeaderEpoch, 4, {
      replicaId: -1,
      topics: [{ topic: 'm00', partitions: [epoch] }],
    });
    expect(ended.topics[0]?.partitions[0]?.errorCode).toBe(74);
    const fetched = await client.ask(Fetch, 11, {
      maxWaitMs: 0,
      minBytes: 1,
      topics: [
        {
          topic: 'm00',
          partitions: [{ partition: 0, currentLeaderEpoch: -2, fetchOffset: 0, partitionMaxBytes: 100 }],
        },
      ],
      forgottenTopicsData: [],
    });
    expect(fetched.responses[0]?.partitions[0]?.errorCode).toBe(0);
  });
});

test('DeleteRecords does not know an internal topic before it exists', async () => {
  const answer = await client.ask(DeleteRecords, 2, {
    topics: [{ name: '__consumer_offsets', partitions: [{ partitionIndex: 0, offset: 0 }] }],
    timeoutMs: 1000,
  });
  expect(answer.topics[0]?.partitions).toEqual([{ partitionIndex: 0, lowWatermark: -1, errorCode: 3 }]);
});

test.each([0, -1])(
  'DeleteTopics with %i ms deletes nothing and says so of every topic asked for',
  async (timeoutMs) => {
    const answer = await client.ask(DeleteTopics, 5, { topicNames: ['m00', 'm00', 'nope', ''], timeoutMs });
    expect(answer.responses).toMatchObject(
      ['m00', 'm00', 'nope', ''].map((name) => ({ name, errorCode: 7, errorMessage: null })),
    );
    expect(world.broker.topics.get('m00')).toBeDefined();
  },
);

describe('Metadata of a topic with neither id nor name', () => {
  const nothing = { topicId: ZERO_UUID, name: null };

  test.each([12, 13])('fails as a whole (v%i)', async (version) => {
    const answer = await client.ask(Metadata, version, {
      topics: [nothing, { topicId: ZERO_UUID, name: 'm00' }],
    });
    expect(answer).toMatchObject({
      brokers: [],
      clusterId: null,
      controllerId: -1,
      topics: [
        { errorCode: UNKNOWN_SERVER_ERROR, name: '' },
        { errorCode: UNKNOWN_SERVER_ERROR, name: 'm00' },
      ],
    });
    if (version === 13) expect(answer.errorCode).toBe(UNKNOWN_SERVER_ERROR);
  });

  test('is passed over when another topic is asked for by id', async () => {
    const topicId = 'BAAAAAAAAAAAAAAAAAAAAA';
    const answer = await client.ask(Metadata, 13, { topics: [{ topicId, name: null }, nothing] });
    expect(answer).toMatchObject({ errorCode: 0, topics: [{ errorCode: 100, name: null, topicId }] });
  });
});

test('ElectLeaders of an unknown type is refused unless it names an empty list; without a list it lists none', async () => {
  const elect = (topicPartitions: { topic: string; partitions: number[] }[] | null) =>
    client.ask(ElectLeaders, 2, { electionType: 7, topicPartitions, timeoutMs: 1000 });
  expect(await elect(null)).toMatchObject({ errorCode: INVALID_REQUEST, replicaElectionResults: [] });
  expect(await elect([])).toMatchObject({ errorCode: 0, replicaElectionResults: [] });
  expect(await elect([{ topic: 'm00', partitions: [0] }])).toMatchObject({ errorCode: INVALID_REQUEST });
});

describe('WriteTxnMarkers', () => {
  interface Marker {
    readonly producerId?: number;
    readonly producerEpoch?: number;
    readonly transactionVersion?: number;
    readonly topic?: string;
    readonly partitions?: number[];
  }

  async function write(...markers: Marker[]) {
    const answer = await client.ask(WriteTxnMarkers, 2, {
      markers: markers.map(({ producerId = 7, producerEpoch = 1, ...rest }) => ({
        producerId,
        producerEpoch,
        transactionResult: false,
        topics: [{ name: rest.topic ?? 'm00', partitionIndexes: rest.partitions ?? [0] }],
        coordinatorEpoch: 0,
        transactionVersion: rest.transactionVersion ?? 2,
      })),
    });
    return answer.markers.map(({ topics }) =>
      topics.flatMap(({ partitions }) => partitions.map((p) => p.errorCode)),
    );
  }
  const end = () => world.broker.topics.log({ topic: 'm00', partition: 0 })?.logEndOffset;

  test('writes a marker of version 2 again when it comes again', async () => {
    expect([await write({}), await write({}), end()]).toEqual([[[0]], [[0]], 2]);
  });

  test.each([{ producerId: -1 }, { producerEpoch: -1 }])(
    'fails as a whole over %o, after what it has written',
    async (bad) => {
      const markers = [{}, { producerId: 8, ...bad, partitions: [0, 9] }, { producerId: 9 }];
      expect(await write(...markers)).toEqual([[-1], [-1, -1], [-1]]);
      expect(end()).toBe(1);
      expect(await write({ ...bad, topic: 'nope' })).toEqual([[3]]);
    },
  );

  test('fails on each partition over a transaction version of −1; what is below counts as none', async () => {
    expect(await write({ transactionVersion: -1, partitions: [0, 9] }, { producerId: 8 })).toEqual([
      [-1, 3],
      [0],
    ]);
    expect(await write({ transactionVersion: -2 })).toEqual([[0]]);
    expect(end()).toBe(2);
  });
});

describe('Produce says in a sentence', () => {
  async function refusalOf(records: Buffer, topic = 'm00') {
    const { errorCode, errorMessage } = await produceTo(client, topic, records);
    return [errorCode, errorMessage];
  }
  const changed = (change: (bytes: Buffer) => void) => {
    const bytes = batchOf(['a']);
    change(bytes);
    return bytes;
  };

  test.each([
    ['a checksum', 2, changed((bytes) => bytes.writeInt32BE(0, 17))],
    ['an old format', 87, changed((bytes) => bytes.writeInt8(1, 16))],
    ['two batches', 87, Buffer.concat([batchOf(['a']), batchOf(['b'])])],
    ['no batch', 87, Buffer.alloc(0)],
  ])('nothing about %s', async (_, code, records) => {
    expect(await refusalOf(records)).toEqual([code, null]);
  });

  test('what no batch of any format can be', async () => {
    expect(await refusalOf(changed((bytes) => bytes.writeInt8(3, 16)))).toEqual([
      2,
      'Invalid magic found in record: 3',
    ]);
  });

  test('which records are to blame, and where', async () => {
    await client.ask(CreateTopics, 7, {
      topics: [
        {
          name: 'cmpt',
          numPartitions: 1,
          replicationFactor: 1,
          assignments: [],
          configs: [{ name: 'cleanup.policy', value: 'compact' }],
        },
      ],
      validateOnly: false,
    });
    const [code, message] = await refusalOf(batchOf(['a']), 'cmpt');
    expect(code).toBe(87);
    expect(message).toContain('Compacted topic cannot accept message without key in topic partition cmpt-0');
  });
});

test.each([1, 5, 7])(
  'OffsetFetch (v%i) answers a topic asked for without partitions without partitions',
  async (version) => {
    await client.ask(FindCoordinator, 1, { key: 'g', keyType: 0 });
    const topics = [
      { name: 'm00', partitionIndexes: [] },
      { name: 'nope', partitionIndexes: [] },
    ];
    const answer = await client.ask(OffsetFetch, version, { groupId: 'g', topics });
    expect(answer.topics.map(({ name, partitions }) => [name, partitions])).toEqual([
      ['m00', []],
      ['nope', []],
    ]);
  },
);
