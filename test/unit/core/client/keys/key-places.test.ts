import { expect, test } from 'vitest';
import { movedShare, placeKeys } from '#core/client/keys/key-places.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');
const keys = Array.from({ length: 1000 }, (_, index) => bytes(`order-${index}`));

test.each([
  [3, 5, 0.8],
  [3, 6, 0.5],
  [5, 3, 0.8],
  [4, 4, 0],
  [1, 10, 0.9],
])('from %i to %i partitions %d of all keys move (C03)', (before, after, share) => {
  expect(movedShare(before, after)).toBeCloseTo(share, 10);
});

test('of a thousand keys, about as many move as of all keys', () => {
  for (const { hash, decided, moved } of placeKeys(keys, 3, 5).sums) {
    expect(decided, hash).toBe(1000);
    expect(moved / decided, hash).toBeGreaterThan(0.75);
    expect(moved / decided, hash).toBeLessThan(0.85);
  }
});

test('clients that speak murmur2 as Java does agree with it on every key, CRC32 on few', () => {
  const agreeing = Object.fromEntries(
    placeKeys(keys, 100, null).sums.map(({ hash, likeJava }) => [hash, likeJava]),
  );
  expect(agreeing).toMatchObject({ java: 1000, kafkajs: 1000, 'franz-go': 1000, 'librdkafka-murmur2': 1000 });
  expect(agreeing['librdkafka-consistent']).toBeLessThan(40);
  expect(agreeing['kafkajs-legacy']).toBeLessThan(40);
});

test('keys that no client goes by are neither decided nor moved', () => {
  const { places, sums } = placeKeys([null], 3, 5);
  expect(places[0]?.[0]).toEqual({ hash: 'java', value: null, partition: null, partitionAfter: null });
  expect(sums[0]).toEqual({ hash: 'java', decided: 0, moved: 0, likeJava: 1 });
});
