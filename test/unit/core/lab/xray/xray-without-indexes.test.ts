import { cpSync, mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { directorySide } from '#core/evidence/compare/snapshot-side.ts';
import { browse } from '#core/inspect/browse/browse-window.ts';
import { listPath } from '#core/inspect/browse/listing.ts';
import { ScanControl } from '#core/inspect/scan/scan-control.ts';
import { readXray } from '#core/lab/xray/read-xray.ts';
import type { BatchView } from '#core/lab-api/views.ts';
import type { XrayView } from '#core/lab-api/xray-views.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { fixture } from '../../../../support/log-world.ts';

const { disk, clock } = nodePlatform();
/** Aborted, by the marker behind it. */
const ABORTED = { topic: 'orders', partition: 0 } as const;

let copy: string;

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'fencepost-beside-'));
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

function copyWithout(...endings: readonly string[]): void {
  const filter = (path: string): boolean => !endings.some((ending) => path.endsWith(ending));
  const folder = join(fixture('log-dirs/txn-basic'), 'data', 'orders-0');
  cpSync(folder, join(copy, 'orders-0'), { recursive: true, filter });
}

async function batches(): Promise<readonly BatchView[]> {
  const control = (): ScanControl => new ScanControl({ clock });
  const { partitions } = await listPath(disk, copy, control());
  const found = partitions.find(({ files }) => files.topic === ABORTED.topic && files.partition === 0);
  if (found === undefined) throw new Error('orders-0 is not there');
  const partition = {
    disk,
    files: found.files,
    logStartOffset: 0,
    openTransactions: () => Promise.resolve([]),
  };
  return browse(partition, { fromOffset: 0, direction: 'up', recordsMax: 1_000 }, control());
}

async function abortedBatch(): Promise<BatchView> {
  const found = (await batches()).find(({ verdict }) => verdict === 'aborted');
  if (found === undefined) throw new Error('no record is aborted');
  return found;
}

async function xrayOfAborted(): Promise<XrayView> {
  const { baseOffset: offset } = await abortedBatch();
  const logs = await directorySide(disk, { directory: copy, label: 'files' });
  const pace = { expect: () => undefined, pulse: () => undefined };
  return readXray({ disk, logs, lab: null, pace }, { kind: 'record', ...ABORTED, offset });
}

function committedReader({ nodes }: XrayView): string | undefined {
  return nodes.find(({ say, place }) => say.key.startsWith('reader.committed') && place?.topic === 'orders')
    ?.say.key;
}

function reasonOf({ columns }: XrayView): XrayView['columns'][number] | undefined {
  return columns.find(({ column }) => column === 'partition');
}

describe('an aborted transaction', () => {
  it('that the index has is left out by read_committed, says the X-ray as the list does', async () => {
    copyWithout();
    expect((await abortedBatch()).isAbortUnindexed).toBeUndefined();
    expect(committedReader(await xrayOfAborted())).toBe('reader.committedSkips');
    expect(reasonOf(await xrayOfAborted())).toMatchObject({ known: 'all' });
  });

  it('whose index is missing reaches read_committed, as the files are, and is said to be missing', async () => {
    copyWithout('.txnindex');
    expect((await abortedBatch()).isAbortUnindexed).toBe(true);
    const view = await xrayOfAborted();
    expect(committedReader(view)).toBe('reader.committedGetsAborted');
    const node = view.nodes.find(({ say }) => say.key === 'partition.noAbortedIndex');
    expect(node?.say.params).toMatchObject({ why: 'gone' });
    expect(reasonOf(view)).toMatchObject({
      known: 'part',
      reason: { key: 'missing.beside', params: { files: '.txnindex' } },
    });
  });

  it('whose index is cut reaches read_committed too', async () => {
    copyWithout();
    const folder = join(copy, 'orders-0');
    for (const name of readdirSync(folder)) {
      if (name.endsWith('.txnindex')) truncateSync(join(folder, name), 20);
    }
    expect((await abortedBatch()).isAbortUnindexed).toBe(true);
    const view = await xrayOfAborted();
    expect(committedReader(view)).toBe('reader.committedGetsAborted');
    const node = view.nodes.find(({ say }) => say.key === 'partition.noAbortedIndex');
    expect(node?.say.params).toMatchObject({ why: 'cut' });
  });

  it('whose index and snapshot are missing names both', async () => {
    copyWithout('.txnindex', '.snapshot');
    expect(reasonOf(await xrayOfAborted())?.reason?.params).toMatchObject({ files: '.txnindex, .snapshot' });
  });
});
