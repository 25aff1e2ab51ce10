import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inspect } from '#core/inspect/inspect.ts';
import type { SideEntry } from '#core/inspect/side/entry.ts';
import { sideFileAt, sideFileDamage, sideFileEntries } from '#core/inspect/side/side-file.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';

const LOG_DIRS = fileURLToPath(new URL('../../../fixtures/log-dirs', import.meta.url));
const { disk } = nodePlatform();
const SEGMENT = '00000000000000000000';

let data: string;
let orders: string;
beforeEach(() => {
  data = fs.mkdtempSync(path.join(os.tmpdir(), 'side-files-'));
  fs.cpSync(`${LOG_DIRS}/txn-basic/data`, data, { recursive: true });
  orders = `${data}/orders-0`;
});
afterEach(() => fs.rmSync(data, { recursive: true, force: true }));

function read(file: string): { readonly entries: readonly SideEntry[]; readonly damage: string | null } {
  const side = sideFileAt(file);
  if (side === undefined) throw new Error(`${file} is not recognised`);
  const entries: SideEntry[] = [];
  const reading = sideFileEntries(disk, side);
  for (;;) {
    const { done, value } = reading.next();
    if (done === true) return { entries, damage: value };
    entries.push(value);
  }
}

function write(name: string, contents: Buffer | string): string {
  fs.writeFileSync(`${orders}/${name}`, contents);
  return `${orders}/${name}`;
}

function index(...entries: readonly (readonly [number, number])[]): Buffer {
  const bytes = Buffer.alloc(entries.length * 8);
  for (const [i, [offset, position]] of entries.entries()) {
    bytes.writeInt32BE(offset, i * 8);
    bytes.writeInt32BE(position, i * 8 + 4);
  }
  return bytes;
}

describe("files of Apache Kafka's", () => {
  test.each(fs.readdirSync(LOG_DIRS).filter((name) => fs.existsSync(`${LOG_DIRS}/${name}/data`)))(
    'nothing is wrong with any file of %s',
    (set) => {
      const root = `${LOG_DIRS}/${set}/data`;
      const folders = [root, ...fs.readdirSync(root).map((name) => `${root}/${name}`)];
      for (const folder of folders.filter((name) => fs.statSync(name).isDirectory())) {
        expect(sideFileDamage(disk, folder)).toEqual([]);
      }
    },
  );

  test('each kind is read entry by entry', () => {
    expect(read(`${orders}/${SEGMENT}.timeindex`)).toEqual({
      entries: [{ timestamp: 0x1a22cba7a68, offset: 23 }],
      damage: null,
    });
    expect(read(`${orders}/${SEGMENT}.txnindex`).entries[0]).toEqual({
      producerId: expect.any(Number),
      firstOffset: expect.any(Number),
      lastOffset: expect.any(Number),
      lastStableOffset: expect.any(Number),
    });
    expect(read(`${orders}/00000000000000000024.snapshot`).entries[0]).toMatchObject({
      producerEpoch: expect.any(Number),
      currentTxnFirstOffset: -1,
    });
    expect(read(`${orders}/leader-epoch-checkpoint`).entries).toEqual([{ epoch: 0, startOffset: 0 }]);
    expect(read(`${orders}/partition.metadata`).entries).toEqual([
      { version: 0, topicId: expect.stringMatching(/^.{22}$/) },
    ]);
    expect(read(`${data}/replication-offset-checkpoint`).entries).toContainEqual({
      topic: 'orders',
      partition: 0,
      offset: 24,
    });
    expect(read(`${LOG_DIRS}/rolled/data/${firstIndexOf('rolled')}`).entries[0]).toEqual({
      offset: expect.any(Number),
      position: expect.any(Number),
    });
  });

  test('an index that a live broker has preallocated ends where its zeros begin', () => {
    const file = write(`${SEGMENT}.index`, Buffer.concat([index([3, 243], [6, 481]), Buffer.alloc(800)]));
    expect(read(file)).toEqual({
      entries: [
        { offset: 3, position: 243 },
        { offset: 6, position: 481 },
      ],
      damage: null,
    });
  });
});

describe('damage is named', () => {
  const cut = (name: string, bytes: number): Buffer => {
    const whole = fs.readFileSync(`${orders}/${name}`);
    return whole.subarray(0, whole.length - bytes);
  };
  const changed = (name: string, at: number): Buffer => {
    const bytes = fs.readFileSync(`${orders}/${name}`);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes;
  };
  const cases: readonly (readonly [string, string, () => Buffer | string, string])[] = [
    ['an index that is not sorted', `${SEGMENT}.index`, () => index([6, 481], [3, 243]), 'not sorted'],
    ['an index that points behind the log', `${SEGMENT}.index`, () => index([6, 900_000]), 'byte 900000'],
    ['an index into the middle of a batch', `${SEGMENT}.index`, () => index([6, 488]), 'no batch begins'],
    ['an index behind its offset', `${SEGMENT}.index`, () => index([5, 481]), 'batch of offset 6 begins'],
    ['an index of an odd size', `${SEGMENT}.index`, () => Buffer.alloc(13), 'multiple of 8'],
    ['a time index of an odd size', `${SEGMENT}.timeindex`, () => Buffer.alloc(13), 'multiple of 12'],
    ['a cut transaction index', `${SEGMENT}.txnindex`, () => cut(`${SEGMENT}.txnindex`, 5), 'multiple of 34'],
    ['an unknown version', `${SEGMENT}.txnindex`, () => changed(`${SEGMENT}.txnindex`, 1), 'version 1'],
    [
      'a flipped bit of a snapshot',
      '00000000000000000024.snapshot',
      () => changed('00000000000000000024.snapshot', 20),
      'CRC is no longer valid',
    ],
    [
      'a cut snapshot',
      '00000000000000000024.snapshot',
      () => cut('00000000000000000024.snapshot', 3),
      'snapshot is cut',
    ],
    ['a malformed checkpoint', 'leader-epoch-checkpoint', () => '0\n1\nzero 0\n', 'line 3'],
    ['a checkpoint without all entries', 'leader-epoch-checkpoint', () => '0\n2\n0 0\n', 'file says 2'],
    ['a topic id that is none', 'partition.metadata', () => 'version: 0\ntopic_id: me', 'topic_id'],
  ];
  test.each(cases)('%s', async (_, name, contents, reason) => {
    const file = write(name, contents());
    expect(read(file).damage).toContain(reason);
    const reports = [];
    for await (const report of inspect(disk, data)) reports.push(report);
    const damaged = reports.filter(({ sideFiles }) => sideFiles !== undefined);
    expect(damaged).toMatchObject([
      { topic: 'orders', partition: 0, damage: null, sideFiles: [{ file: name }] },
    ]);
  });
});

function firstIndexOf(set: string): string {
  const root = `${LOG_DIRS}/${set}/data`;
  const found = fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .find((name) => name.endsWith('.index') && fs.statSync(`${root}/${name}`).size > 0);
  if (found === undefined) throw new Error(`${set} has no index with entries`);
  return found;
}
