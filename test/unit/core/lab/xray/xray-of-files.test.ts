import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { directorySide } from '#core/evidence/compare/snapshot-side.ts';
import { inspect } from '#core/inspect/inspect.ts';
import { readXray } from '#core/lab/xray/read-xray.ts';
import type { XraySource } from '#core/lab/xray/xray-source.ts';
import type { XrayNode, XrayView } from '#core/lab-api/xray-views.ts';
import { NodeDisk } from '#core/platform/node/node-disk.ts';
import { xrayEn } from '../../../../../renderer/text/xray-en.ts';
import { fixture } from '../../../../support/log-world.ts';

const disk = new NodeDisk();

async function sourceAt(directory: string): Promise<XraySource> {
  const logs = await directorySide(disk, { directory, label: 'files' });
  const pace = { expect: () => undefined, pulse: () => undefined };
  return { disk, logs, lab: null, pace };
}

function sourceOf(set: string): Promise<XraySource> {
  return sourceAt(join(fixture(set), 'data'));
}

/** The bytes that a node points to, as they lie in the directory. */
function bytesOf(directory: string, node: XrayNode): readonly Buffer[] {
  return node.bytes.flatMap((bytes) => {
    if (bytes.kind !== 'file') return [];
    const name = `${String(bytes.segment).padStart(20, '0')}.${bytes.file}`;
    const file = readFileSync(join(directory, `${bytes.topic}-${bytes.partition}`, name));
    return [file.subarray(bytes.position, bytes.position + bytes.size)];
  });
}

function checkOrder({ nodes }: XrayView): void {
  const seen = new Set<string>();
  for (const { id, causes, say } of nodes) {
    expect(causes.filter((cause) => !seen.has(cause))).toEqual([]);
    expect(xrayEn[`xray.${say.key}`]).toBeDefined();
    seen.add(id);
  }
  expect(seen.size).toBe(nodes.length);
}

describe.each(['log-dirs/txn-basic', 'log-dirs/rolled', 'log-dirs/compacted', 'log-dirs/delete-records'])(
  'the X-ray of %s, from files alone',
  (set) => {
    const directory = join(fixture(set), 'data');

    it('tells of every record what the inspector says of it', async () => {
      const source = await sourceOf(set);
      for await (const { topic, partition, records, logStartOffset } of inspect(disk, directory)) {
        if (topic.startsWith('__')) continue;
        for (const record of records) {
          if (record.offset < logStartOffset) continue;
          const view = await readXray(source, { kind: 'record', topic, partition, offset: record.offset });
          checkOrder(view);
          expect(view.record?.verdict, `${topic}-${partition} ${record.offset}`).toBe(record.verdict);
          if (record.verdict !== 'committed' && record.verdict !== 'aborted') continue;
          const marker = view.nodes.find(
            ({ say, place }) =>
              say.key === `partition.${record.verdict === 'committed' ? 'commit' : 'abort'}Marker` &&
              place?.topic === topic &&
              place.partition === partition,
          );
          expect(marker?.say.params['offset']).toBe(record.markerOffset);
        }
      }
    });
  },
);

describe('the X-ray of a directory that somebody copied', () => {
  const directory = join(fixture('log-dirs/txn-basic'), 'data');

  async function abortedRecord(): Promise<{
    topic: string;
    partition: number;
    offset: number;
    producerId: number;
  }> {
    for await (const { topic, partition, records } of inspect(disk, directory)) {
      const found = records.find(
        ({ verdict, kind }) => verdict === 'aborted' && kind === 'data' && !topic.startsWith('__'),
      );
      if (found !== undefined)
        return { topic, partition, offset: found.offset, producerId: found.producerId };
    }
    throw new Error('no aborted record');
  }

  it('joins coordinator, partitions, index, snapshot and readers, with the bytes of each', async () => {
    const { producerId, ...place } = await abortedRecord();
    const view = await readXray(await sourceOf('log-dirs/txn-basic'), { kind: 'record', ...place });
    expect(view.outcome).toBe('aborted');
    const keys = view.nodes.map(({ say }) => say.key);
    for (const key of [
      'coordinator.recorded',
      'partition.wrote',
      'partition.abortMarker',
      'partition.abortedIndex',
      'partition.producerState',
      'reader.committedSkips',
      'reader.uncommittedGets',
    ]) {
      expect(keys).toContain(key);
    }
    const wrote = view.nodes.find(({ say }) => say.key === 'partition.wrote');
    const [batch] = bytesOf(directory, wrote as XrayNode);
    expect(Number(batch?.readBigInt64BE(43))).toBe(producerId);
    const indexed = view.nodes.find(({ say }) => say.key === 'partition.abortedIndex');
    expect(Number(bytesOf(directory, indexed as XrayNode)[0]?.readBigInt64BE(2))).toBe(producerId);
    const snapshot = view.nodes.find(({ say }) => say.key === 'partition.producerState');
    expect(Number(bytesOf(directory, snapshot as XrayNode)[0]?.readBigInt64BE(0))).toBe(producerId);
  });

  it('says that processes and frames are not in it', async () => {
    const { producerId: _, ...place } = await abortedRecord();
    const { columns } = await readXray(await sourceOf('log-dirs/txn-basic'), { kind: 'record', ...place });
    expect(columns.filter(({ known }) => known === 'nothing')).toEqual([
      { column: 'process', known: 'nothing', reason: { key: 'missing.notInSnapshot', params: {} } },
      { column: 'wire', known: 'nothing', reason: { key: 'missing.notInSnapshot', params: {} } },
    ]);
  });

  it('goes on without __transaction_state, and says so', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'fencepost-xray-'));
    cpSync(directory, copy, { recursive: true, filter: (path) => !path.includes('__') });
    const { producerId: _, ...place } = await abortedRecord();
    const view = await readXray(await sourceAt(copy), { kind: 'record', ...place });
    rmSync(copy, { recursive: true });
    expect(view.outcome).toBe('aborted');
    expect(view.columns.find(({ column }) => column === 'coordinator')).toMatchObject({
      known: 'nothing',
      reason: { key: 'missing.noTransactionState' },
    });
  });

  it('warns when the transaction index does not have the transaction', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'fencepost-xray-'));
    cpSync(directory, copy, { recursive: true, filter: (path) => !path.endsWith('.txnindex') });
    const { producerId: _, ...place } = await abortedRecord();
    const view = await readXray(await sourceAt(copy), { kind: 'record', ...place });
    rmSync(copy, { recursive: true });
    expect(view.nodes.find(({ say }) => say.key === 'partition.noAbortedIndex')?.tone).toBe('refused');
  });

  it('is asked for by transactional id as well', async () => {
    const place = await abortedRecord();
    const source = await sourceOf('log-dirs/txn-basic');
    const byRecord = await readXray(source, { kind: 'record', ...place });
    const { transactionalId, producerId, epoch } = byRecord;
    const target = {
      kind: 'transaction',
      transactionalId: transactionalId ?? '',
      producerId,
      epoch,
    } as const;
    const byId = await readXray(source, target);
    expect(byId).toMatchObject({ transactionalId, producerId, epoch, record: null });
    expect(byId.nodes.map(({ say }) => say.key)).toContain('coordinator.recorded');
  });

  it('is refused for an offset without a record', async () => {
    const target = { kind: 'record', topic: 'orders', partition: 0, offset: 1_000_000 } as const;
    await expect(readXray(await sourceOf('log-dirs/txn-basic'), target)).rejects.toMatchObject({
      failure: { code: 'NO_SUCH_RECORD' },
    });
  });
});
