import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { CLEANER_CHECKPOINT, readOffsetCheckpoint } from '#core/log/checkpoint-file.ts';
import { batchesIn } from '#core/protocol/records/batch-scanner.ts';
import type { Given } from '../../../../support/log-world.ts';
import { fixture, LogWorld, topicConfig } from '../../../../support/log-world.ts';

interface About {
  readonly cleanedAtMs: number;
  readonly settings: Given;
}

const TOPICS = ['plain', 'plain-short', 'txn', 'txn-short', 'open'];

let world: LogWorld | undefined;
afterEach(() => world?.remove());

/** The files of all segments but the active one, which is not cleaned. */
function segmentFiles(directory: string): Map<string, string> {
  const names = readdirSync(directory).filter((name) =>
    /^\d{20}\.(log|index|timeindex|txnindex)$/.test(name),
  );
  const active = names
    .filter((name) => name.endsWith('.log'))
    .sort()
    .at(-1)
    ?.slice(0, -4);
  return new Map(
    names
      .filter((name) => !name.startsWith(active ?? ''))
      .map((name) => [name, readFileSync(join(directory, name)).toString('hex')]),
  );
}

describe.each([1, 2, 3])('round %i', (round) => {
  test.each(TOPICS)('leaves of %s what Kafka 4.3.1 left, byte for byte', async (topic) => {
    const set = `log-cleaner/round-${round}`;
    const topics = JSON.parse(readFileSync(join(fixture(set), 'topics.json'), 'utf8')) as {
      [topic: string]: About;
    };
    const { cleanedAtMs, settings } = topics[topic] as About;
    world = new LogWorld(cleanedAtMs).copy(set);
    world.topicConfig = () => topicConfig({ ...settings, 'min.cleanable.dirty.ratio': '0' });
    const checkpoint = readOffsetCheckpoint(world.disk, `${world.directory}/${CLEANER_CHECKPOINT}`);
    const manager = await world.open();
    const log = manager.get({ topic, partition: 0 });
    log?.becomeLeader(log.leaderEpoch);
    const range = log?.cleanableRange(checkpoint.get(`${topic}-0`));
    if (range?.isDue === true) await log?.clean({ range, isCancelled: () => false });
    await manager.close();
    const kafkas = join(fixture(set), 'after', `${topic}-0`);
    expect(segmentFiles(join(world.directory, `${topic}-0`))).toEqual(segmentFiles(kafkas));
  });
});

test('among the batches that Kafka left is every kind that cleaning makes', () => {
  const after = join(fixture('log-cleaner/round-3'), 'after');
  const batches = TOPICS.flatMap((topic) =>
    readdirSync(join(after, `${topic}-0`))
      .filter((name) => name.endsWith('.log'))
      .flatMap((name) => [...batchesIn(readFileSync(join(after, `${topic}-0`, name)))]),
  );
  const kinds = batches.map(({ isControl, hasDeleteHorizon, recordCount, lastOffsetDelta }) => {
    if (recordCount === 0) return isControl ? 'empty marker' : 'empty batch';
    if (hasDeleteHorizon) return isControl ? 'marker with a horizon' : 'tombstone with a horizon';
    return recordCount <= lastOffsetDelta ? 'batch with holes' : 'whole batch';
  });
  expect([...new Set(kinds)].sort()).toEqual([
    'batch with holes',
    'empty batch',
    'empty marker',
    'marker with a horizon',
    'tombstone with a horizon',
    'whole batch',
  ]);
});
