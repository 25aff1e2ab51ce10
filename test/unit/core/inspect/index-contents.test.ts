/** Entries of indexes with other contents: every bit of them that a broker depends on is held against the log. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeCensus } from '#core/inspect/census/census.ts';
import { ScanControl } from '#core/inspect/scan/scan-control.ts';
import type { DamageView } from '#core/lab-api/opened-views.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { fixture } from '../../../support/log-world.ts';

const { clock, disk } = nodePlatform();
let folder: string;
let directory: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'index-contents-'));
  directory = path.join(folder, 'base-0');
  fs.cpSync(fixture('to-be-damaged/orders-0'), directory, { recursive: true });
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const pathOf = (name: string): string => {
  const [base = '', kind] = name.split('.');
  return path.join(directory, `${base.padStart(20, '0')}.${kind}`);
};

async function damages(): Promise<readonly DamageView[]> {
  const what = { path: directory, topic: null, partition: 0, depth: 'contents' } as const;
  const { partitions } = await takeCensus({ disk, clock }, what, new ScanControl({ clock }));
  return partitions[0]?.damages ?? [];
}

const told = async (): Promise<readonly string[]> =>
  (await damages()).map(
    ({ file, reason, cleanStart }) => `${file.replace(/^0*(?=.)/, '')}: ${reason}: ${cleanStart}`,
  );

/** Flips each of these bits alone, and answers those that were not told of in this file. */
async function unnoticed(name: string, bits: readonly number[]): Promise<readonly number[]> {
  const bytes = fs.readFileSync(pathOf(name));
  const missed: number[] = [];
  for (const bit of bits) {
    const flipped = Buffer.from(bytes);
    flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    fs.writeFileSync(pathOf(name), flipped);
    const isTold = (await damages()).some(({ file }) => file === path.basename(pathOf(name)));
    if (!isTold) missed.push(bit);
  }
  fs.writeFileSync(pathOf(name), bytes);
  return missed;
}

const bitsOf = (from: number, to: number): readonly number[] =>
  Array.from({ length: (to - from) * 8 }, (_, i) => from * 8 + i);

/** Of an entry of 34 bytes. */
const put = (name: string, at: number, value: bigint): void => {
  const bytes = fs.readFileSync(pathOf(name));
  bytes.writeBigInt64BE(value, at);
  fs.writeFileSync(pathOf(name), bytes);
};
const get = (name: string, at: number): bigint => fs.readFileSync(pathOf(name)).readBigInt64BE(at);

describe('a .txnindex', () => {
  test('is told of for every bit of its entry, but for the byte of the version that no broker reads', async () => {
    expect(await damages()).toEqual([]);
    // A negative version is not above the one that is known.
    const version = bitsOf(0, 1).slice(0, 7);
    expect(await unnoticed('9.txnindex', [...version, ...bitsOf(2, 34)])).toEqual([]);
  });

  test('that names another producer id hands out aborted records', async () => {
    const [producerId, offset] = [get('9.txnindex', 2), get('9.txnindex', 18)];
    put('9.txnindex', 2, producerId + 8n);
    expect(await told()).toEqual([
      `9.txnindex: the transaction that producer id ${producerId} aborted at offset ${offset} is in it with producer id ${producerId + 8n}: aborted-delivered`,
    ]);
  });

  test('that begins too late hands out aborted records, one that begins too early keeps committed ones back', async () => {
    const first = get('9.txnindex', 10);
    put('9.txnindex', 10, first + 1n);
    expect(await told()).toEqual([
      expect.stringMatching(/ begins at offset \d+, in it at \d+: aborted-delivered$/),
    ]);
    put('9.txnindex', 10, first - 1n);
    expect(await told()).toEqual([
      expect.stringMatching(/ begins at offset \d+, in it at \d+: committed-withheld$/),
    ]);
  });

  test('whose last stable offset is too high ends the search of a broker too soon', async () => {
    put('9.txnindex', 26, get('9.txnindex', 26) + 64n);
    expect(await told()).toEqual([
      expect.stringMatching(/^9\.txnindex: the last stable offset .*: aborted-delivered$/),
    ]);
  });

  test('that has a transaction more keeps its committed records back', async () => {
    const entry = Buffer.from(fs.readFileSync(pathOf('9.txnindex')));
    entry.writeBigInt64BE(17n, 18);
    fs.appendFileSync(pathOf('9.txnindex'), entry);
    expect(await told()).toEqual([
      expect.stringMatching(
        / that ends at offset 17, where the log has no ABORT marker: committed-withheld$/,
      ),
    ]);
  });

  test('of a version above 255 ends a broker, whatever the start', async () => {
    const bytes = fs.readFileSync(pathOf('9.txnindex'));
    bytes.writeInt16BE(256, 0);
    fs.writeFileSync(pathOf('9.txnindex'), bytes);
    expect(await damages()).toMatchObject([{ cleanStart: 'does-not-start', uncleanStart: 'does-not-start' }]);
  });
});

describe('an .index', () => {
  test('is told of for every bit of a position', async () => {
    const size = fs.statSync(pathOf('9.index')).size;
    const positions = Array.from({ length: size / 8 }, (_, i) => bitsOf(i * 8 + 4, i * 8 + 8)).flat();
    expect(await unnoticed('9.index', positions)).toEqual([]);
    expect(await unnoticed('27.index', bitsOf(4, 8))).toEqual([]);
  });

  test('of the newest segment may give a wrong end; of another one, seekers miss records', async () => {
    for (const [name, effect] of [
      ['27.index', 'end-uncertain'],
      ['9.index', 'seekers-miss'],
    ] as const) {
      const bytes = fs.readFileSync(pathOf(name));
      const flipped = Buffer.from(bytes);
      flipped.writeInt32BE(bytes.readInt32BE(4) - 4, 4);
      fs.writeFileSync(pathOf(name), flipped);
      expect(await damages()).toMatchObject([{ cleanStart: effect, uncleanStart: 'rebuilt' }]);
      fs.writeFileSync(pathOf(name), bytes);
    }
  });
});
