import { describe, expect, test } from 'vitest';
import { readRecords } from '#core/protocol/records/batch-reader.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { ClientWorld, outcomeOf } from '../../../../support/client-world.ts';
import { producedWith } from '../../../../support/scripted-broker.ts';

/** Large enough that with batch.size 0 no second record slips into its batch. */
const FILLER = Buffer.alloc(50);

function valuesOf(world: ClientWorld, partition: string): string[] {
  const batches = world.broker.logs.get(partition) ?? [];
  return batches.flatMap((batch) => [...readRecords(batch)].map(({ value }) => String(value)));
}

describe('a record', () => {
  test('is acknowledged with its partition, offset and sizes', async () => {
    const world = new ClientWorld();
    const producer = world.producer();
    const first = producer.send({ topic: 't', partition: 1, key: 'k', value: 'vv', timestamp: 99 });
    const second = producer.send({ topic: 't', partition: 1, value: null, timestamp: 100 });
    expect(await world.settle(first)).toEqual({
      topic: 't',
      partition: 1,
      offset: 0,
      timestamp: 99,
      serializedKeySize: 1,
      serializedValueSize: 2,
    });
    expect(await world.settle(second)).toMatchObject({
      offset: 1,
      serializedKeySize: -1,
      serializedValueSize: -1,
    });
  });

  test('has key, value and headers as Java encodes them, also half a surrogate pair', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const half = 'a\ud800b';
    const headers = [{ key: half, value: half }];
    const sent = world.producer().send({ topic: 't', key: half, value: half, headers });
    expect(await world.settle(sent)).toMatchObject({ serializedKeySize: 3, serializedValueSize: 3 });
    const [record] = [...readRecords((world.broker.logs.get('t-0') ?? [])[0] as RecordBatch)];
    expect(record).toMatchObject({ key: Buffer.from('a?b'), value: Buffer.from('a?b') });
    expect(record?.headers).toEqual([{ key: 'a?b', value: Buffer.from('a?b') }]);
  });

  test('waits for its topic, and those behind it keep their order', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const producer = world.producer();
    for (let i = 0; i < 5; i++) void producer.send({ topic: 't', value: `${i}` });
    await world.settle(producer.flush());
    expect(valuesOf(world, 't-0')).toEqual(['0', '1', '2', '3', '4']);
  });

  test('of a topic that never appears fails after max.block.ms', async () => {
    const world = new ClientWorld({ topics: {} });
    const outcome = outcomeOf(world.producer({ 'max.block.ms': '1000' }).send({ topic: 'no', value: 'x' }));
    await world.pass(1200);
    expect(outcome.error).toMatchObject({
      exception: 'TimeoutException',
      message: 'Topic no not present in metadata after 1000 ms.',
    });
  });

  test('for a partition that does not exist fails likewise, and a negative one at once', async () => {
    const world = new ClientWorld({ topics: { t: 2 } });
    const producer = world.producer({ 'max.block.ms': '1000' });
    const outcome = outcomeOf(producer.send({ topic: 't', partition: 5, value: 'x' }));
    await world.pass(1500);
    expect(outcome.error?.message).toMatch(/^Partition 5 of topic t with partition count 2 is not present/);
    await expect(producer.send({ topic: 't', partition: -1, value: 'x' })).rejects.toThrow(
      /Invalid partition: -1/,
    );
  });

  test('that is too large fails, and nothing else does', async () => {
    const world = new ClientWorld();
    const producer = world.producer({ 'max.request.size': '1000' });
    const outcome = outcomeOf(producer.send({ topic: 't', value: Buffer.alloc(1000) }));
    const small = producer.send({ topic: 't', partition: 0, value: 'x' });
    expect(await world.settle(small)).toMatchObject({ offset: 0 });
    expect(outcome.error).toMatchObject({ exception: 'RecordTooLargeException' });
    expect(outcome.error?.message).toMatch(
      /bytes when serialized which is larger than 1000, which is the value of the max\.request\.size/,
    );
  });

  test('waits for buffer memory, and the producer hurries while one does', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const producer = world.producer({
      'buffer.memory': '40000',
      'linger.ms': '60000',
      'delivery.timeout.ms': '200000',
    });
    const sent = Array.from({ length: 8 }, (_, i) =>
      producer.send({ topic: 't', value: Buffer.alloc(9000, i) }),
    );
    const done = await world.settle(Promise.all(sent.slice(0, 4)));
    expect(done.map(({ offset }) => offset)).toEqual([0, 1, 2, 3]);
  });

  test('named by the broker is blamed, the others of its batch are not', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const producer = world.producer({ 'linger.ms': '10' });
    world.broker.next('Produce', (request) =>
      producedWith(request, () => ({
        errorCode: 87,
        baseOffset: -1,
        errorMessage: 'one is bad',
        recordErrors: [{ batchIndex: 1, batchIndexErrorMessage: 'no key' }],
      })),
    );
    const outcomes = [0, 1].map(() => outcomeOf(producer.send({ topic: 't', value: 'x' })));
    await world.pass(100);
    expect(outcomes.map(({ error }) => [error?.exception, error?.message])).toEqual([
      [
        'KafkaException',
        'Failed to append record because it was part of a batch which had one more more invalid records',
      ],
      ['InvalidRecordException', 'no key'],
    ]);
  });
});

describe('batches', () => {
  test('wait for linger.ms and take what comes until then', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const producer = world.producer({ 'linger.ms': '100' });
    void producer.send({ topic: 't', value: 'a' });
    await world.pass(50);
    void producer.send({ topic: 't', value: 'b' });
    await world.pass(30);
    expect(world.broker.of('Produce')).toHaveLength(0);
    await world.pass(100);
    expect(world.broker.logs.get('t-0')?.map(({ recordCount }) => recordCount)).toEqual([2]);
  });

  test('go out when full; a record larger than batch.size goes alone', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const producer = world.producer({ 'batch.size': '300', 'linger.ms': '10000' });
    for (let i = 0; i < 6; i++) void producer.send({ topic: 't', value: Buffer.alloc(90) });
    const large = producer.send({ topic: 't', value: Buffer.alloc(500) });
    void producer.send({ topic: 't', value: Buffer.alloc(90) });
    await world.settle(large);
    expect(world.broker.logs.get('t-0')?.map(({ recordCount }) => recordCount)).toEqual([2, 2, 2, 1]);
  });

  test('are sent at once by flush, which waits for them', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const producer = world.producer({ 'linger.ms': '10000' });
    const outcome = outcomeOf(producer.send({ topic: 't', value: 'a' }));
    await world.settle(producer.flush());
    expect(outcome.value?.offset).toBe(0);
  });

  test('are retried after a pause until they succeed', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const producer = world.producer();
    world.broker.refuseProduce('NOT_ENOUGH_REPLICAS', 'NOT_LEADER_OR_FOLLOWER');
    expect(await world.send(producer, { topic: 't', value: 'a' })).toMatchObject({ offset: 0 });
    expect(world.broker.of('Produce')).toHaveLength(3);
    expect(world.sequences('t-0')).toEqual([0]);
  });

  test('that are not answered in time are sent again over a new connection', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const producer = world.producer({ 'request.timeout.ms': '1000' });
    world.broker.next('Produce', () => 'silence');
    expect(await world.send(producer, { topic: 't', value: 'a' })).toMatchObject({ offset: 0 });
    expect(world.broker.of('Produce')).toHaveLength(2);
    expect(world.broker.of('ApiVersions').length).toBeGreaterThan(2);
  });

  test('fail with TimeoutException when delivery.timeout.ms is over', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const producer = world.producer({ 'request.timeout.ms': '1000', 'delivery.timeout.ms': '3000' });
    world.broker.on('Produce', () => 'silence');
    const outcome = outcomeOf(producer.send({ topic: 't', value: 'a' }));
    await world.pass(3500);
    expect(outcome.error).toMatchObject({ exception: 'TimeoutException' });
    expect(outcome.error?.message).toMatch(
      /^Expiring 1 record\(s\) for t-0:3\d\d\d ms has passed since batch creation\./,
    );
  });

  test('that the broker calls repeated count as written, at an unknown offset', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    world.broker.refuseProduce('DUPLICATE_SEQUENCE_NUMBER');
    expect(await world.send(world.producer(), { topic: 't', value: 'a' })).toMatchObject({ offset: -1 });
  });

  test('too large for the broker are split, with the sequences of the whole', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const producer = world.producer({ 'linger.ms': '10', 'batch.size': '1000' });
    world.broker.refuseProduce('MESSAGE_TOO_LARGE', 'MESSAGE_TOO_LARGE');
    const sent = Array.from({ length: 4 }, (_, i) =>
      producer.send({ topic: 't', value: `${i}`.repeat(150) }),
    );
    const done = await world.settle(Promise.all(sent));
    expect(done.map(({ offset }) => offset)).toEqual([0, 1, 2, 3]);
    expect(world.broker.logs.get('t-0')?.map((batch) => [batch.baseSequence, batch.recordCount])).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
  });

  test('without acks count as written when they are sent', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    expect(await world.send(world.producer({ acks: '0' }), { topic: 't', value: 'a' })).toMatchObject({
      offset: -1,
    });
  });
});

describe('an idempotent producer', () => {
  test('keeps five requests in flight and their order, whatever fails', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const producer = world.producer({ 'batch.size': '0' });
    world.broker.refuseProduce(
      'NOT_ENOUGH_REPLICAS',
      'OUT_OF_ORDER_SEQUENCE_NUMBER',
      'OUT_OF_ORDER_SEQUENCE_NUMBER',
    );
    const sent = Array.from({ length: 8 }, (_, i) =>
      producer.send({ topic: 't', key: `${i}`, value: FILLER }),
    );
    await world.settle(Promise.all(sent));
    // What was accepted out of order the real broker would have refused; the last word is each record's own sequence.
    const accepted = new Map(
      (world.broker.logs.get('t-0') ?? []).map((batch) => [batch.baseSequence, batch]),
    );
    expect([...accepted.keys()].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    for (const [sequence, batch] of accepted) {
      expect([...readRecords(batch)].map(({ key }) => String(key))).toEqual([`${sequence}`]);
    }
  });

  test('raises its epoch by itself when a batch is out of sequence and nothing is missing before it', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const producer = world.producer();
    await world.send(producer, { topic: 't', value: 'a' });
    world.broker.refuseProduce('OUT_OF_ORDER_SEQUENCE_NUMBER');
    await world.send(producer, { topic: 't', value: 'b' });
    expect(producer.producerIdAndEpoch).toEqual({ producerId: 1000, epoch: 1 });
    const log = world.broker.logs.get('t-0') ?? [];
    expect(log.map(({ producerEpoch, baseSequence }) => [producerEpoch, baseSequence])).toEqual([
      [0, 0],
      [1, 0],
    ]);
    expect(world.broker.of('InitProducerId')).toHaveLength(1);
  });

  test('starts again at sequence 0 under the next epoch after a batch whose fate is unknown', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const producer = world.producer({ 'request.timeout.ms': '1000', 'delivery.timeout.ms': '2500' });
    await world.send(producer, { topic: 't', value: 'a' });
    world.broker.on('Produce', () => 'silence');
    const lost = outcomeOf(producer.send({ topic: 't', value: 'lost' }));
    await world.pass(4000);
    expect(lost.error).toMatchObject({ exception: 'TimeoutException' });
    world.broker.on('Produce', (request, version) => world.broker.answer('Produce', request, version));
    await world.send(producer, { topic: 't', value: 'b' });
    const last = world.broker.logs.get('t-0')?.at(-1);
    expect([last?.producerEpoch, last?.baseSequence]).toEqual([1, 0]);
  });

  test('numbers the partitions each by itself', async () => {
    const world = new ClientWorld({ topics: { t: 2 } });
    const producer = world.producer({ 'batch.size': '0' });
    await world.settle(
      Promise.all(
        [0, 1, 0, 1, 0].map((partition) => producer.send({ topic: 't', partition, value: FILLER })),
      ),
    );
    expect([world.sequences('t-0'), world.sequences('t-1')]).toEqual([
      [0, 1, 2],
      [0, 1],
    ]);
  });
});

describe('close', () => {
  test('waits for what was sent', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const producer = world.producer({ 'linger.ms': '10000' });
    const outcome = outcomeOf(producer.send({ topic: 't', value: 'a' }));
    await world.settle(producer.close());
    expect(outcome.value?.offset).toBe(0);
    await expect(producer.send({ topic: 't', value: 'b' })).rejects.toMatchObject({
      exception: 'IllegalStateException',
    });
    expect(world.clock.pendingCount).toBe(0);
  });

  test('with no time fails what is left', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const producer = world.producer({ 'linger.ms': '10000' });
    const outcome = outcomeOf(producer.send({ topic: 't', value: 'a' }));
    await world.pass(10);
    await world.settle(producer.close(0));
    await world.pass(0);
    expect(outcome.error).toMatchObject({
      exception: 'KafkaException',
      message: 'Producer is closed forcefully.',
    });
  });
});
