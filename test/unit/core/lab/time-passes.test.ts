import { afterEach, beforeEach, expect, test } from 'vitest';
import { LabClock } from '#core/lab/lab-clock.ts';
import { NodeClock } from '#core/platform/node/node-clock.ts';
import { OffsetCommit } from '#core/protocol/messages/08-offset-commit.ts';
import { OffsetFetch } from '#core/protocol/messages/09-offset-fetch.ts';
import { FindCoordinator } from '#core/protocol/messages/10-find-coordinator.ts';
import { InitProducerId } from '#core/protocol/messages/22-init-producer-id.ts';
import { AddPartitionsToTxn } from '#core/protocol/messages/24-add-partitions-to-txn.ts';
import type { TestClient } from '../../../support/broker-world.ts';
import { BrokerWorld, batchOf, createTopic, produceTo } from '../../../support/broker-world.ts';

const DAY_MS = 86_400_000;

let clock: LabClock;
let world: BrokerWorld;
let client: TestClient;
beforeEach(async () => {
  clock = new LabClock(new NodeClock());
  const config = { 'connections.max.idle.ms': '-1', 'offsets.topic.num.partitions': '2' };
  world = await BrokerWorld.start({
    clock,
    config: { ...config, 'transaction.state.log.num.partitions': '2' },
  });
  client = await world.connect();
  await createTopic(client, 't');
});
afterEach(() => world.end());

async function coordinatorOf(key: string, keyType: number): Promise<void> {
  for (;;) {
    const { coordinators } = await client.ask(FindCoordinator, 4, { keyType, coordinatorKeys: [key] });
    if (coordinators[0]?.errorCode === 0) return;
  }
}

async function transactional(transactionalId: string) {
  await coordinatorOf(transactionalId, 1);
  return client.ask(InitProducerId, 4, {
    transactionalId,
    transactionTimeoutMs: 60_000,
    producerId: -1,
    producerEpoch: -1,
  });
}

function log() {
  const found = world.broker.topics.log({ topic: 't', partition: 0 });
  if (found === undefined) throw new Error('t-0 is not there');
  return found;
}

test('a day on, the partition has forgotten a producer that does not write', async () => {
  const { producerId, producerEpoch } = await client.ask(InitProducerId, 4, {
    transactionalId: null,
    transactionTimeoutMs: 60_000,
    producerId: -1,
    producerEpoch: -1,
  });
  await produceTo(client, 't', batchOf(['x'], { producerId, producerEpoch, baseSequence: 0 }));
  await clock.advance(DAY_MS / 2);
  expect(log().activeProducers()).toHaveLength(1);
  await clock.advance(DAY_MS);
  expect(log().activeProducers()).toHaveLength(0);
});

test('a minute and a round of checks on, an open transaction is aborted', async () => {
  const { producerId, producerEpoch } = await transactional('tx');
  await client.ask(AddPartitionsToTxn, 3, {
    v3AndBelowTransactionalId: 'tx',
    v3AndBelowProducerId: producerId,
    v3AndBelowProducerEpoch: producerEpoch,
    v3AndBelowTopics: [{ name: 't', partitions: [0] }],
  });
  expect(world.broker.transactions.describe('tx').transaction?.state).toBe('Ongoing');
  await clock.advance(71_000);
  expect(world.broker.transactions.describe('tx').transaction?.state).toBe('CompleteAbort');
});

test('8 days on, records, committed offsets and the transactional id are gone', async () => {
  await transactional('tx');
  await produceTo(client, 't', batchOf(['x', 'y']));
  await coordinatorOf('g', 0);
  await client.ask(OffsetCommit, 8, {
    groupId: 'g',
    generationIdOrMemberEpoch: -1,
    memberId: '',
    topics: [{ name: 't', partitions: [{ partitionIndex: 0, committedOffset: 1, committedMetadata: null }] }],
  });
  const committed = async () => {
    const { groups } = await client.ask(OffsetFetch, 8, {
      groups: [{ groupId: 'g', topics: [{ name: 't', partitionIndexes: [0] }] }],
      requireStable: false,
    });
    return groups[0]?.topics[0]?.partitions[0]?.committedOffset;
  };
  expect(await committed()).toBe(1);
  expect(log().logStartOffset).toBe(0);
  await clock.advance(8 * DAY_MS);
  expect(log().logStartOffset).toBe(2);
  expect(await committed()).toBe(-1);
  expect(world.broker.transactions.describe('tx').transaction).toBeUndefined();
});
