import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CheckpointError, offsetCheckpointText, readOffsetCheckpoint } from '#core/log/checkpoint-file.ts';
import {
  deletedDirectoryName,
  isDeletedDirectoryName,
  parseSegmentFileName,
  segmentFileName,
} from '#core/log/file-names.ts';
import { javaHashOrder } from '#core/log/java-hash-order.ts';
import { LeaderEpochCache } from '#core/log/leader-epoch-cache.ts';
import { parseMetaProperties } from '#core/log/meta-properties.ts';
import { OffsetIndex } from '#core/log/offset-index.ts';
import { OpenFiles } from '#core/log/open-files.ts';
import { decodeSnapshot, encodeSnapshot } from '#core/log/producer-snapshot.ts';
import { TimeIndex } from '#core/log/time-index.ts';
import { TransactionIndex } from '#core/log/transaction-index.ts';
import { NodeDisk } from '#core/platform/node/node-disk.ts';
import { fixture } from '../../../support/log-world.ts';

const disk = new NodeDisk();
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'fencepost-files-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe('file names', () => {
  test('carry the base offset in twenty digits', () => {
    expect(segmentFileName(42, 'index')).toBe('00000000000000000042.index');
    expect(parseSegmentFileName('00000000000000000042.snapshot.deleted')).toEqual({
      baseOffset: 42,
      kind: 'snapshot',
      temporary: '.deleted',
    });
    expect(parseSegmentFileName('42.log')).toBeUndefined();
    expect(parseSegmentFileName('leader-epoch-checkpoint')).toBeUndefined();
  });

  test('of deleted directories stay within 255 characters', () => {
    const unique = Buffer.alloc(16, 0xab);
    const name = deletedDirectoryName({ topic: 't'.repeat(249), partition: 12345 }, unique);
    expect(name).toHaveLength(255);
    expect(isDeletedDirectoryName(name)).toBe(true);
    expect(isDeletedDirectoryName('orders-0')).toBe(false);
  });
});

describe('offset index', () => {
  test('finds the entry at or below an offset, and the first at or behind a position', () => {
    const index = new OffsetIndex(disk, join(directory, 'i'), 100);
    index.append(104, 500);
    index.append(109, 1000);
    expect(index.lookup(103)).toEqual({ offset: 100, position: 0 });
    expect(index.lookup(104)).toEqual({ offset: 104, position: 500 });
    expect(index.lookup(5000)).toEqual({ offset: 109, position: 1000 });
    expect([index.firstOffsetFrom(500), index.firstOffsetFrom(501), index.firstOffsetFrom(1001)]).toEqual([
      104,
      109,
      undefined,
    ]);
    index.store();
    expect(readFileSync(join(directory, 'i')).toString('hex')).toBe('00000004000001f400000009000003e8');
  });

  test('is read back from the file after its memory was given back', () => {
    const index = new OffsetIndex(disk, join(directory, 'i'), 0);
    for (let i = 1; i <= 1000; i++) index.append(i, i * 10);
    index.release();
    expect(index.count).toBe(1000);
    index.store();
    index.release();
    expect(index.lookup(500)).toEqual({ offset: 500, position: 5000 });
    index.append(1001, 10010);
    index.store();
    expect(statSync(join(directory, 'i')).size).toBe(1001 * 8);
  });

  test('ends a preallocated file at its entries once it is built anew', () => {
    writeFileSync(join(directory, 'i'), Buffer.alloc(4096));
    const index = new OffsetIndex(disk, join(directory, 'i'), 0);
    index.reset();
    index.append(1, 10);
    index.store();
    expect(readFileSync(join(directory, 'i')).toString('hex')).toBe('000000010000000a');
  });
});

describe('time index', () => {
  test('takes rising timestamps only, and finds the last at or before a time', () => {
    const index = new TimeIndex(disk, join(directory, 't'), 10);
    expect(index.last()).toEqual({ timestamp: -1, offset: 10 });
    index.maybeAppend(1000, 12);
    index.maybeAppend(1000, 13);
    index.maybeAppend(2000, 15);
    expect(index.count).toBe(2);
    expect(index.lookup(1999)).toEqual({ timestamp: 1000, offset: 12 });
    expect(index.lookup(999)).toEqual({ timestamp: -1, offset: 10 });
    index.store();
    expect(readFileSync(join(directory, 't')).toString('hex')).toBe(
      '00000000000003e80000000200000000000007d000000005',
    );
  });

  test('keeps its last slot for the end', () => {
    const index = new TimeIndex(disk, join(directory, 't'), 0);
    index.maybeAppend(1, 1);
    expect([index.isFull(36), index.isFull(24)]).toEqual([false, true]);
  });
});

describe('transaction index', () => {
  const KAFKAS = `${fixture('log-dirs/txn-basic')}/data/orders-0/00000000000000000000.txnindex`;

  test('reads what Kafka wrote', () => {
    const index = new TransactionIndex(disk, KAFKAS);
    expect(index.all().slice(0, 2)).toEqual([
      { producerId: 1, firstOffset: 4, lastOffset: 6, lastStableOffset: 7 },
      { producerId: 2, firstOffset: 9, lastOffset: 11, lastStableOffset: 8 },
    ]);
    expect(index.isSane(0)).toBe(true);
    expect(index.isSane(7)).toBe(false);
  });

  test('writes what Kafka would have written', () => {
    const path = join(directory, 'x');
    const index = new TransactionIndex(disk, path);
    for (const entry of new TransactionIndex(disk, KAFKAS).all()) index.append(entry);
    expect(readFileSync(path).equals(readFileSync(KAFKAS))).toBe(true);
  });

  test('collects what concerns a range, and says when it is complete', () => {
    const index = new TransactionIndex(disk, KAFKAS);
    const found: unknown[] = [];
    expect(index.collect(7, 16, found as never)).toBe(true);
    expect(found).toMatchObject([{ lastOffset: 11 }, { lastOffset: 17 }, { lastOffset: 19 }]);
    expect(index.collect(0, 100, [])).toBe(false);
  });
});

describe('producer snapshot', () => {
  const KAFKAS = `${fixture('log-dirs/txn-basic')}/data/orders-2/00000000000000000012.snapshot`;

  test('reads what Kafka wrote, and writes the same bytes', () => {
    const bytes = readFileSync(KAFKAS);
    const entries = decodeSnapshot(bytes);
    expect(
      entries?.map(({ producerId, producerEpoch, currentTxnFirstOffset }) => [
        producerId,
        producerEpoch,
        currentTxnFirstOffset,
      ]),
    ).toEqual([
      [0, 0, -1],
      [1, 5, -1],
      [2, 5, -1],
      [6, 0, 4],
    ]);
    expect(encodeSnapshot(entries ?? []).equals(bytes)).toBe(true);
  });

  test('of nobody has ten bytes', () => {
    expect(encodeSnapshot([])).toHaveLength(10);
    expect(decodeSnapshot(encodeSnapshot([]))).toEqual([]);
  });

  test.each([
    ['a flipped bit', (bytes: Buffer) => bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20)],
    ['another version', (bytes: Buffer) => bytes.writeInt16BE(3, 0)],
  ])('with %s is no snapshot', (_, change) => {
    const bytes = readFileSync(KAFKAS);
    change(bytes);
    expect(decodeSnapshot(bytes)).toBeUndefined();
    expect(decodeSnapshot(bytes.subarray(0, 8))).toBeUndefined();
  });

  test('is ordered as Java walks a HashMap', () => {
    expect(javaHashOrder([2000, 1000, 17, 1], 4)).toEqual([2000, 17, 1, 1000]);
    // The table grew to 32 buckets and does not shrink: 17 and 1 part.
    expect(javaHashOrder([17, 1], 13)).toEqual([1, 17]);
    expect(javaHashOrder([4294967296, 0], 2)).toEqual([0, 4294967296]);
  });
});

describe('offset checkpoint', () => {
  test('reads back what it wrote', () => {
    const path = join(directory, 'c');
    writeFileSync(path, offsetCheckpointText([{ partition: { topic: 'a-b', partition: 3 }, offset: 42 }]));
    expect(readFileSync(path, 'utf8')).toBe('0\n1\na-b 3 42\n');
    expect([...readOffsetCheckpoint(disk, path)]).toEqual([['a-b-3', 42]]);
  });

  test('of no bytes, or none at all, says nothing', () => {
    writeFileSync(join(directory, 'c'), '');
    expect(readOffsetCheckpoint(disk, join(directory, 'c')).size).toBe(0);
    expect(readOffsetCheckpoint(disk, join(directory, 'd')).size).toBe(0);
  });

  test.each(['1\n0\n', '0\n2\na 0 1\n', '0\n1\na 0\n', '0\n1\na 0 x\n', '0\nx\n', 'rubbish'])(
    'refuses %j',
    (text) => {
      writeFileSync(join(directory, 'c'), text);
      expect(() => readOffsetCheckpoint(disk, join(directory, 'c'))).toThrow(CheckpointError);
    },
  );
});

describe('leader epochs', () => {
  function cacheOf(...entries: (readonly [number, number])[]): LeaderEpochCache {
    const cache = new LeaderEpochCache(disk, directory);
    for (const [epoch, offset] of entries) cache.assign(epoch, offset);
    return cache;
  }

  test('are written one a line: the first as it begins, later ones when they are stored', () => {
    const cache = cacheOf([0, 0], [2, 12]);
    expect(readFileSync(join(directory, 'leader-epoch-checkpoint'), 'utf8')).toBe('0\n1\n0 0\n');
    cache.store();
    expect(readFileSync(join(directory, 'leader-epoch-checkpoint'), 'utf8')).toBe('0\n2\n0 0\n2 12\n');
    expect(new LeaderEpochCache(disk, directory).entries).toEqual(cache.entries);
  });

  test('that contradict a new one go', () => {
    expect(cacheOf([0, 0], [2, 12], [3, 12]).entries).toEqual([
      { epoch: 0, startOffset: 0 },
      { epoch: 3, startOffset: 12 },
    ]);
    expect(cacheOf([0, 0], [5, 10], [3, 20]).latestEpoch).toBe(3);
  });

  test('are cut at either end of the log', () => {
    const cache = cacheOf([0, 0], [1, 5], [2, 9]);
    cache.truncateFromStart(6);
    cache.truncateFromEnd(9);
    expect(cache.entries).toEqual([{ epoch: 1, startOffset: 6 }]);
  });
});

describe('meta.properties', () => {
  test('of Kafka’s is understood', () => {
    const text = readFileSync(`${fixture('log-dirs/txn-basic')}/data/meta.properties`, 'utf8');
    expect(parseMetaProperties(text)).toEqual({
      clusterId: 'AAAAAAAAAAAAAAAAAAAAAQ',
      nodeId: 1,
      directoryId: 'cRhPmS_w69jmlthdNN1nlg',
    });
  });

  test.each([
    '',
    'version=2\n',
    'version=1\nnode.id=1\ndirectory.id=a\n',
    'version=1\ncluster.id=a\nnode.id=x\ndirectory.id=b\n',
  ])('like %j says what is wrong', (text) => expect(typeof parseMetaProperties(text)).toBe('string'));
});

describe('open files', () => {
  test('are taken from who used them longest ago', () => {
    const released: string[] = [];
    const files = new OpenFiles(2);
    const owner = (name: string) => ({ release: () => void released.push(name) });
    const [a, b, c] = [owner('a'), owner('b'), owner('c')];
    files.touch(a);
    files.touch(b);
    files.touch(a);
    files.touch(c);
    expect(released).toEqual(['b']);
    files.forget(a);
    files.touch(b);
    expect(files.size).toBe(2);
  });
});
