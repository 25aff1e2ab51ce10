import { describe, expect, test } from 'vitest';
import { murmur2, partitionForKey, StickyPartitioner } from '#core/client/producer/partitioner.ts';
import { SeededRandom } from '../../../../support/seeded-random.ts';
import { topicOf } from '../../../../support/topic-info.ts';

/** Keys, their murmur2 and their partition of 3, 6, 10 and 12; the first six are of Kafka's own UtilsTest. */
const VECTORS: readonly [string, number, readonly number[]][] = [
  ['21', -973932308, [0, 0, 0, 0]],
  ['foobar', -790332482, [0, 0, 6, 6]],
  ['a-little-bit-long-string', -985981536, [2, 2, 2, 8]],
  ['a-little-bit-longer-string', -1486304829, [2, 5, 9, 11]],
  ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971, [2, 5, 7, 5]],
  ['abc', 479470107, [0, 3, 7, 3]],
  ['', 275646681, [0, 3, 1, 9]],
  ['a', -1563381124, [1, 4, 4, 4]],
  ['key', -1079937367, [1, 1, 1, 1]],
  ['key-0', 29210041, [1, 1, 1, 1]],
  ['key-1', 193331640, [0, 0, 0, 0]],
  ['user-42', 1459644460, [1, 4, 0, 4]],
  ['order-1001', 297523878, [0, 0, 8, 6]],
  ['😀', 131881617, [0, 3, 7, 9]],
];

describe('a key', () => {
  test.each(VECTORS)('%j hashes as in Java', (key, hash, partitions) => {
    const bytes = Buffer.from(key);
    expect(murmur2(bytes)).toBe(hash);
    expect([3, 6, 10, 12].map((count) => partitionForKey(bytes, count))).toEqual(partitions);
  });
});

describe('the sticky partition', () => {
  const topic = topicOf(50);

  test('stays until a batch is full', () => {
    const sticky = new StickyPartitioner(new SeededRandom(1), 100);
    const first = sticky.current(topic);
    sticky.addBytes(topic, 99, true);
    expect(sticky.current(topic)).toBe(first);
    sticky.addBytes(topic, 1, false);
    expect(sticky.current(topic)).toBe(first);
    sticky.addBytes(topic, 0, true);
    expect(sticky.current(topic)).not.toBe(first);
  });

  test('changes at twice the size even if a batch is left half filled', () => {
    const sticky = new StickyPartitioner(new SeededRandom(1), 100);
    const first = sticky.current(topic);
    sticky.addBytes(topic, 199, false);
    expect(sticky.current(topic)).toBe(first);
    sticky.addBytes(topic, 1, false);
    expect(sticky.current(topic)).not.toBe(first);
  });

  test('is never one without a leader while others have one', () => {
    const three = topicOf(3, [0, 2]);
    const sticky = new StickyPartitioner(new SeededRandom(3), 1);
    for (let i = 0; i < 20; i++) {
      expect(sticky.current(three)).toBe(1);
      sticky.addBytes(three, 2, true);
    }
  });

  test('prefers partitions with short queues: queues 0, 3, 1 weigh 4, 1, 3', () => {
    const three = topicOf(3);
    const sticky = new StickyPartitioner(new SeededRandom(11), 1);
    const queues = [0, 3, 1].map((size, partition) => ({ partition, size }));
    sticky.updateLoad(queues, true);
    const counts = [0, 0, 0];
    for (let i = 0; i < 8000; i++) {
      const partition = sticky.current(three);
      counts[partition] = (counts[partition] ?? 0) + 1;
      sticky.addBytes(three, 2, true);
    }
    expect(counts.map((count) => Math.round(count / 1000))).toEqual([4, 1, 3]);
  });

  test('is chosen evenly when all queues are equally long', () => {
    const three = topicOf(3);
    const sticky = new StickyPartitioner(new SeededRandom(11), 1);
    sticky.updateLoad(
      [0, 1, 2].map((partition) => ({ partition, size: 4 })),
      true,
    );
    const seen = new Set<number>();
    for (let i = 0; i < 100; i++) {
      seen.add(sticky.current(three));
      sticky.addBytes(three, 2, true);
    }
    expect([...seen].sort()).toEqual([0, 1, 2]);
  });
});
