import fs from 'node:fs';
import { expect, test } from 'vitest';
import { MetadataHashes } from '#core/coordinator/group/consumer/metadata-hash.ts';
import type { TopicMetadata } from '#core/coordinator/group/consumer/topic-image.ts';
import { TopicWorld } from '../../../../../support/topic-world.ts';

const RECORDED = JSON.parse(
  fs.readFileSync(new URL('../../../../../fixtures/groups/metadata-hashes.json', import.meta.url), 'utf8'),
) as { topics: TopicMetadata[]; hash: string }[];

const sizes = ({ topics }: (typeof RECORDED)[number]): string =>
  topics.map(({ partitionCount }) => partitionCount).join(',');

test.each(RECORDED.map((row) => [sizes(row), row] as const))(
  'the hash of topics with %s partitions is the one Kafka wrote',
  (_, { topics, hash }) => {
    const hashes = new MetadataHashes({
      byName: (name) => topics.find((topic) => topic.name === name),
      byId: (id) => topics.find((topic) => topic.id === id),
      all: () => topics,
    });
    expect(String(hashes.ofGroup(topics.map(({ name }) => name)))).toBe(hash);
  },
);

test('topics that do not exist do not count, and the order of the names does not matter', () => {
  const topics = new TopicWorld();
  topics.put('u', 3);
  const hashes = new MetadataHashes(topics);
  expect(hashes.ofGroup(['missing'])).toBe(0n);
  expect(hashes.ofGroup(['u', 't', 'missing'])).toBe(hashes.ofGroup(['t', 'u']));
  expect(hashes.ofGroup(['t'])).not.toBe(hashes.ofGroup(['u']));
});

test('a topic that grew, or was made anew, has another hash', () => {
  const topics = new TopicWorld();
  const hashes = new MetadataHashes(topics);
  const before = hashes.ofGroup(['t']);
  const { id } = topics.put('t', 3);
  expect(hashes.ofGroup(['t'])).not.toBe(before);
  topics.put('t', 2);
  expect(hashes.ofGroup(['t'])).toBe(before);
  hashes.forget(id);
  expect(hashes.ofGroup(['t'])).toBe(before);
});
