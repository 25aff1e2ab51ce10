import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LogManager } from '#core/log/log-manager.ts';
import { fixture, LogWorld, topicConfig } from '../../../support/log-world.ts';

/** Minutes after the fixtures were written, so that no producer id has expired. */
const NOW_MS = 1_796_050_000_000;

interface Verdicts {
  readonly partitions: readonly {
    readonly topic: string;
    readonly partition: number;
    readonly logStartOffset: number;
    readonly lastStableOffset: number;
    readonly logEndOffset: number;
    readonly segments: readonly number[];
    readonly transactions: readonly {
      readonly producerId: number;
      readonly epoch: number;
      readonly firstOffset: number;
      readonly outcome: string;
    }[];
  }[];
}

/** Topics whose broker had another setting than the default. */
const INDEX_INTERVALS: { readonly [topic: string]: string } = { rolled: '200', trimmed: '200', crash: '300' };

let world: LogWorld;

beforeEach(() => {
  world = new LogWorld(NOW_MS);
  world.topicConfig = (topic) =>
    topicConfig({
      'index.interval.bytes': INDEX_INTERVALS[topic] ?? '4096',
      ...(topic.startsWith('compact') ? { 'cleanup.policy': 'compact' } : {}),
    });
});
afterEach(() => world.remove());

function verdictsOf(set: string): Verdicts {
  return JSON.parse(readFileSync(join(fixture(set), 'verdicts.json'), 'utf8'));
}

function whatIsSeen(manager: LogManager, verdicts: Verdicts) {
  return verdicts.partitions.map(({ topic, partition }) => {
    const log = manager.get({ topic, partition });
    if (log === undefined) throw new Error(`${topic}-${partition} is missing`);
    log.becomeLeader(log.leaderEpoch);
    return {
      topic,
      partition,
      logStartOffset: log.logStartOffset,
      lastStableOffset: log.lastStableOffset,
      logEndOffset: log.logEndOffset,
      segments: log.segments().map((segment) => segment.baseOffset),
      open: log
        .activeProducers()
        .filter((producer) => producer.currentTxnStartOffset >= 0)
        .map(({ producerId, producerEpoch, currentTxnStartOffset }) => ({
          producerId,
          epoch: producerEpoch,
          firstOffset: currentTxnStartOffset,
        })),
    };
  });
}

function whatIsThere(verdicts: Verdicts) {
  return verdicts.partitions.map((partition) => ({
    topic: partition.topic,
    partition: partition.partition,
    logStartOffset: partition.logStartOffset,
    lastStableOffset: partition.lastStableOffset,
    logEndOffset: partition.logEndOffset,
    segments: partition.segments,
    open: partition.transactions
      .filter((transaction) => transaction.outcome === 'open')
      .map(({ producerId, epoch, firstOffset }) => ({ producerId, epoch, firstOffset })),
  }));
}

/** Takes away what an unclean stop does not leave. */
function pretendCrash(directory: string): void {
  rmSync(join(directory, '.kafka_cleanshutdown'), { force: true });
  rmSync(join(directory, 'recovery-point-offset-checkpoint'), { force: true });
}

/** Files of every partition, by `partition/file`. */
function filesOf(directory: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    for (const name of readdirSync(join(directory, entry.name))) {
      files.set(`${entry.name}/${name}`, readFileSync(join(directory, entry.name, name)));
    }
  }
  return files;
}

/** Names of the files of Kafka's that are not the same any more. */
function changed(before: Map<string, Buffer>, after: Map<string, Buffer>): string[] {
  return [...before]
    .filter(([name, bytes]) => !(after.get(name)?.equals(bytes) ?? false))
    .map(([name]) => name)
    .filter((name) => !name.endsWith('.deleted'));
}

const SETS = [
  'plain',
  'txn-basic',
  'txn-tv1',
  'rolled',
  'compacted',
  'idempotent',
  'logappendtime',
  'delete-records',
  'old-formats',
];

describe.each(SETS)('the directory %s', (set) => {
  test('opens with the offsets, segments and open transactions that Kafka saw', async () => {
    world.copy(`log-dirs/${set}`);
    const verdicts = verdictsOf(`log-dirs/${set}`);
    const manager = await world.open();
    expect(manager.wasCleanlyShutDown).toBe(true);
    expect(whatIsSeen(manager, verdicts)).toEqual(whatIsThere(verdicts));
    await manager.close();
    expect(world.of('log.recovered')).toEqual([]);
  });

  test('opens the same when it was not closed in order', async () => {
    world.copy(`log-dirs/${set}`);
    pretendCrash(world.directory);
    const verdicts = verdictsOf(`log-dirs/${set}`);
    const manager = await world.open();
    expect(whatIsSeen(manager, verdicts)).toEqual(whatIsThere(verdicts));
    await manager.close();
    for (const event of world.of('log.recovered')) expect(event.truncatedBytes).toBe(0);
  });
});

// Not `compacted`: Kafka took those snapshots before it compacted. Not `delete-records`: a transaction began below the log start.
describe.each(['plain', 'txn-basic', 'txn-tv1', 'rolled', 'idempotent', 'logappendtime'])(
  'recovery of %s',
  (set) => {
    test('rebuilds the indexes and snapshots that Kafka wrote, byte for byte', async () => {
      world.copy(`log-dirs/${set}`);
      const kafkas = filesOf(world.directory);
      pretendCrash(world.directory);
      for (const name of kafkas.keys()) {
        if (/\.(index|timeindex|txnindex|snapshot)$/.test(name)) rmSync(join(world.directory, name));
      }
      const manager = await world.open();
      await manager.close();
      const ours = filesOf(world.directory);
      expect(changed(kafkas, ours)).toEqual([]);
      expect([...ours.keys()].filter((name) => !kafkas.has(name))).toEqual([]);
    });
  },
);

describe('a broker killed with open transactions', () => {
  test('is recovered to what Kafka recovered, byte for byte', async () => {
    world.copy('log-recovery/crashed');
    const kafkas = filesOf(world.directory);
    pretendCrash(world.directory);
    for (const name of kafkas.keys()) {
      const path = join(world.directory, name);
      if (name.endsWith('.snapshot')) rmSync(path);
      // As the kill left them: preallocated, with the entries at the beginning.
      if (name.endsWith('.index')) truncateSync(path, 10485760);
      if (name.endsWith('.timeindex')) truncateSync(path, 10485756);
      if (name.endsWith('leader-epoch-checkpoint')) writeFileSync(path, '0\n1\n0 0\n');
    }
    const verdicts = verdictsOf('log-recovery/crashed');
    const manager = await world.open();
    expect(whatIsSeen(manager, verdicts)).toEqual(whatIsThere(verdicts));
    // Kafka's own restart made the leader epoch 2.
    for (const log of manager.partitions()) log.becomeLeader(2);
    await manager.close();
    expect(changed(kafkas, filesOf(world.directory))).toEqual([]);
  });
});
