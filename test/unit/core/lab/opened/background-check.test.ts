import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { crc32c } from '@node-rs/crc32';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OpenedThing } from '#core/lab/opened/opened-thing.ts';
import type { OpenedPartitionView } from '#core/lab-api/opened-views.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { CODEC } from '#core/protocol/records/compression.ts';
import { BATCH_HEADER_SIZE } from '#core/protocol/records/record-batch.ts';
import { CountedScans } from '../../../../support/counted-scans.ts';
import { aBatch, fixture } from '../../../../support/log-world.ts';

const { disk, clock } = nodePlatform();
let folder: string;
let directory: string;
let things: OpenedThing[];
let scans: CountedScans;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'background-check-'));
  directory = path.join(folder, 'orders-0');
  fs.cpSync(fixture('to-be-damaged/orders-0'), directory, { recursive: true });
  things = [];
  scans = new CountedScans({ disk, clock });
});
afterEach(() => {
  for (const thing of things) thing.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function open(where = folder): Promise<OpenedThing> {
  const onChange = (): void => undefined;
  const options = { id: 'o1', disk, clock, scans, onChange, onProgress: onChange };
  const thing = await OpenedThing.open(options, where);
  things.push(thing);
  return thing;
}

const pathOf = (name: string): string => {
  const [base = '', ...rest] = name.split('.');
  return path.join(directory, [base.padStart(20, '0'), ...rest].join('.'));
};

/** Changes the bytes of a file; its length too when others are answered. */
function change(name: string, edit: (bytes: Buffer) => Buffer | undefined): void {
  const bytes = fs.readFileSync(pathOf(name));
  fs.writeFileSync(pathOf(name), edit(bytes) ?? bytes);
}

function flip(name: string, at: number, mask: number): void {
  change(name, (bytes) => {
    bytes.writeUInt8(bytes.readUInt8(at) ^ mask, at);
    return undefined;
  });
}

const cut = (name: string, size: number): void => fs.truncateSync(pathOf(name), size);
const append = (name: string, bytes: Uint8Array): void => fs.appendFileSync(pathOf(name), bytes);
const remove = (...names: readonly string[]): void => {
  for (const name of names) fs.rmSync(pathOf(name));
};

/** Swaps the first and the last of so many entries. */
function swap(
  name: string,
  { entrySize, entries }: { readonly entrySize: number; readonly entries: number },
): void {
  change(name, (bytes) => {
    const all = Array.from({ length: entries }, (_, i) => bytes.subarray(i * entrySize, (i + 1) * entrySize));
    const [first, last] = [all[0] as Buffer, all.at(-1) as Buffer];
    return Buffer.concat([last, ...all.slice(1, -1), first, bytes.subarray(entries * entrySize)]);
  });
}

async function checked(thing: OpenedThing): Promise<OpenedPartitionView> {
  await expect.poll(() => thing.view().check.state, { timeout: 10_000 }).toBe('done');
  const [view] = await thing.partitions();
  expect(view?.isChecked).toBe(true);
  return view as OpenedPartitionView;
}

const shortName = (file: string): string => file.replace(/^0+(?=[0-9])/, '');

const told = ({ damages }: OpenedPartitionView): readonly string[] =>
  damages.map(({ file, kind, position, cleanStart, uncleanStart }) => {
    const what = kind === 'side-file' ? '' : ` ${kind} at ${position}`;
    return `${shortName(file)}${what}: ${cleanStart}, ${uncleanStart}`;
  });

/** A batch of a few hundred KB that holds more than 256 MiB. */
function bombAt(baseOffset: number): Buffer {
  const member = zlib.gzipSync(Buffer.alloc(16 << 20));
  const bytes = Buffer.concat([
    aBatch({ codec: CODEC.gzip }).subarray(0, BATCH_HEADER_SIZE),
    ...Array.from({ length: 17 }, () => member),
  ]);
  bytes.writeBigInt64BE(BigInt(baseOffset), 0);
  bytes.writeInt32BE(bytes.length - 12, 8);
  bytes.writeUInt32BE(crc32c(bytes.subarray(21)), 17);
  return bytes;
}

const INDEX = { entrySize: 8, entries: 7 };
const TIME_INDEX = { entrySize: 12, entries: 7 };

/** How it is damaged, and what Kafka 4.3.1 was seen to do with it after a stop in order, and after a crash. */
const DAMAGES: { readonly [name: string]: readonly [damage: () => void, expected: readonly string[]] } = {
  'the last batch is cut': [
    () => cut('27.log', 225),
    ['27.log cut at 175: end-falls, truncates', '27.index: unnoticed, rebuilt'],
  ],
  'the header of the last batch is cut': [
    () => cut('27.log', 180),
    ['27.log cut at 175: end-falls, truncates', '27.index: unnoticed, rebuilt'],
  ],
  'a segment in the middle is cut': [
    () => cut('9.log', 1235),
    ['9.log cut at 1185: readers-skip, truncates', '9.index: unnoticed, rebuilt'],
  ],
  'a bit of a record, in the last segment': [
    () => flip('27.log', 255, 0x10),
    ['27.log crc at 175: readers-fail, truncates'],
  ],
  'a bit of a record, in a segment in the middle': [
    () => flip('9.log', 423, 0x10),
    ['9.log crc at 343: readers-fail, truncates'],
  ],
  'a bit of a checksum': [() => flip('27.log', 193, 1), ['27.log crc at 175: readers-fail, truncates']],
  'a bit of a base offset': [
    () => flip('27.log', 178, 1),
    ['27.log outside-segment at 175: unnoticed, unnoticed', '27.index: unnoticed, rebuilt'],
  ],
  'a high bit of a length': [
    () => flip('27.log', 184, 8),
    ['27.log cut at 175: end-falls, truncates', '27.index: unnoticed, rebuilt'],
  ],
  'a low bit of a length': [
    () => flip('27.log', 186, 4),
    ['27.log cut at 175: end-falls, truncates', '27.index: unnoticed, rebuilt'],
  ],
  'a format version that is not known': [
    () => flip('27.log', 191, 1),
    ['27.log magic at 175: readers-fail, readers-fail', '27.index: unnoticed, rebuilt'],
  ],
  'zeros behind the end': [
    () => append('27.log', Buffer.alloc(4096)),
    ['27.log zeros at 350: does-not-start, truncates'],
  ],
  'fewer zeros behind the end than a header has': [
    () => append('27.log', Buffer.alloc(17)),
    ['27.log cut at 350: end-falls, truncates'],
  ],
  'garbage behind the end': [
    () => append('27.log', Buffer.alloc(300, 0x9b)),
    ['27.log length at 350: does-not-start, truncates'],
  ],
  'the last batch stands twice': [
    () => change('27.log', (bytes) => Buffer.concat([bytes, bytes.subarray(175)])),
    ['27.log order at 350: unnoticed, unnoticed'],
  ],
  'the last segment is empty': [() => cut('27.log', 0), ['27.index: end-falls, rebuilt']],
  'a segment is gone': [
    () => remove('9.log', '9.index', '9.timeindex', '9.txnindex', '9.snapshot'),
    ['18.log missing-segment at 0: unnoticed, unnoticed'],
  ],
  'an index leads past the end': [
    () => change('27.index', (bytes) => void bytes.writeInt32BE(999_999, 4)),
    ['27.index: end-falls, rebuilt'],
  ],
  'an index in the middle leads past the end': [
    () => change('9.index', (bytes) => void bytes.writeInt32BE(999_999, 52)),
    ['9.index: seekers-miss, rebuilt'],
  ],
  'an index leads into a batch': [
    () => change('9.index', (bytes) => void bytes.writeInt32BE(179, 4)),
    ['9.index: seekers-miss, rebuilt'],
  ],
  'an index is not sorted': [() => swap('9.index', INDEX), ['9.index: seekers-miss, rebuilt']],
  'an index has an odd size': [() => append('9.index', Buffer.alloc(3)), ['9.index: rebuilt, rebuilt']],
  'a time index is not sorted': [() => swap('9.timeindex', TIME_INDEX), ['9.timeindex: unnoticed, rebuilt']],
  'an index is missing': [() => remove('9.index'), ['9.index: rebuilt, rebuilt']],
  'a time index is missing': [() => remove('9.timeindex'), ['9.timeindex: rebuilt, rebuilt']],
  'the newest snapshot is damaged': [
    () => flip('29.snapshot', 20, 1),
    ['29.snapshot: older-snapshot, rebuilt'],
  ],
  'the newest snapshot has another version': [
    () => flip('29.snapshot', 1, 2),
    ['29.snapshot: older-snapshot, rebuilt'],
  ],
  'a transaction index is cut': [() => cut('0.txnindex', 20), ['0.txnindex: aborted-delivered, rebuilt']],
  'a transaction index has another version': [
    () => flip('0.txnindex', 1, 1),
    ['0.txnindex: unnoticed, rebuilt'],
  ],
  'the transaction indexes are gone': [
    () => remove('0.txnindex', '9.txnindex', '18.txnindex'),
    [
      '0.txnindex: aborted-delivered, rebuilt',
      '9.txnindex: aborted-delivered, rebuilt',
      '18.txnindex: aborted-delivered, rebuilt',
    ],
  ],
};

describe('what is opened is checked unasked', () => {
  test('and nothing is said of what is whole', async () => {
    expect(told(await checked(await open()))).toEqual([]);
  });

  test.each(Object.entries(DAMAGES))('%s', async (_, [damage, expected]) => {
    damage();
    expect(told(await checked(await open()))).toEqual(expected);
  });

  test('what is wrong with a transaction index that is not there is said of the marker', async () => {
    remove('0.txnindex');
    const { damages } = await checked(await open());
    expect(damages[0]?.says.found).toEqual({
      key: 'lab.side.missingAborted',
      params: { producerId: '1', offset: '4' },
    });
  });

  test.each([
    ['stopped in order', true, ['*.snapshot: producers-forgotten, rebuilt']],
    ['not stopped in order, which may have written none', false, []],
  ])('no snapshot at all in a directory that was %s', async (_, isClean, expected) => {
    if (isClean)
      fs.writeFileSync(path.join(folder, '.kafka_cleanshutdown'), '{"version":0,"brokerEpoch":-1}');
    remove('9.snapshot', '18.snapshot', '27.snapshot', '29.snapshot');
    expect(told(await checked(await open()))).toEqual(expected);
  });

  test('a log whose records were all deleted needs no snapshot', async () => {
    fs.writeFileSync(path.join(folder, '.kafka_cleanshutdown'), '{"version":0,"brokerEpoch":-1}');
    fs.writeFileSync(path.join(folder, 'log-start-offset-checkpoint'), '0\n1\norders 0 29\n');
    remove('9.snapshot', '18.snapshot', '27.snapshot', '29.snapshot');
    expect(told(await checked(await open()))).toEqual([]);
  });

  test('a base offset beyond 2^53 is told as it is', async () => {
    change('27.log', (bytes) => void bytes.writeBigInt64BE(2n ** 63n - 1n, 175));
    const { damages } = await checked(await open());
    expect(damages[0]?.says.found.params).toEqual({ offset: '9223372036854775807' });
    expect(damages[1]?.says.found.params).toMatchObject({ first: '9223372036854775807' });
  });

  test('a batch that unfolds to more than fits into memory is told with the limit', async () => {
    append('27.log', bombAt(29));
    const { damages, logEndOffset } = await checked(await open());
    expect(logEndOffset).toBe(30);
    expect(damages).toMatchObject([
      {
        kind: 'too-large',
        position: 350,
        cleanStart: 'unnoticed',
        says: { found: { key: 'lab.decode.tooLarge', params: { codec: 'gzip', most: '268435456' } } },
      },
    ]);
  });
});

/** A file, how it is damaged, and the sentence about it. */
const ALONE: readonly (readonly [file: string, damage: () => void, key: string | undefined])[] = [
  ['9.index', () => swap('9.index', INDEX), 'lab.side.indexUnsorted'],
  ['9.timeindex', () => swap('9.timeindex', TIME_INDEX), 'lab.side.timesUnsorted'],
  ['0.txnindex', () => cut('0.txnindex', 20), 'lab.side.oddSize'],
  ['9.index', () => undefined, undefined],
];

describe('a file beside a log that is opened alone', () => {
  test.each(ALONE)('%s is checked as well', async (name, damage, key) => {
    damage();
    const thing = await open(pathOf(name));
    const found = () => thing.view().files[0]?.damage?.key;
    if (key === undefined) expect(found()).toBeUndefined();
    else await expect.poll(found).toBe(key);
  });
});

describe.skipIf(process.platform === 'win32')('a link where the folder of a partition should be', () => {
  test.each([
    ['that leads nowhere', '/nowhere/at/all', 'lab.unreadable.nowhere'],
    ['that leads back to itself', 'links-0', 'lab.unreadable.loop'],
  ])('%s is told, and Kafka passes over it', async (_, target, key) => {
    fs.symlinkSync(target, path.join(folder, 'links-0'));
    const thing = await open();
    const [links, orders] = await thing.partitions();
    expect(links).toMatchObject({
      topic: 'links',
      damages: [{ file: 'links-0', kind: 'unreadable', cleanStart: 'passed-over' }],
    });
    expect(links?.damages[0]?.says.found.params['reason']).toMatchObject({ key });
    expect(orders?.topic).toBe('orders');
    await expect.poll(() => thing.view().check.state).toBe('done');
  });
});

describe('offsets that nobody receives', () => {
  test('are known with their causes once all is read, as a census counts them, and no longer when files change', async () => {
    const thing = await open();
    const place = { topic: 'orders', partition: 0 };
    await checked(thing);
    expect(thing.knownHoles(place)?.holes.map(({ cause }) => cause)).toContain('abort-marker');
    expect(thing.knownHoles({ ...place, partition: 7 })).toBeNull();
    append('27.log', Buffer.alloc(8));
    await thing.refresh();
    expect(thing.knownHoles(place)).toBeNull();
  });
});

describe('before all is read', () => {
  test('the ends of the segments and the shape of the files beside them are known', async () => {
    cut('9.log', 1235);
    remove('18.timeindex');
    fs.writeFileSync(path.join(directory, '00000000000000000012.log'), '');
    // So large that it is not read unasked.
    fs.truncateSync(path.join(directory, '00000000000000000012.log'), 5 * 1024 ** 3);
    const thing = await open();
    await expect.poll(async () => (await thing.partitions())[0]?.isSurveyed).toBe(true);
    const [view] = await thing.partitions();
    expect(view?.isChecked).toBe(false);
    expect(view?.damages.map(({ file }) => shortName(file))).toEqual([
      '9.log',
      '12.log',
      '12.index',
      '12.timeindex',
      '18.timeindex',
    ]);
    expect(thing.view().check).toMatchObject({ state: 'too-large', doneBytes: 0 });
    expect(scans.asked).toEqual([]);
  });
});

describe('what changes is checked again', () => {
  test('from the first changed segment on, and once', async () => {
    const thing = await open();
    await checked(thing);
    expect(scans.asked).toEqual([{ name: 'orders-0', fromSegment: 0 }]);
    flip('18.log', 100, 1);
    await thing.refresh();
    await expect.poll(async () => told(await checked(thing))).toHaveLength(1);
    expect(scans.asked.slice(1)).toEqual([{ name: 'orders-0', fromSegment: 18 }]);
    await thing.refresh();
    expect(scans.asked).toHaveLength(2);
  });

  test('damage that was mended is gone, damage before it stays', async () => {
    flip('9.log', 423, 0x10);
    flip('18.log', 100, 1);
    const thing = await open();
    expect(told(await checked(thing))).toHaveLength(2);
    flip('18.log', 100, 1);
    await thing.refresh();
    await expect
      .poll(async () => told(await checked(thing)))
      .toEqual(['9.log crc at 343: readers-fail, truncates']);
  });
});

describe('a census that was asked for', () => {
  test('takes the place of the check', async () => {
    flip('9.log', 423, 0x10);
    const thing = await open();
    // The check has begun, and may be under way.
    await expect.poll(() => scans.asked).toHaveLength(1);
    const census = await thing.count(() =>
      scans.census({ path: folder, topic: null, partition: 0, depth: 'records' }, () => undefined),
    );
    expect(census.partitions[0]?.damages).toHaveLength(1);
    expect(thing.view().check.state).toBe('done');
    expect(told(await checked(thing))).toEqual(['9.log crc at 343: readers-fail, truncates']);
    expect(scans.asked).toHaveLength(2);
  });

  test('asked for before the check has begun, leaves it nothing to do', async () => {
    const thing = await open();
    await thing.count(() =>
      scans.census({ path: folder, topic: null, partition: 0, depth: 'records' }, () => undefined),
    );
    expect(thing.view().check.state).toBe('done');
    expect(scans.asked).toHaveLength(1);
  });

  test('that is cancelled leaves the rest to the check', async () => {
    flip('9.log', 423, 0x10);
    const thing = await open();
    const counting = thing.count(() =>
      scans.census({ path: folder, topic: null, partition: 0, depth: 'records' }, () => undefined),
    );
    thing.cancelCensus();
    await expect(counting).rejects.toThrow('cancelled');
    expect(told(await checked(thing))).toHaveLength(1);
  });
});
