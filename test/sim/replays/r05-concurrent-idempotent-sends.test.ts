import { expect, test } from 'vitest';
import { readRecords } from '#core/protocol/records/batch-reader.ts';
import { ReplayWorld } from '../../support/replay-world.ts';

test('parallel idempotent sends die of OutOfOrderSequence: the sequences follow each other and nothing is refused', async () => {
  const errors: string[] = [];
  const world = await ReplayWorld.start({ topics: ['t'] });
  const producer = world.producer(
    { 'batch.size': '0', 'linger.ms': '0' },
    { onResponse: (notice) => errors.push(...notice.errors.map(({ error }) => error)) },
  );
  const send = (value: string) => producer.send({ topic: 't', partition: 0, value });
  const acknowledged: number[] = [];
  for (let turn = 0; turn < 2; turn++) {
    const sends = Array.from({ length: 30 }, (_, i) => send(`${turn}-${i}`));
    acknowledged.push(...(await world.settle(Promise.all(sends))).map(({ offset }) => offset));
  }
  for (let i = 0; i < 10; i++) {
    const pair = await world.settle(Promise.all([send(`a${i}`), send(`b${i}`)]));
    acknowledged.push(...pair.map(({ offset }) => offset));
  }
  expect(acknowledged).toEqual(Array.from({ length: 80 }, (_, i) => i));
  expect(errors).toEqual([]);

  const log = world.broker.logs.get({ topic: 't', partition: 0 });
  expect(log?.logEndOffset).toBe(80);
  let sequence = 0;
  for (const batch of log?.batchesFrom(0) ?? []) {
    expect(batch.baseSequence).toBe(sequence);
    sequence += [...readRecords(batch)].length;
  }
});
