import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeCensus } from '#core/inspect/census/census.ts';
import { ScanControl } from '#core/inspect/scan/scan-control.ts';
import type { DamageView, StartUpEffect } from '#core/lab-api/opened-views.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { fixture } from '../../../support/log-world.ts';

interface Seen {
  readonly changed: readonly string[];
  readonly afterCrash: { readonly logEndOffset: number; readonly logBytes: number };
  readonly afterOrderlyStop: {
    readonly starts: boolean;
    readonly logEndOffset: number | null;
    readonly readUncommitted: readonly number[] | null;
    readonly readCommitted: readonly number[] | null;
    readonly readersFail: boolean;
  };
}

const LOG_END = 29;
const UNCOMMITTED = [0, 1, 3, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16, 17, 18, 19, 20, 23, 24, 25, 26, 27, 28];
const COMMITTED = [0, 1, 5, 6, 7, 8, 9, 11, 15, 16, 17, 19, 23, 24, 25, 26, 27, 28];
/** A producer that nobody remembers, an index made anew or not looked into: consumers that begin at the start do not see it. */
const UNSEEN: ReadonlySet<StartUpEffect> = new Set([
  'unnoticed',
  'rebuilt',
  'older-snapshot',
  'producers-forgotten',
  'seekers-miss',
]);

const SEEN = JSON.parse(fs.readFileSync(fixture('damaged/seen.json'), 'utf8')) as {
  readonly [variant: string]: Seen;
};

let folder: string;
let directory: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'effects-seen-'));
  directory = path.join(folder, 'base-0');
  fs.cpSync(fixture('to-be-damaged/orders-0'), directory, { recursive: true });
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** What was put in the place of a file; nothing, where it was removed. */
function damage(variant: string, { changed }: Seen): void {
  for (const name of changed) {
    const changedFile = path.join(fixture('damaged'), variant, 'data', `${variant}-0`, name);
    fs.rmSync(path.join(directory, name));
    if (fs.existsSync(changedFile)) fs.copyFileSync(changedFile, path.join(directory, name));
  }
}

async function damages(): Promise<readonly DamageView[]> {
  const { clock, disk } = nodePlatform();
  const what = { path: directory, topic: null, partition: 0, depth: 'contents' } as const;
  const { partitions } = await takeCensus({ disk, clock }, what, new ScanControl({ clock }));
  return partitions[0]?.damages ?? [];
}

function logBytes(): number {
  const logs = fs.readdirSync(directory).filter((name) => name.endsWith('.log'));
  return logs.reduce((sum, name) => sum + fs.statSync(path.join(directory, name)).size, 0);
}

/** What consumers and the offsets of the log showed after an orderly stop, as effects. */
function effectsAfterOrderlyStop({ afterOrderlyStop: seen }: Seen): readonly StartUpEffect[] {
  if (!seen.starts) return ['does-not-start'];
  const { logEndOffset, readUncommitted, readCommitted } = seen;
  const effects: StartUpEffect[] = [];
  if ((logEndOffset ?? 0) < LOG_END) effects.push('end-falls');
  const isMissed = (offset: number) => readUncommitted?.includes(offset) === false;
  if (seen.readersFail) effects.push('readers-fail');
  // A log end that rose: the record is there, under another offset.
  else if (logEndOffset === LOG_END && UNCOMMITTED.some(isMissed)) effects.push('readers-skip');
  const isAborted = (offset: number) => UNCOMMITTED.includes(offset) && !COMMITTED.includes(offset);
  if (readCommitted?.some(isAborted)) effects.push('aborted-delivered');
  return effects;
}

describe('what is said of damage is what Apache Kafka was seen to do with it', () => {
  test.each(Object.entries(SEEN))('%s', async (variant, seen) => {
    damage(variant, seen);
    const found = await damages();
    expect(found).not.toEqual([]);
    const told = (of: 'cleanStart' | 'uncleanStart') => [
      ...new Set(found.map((one) => one[of]).filter((effect) => !UNSEEN.has(effect))),
    ];
    expect(told('cleanStart').sort()).toEqual([...effectsAfterOrderlyStop(seen)].sort());
    const isCut = seen.afterCrash.logBytes < logBytes();
    expect(told('uncleanStart').includes('truncates')).toBe(isCut);
  });
});
