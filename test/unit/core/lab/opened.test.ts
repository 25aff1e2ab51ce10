import { execFileSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RunningLab } from '#core/host/start-lab.ts';
import { inspect } from '#core/inspect/inspect.ts';
import type { PartitionReport } from '#core/inspect/judge/partition-report.ts';
import { renderPartition } from '#core/inspect/render-text.ts';
import type { LabClient } from '#core/lab-api/client.ts';
import type { OpenedPartitionView, OpenedView } from '#core/lab-api/opened-views.ts';
import type { BatchView } from '#core/lab-api/views.ts';
import type { AnyEvent } from '#core/observe/event-bus.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { aBatch } from '../../../support/log-world.ts';
import { runningLab } from '../../../support/running-lab.ts';

const LOG_DIRS = fileURLToPath(new URL('../../../fixtures/log-dirs', import.meta.url));
const LOG = '00000000000000000000.log';

let running: RunningLab;
let client: LabClient;
let data: string;
let opened: OpenedView;

beforeAll(async () => {
  ({ running, client } = await runningLab());
});
afterAll(() => running.stop());
beforeEach(async () => {
  data = fs.mkdtempSync(path.join(os.tmpdir(), 'opened-'));
  fs.cpSync(`${LOG_DIRS}/txn-basic/data`, data, { recursive: true });
  opened = await client.call('opened.open', { path: data });
});
afterEach(async () => {
  for (const { id } of (await client.call('opened.list', null)).value)
    await client.call('opened.close', { id });
  fs.rmSync(data, { recursive: true, force: true });
});

async function partitions(id = opened.id): Promise<readonly OpenedPartitionView[]> {
  return (await client.call('opened.partitions', { id })).value;
}

function orders(offsets: { readonly fromOffset: number; readonly direction: 'up' | 'down' }) {
  const place = { id: opened.id, topic: 'orders', partition: 0 };
  return client.call('opened.records', { ...place, ...offsets, recordsMax: 100 });
}

const verdicts = (
  JSON.parse(fs.readFileSync(`${LOG_DIRS}/txn-basic/verdicts.json`, 'utf8')) as {
    readonly partitions: readonly PartitionReport[];
  }
).partitions;
const ordersJudged = verdicts.find(({ topic, partition }) => topic === 'orders' && partition === 0);

/** Every file below a folder with its time of modification and its contents. */
function fingerprint(folder: string): readonly string[] {
  return fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
    const stat = fs.statSync(`${folder}/${name}`);
    const contents = stat.isDirectory() ? '' : fs.readFileSync(`${folder}/${name}`);
    return `${name} ${stat.mtimeMs} ${crypto.hash('sha1', contents)}`;
  });
}

describe("somebody's log directory", () => {
  test('is listed with what lies in it', async () => {
    expect(opened).toMatchObject({
      kind: 'log-directory',
      path: data,
      partitionCount: verdicts.length,
      isThere: true,
      isCleanlyStopped: true,
    });
    expect(opened.clusterId).toMatch(/^.{22}$/);
    expect(opened.files.map(({ name }) => name)).toContain('replication-offset-checkpoint');
    expect((await client.call('opened.open', { path: `${data}/` })).id).toBe(opened.id);
    const path = `${data}/orders-0`;
    const twice = await Promise.all([1, 2].map(() => client.call('opened.open', { path })));
    expect(new Set(twice.map(({ id }) => id)).size).toBe(1);
  });

  test('that is none, but a folder of copies, was not stopped by anyone', async () => {
    for (const name of fs.readdirSync(data).filter((one) => fs.statSync(`${data}/${one}`).isFile()))
      fs.rmSync(`${data}/${name}`);
    fs.copyFileSync(
      `${data}/orders-0/${LOG.replace('log', 'index')}`,
      `${data}/${LOG.replace('log', 'index')}`,
    );
    const view = await client.call('opened.refresh', { id: opened.id });
    expect(view).toMatchObject({ kind: 'log-directory', isCleanlyStopped: null });
  });

  test('has the offsets that Kafka sees', async () => {
    const views = await partitions();
    expect(views).toHaveLength(verdicts.length);
    for (const [i, expected] of verdicts.entries()) {
      const { topic, partition, logStartOffset, lastStableOffset, logEndOffset, segments } = expected;
      expect(views[i]).toMatchObject({ topic, partition, logStartOffset, lastStableOffset, logEndOffset });
      expect(views[i]?.segments.map(({ baseOffset }) => baseOffset)).toEqual(segments);
      expect(views[i]).toMatchObject({ isSurveyed: true, damages: [] });
    }
  });

  test('shows records as the own logs do, each with its verdict, both ways', async () => {
    const up = (await orders({ fromOffset: 0, direction: 'up' })).value;
    const down = (await orders({ fromOffset: 23, direction: 'down' })).value;
    expect(down.map(({ baseOffset }) => baseOffset)).toEqual(
      up.map(({ baseOffset }) => baseOffset).toReversed(),
    );
    const seen = up.map(({ baseOffset, verdict, markerOffset }) => ({ baseOffset, verdict, markerOffset }));
    expect(seen).toEqual(
      ordersJudged?.records.map(({ offset, verdict, markerOffset, kind }) => ({
        baseOffset: offset,
        verdict,
        markerOffset: kind === 'control' ? null : markerOffset,
      })),
    );
  });

  test('names the transactional ids of its producers, once __transaction_state is read', async () => {
    const named = async () =>
      (await orders({ fromOffset: 0, direction: 'up' })).value.map(({ transactionalId }) => transactionalId);
    await expect.poll(named).toContain('tx-a');
  });

  test.skipIf(process.platform === 'win32')('with a pipe among its files holds nobody up', async () => {
    execFileSync('mkfifo', [`${data}/orders-0/00000000000000000042.index`]);
    fs.mkdirSync(`${data}/pipes-0`);
    execFileSync('mkfifo', [`${data}/pipes-0/${LOG}`]);
    await client.call('opened.refresh', { id: opened.id });
    expect((await partitions()).find(({ topic }) => topic === 'pipes')).toMatchObject({ logEndOffset: 0 });
    const { value } = await client.call('opened.census', { id: opened.id, topic: null, partition: 0 });
    expect(value.partitions).toHaveLength(verdicts.length + 1);
  });

  test('is neither written nor locked', async () => {
    const before = fingerprint(data);
    fs.chmodSync(data, 0o555);
    try {
      await partitions();
      await orders({ fromOffset: 0, direction: 'up' });
      await client.call('opened.census', { id: opened.id, topic: null, partition: 0 });
      await client.call('opened.refresh', { id: opened.id });
      expect(fingerprint(data)).toEqual(before);
    } finally {
      fs.chmodSync(data, 0o755);
    }
  });

  test('is counted in a process of its own, which says how far it is', async () => {
    const events: AnyEvent[] = [];
    const unsubscribe = running.lab.bus.subscribe((event) => events.push(event));
    const { value } = await client.call('opened.census', { id: opened.id, topic: 'orders', partition: 0 });
    unsubscribe();
    const [census] = value.partitions;
    expect(census).toMatchObject({ topic: 'orders', partition: 0, logEndOffset: 24, damages: [] });
    expect(Object.values(value.counts).reduce((sum, count) => sum + count, 0)).toBe(24);
    expect(value.bytesRead).toBeGreaterThan(0);
    for (const event of events) expect(['inspect.progress', 'opened.changed']).toContain(event.type);
  });

  test('that a broker writes to is followed', async () => {
    const events: AnyEvent[] = [];
    const unsubscribe = running.lab.bus.subscribe((event) => events.push(event));
    await partitions();
    const batch = new RecordBatch(aBatch({ count: 3 }));
    batch.baseOffset = 24;
    fs.appendFileSync(`${data}/orders-0/${LOG}`, batch.bytes);
    const view = await client.call('opened.refresh', { id: opened.id });
    expect(view.revision).toBe(opened.revision + 1);
    const changed = (await partitions()).find(
      ({ topic, partition }) => topic === 'orders' && partition === 0,
    );
    expect(changed).toMatchObject({ logEndOffset: 27, damages: [] });
    fs.rmSync(data, { recursive: true });
    await expect(
      client.call('opened.batchBytes', {
        id: opened.id,
        topic: 'orders',
        partition: 0,
        segment: 0,
        position: 0,
      }),
    ).rejects.toMatchObject({
      message: `${data} cannot be read: it was removed meanwhile; read the folder again`,
    });
    expect((await client.call('opened.refresh', { id: opened.id })).isThere).toBe(false);
    unsubscribe();
    const whats = events.filter(({ type }) => type === 'opened.changed').map(({ data }) => data);
    expect(whats).toContainEqual({ opened: opened.id, what: 'files', revision: 2 });
    expect(whats).toContainEqual({ opened: opened.id, what: 'gone', revision: 3 });
  });

  test('finds the first record of a time', async () => {
    const [first, second] = ordersJudged?.records.slice(10, 12) ?? [];
    const place = { id: opened.id, topic: 'orders', partition: 0 };
    const at = await client.call('opened.offsetForTime', { ...place, timestampMs: second?.timestamp ?? 0 });
    const expected = ordersJudged?.records.find(
      ({ kind, timestamp }) => kind === 'data' && timestamp >= (second?.timestamp ?? 0),
    );
    expect(at).toEqual({ offset: expected?.offset, timestampMs: expected?.timestamp });
    expect(first?.timestamp).toBeLessThanOrEqual(second?.timestamp ?? 0);
    const never = await client.call('opened.offsetForTime', { ...place, timestampMs: 9_000_000_000_000 });
    expect(never.offset).toBeNull();
  });
});

describe('a damaged place', () => {
  const place = { topic: 'orders', partition: 0 };
  let batches: readonly BatchView[];

  beforeEach(async () => {
    batches = (await orders({ fromOffset: 0, direction: 'up' })).value;
  });

  function damage(index: number, within: number): BatchView {
    const batch = batches[index] as BatchView;
    const bytes = fs.readFileSync(`${data}/orders-0/${LOG}`);
    bytes[batch.position + within] = (bytes[batch.position + within] as number) ^ 1;
    fs.writeFileSync(`${data}/orders-0/${LOG}`, bytes);
    return batch;
  }

  test('says what was expected and found; the records around it are shown; reading goes on behind it', async () => {
    const { id } = opened;
    const { segment, position, baseOffset } = damage(5, 70);
    const next = batches[6] as BatchView;
    await client.call('opened.refresh', { id });
    const shown = (await orders({ fromOffset: 0, direction: 'up' })).value;
    expect(shown.map((batch) => batch.baseOffset)).toEqual(
      batches.map((batch) => batch.baseOffset).filter((offset) => offset !== baseOffset),
    );
    const bytes = await client.call('opened.batchBytes', { id, ...place, segment, position });
    expect(bytes.stop).toMatchObject({
      expected: { key: 'lab.damage.checksum' },
      found: { key: 'lab.damage.checksums', params: { stored: expect.stringContaining('0x') } },
    });
    expect(await client.call('opened.nextBatch', { id, ...place, segment, position })).toEqual({
      segment,
      position: next.position,
      baseOffset: next.baseOffset,
    });
    const { value } = await client.call('opened.census', { id, ...place });
    expect(value.partitions[0]?.damages).toMatchObject([
      { kind: 'crc', position, nextPosition: next.position, uncleanStart: 'truncates' },
    ]);
    expect(value.counts.damaged).toBe(1);
    const view = (await partitions()).find(({ topic, partition }) => topic === 'orders' && partition === 0);
    expect(view?.damages).toEqual(value.partitions[0]?.damages);
  });

  test.each([
    ['within its header', 40, 'lab.damage.cutFieldWithout', 'maxTimestamp'],
    ['before its format version', 9, 'lab.damage.cutFieldWithout', 'batchLength'],
    ['within its records', 66, 'lab.damage.bytes', undefined],
  ] as const)(
    'that is a batch cut %s has the fields that are there, and what is missing',
    async (_, size, key, field) => {
      const { id } = opened;
      const { segment, position } = batches.at(-1) as BatchView;
      fs.truncateSync(`${data}/orders-0/${LOG}`, position + size);
      await client.call('opened.refresh', { id });
      const { fields, stop } = await client.call('opened.batchBytes', { id, ...place, segment, position });
      expect(fields.length).toBeGreaterThan(1);
      expect(fields.reduce((sum, one) => sum + one.size, 0)).toBe(size);
      expect(stop?.found.key).toBe(key);
      if (field !== undefined) expect(stop?.found.params['field']).toBe(field);
      const view = (await partitions()).find(({ topic, partition }) => topic === 'orders' && partition === 0);
      expect(view?.damages).toMatchObject([
        { kind: 'cut', position, says: { found: { key: 'lab.damage.bytes' } } },
      ]);
    },
  );

  test('in the last segment but one: reading goes on in the next segment, in the window and on the command line', async () => {
    const source = `${LOG_DIRS}/rolled/data`;
    fs.cpSync(source, data, { recursive: true, force: true });
    const { id } = await client.call('opened.open', { path: data });
    await client.call('opened.refresh', { id });
    const partition = (await partitions(id)).find(({ segments }) => segments.length > 1);
    const { topic = '', partition: number = 0, segments = [] } = partition ?? {};
    const [first, second] = segments;
    const file = `${data}/${topic}-${number}/${String(first?.baseOffset).padStart(20, '0')}.log`;
    fs.truncateSync(file, fs.statSync(file).size - 3);
    await client.call('opened.refresh', { id });
    const segment = first?.baseOffset ?? -1;
    const from = { id, topic, partition: number, segment, position: fs.statSync(file).size - 1 };
    expect(await client.call('opened.nextBatch', from)).toEqual({
      segment: second?.baseOffset,
      position: 0,
      baseOffset: second?.baseOffset,
    });
    for await (const report of inspect(nodePlatform().disk, `${data}/${topic}-${number}`)) {
      expect(report.damage).toContain('byte');
      expect(report.behindDamage).toMatchObject({ segment: second?.baseOffset, position: 0 });
      expect(report.behindDamage?.records[0]?.offset).toBe(second?.baseOffset);
      expect(renderPartition(report)).toContain(`reading goes on at offset ${second?.baseOffset}`);
    }
  });

  test('at the end of the log is found when it is opened', async () => {
    const { position } = damage(batches.length - 1, 70);
    const again = await client.call('opened.refresh', { id: opened.id });
    expect(again.revision).toBeGreaterThan(opened.revision);
    const view = (await partitions()).find(({ topic, partition }) => topic === 'orders' && partition === 0);
    expect(view?.damages).toMatchObject([{ kind: 'crc', position, cleanStart: 'readers-fail' }]);
  });
});

describe('a single file', () => {
  test('of a log is a partition with one segment', async () => {
    const one = await client.call('opened.open', { path: `${data}/orders-0/${LOG}` });
    expect(one).toMatchObject({ kind: 'file', partitionCount: 1, name: LOG });
    expect(await partitions(one.id)).toMatchObject([{ topic: 'orders', partition: 0, logEndOffset: 24 }]);
  });

  test.each([
    ['orders-0/00000000000000000000.txnindex', 'bytes.txnindex.producerId'],
    ['orders-0/00000000000000000024.snapshot', 'bytes.snapshot.producerId'],
    ['orders-0/leader-epoch-checkpoint', 'bytes.epochs.entry'],
    ['recovery-point-offset-checkpoint', 'bytes.checkpoint.entry'],
    ['meta.properties', 'bytes.properties.entry'],
  ])('%s has a byte ruler', async (name, say) => {
    const { id } = await client.call('opened.open', { path: `${data}/${name}` });
    const file = path.basename(name);
    const bytes = await client.call('opened.fileBytes', { id, topic: null, partition: 0, file, position: 0 });
    expect(bytes.fields.map((field) => field.say.key)).toContain(say);
    expect(bytes.stop).toBeNull();
  });

  test('that is none of Kafka’s is refused with what would do', async () => {
    fs.writeFileSync(`${data}/invoices.txt`, 'nothing');
    await expect(client.call('opened.open', { path: `${data}/invoices.txt` })).rejects.toMatchObject({
      failure: {
        code: 'NOT_A_LOG',
        message: expect.stringContaining('invoices.txt is not a Kafka log file'),
        hint: expect.stringContaining('Expected 20 digits and .log'),
      },
    });
    await expect(client.call('opened.open', { path: 'orders-0' })).rejects.toMatchObject({
      failure: { code: 'BAD_INPUT' },
    });
  });

  test.each(['../meta.properties', '..', 'orders-0/x', 'passwd'])(
    'named %s is none of the folder',
    async (file) => {
      const which = { id: opened.id, topic: 'orders', partition: 0, file, position: 0 };
      await expect(client.call('opened.fileBytes', which)).rejects.toThrow();
    },
  );
});

describe("the lab's own logs", () => {
  test('are counted as well', async () => {
    await client.call('topics.create', { topic: 'counted', partitions: 1 });
    await running.lab.writePlain('counted', [
      { partition: 0, key: 'a', value: '1' },
      { partition: 0, key: 'b', value: '2' },
    ]);
    const { value } = await client.call('census.read', { topic: 'counted', partition: 0 });
    expect(value.partitions).toMatchObject([
      { topic: 'counted', logEndOffset: 2, highWatermark: 2, lastStableOffset: 2, counts: { plain: 2 } },
    ]);
    await client.call('census.cancel', null);
  });
});
