import { describe, expect, test } from 'vitest';
import { ReplayWorld } from '../../support/replay-world.ts';
import type { Versions } from '../../support/wire-producer.ts';
import { VERSIONS, WireProducer } from '../../support/wire-producer.ts';

const ROUNDS = 200;

/** Asks again while the last transaction's markers are on their way; counts how often that was. */
async function patiently(
  world: ReplayWorld,
  ask: () => Promise<number | string>,
  errors: string[],
): Promise<number | string> {
  for (;;) {
    const answer = await ask();
    if (typeof answer === 'number' || answer === 'NONE') return answer;
    errors.push(answer);
    if (errors.length > 10 * ROUNDS) throw new Error(`it never stops: ${answer}`);
    await world.pass(1);
  }
}

/** Consume, transform, produce without a pause; answers every error there was. */
async function loop(world: ReplayWorld, versions: Versions): Promise<string[]> {
  const producer = await WireProducer.ready(world, 'x', versions);
  await producer.findGroup('g');
  const errors: string[] = [];
  const isImplicit = versions.end >= 5;
  for (let round = 0; round < ROUNDS; round++) {
    if (!isImplicit) await patiently(world, () => producer.add('out'), errors);
    await patiently(world, () => producer.produce('out', [`r${round}`]), errors);
    if (!isImplicit) await patiently(world, () => producer.addOffsets('g'), errors);
    await patiently(world, () => producer.commitOffset('g', 'in', round + 1), errors);
    await patiently(world, () => producer.end(true), errors);
  }
  await world.pass(20);
  return errors;
}

describe.each([
  ['kafkajs', VERSIONS.kafkajs],
  ['the newest protocol', VERSIONS.tv2],
] as const)('transactions back to back over %s', (_name, versions) => {
  test('fail with "concurrent transactions": nothing else may surface, and no round is lost or doubled', async () => {
    const world = await ReplayWorld.start({ topics: ['in', 'out'] });
    const errors = await loop(world, versions);
    expect(errors.filter((error) => error !== 'CONCURRENT_TRANSACTIONS')).toEqual([]);
    const expected = Array.from({ length: ROUNDS }, (_, round) => `${2 * round} r${round}`);
    expect(await world.readAll('out', 'read_committed')).toEqual(expected);
    const consumer = world.consumer({ 'group.id': 'g' });
    const [committed] = await world.settle(consumer.committed([{ topic: 'in', partition: 0 }]));
    expect(committed?.offset).toBe(ROUNDS);
  });
});

test('a client that does not ask again is never hit when the markers are there before its next request', async () => {
  const world = await ReplayWorld.start({ topics: ['out'] });
  const producer = await WireProducer.ready(world, 'x');
  for (let round = 0; round < ROUNDS; round++) {
    expect(await producer.add('out')).toBe('NONE');
    expect(await producer.produce('out', [`r${round}`])).toBe(2 * round);
    expect(await producer.end(true)).toBe('NONE');
    await world.pass(1);
  }
});
