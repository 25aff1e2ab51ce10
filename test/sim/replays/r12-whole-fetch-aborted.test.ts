import { expect, test } from 'vitest';
import { ApiVersions } from '#core/protocol/messages/18-api-versions.ts';
import { ReplayWorld } from '../../support/replay-world.ts';
import { visible, WireReader } from '../../support/wire-reader.ts';

const COUNT = 1000;

test('a megabyte of aborted records and nothing else: the reader reaches the end, without a message or a size error', async () => {
  const world = await ReplayWorld.start({ topics: ['t'], topicConfig: { 'max.message.bytes': '10000' } });
  const producer = await world.transactional('x', { 'batch.size': '8000' });
  const value = 'v'.repeat(1000);
  await world.transaction(
    producer,
    't',
    Array.from({ length: COUNT }, () => value),
    'abort',
  );

  expect(await world.readAll('t', 'read_committed')).toEqual([]);
  const consumer = world.consumer({ 'isolation.level': 'read_committed' });
  consumer.assign([{ topic: 't', partition: 0 }]);
  await world.deliveries(consumer);
  expect(await world.settle(consumer.position({ topic: 't', partition: 0 }))).toBe(COUNT + 1);

  const reader = await WireReader.open(world, 't', { isCommitted: true, maxBytes: 100_000 });
  const fetches = await reader.fetchAll();
  expect(fetches.length).toBeGreaterThan(5);
  for (const { aborted } of fetches) expect(aborted).toHaveLength(1);
  expect(visible(fetches)).toEqual([]);
});

test('old clients do without aborts when EndTxn v0 is not offered: it is', async () => {
  const world = await ReplayWorld.start();
  const client = await world.connect();
  const { apiKeys } = await world.settle(client.ask(ApiVersions, 2, {}));
  expect(apiKeys.find(({ apiKey }) => apiKey === 26)).toMatchObject({ minVersion: 0, maxVersion: 5 });
});
