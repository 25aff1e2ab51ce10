import { describe, expect, test } from 'vitest';
import { KafkaConsumer } from '#core/client/consumer/kafka-consumer.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { markerBatch } from '#core/protocol/records/control-record.ts';
import { ClientWorld, outcomeOf } from '../../../../support/client-world.ts';
import type { Message } from '../../../../support/scripted-broker.ts';
import { scriptGroup } from '../../../../support/scripted-group.ts';

const T0 = { topic: 't', partition: 0 };

function consumerOf(
  world: ClientWorld,
  clientVersion: string,
  config: { readonly [key: string]: string } = {},
): KafkaConsumer {
  return new KafkaConsumer({
    platform: world.platform,
    clientVersion,
    config: {
      'bootstrap.servers': '127.0.0.1:9092',
      'group.id': 'g',
      'enable.auto.commit': 'false',
      ...config,
    },
  });
}

/** The log has nothing but a marker at offset 0. */
function worldWithMarker(): ClientWorld {
  const world = new ClientWorld({ topics: { t: 1 } });
  scriptGroup(world);
  const records = markerBatch({
    producerId: 9,
    producerEpoch: 0,
    type: 'ABORT',
    coordinatorEpoch: 0,
    timestamp: 1,
  });
  world.broker.on('Fetch', ({ topics }) => {
    const answer = {
      sessionId: 0,
      responses: topics.map(({ topic, topicId, partitions }: Message) => ({
        topic,
        topicId,
        partitions: partitions.map(({ partition, fetchOffset }: Message) => ({
          partitionIndex: partition,
          errorCode: 0,
          highWatermark: 1,
          lastStableOffset: 1,
          abortedTransactions: null,
          records: fetchOffset === 0 ? records : Buffer.alloc(0),
        })),
      })),
    };
    const isAtStart = topics.some(({ partitions }: Message) => partitions[0].fetchOffset === 0);
    return isAtStart
      ? answer
      : new Promise((resolve) => void world.clock.schedule(500, () => resolve(answer)));
  });
  return world;
}

describe('a consumer that behaves like an older client', () => {
  test.each([
    ['2.x', 10000, ['range']],
    ['3.x', 45000, ['range', 'cooperative-sticky']],
    ['4.x', 45000, ['range', 'cooperative-sticky']],
  ])('of %s joins with its defaults', async (version, sessionTimeoutMs, assignors) => {
    const world = new ClientWorld({ topics: { t: 1 } });
    scriptGroup(world);
    world.broker.on('JoinGroup', () => ({
      errorCode: errorCode('GROUP_AUTHORIZATION_FAILED'),
      protocolName: '',
      leader: '',
      memberId: '',
      members: [],
    }));
    const consumer = consumerOf(world, version);
    consumer.subscribe(['t']);
    await expect(world.settle(consumer.poll(1000))).rejects.toMatchObject({
      exception: 'GroupAuthorizationException',
    });
    const [join] = world.broker.of('JoinGroup');
    expect(join?.body.sessionTimeoutMs).toBe(sessionTimeoutMs);
    expect(join?.body.protocols.map(({ name }: Message) => name)).toEqual(assignors);
  });

  test.each([
    ['2.8', 5000],
    ['3.1', 100],
    ['4.3', 100],
  ])('of %s polls on over a marker, or tells of it', async (version, returnsAfterMs) => {
    const world = worldWithMarker();
    const consumer = consumerOf(world, version);
    consumer.assign([T0]);
    consumer.seek(T0, 0);
    const polled = outcomeOf(consumer.poll(5000));
    await world.pass(returnsAfterMs - 50);
    if (returnsAfterMs > 1000) expect(polled.value).toBeUndefined();
    await world.pass(200);
    expect(polled.value).toEqual([]);
    expect(await world.settle(consumer.position(T0))).toBe(1);
  });

  test('of 3.x and earlier knows no reset by duration', () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const config = { 'auto.offset.reset': 'by_duration:PT1H' };
    expect(() => consumerOf(world, '3.9', config)).toThrow(/auto\.offset\.reset/);
    expect(() => consumerOf(world, '4.0', config)).not.toThrow();
  });
});
