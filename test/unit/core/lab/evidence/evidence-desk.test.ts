import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningLab } from '#core/host/start-lab.ts';
import type { LabClient } from '#core/lab-api/client.ts';
import type { EvidencePart, EvidenceWritten, PackView } from '#core/lab-api/evidence-views.ts';
import { fixture } from '../../../../support/log-world.ts';
import { runningLab } from '../../../../support/running-lab.ts';

const EVERYTHING = { topics: [], transactionalIds: [], fromMs: null, toMs: null };

describe("the lab's evidence desk", () => {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-desk-'));
  let running: RunningLab;
  let client: LabClient;

  beforeAll(async () => {
    ({ running, client } = await runningLab());
    await client.call('topics.create', { topic: 'orders', partitions: 1 });
    await client.call('topics.create', { topic: 'other', partitions: 1 });
    const records = ['a', 'b', 'c'].map((key) => ({ partition: 0, key, value: `value, "${key}"` }));
    await running.lab.writePlain('orders', records);
    await running.lab.writePlain('other', records);
  });
  afterAll(async () => {
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function exportTo(
    path: string | null,
    job: string,
    topics: readonly string[] = [],
  ): Promise<EvidenceWritten> {
    return client.call('evidence.export', { ...EVERYTHING, topics, path, job, scenario: null });
  }

  async function opened<T>(path: string, use: (pack: PackView) => Promise<T>): Promise<T> {
    const pack = await client.call('evidence.open', { job: `open ${path}`, path, upload: null });
    try {
      return await use(pack);
    } finally {
      await client.call('evidence.close', { pack: pack.pack });
    }
  }

  it('writes nothing among the logs of Kafka, and replaces no file of another kind', async () => {
    const own = join(running.lab.directory, 'orders-0', '00000000000000000000.log');
    const refused = async (path: string, part: EvidencePart, key: string): Promise<void> => {
      const before = existsSync(path) ? readFileSync(path) : null;
      const asked = { topic: 'orders', partition: 0, part, path, job: path };
      await expect(client.call('evidence.save', asked)).rejects.toMatchObject({
        failure: {
          code: 'TARGET_REFUSED',
          says: {
            message: { key: 'lab.fail.notWritten', params: { reason: { key } } },
            hint: { key: 'lab.hint.otherPlace' },
          },
        },
      });
      expect(existsSync(path) ? readFileSync(path) : null).toEqual(before);
    };
    await refused(own, { kind: 'segment', baseOffset: 0 }, 'lab.pack.kafkaPlace');
    await refused(join(running.lab.directory, 'new.zip'), { kind: 'partition' }, 'lab.pack.kafkaPlace');
    await expect(exportTo(own, 'into itself')).rejects.toMatchObject({ failure: { code: 'TARGET_REFUSED' } });
    const saved = join(folder, 'saved.log');
    writeFileSync(saved, 'a log, perhaps');
    await refused(saved, { kind: 'segment', baseOffset: 0 }, 'lab.pack.logThere');
    await refused(saved, { kind: 'partition' }, 'lab.pack.otherThere');
  });

  it('says beforehand what goes in', async () => {
    const plan = await client.call('evidence.plan', { ...EVERYTHING, topics: ['orders'], path: null });
    expect(plan.partitions.filter(({ isInternal }) => !isInternal)).toEqual([
      expect.objectContaining({ topic: 'orders', partition: 0, logEndOffset: 3 }),
    ]);
    expect(plan.frameCount).toBeGreaterThan(0);
    expect(plan.checks.map(({ check }) => check)).toEqual(['oneTurn', 'roomEnough']);
  });

  it('names what is not there, and then writes nothing', async () => {
    const plan = await client.call('evidence.plan', { ...EVERYTHING, topics: ['nowhere'], path: null });
    expect(plan.checks[0]).toEqual({ check: 'unknownTopic', outcome: 'bad', params: { topic: 'nowhere' } });
    const path = join(folder, 'nowhere.fence');
    await expect(exportTo(path, 'nowhere', ['nowhere'])).rejects.toMatchObject({
      failure: { code: 'UNKNOWN_SELECTION' },
    });
    expect(existsSync(path)).toBe(false);
  });

  it.each([
    [['logs'], ['README.md', 'SHA256SUMS', 'logs', 'pack.json']],
    [
      ['timeline', 'frames'],
      ['README.md', 'SHA256SUMS', 'frames.pcap', 'logs', 'pack.json', 'timeline.ndjson'],
    ],
    [['frames'], ['README.md', 'SHA256SUMS', 'frames.pcap', 'logs', 'pack.json']],
    [['scenario'], ['README.md', 'SHA256SUMS', 'logs', 'pack.json', 'scenario.json', 'verdicts.ndjson']],
  ] as const)('writes the chosen parts %s only, and the pack says so and opens', async (parts, files) => {
    const path = join(folder, `${parts.join('-')}.fence`);
    const scenario = { id: 'a-run', definition: {}, verdicts: [{ ok: true }] };
    const asked = { ...EVERYTHING, parts, path, job: `parts ${parts}`, scenario };
    await client.call('evidence.export', asked);
    await opened(path, async (pack) => {
      expect(pack.selection.parts).toEqual(parts);
      expect(readdirSync(join(pack.directory, '..')).sort()).toEqual(files);
      const has = (part: string): boolean => (parts as readonly string[]).includes(part);
      expect(pack.partitions.length > 0).toBe(has('logs'));
      expect(pack.timeline.events > 0).toBe(has('timeline'));
      expect(pack.frames.count > 0).toBe(has('frames'));
      expect(pack.scenario?.id ?? null).toBe(has('scenario') ? 'a-run' : null);
      const readme = readFileSync(join(pack.directory, '../README.md'), 'utf8');
      expect(readme.includes('`timeline.ndjson` |')).toBe(has('timeline'));
      expect(readme.includes('tshark')).toBe(has('frames'));
      expect(readme.includes('kafka-dump-log.sh')).toBe(has('logs'));
    });
  });

  it('writes no pack of nothing', async () => {
    const path = join(folder, 'nothing.fence');
    const asked = { ...EVERYTHING, parts: [], path, job: 'nothing', scenario: null };
    await expect(client.call('evidence.export', asked)).rejects.toMatchObject({
      failure: { says: { message: { key: 'lab.fail.nothingChosen' } } },
    });
    expect(existsSync(path)).toBe(false);
  });

  it('writes a pack that opens again with the same records, timeline and frames', async () => {
    const path = join(folder, 'orders.fence');
    const written = await exportTo(path, 'export');
    expect(written.checks.at(-1)).toMatchObject({ check: 'checksumsAgree', outcome: 'good' });
    await opened(path, async (pack) => {
      expect(pack.partitions.find(({ topic }) => topic === 'orders')).toMatchObject({
        logEndOffset: 3,
        verdicts: { plain: 3 },
      });
      const { value: items } = await client.call('evidence.timeline', { pack: pack.pack, sinceSeq: 0 });
      const { value: live } = await client.call('timeline.read', { sinceSeq: 0 });
      expect(live.slice(0, items.length)).toEqual(items);
      const [frame] = items.flatMap((item) =>
        item.kind === 'frame' && item.frame.api === 'Produce' ? [item.frame.frame] : [],
      );
      for (const side of ['request', 'response'] as const) {
        const asked = { frame: frame ?? 0, side };
        expect(await client.call('evidence.frameBytes', { pack: pack.pack, ...asked })).toEqual(
          await client.call('wire.frameBytes', asked),
        );
      }
      expect(existsSync(pack.directory)).toBe(true);
    });
    expect(await client.call('evidence.packs', null)).toEqual([]);
  });

  it('leaves frames and events of other topics out', async () => {
    const path = join(folder, 'chosen.fence');
    await exportTo(path, 'chosen', ['orders']);
    await opened(path, async ({ pack, partitions }) => {
      expect(partitions.some(({ topic }) => topic === 'other')).toBe(false);
      const { value: items } = await client.call('evidence.timeline', { pack, sinceSeq: 0 });
      expect(JSON.stringify(items)).not.toContain('"other');
      expect(JSON.stringify(items)).toContain('"orders');
    });
  });

  it('hands a pack to a window without paths in pieces, and takes it back', async () => {
    const { download, sizeBytes } = await exportTo(null, 'download');
    const pieces: Buffer[] = [];
    for (let position = 0, isLast = false; !isLast; ) {
      const piece = await client.call('evidence.fetch', { download: download ?? '', position });
      const bytes = Buffer.from(piece.base64, 'base64');
      pieces.push(bytes);
      position += bytes.length;
      isLast = piece.isLast;
    }
    const whole = Buffer.concat(pieces);
    expect(whole).toHaveLength(sizeBytes);
    await client.call('evidence.fetched', { download: download ?? '' });
    await expect(client.call('evidence.fetch', { download: download ?? '', position: 0 })).rejects.toThrow(
      'no file',
    );

    const { upload } = await client.call('evidence.receive', { name: 'a.fence', sizeBytes: whole.length });
    const half = Math.floor(whole.length / 2);
    for (const [position, end] of [
      [0, half],
      [half, whole.length],
    ] as const) {
      const base64 = whole.subarray(position, end).toString('base64');
      await client.call('evidence.receivePiece', { upload, position, base64 });
    }
    const pack = await client.call('evidence.open', { job: 'upload', path: null, upload });
    expect(pack.partitions.some(({ topic }) => topic === 'orders')).toBe(true);
    await client.call('evidence.close', { pack: pack.pack });
    expect(existsSync(pack.directory)).toBe(false);
  });

  it('takes the pieces of an upload in order only', async () => {
    const { upload } = await client.call('evidence.receive', { name: 'a.fence', sizeBytes: 4 });
    const piece = { upload, position: 2, base64: 'AAAA' };
    await expect(client.call('evidence.receivePiece', piece)).rejects.toMatchObject({
      failure: { code: 'BAD_PIECE' },
    });
    await expect(client.call('evidence.open', { job: 'early', path: null, upload })).rejects.toMatchObject({
      failure: { code: 'NOT_ALL_THERE' },
    });
  });

  it('can be cancelled, and leaves nothing', async () => {
    const path = join(folder, 'cancelled.fence');
    const exporting = exportTo(path, 'long');
    await client.call('evidence.cancel', { job: 'long' });
    await expect(exporting).rejects.toMatchObject({ failure: { code: 'CANCELLED' } });
    expect(readdirSync(folder).filter((name) => name.startsWith('cancelled'))).toEqual([]);
    expect(await client.call('evidence.cancel', { job: 'long' })).toEqual({ wasRunning: false });
  });

  it('says how far it is', () => {
    const seen = running.lab.journal.since(0).filter(({ type }) => type === 'evidence.progressed');
    const phases = new Set(seen.map(({ data }) => (data as { readonly phase: string }).phase));
    expect(phases).toEqual(new Set(['logs', 'timeline', 'frames', 'verify', 'read']));
  });

  it('saves records as CSV and JSON, a segment and a partition', async () => {
    const save = async (part: EvidencePart, name: string): Promise<Buffer> => {
      await client.call('evidence.save', {
        topic: 'orders',
        partition: 0,
        part,
        path: join(folder, name),
        job: name,
      });
      return readFileSync(join(folder, name));
    };
    const records = { kind: 'records', fromOffset: 1, toOffset: 2 } as const;
    expect((await save({ ...records, format: 'csv' }, 'a.csv')).toString()).toMatch(
      /^offset,timestamp,verdict,.*\r\n1,[0-9]+,plain,-1,-1,-1,,,b,utf8,"value, ""b""",utf8,\[\]\r\n$/,
    );
    const json = JSON.parse((await save({ ...records, format: 'json' }, 'a.json')).toString());
    expect(json).toEqual([
      expect.objectContaining({ offset: 1, key: 'b', value: 'value, "b"', verdict: 'plain' }),
    ]);
    const segment = await save({ kind: 'segment', baseOffset: 0 }, '00000000000000000000.log');
    const onDisk = readFileSync(join(running.lab.directory, 'orders-0', '00000000000000000000.log'));
    expect(segment).toEqual(onDisk);
    expect((await save({ kind: 'partition' }, 'orders-0.zip')).subarray(0, 2).toString()).toBe('PK');
  });

  it('saves the same of what was opened, and says where damage ends its records', async () => {
    const data = join(folder, 'cut');
    cpSync(join(fixture('log-dirs/rolled'), 'data/rolled-0'), join(data, 'rolled-0'), { recursive: true });
    const log = join(data, 'rolled-0', '00000000000000000007.log');
    truncateSync(log, 30);
    const { id } = await client.call('opened.open', { path: data });
    const save = async (part: EvidencePart, name: string): Promise<EvidenceWritten> =>
      client.call('evidence.save', {
        topic: 'rolled',
        partition: 0,
        opened: id,
        part,
        path: join(folder, name),
        job: `opened ${name}`,
      });
    const records = { kind: 'records', format: 'csv', fromOffset: 0, toOffset: null } as const;
    expect((await save(records, 'cut.csv')).checks).toEqual([
      {
        check: 'recordsEnd',
        outcome: 'bad',
        params: expect.objectContaining({ file: '00000000000000000007.log', position: 0 }),
      },
    ]);
    expect(readFileSync(join(folder, 'cut.csv'), 'utf8').trimEnd().split('\r\n')).toHaveLength(8);
    await save({ kind: 'segment', baseOffset: 7 }, 'cut.log');
    expect(readFileSync(join(folder, 'cut.log'))).toEqual(readFileSync(log));
    await save({ kind: 'partition' }, 'cut.zip');
    expect(readFileSync(join(folder, 'cut.zip')).subarray(0, 2).toString()).toBe('PK');
    await client.call('opened.close', { id });
  });

  it('says how far saving is, of how much', () => {
    const seen = running.lab.journal
      .since(0)
      .flatMap((event) =>
        event.type === 'evidence.progressed' && event.data.job === 'a.csv' ? [event.data] : [],
      );
    const bytes = statSync(join(running.lab.directory, 'orders-0', '00000000000000000000.log')).size;
    expect(seen.map(({ phase, totalBytes }) => [phase, totalBytes])).toEqual(
      expect.arrayContaining([
        ['read', bytes],
        ['records', bytes],
      ]),
    );
  });

  it('refuses what is no pack, with the reason', async () => {
    const path = join(folder, 'text.fence');
    writeFileSync(path, 'this is not a pack, and has more than a few bytes');
    await expect(client.call('evidence.open', { job: 'no pack', path, upload: null })).rejects.toMatchObject({
      failure: {
        code: 'PACK_REFUSED',
        message: 'text.fence was not opened: it is not a ZIP file, or its end is missing.',
      },
    });
  });

  it('names a file of Windows by the last part of its path', async () => {
    const path = 'C:\\packs\\gone.fence';
    await expect(client.call('evidence.open', { job: 'gone', path, upload: null })).rejects.toMatchObject({
      failure: { message: 'gone.fence was not opened: there is no such file or folder.' },
    });
    await expect(exportTo(path, 'gone')).rejects.toMatchObject({
      failure: { message: 'gone.fence was not written: there is no such file or folder.' },
    });
  });

  it('says what to do when there is no such place', async () => {
    await expect(exportTo(join(folder, 'no', 'where.fence'), 'where')).rejects.toMatchObject({
      failure: { code: 'NO_SUCH_FILE', hint: 'Choose another place.' },
    });
  });
});
