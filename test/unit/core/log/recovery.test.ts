import { appendFileSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PartitionLog } from '#core/log/partition-log.ts';
import { LogWorld } from '../../../support/log-world.ts';

const NOW_MS = 1_796_050_000_000;
const BASE = { topic: 'base', partition: 0 };

let world: LogWorld;
beforeEach(() => {
  world = new LogWorld(NOW_MS).copy('log-recovery/damaged');
});
afterEach(() => world.remove());

function file(name: string): string {
  return join(world.directory, 'base-0', name);
}

function log(base: number): string {
  return file(`${String(base).padStart(20, '0')}.log`);
}

function flip(path: string, at: number, bits: number): void {
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(at) ^ bits, at);
  writeFileSync(path, bytes);
}

function crash(): void {
  rmSync(join(world.directory, '.kafka_cleanshutdown'), { force: true });
  rmSync(join(world.directory, 'recovery-point-offset-checkpoint'), { force: true });
}

async function opened(check: (log: PartitionLog) => void): Promise<void> {
  const manager = await world.open();
  const found = manager.get(BASE);
  if (found === undefined) throw new Error('base-0 was not opened');
  found.becomeLeader(found.leaderEpoch);
  check(found);
  await manager.close();
}

function segments(found: PartitionLog): number[] {
  return found.segments().map((segment) => segment.baseOffset);
}

const ALL = [0, 9, 18, 27];

interface Case {
  readonly damage: string;
  readonly inflict: () => void;
  /** What Kafka 4.3.1 recovers to, unless `differs` says why not. */
  readonly logEndOffset: number;
  readonly segments: readonly number[];
}

const CASES: readonly Case[] = [
  {
    damage: 'the last batch is cut',
    inflict: () => truncateSync(log(27), 225),
    logEndOffset: 28,
    segments: ALL,
  },
  { damage: 'a header is cut', inflict: () => truncateSync(log(27), 180), logEndOffset: 28, segments: ALL },
  {
    damage: 'a batch of a middle segment is cut',
    inflict: () => truncateSync(log(9), 1235),
    logEndOffset: 17,
    segments: [0, 9],
  },
  {
    damage: 'a bit of the last body is flipped',
    inflict: () => flip(log(27), 255, 0x10),
    logEndOffset: 28,
    segments: ALL,
  },
  {
    damage: 'a bit of a middle body is flipped',
    inflict: () => flip(log(9), 423, 0x10),
    logEndOffset: 11,
    segments: [0, 9],
  },
  {
    damage: 'a bit of a checksum is flipped',
    inflict: () => flip(log(27), 193, 0x01),
    logEndOffset: 28,
    segments: ALL,
  },
  {
    damage: 'a length is far too long',
    inflict: () => flip(log(27), 184, 0x08),
    logEndOffset: 28,
    segments: ALL,
  },
  {
    damage: 'a length is off by four',
    inflict: () => flip(log(27), 186, 0x04),
    logEndOffset: 28,
    segments: ALL,
  },
  {
    damage: 'zeros follow the end',
    inflict: () => appendFileSync(log(27), Buffer.alloc(4096)),
    logEndOffset: 29,
    segments: ALL,
  },
  {
    damage: 'garbage follows the end',
    inflict: () => appendFileSync(log(27), Buffer.alloc(300, 0x5a)),
    logEndOffset: 29,
    segments: ALL,
  },
  {
    damage: 'the last segment is empty',
    inflict: () => truncateSync(log(27), 0),
    logEndOffset: 27,
    segments: ALL,
  },
  {
    damage: 'all other files are empty',
    inflict: () => {
      for (const base of ['00', '09', '18', '27']) {
        for (const kind of ['index', 'timeindex']) truncateSync(file(`${'0'.repeat(18)}${base}.${kind}`), 0);
      }
      for (const base of ['09', '18', '27', '29']) truncateSync(file(`${'0'.repeat(18)}${base}.snapshot`), 0);
      truncateSync(file('leader-epoch-checkpoint'), 0);
    },
    logEndOffset: 29,
    segments: ALL,
  },
  {
    damage: 'a snapshot does not fit its checksum',
    inflict: () => flip(file(`${'0'.repeat(18)}29.snapshot`), 20, 1),
    logEndOffset: 29,
    segments: ALL,
  },
];

describe('after an unclean stop', () => {
  test.each(CASES)(
    'when $damage, the log ends at $logEndOffset',
    async ({ inflict, logEndOffset, segments: bases }) => {
      inflict();
      crash();
      await opened((found) => {
        expect(found.logEndOffset).toBe(logEndOffset);
        expect(segments(found)).toEqual(bases);
      });
    },
  );

  test('an offset that runs away counts as damage, where Kafka would go on beyond 2^32', async () => {
    flip(log(27), 178, 0x01);
    crash();
    await opened((found) => expect(found.logEndOffset).toBe(28));
  });

  test('an offset before its segment ends the start, as in Kafka, and nothing of the log is cut', async () => {
    const bytes = readFileSync(log(9));
    // The second batch: no checksum covers its base offset.
    bytes.writeBigInt64BE(3n, 12 + bytes.readInt32BE(8));
    writeFileSync(log(9), bytes);
    crash();
    await expect(opened(() => undefined)).rejects.toThrow(
      /ends at offset 3, before its segment\. Kafka ends here: Split operation is only permitted/,
    );
    expect(readFileSync(log(9))).toEqual(bytes);
  });

  test('what was cut is announced with its reason', async () => {
    truncateSync(log(27), 225);
    crash();
    await opened(() => undefined);
    expect(world.of('log.recovered').filter((event) => event.topic === 'base')).toEqual([
      {
        ...BASE,
        truncatedBytes: 50,
        logEndOffset: 28,
        reason: 'segment 27: incomplete batch at position 175',
      },
    ]);
  });

  test('segments below the recovery point are trusted', async () => {
    crash();
    writeFileSync(join(world.directory, 'recovery-point-offset-checkpoint'), '0\n1\nbase 0 18\n');
    flip(log(9), 423, 0x10);
    await opened((found) => expect(found.logEndOffset).toBe(29));
  });

  test('a log that ends below its start begins anew there', async () => {
    crash();
    writeFileSync(join(world.directory, 'log-start-offset-checkpoint'), '0\n1\nbase 0 100\n');
    await opened((found) => {
      expect([found.logStartOffset, found.logEndOffset]).toEqual([100, 100]);
      expect(segments(found)).toEqual([100]);
    });
  });
});

describe('after a clean stop', () => {
  test('a missing index is rebuilt', async () => {
    const path = file(`${'0'.repeat(18)}09.index`);
    rmSync(path);
    await opened((found) => {
      expect(found.logEndOffset).toBe(29);
      expect(
        found.read({ offset: 15, maxBytes: 1, isolation: 'log-end', minOneBatch: true }).records.length,
      ).toBeGreaterThan(0);
    });
    expect(readFileSync(path)).toBeDefined();
  });

  test('a missing time index becomes an empty one', async () => {
    rmSync(file(`${'0'.repeat(18)}09.timeindex`));
    await opened((found) =>
      expect(found.segments()[1]?.files.map((entry) => entry.kind)).toContain('timeindex'),
    );
  });

  test('a transaction index that cannot be the segment’s is rebuilt', async () => {
    const path = file(`${'0'.repeat(18)}09.txnindex`);
    const kafkas = readFileSync(path);
    const wrong = Buffer.from(kafkas);
    wrong.writeBigInt64BE(3n, 18);
    writeFileSync(path, wrong);
    await opened(() => undefined);
    expect(readFileSync(path).equals(kafkas)).toBe(true);
  });

  test('an end that does not fit the index is recovered, where Kafka would fall back to the segment’s base', async () => {
    truncateSync(log(27), 225);
    await opened((found) => expect(found.logEndOffset).toBe(28));
    expect(world.of('log.recovered')).toHaveLength(1);
  });

  test('zeros behind the end are cut, where Kafka would not start', async () => {
    appendFileSync(log(27), Buffer.alloc(4096));
    await opened((found) => expect(found.logEndOffset).toBe(29));
    expect(readFileSync(log(27))).toHaveLength(350);
  });

  test.each([
    ['of an entry that begins at the log end', '0\n1\n7 29\n', 7],
    ['of the last batch, where the checkpoint is lost', '0\n0\n', 0],
  ])('the leader epoch is that %s', async (_, checkpoint, expected) => {
    writeFileSync(file('leader-epoch-checkpoint'), checkpoint);
    await opened((found) => expect(found.leaderEpoch).toBe(expected));
  });

  test('an older snapshot stands in for a damaged one', async () => {
    flip(file(`${'0'.repeat(18)}29.snapshot`), 20, 1);
    const before = new LogWorld(NOW_MS).copy('log-recovery/damaged');
    const healthy = await before.open();
    const expected = healthy.get(BASE)?.activeProducers();
    await healthy.close();
    before.remove();
    await opened((found) => expect(found.activeProducers()).toEqual(expected));
  });
});

describe('work that was interrupted', () => {
  test('files that wait for removal go', async () => {
    writeFileSync(file(`${'0'.repeat(20)}.log.deleted`), 'x');
    writeFileSync(file(`${'0'.repeat(20)}.log.cleaned`), 'x');
    await opened((found) => expect(found.logEndOffset).toBe(29));
    expect(() => readFileSync(file(`${'0'.repeat(20)}.log.deleted`))).toThrow();
    expect(() => readFileSync(file(`${'0'.repeat(20)}.log.cleaned`))).toThrow();
  });

  test('an index without a log goes', async () => {
    writeFileSync(file(`${'0'.repeat(18)}05.index`), 'x');
    await opened((found) => expect(segments(found)).toEqual(ALL));
    expect(() => readFileSync(file(`${'0'.repeat(18)}05.index`))).toThrow();
  });

  test('a swap is completed: it takes the place of the segments it covers', async () => {
    // Segments 9 and 18 compacted into one: here simply put together, which is what a compaction that drops nothing makes.
    const merged = Buffer.concat([readFileSync(log(9)), readFileSync(log(18))]);
    writeFileSync(`${log(9)}.swap`, merged);
    renameSync(file(`${'0'.repeat(18)}09.index`), file(`${'0'.repeat(18)}09.index.swap`));
    crash();
    await opened((found) => {
      expect(segments(found)).toEqual([0, 9, 27]);
      expect(found.logEndOffset).toBe(29);
    });
  });

  test.each(['an orderly stop', 'a crash'])(
    'a swap that lost its indexes and its snapshot is completed after %s',
    async (how) => {
      writeFileSync(`${log(9)}.swap`, readFileSync(log(9)));
      if (how === 'a crash') crash();
      await opened((found) => {
        expect(segments(found)).toEqual(ALL);
        expect(found.logEndOffset).toBe(29);
      });
      expect(() => readFileSync(`${log(9)}.swap`)).toThrow();
    },
  );

  test('a swap beside unfinished output is dropped with it', async () => {
    writeFileSync(`${log(9)}.cleaned`, 'x');
    writeFileSync(`${log(18)}.swap`, 'x');
    await opened((found) => expect(segments(found)).toEqual(ALL));
  });
});
