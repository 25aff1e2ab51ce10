import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AppendResult } from '#core/log/log-types.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import type { Given } from '../../../support/log-world.ts';
import {
  aBatch,
  append,
  appendVerified,
  createOrders,
  end,
  LogWorld,
  topicConfig,
} from '../../../support/log-world.ts';

const ORDERS = { topic: 'orders', partition: 0 };
const PRODUCER_ID = 7;

let worlds: LogWorld[];
beforeEach(() => {
  worlds = [];
});
afterEach(() => {
  for (const world of worlds) world.remove();
});

function newWorld(given: Given = {}): LogWorld {
  const world = new LogWorld();
  world.topicConfig = () => topicConfig(given);
  worlds.push(world);
  return world;
}

/** A world that finds the files as a killed process left them. */
function killed(world: LogWorld, given: Given = {}): LogWorld {
  const after = newWorld(given);
  cpSync(world.directory, after.directory, { recursive: true });
  rmSync(join(after.directory, '.lock'));
  return after;
}

async function reopened(world: LogWorld): Promise<PartitionLog> {
  const log = (await world.open()).get(ORDERS);
  if (log === undefined) throw new Error('orders-0 is not there');
  log.becomeLeader(log.leaderEpoch + 1);
  return log;
}

function send(log: PartitionLog, sequence: number): AppendResult {
  return append(log, aBatch({ producerId: PRODUCER_ID, sequence }));
}

function answers(log: PartitionLog, sequences: readonly number[]): unknown[] {
  return sequences.map((sequence) => {
    const { error, baseOffset, isDuplicate } = send(log, sequence);
    return { error, baseOffset, isDuplicate };
  });
}

const FIVE_DUPLICATES = [0, 1, 2, 3, 4].map((baseOffset) => ({
  error: 'NONE',
  baseOffset,
  isDuplicate: true,
}));

test('after a crash, the retries of five batches in flight are answered with their first offsets', async () => {
  const world = newWorld();
  const log = createOrders(await world.open());
  for (let sequence = 0; sequence < 5; sequence++) send(log, sequence);
  const recovered = await reopened(killed(world));
  expect(answers(recovered, [0, 1, 2, 3, 4])).toEqual(FIVE_DUPLICATES);
});

test('after two crashes in a row, too', async () => {
  const world = newWorld();
  const log = createOrders(await world.open());
  for (let sequence = 0; sequence < 3; sequence++) send(log, sequence);
  const between = killed(world);
  const recovered = await reopened(between);
  for (let sequence = 3; sequence < 5; sequence++) send(recovered, sequence);
  const again = await reopened(killed(between));
  expect(answers(again, [0, 1, 2, 3, 4])).toEqual(FIVE_DUPLICATES);
  expect(again.logEndOffset).toBe(5);
});

test('batches on both sides of a roll are remembered across crashes, while both segments are read', async () => {
  const given = { 'segment.bytes': '200' };
  const world = newWorld(given);
  const log = createOrders(await world.open(), given);
  for (let sequence = 0; sequence < 5; sequence++) send(log, sequence);
  const between = killed(world, given);
  await reopened(between);
  const again = await reopened(killed(between, given));
  expect(again.segments().length).toBeGreaterThan(1);
  expect(answers(again, [0, 1, 2, 3, 4])).toEqual(FIVE_DUPLICATES);
});

test('the files are those of Kafka: a snapshot at the log end', async () => {
  const world = newWorld();
  const log = createOrders(await world.open());
  for (let sequence = 0; sequence < 5; sequence++) send(log, sequence);
  const after = killed(world);
  await reopened(after);
  const files = readdirSync(join(after.directory, 'orders-0')).filter((name) => name.endsWith('.snapshot'));
  expect(files).toEqual(['00000000000000000005.snapshot']);
});

test('transactions that were open and ended before the crashes stand as before', async () => {
  const world = newWorld();
  const log = createOrders(await world.open());
  appendVerified(log, { producerId: 1 });
  end(log, 'ABORT', { producerId: 1 });
  appendVerified(log, { producerId: 2 });
  append(log, aBatch());
  const between = killed(world);
  await reopened(between);
  const again = await reopened(killed(between));
  expect([again.lastStableOffset, again.highWatermark]).toEqual([2, 4]);
  expect(
    again.read({ offset: 0, maxBytes: 1e6, isolation: 'committed', minOneBatch: true }).abortedTransactions,
  ).toEqual([{ producerId: 1, firstOffset: 0 }]);
  expect(end(again, 'COMMIT', { producerId: 2 }).error).toBe('NONE');
  expect(again.lastStableOffset).toBe(5);
});
