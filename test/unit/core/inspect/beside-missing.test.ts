import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeCensus } from '#core/inspect/census/census.ts';
import { ScanControl } from '#core/inspect/scan/scan-control.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { fixture } from '../../../support/log-world.ts';

const LOG = '00000000000000000000.log';
let data: string;

beforeEach(() => {
  data = fs.mkdtempSync(path.join(os.tmpdir(), 'beside-missing-'));
  fs.cpSync(path.join(fixture('log-dirs/txn-basic'), 'data'), data, { recursive: true });
});
afterEach(() => fs.rmSync(data, { recursive: true, force: true }));

const at = (name: string): string => path.join(data, 'orders-0', name);

async function damages() {
  const { clock, disk } = nodePlatform();
  const what = { path: data, topic: 'orders', partition: 0, depth: 'contents' } as const;
  const { partitions } = await takeCensus({ disk, clock }, what, new ScanControl({ clock }));
  return (partitions[0]?.damages ?? []).map(({ file, reason, cleanStart, uncleanStart }) => ({
    file,
    reason,
    starts: [cleanStart, uncleanStart],
  }));
}

/** Removes the last batch. */
function cut(): void {
  const bytes = fs.readFileSync(at(LOG));
  let last = 0;
  for (let position = 0; position < bytes.length; position += 12 + bytes.readInt32BE(position + 8))
    last = position;
  fs.truncateSync(at(LOG), last);
}

test('a partition without a topic id is set aside by a broker of today', async () => {
  expect(await damages()).toEqual([]);
  fs.rmSync(at('partition.metadata'));
  expect(await damages()).toEqual([
    { file: 'partition.metadata', reason: 'it is missing', starts: ['set-aside', 'set-aside'] },
  ]);
});

test('one that ZooKeeper managed may have none', async () => {
  fs.rmSync(at('partition.metadata'));
  fs.writeFileSync(path.join(data, 'meta.properties'), 'version=0\nbroker.id=1\n');
  expect(await damages()).toEqual([]);
});

test('a log that ends before the snapshot of its orderly stop has lost its end', async () => {
  cut();
  expect(await damages()).toEqual([
    {
      file: '00000000000000000024.snapshot',
      reason: 'it was taken at offset 24, and the log ends at 23: the log has lost its end',
      starts: ['end-falls', 'end-falls'],
    },
  ]);
});

test('after a crash a log may end before a snapshot', async () => {
  cut();
  fs.rmSync(path.join(data, '.kafka_cleanshutdown'));
  expect(await damages()).toEqual([]);
});
