/** Records out and in: codecs, partitions, acknowledgements, idempotence. */
import { sleep } from '#core/base/clock.ts';
import type { Checks } from './world.ts';
import { exceptionOf, same, tracer } from './world.ts';

export const PLAIN_CHECKS: Checks = {
  async 'produce and consume, every codec'(world) {
    for (const codec of ['none', 'gzip', 'snappy', 'lz4', 'zstd']) {
      const topic = await world.newTopic();
      const p = world.producer({ 'compression.type': codec, 'linger.ms': '20' });
      const sent = Array.from({ length: 500 }, (_, i) => `${codec} ${i} ${'x'.repeat(i % 90)}`);
      const metadata = await Promise.all(
        sent.map((value) => p.send({ topic, value, headers: [{ key: 'h', value: 'é' }] })),
      );
      same(
        metadata.map(({ offset }) => offset),
        sent.map((_, i) => i),
        `${codec}: offsets`,
      );
      const reader = world.consumer();
      reader.assign([{ topic, partition: 0 }]);
      const records = await world.read(reader, sent.length);
      same(
        records.map(({ value }) => value?.toString()),
        sent,
        `${codec}: values`,
      );
      same(
        records[7]?.headers.map(({ key, value }) => [key, value?.toString()]),
        [['h', 'é']],
        `${codec}: headers`,
      );
    }
    return undefined;
  },

  async 'a batch above 64 KiB is compressed and read back'(world) {
    const topic = await world.newTopic();
    const value = Buffer.alloc(300000, 'abcdefghij');
    for (const codec of ['gzip', 'zstd', 'lz4', 'snappy']) {
      await world.producer({ 'compression.type': codec, 'batch.size': '400000' }).send({
        topic,
        key: codec,
        value,
      });
    }
    const reader = world.consumer();
    reader.assign([{ topic, partition: 0 }]);
    const records = await world.read(reader, 4);
    same(
      records.map((record) => [record.key?.toString(), record.value?.equals(value)]),
      [
        ['gzip', true],
        ['zstd', true],
        ['lz4', true],
        ['snappy', true],
      ],
      'records',
    );
    return undefined;
  },

  async 'equal keys go to the partition that murmur2 says'(world) {
    const topic = await world.newTopic(10);
    const p = world.producer();
    const { partition } = await p.send({ topic, key: 'a-little-bit-long-string', value: 'x' });
    same(partition, 2, 'partition');
    same((await p.send({ topic, key: 'foobar', value: 'x' })).partition, 6, 'partition');
    same((await p.partitionsFor(topic)).length, 10, 'partitionsFor');
    return undefined;
  },

  async 'null key, null value, no headers, own timestamp and partition'(world) {
    const topic = await world.newTopic(2);
    const { offset, timestamp } = await world.producer().send({
      topic,
      partition: 1,
      timestamp: 1700000000000,
      value: null,
    });
    same([offset, timestamp], [0, 1700000000000], 'metadata');
    const reader = world.consumer();
    reader.assign([{ topic, partition: 1 }]);
    const [record] = await world.read(reader, 1);
    same(
      [record?.key, record?.value, record?.timestamp, record?.timestampType],
      [null, null, 1700000000000, 'CreateTime'],
      'record',
    );
    return undefined;
  },

  async 'acks 0, 1 and all'(world) {
    const topic = await world.newTopic();
    const unacknowledged = await world.producer({ acks: '0' }).send({ topic, value: 'a' });
    same(unacknowledged.offset, -1, 'offset without acks');
    await sleep(world.clock, 200);
    same((await world.producer({ acks: '1' }).send({ topic, value: 'b' })).offset, 1, 'offset with acks=1');
    same(
      (await world.producer({ acks: 'all' }).send({ topic, value: 'c' })).offset,
      2,
      'offset with acks=all',
    );
    return undefined;
  },

  async 'idempotent: sequences are numbered, order is kept, nothing twice'(world) {
    const topic = await world.newTopic();
    const trace = tracer();
    const p = world.producer({ 'batch.size': '200', 'linger.ms': '0' }, trace);
    const sent = Array.from({ length: 2000 }, (_, i) => `${i}`);
    await Promise.all(sent.map((value) => p.send({ topic, value })));
    same(await world.valuesOf(topic, 'read_uncommitted'), sent, 'values');
    const [states] = await world.admin().describeProducers([{ topic, partition: 0 }]);
    const { producerId, epoch } = p.producerIdAndEpoch;
    const mine = states?.find((state) => state.producerId === producerId);
    same([mine?.producerEpoch, mine?.lastSequence], [epoch, 1999], 'producer state at the leader');
    same(trace.errors, [], 'errors');
    return `producer id ${producerId}`;
  },

  async 'a record that is too large fails alone'(world) {
    const topic = await world.newTopic();
    const p = world.producer();
    same(
      await exceptionOf(p.send({ topic, value: Buffer.alloc(1100000) })),
      'RecordTooLargeException',
      'exception',
    );
    same((await p.send({ topic, value: 'small' })).offset, 0, 'offset of the next');
    return undefined;
  },

  async 'a batch that the broker finds too large is split'(world) {
    const topic = world.unique('t');
    await world
      .admin()
      .createTopics([{ name: topic, partitions: 1, configs: { 'max.message.bytes': '2000' } }]);
    const p = world.producer({ 'linger.ms': '50' });
    const sent = Array.from({ length: 40 }, (_, i) => `${i} ${'y'.repeat(150)}`);
    // Splits halve a batch until it fits.
    await Promise.all(sent.map((value) => p.send({ topic, value })));
    same(await world.valuesOf(topic, 'read_uncommitted'), sent, 'values');
    return undefined;
  },
};
