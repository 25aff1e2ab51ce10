/** Groups, positions and isolation as a consumer meets them. */

import type { Checks } from './world.ts';
import { exceptionOf, pollUntilThrows, same } from './world.ts';

export const CONSUMER_CHECKS: Checks = {
  async 'a group of one: assigned, committed, resumed'(world) {
    const topic = await world.newTopic(3);
    const group = world.unique('g');
    const p = world.producer();
    for (let i = 0; i < 30; i++) void p.send({ topic, partition: i % 3, value: `${i}` });
    await p.flush();
    const first = world.consumer({ 'group.id': group });
    first.subscribe([topic]);
    same((await world.read(first, 30)).length, 30, 'records');
    same(first.assignment().length, 3, 'partitions');
    await first.commitSync();
    await first.close();
    await p.send({ topic, partition: 2, value: 'next' });
    const second = world.consumer({ 'group.id': group });
    second.subscribe([topic]);
    same(
      (await world.read(second, 1)).map(({ value }) => value?.toString()),
      ['next'],
      'where the group stood',
    );
    return undefined;
  },

  async 'a group of two: partitions are shared, and taken over'(world) {
    const topic = await world.newTopic(4);
    const group = world.unique('g');
    const revoked: number[] = [];
    const a = world.consumer({ 'group.id': group, 'heartbeat.interval.ms': '300' });
    const b = world.consumer({ 'group.id': group, 'heartbeat.interval.ms': '300' });
    a.subscribe([topic], { onPartitionsRevoked: (partitions) => void revoked.push(partitions.length) });
    await world.until(async () => {
      await a.poll(100);
      return a.assignment().length === 4;
    });
    b.subscribe([topic]);
    await world.until(async () => {
      await Promise.all([a.poll(100), b.poll(100)]);
      return a.assignment().length === 2 && b.assignment().length === 2;
    }, 20000);
    same(revoked, [4], 'given up');
    const all = [...a.assignment(), ...b.assignment()].map(({ partition }) => partition).sort();
    same(all, [0, 1, 2, 3], 'shared');
    const p = world.producer();
    for (let i = 0; i < 40; i++) void p.send({ topic, partition: i % 4, value: `${i}` });
    await p.flush();
    const [fromA, fromB] = await Promise.all([world.read(a, 20), world.read(b, 20)]);
    same([fromA.length, fromB.length], [20, 20], 'records');
    await b.close();
    await world.until(async () => {
      await a.poll(100);
      return a.assignment().length === 4;
    }, 20000);
    return undefined;
  },

  async 'positions: seek, reset, times, beginning and end'(world) {
    const topic = await world.newTopic();
    const partition = { topic, partition: 0 };
    const p = world.producer();
    for (let i = 0; i < 10; i++)
      await p.send({ ...partition, timestamp: 1700000000000 + i * 1000, value: `${i}` });
    const reader = world.consumer({ 'auto.offset.reset': 'latest', 'max.poll.records': '3' });
    reader.assign([partition]);
    same(await reader.position(partition), 10, 'latest');
    reader.seek(partition, 4);
    same(
      (await reader.poll(3000)).map(({ offset }) => offset),
      [4, 5, 6],
      'after seek, three at most',
    );
    reader.seekToBeginning([partition]);
    same(
      (await world.read(reader, 3)).map(({ offset }) => offset),
      [0, 1, 2],
      'after seekToBeginning',
    );
    reader.seek(partition, 99);
    await world.until(async () => {
      await reader.poll(100);
      return (await reader.position(partition)) === 10;
    });
    same(await reader.beginningOffsets([partition]), [0], 'beginning');
    const [found, none] = await reader
      .offsetsForTimes([{ ...partition, timestamp: 1700000003500 }])
      .then(async (first) => [
        ...first,
        ...(await reader.offsetsForTimes([{ ...partition, timestamp: 1800000000000 }])),
      ]);
    same([found?.offset, none], [4, undefined], 'by time');
    const strict = world.consumer({ 'auto.offset.reset': 'none', 'group.id': world.unique('g') });
    strict.assign([partition]);
    same(await exceptionOf(pollUntilThrows(strict)), 'NoOffsetForPartitionException', 'reset none');
    return undefined;
  },

  async 'an idle reader of an aborted transaction moves past it'(world) {
    const topic = await world.newTopic();
    const partition = { topic, partition: 0 };
    const { p } = await world.transactional();
    p.beginTransaction();
    for (let i = 0; i < 5; i++) void p.send({ ...partition, value: `${i}` });
    await p.flush();
    await p.abortTransaction();
    const reader = world.consumer({ 'isolation.level': 'read_committed' });
    reader.assign([partition]);
    await world.until(async () => {
      same((await reader.poll(200)).length, 0, 'records');
      return (await reader.position(partition)) === 6;
    });
    return undefined;
  },
};
