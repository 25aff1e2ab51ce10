import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { KeyHashName } from '#core/client/keys/key-hashes.ts';
import { hashOfKey, partitionOfHash } from '#core/client/keys/key-hashes.ts';
import { partitionForKey } from '#core/client/producer/partitioner.ts';
import { parityKeys } from '../../../../support/parity-keys.ts';

const FIXTURES = 'test/fixtures/producer-parity';

function partitionOf(name: KeyHashName, key: Uint8Array | null, count: number): number | null {
  const hash = hashOfKey(name, key);
  return hash === null ? null : partitionOfHash(name, hash, count);
}

describe('Java', () => {
  const recorded = JSON.parse(fs.readFileSync(`${FIXTURES}/keys.json`, 'utf8')) as {
    readonly seed: number;
    readonly count: number;
    readonly keys: string;
    readonly partitions: { readonly [count: string]: string };
  };
  const keys = parityKeys(recorded.seed, recorded.count);

  test('had the same 10,000 keys', () => {
    const digest = createHash('sha256');
    for (const key of keys) digest.update(`${Buffer.from(key).toString('base64')}\n`);
    expect(keys).toHaveLength(10_000);
    expect(digest.digest('hex')).toBe(recorded.keys);
  });

  test.each(Object.entries(recorded.partitions))(
    'has the same partition of %s for each of them',
    (count, packed) => {
      const java = gunzipSync(Buffer.from(packed, 'base64'));
      const ours = Buffer.from(keys.map((key) => partitionForKey(key, Number(count))));
      expect(java).toHaveLength(keys.length);
      expect(ours.equals(java)).toBe(true);
    },
  );
});

describe('clients of other languages', () => {
  type Partitions = { readonly [name: string]: { readonly [count: string]: readonly (number | null)[] } };
  const recorded = JSON.parse(fs.readFileSync(`${FIXTURES}/keys-of-others.json`, 'utf8')) as {
    readonly seed: number;
    readonly count: number;
    readonly librdkafka: Partitions;
    readonly kafkajs: Partitions;
    readonly go: Partitions;
  };
  const keys = parityKeys(recorded.seed, recorded.count);
  const { librdkafka, kafkajs, go } = recorded;

  test.each<[KeyHashName, Partitions[string] | undefined]>([
    ['librdkafka-consistent', librdkafka['consistent']],
    ['librdkafka-consistent-random', librdkafka['consistent_random']],
    ['librdkafka-murmur2', librdkafka['murmur2']],
    ['librdkafka-murmur2-random', librdkafka['murmur2_random']],
    ['librdkafka-fnv1a', librdkafka['fnv1a']],
    ['librdkafka-fnv1a-random', librdkafka['fnv1a_random']],
    ['kafkajs', kafkajs['default']],
    ['kafkajs-legacy', kafkajs['legacy']],
    ['sarama', go['sarama']],
    ['franz-go', go['franz-go']],
  ])('%s chooses as recorded', (name, byCount) => {
    for (const [count, partitions] of Object.entries(byCount ?? {})) {
      expect(keys.map((key) => partitionOf(name, key, Number(count)))).toEqual(partitions);
    }
    expect(Object.keys(byCount ?? {})).toEqual(['3', '15', '128']);
  });

  test('leave a missing key to chance, unless they hash it as an empty one', () => {
    expect(partitionOf('java', null, 7)).toBeNull();
    expect(partitionOf('sarama', null, 7)).toBeNull();
    expect(partitionOf('librdkafka-consistent', null, 7)).toBe(0);
    expect(partitionOf('librdkafka-consistent-random', new Uint8Array(0), 7)).toBeNull();
    expect(partitionOf('librdkafka-murmur2-random', new Uint8Array(0), 7)).toBe(275646681 % 7);
  });
});
