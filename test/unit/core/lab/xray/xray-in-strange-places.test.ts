import { cpSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { directorySide } from '#core/evidence/compare/snapshot-side.ts';
import { WorkCancelled } from '#core/evidence/work.ts';
import { inspect } from '#core/inspect/inspect.ts';
import { readXray } from '#core/lab/xray/read-xray.ts';
import type { XrayNode, XrayTarget, XrayView } from '#core/lab-api/xray-views.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import { NodeDisk } from '#core/platform/node/node-disk.ts';
import {
  aBatch,
  append,
  appendVerified,
  createOrders,
  end,
  fixture,
  LogWorld,
} from '../../../../support/log-world.ts';

const disk = new NodeDisk();

/** Counts what is gone through, and ends the X-ray after `pulsesMax` looks. */
class CountedPace {
  bytes = 0;
  pulses = 0;
  expected = 0;
  readonly #pulsesMax: number;

  constructor(pulsesMax = Number.POSITIVE_INFINITY) {
    this.#pulsesMax = pulsesMax;
  }

  expect(bytes: number): void {
    this.expected = Math.max(this.expected, bytes);
  }

  pulse(bytes: number): Promise<void> | undefined {
    this.bytes += bytes;
    if (++this.pulses > this.#pulsesMax) throw new WorkCancelled('it was cancelled');
    return undefined;
  }
}

async function xrayAt(directory: string, target: XrayTarget, pace = new CountedPace()): Promise<XrayView> {
  const logs = await directorySide(disk, { directory, label: 'files' });
  return readXray({ disk, logs, lab: null, pace }, target);
}

function nodes(view: XrayView, key: string): readonly XrayNode[] {
  return view.nodes.filter(({ say }) => say.key === key);
}

function partitionColumn({ columns }: XrayView): XrayView['columns'][number] | undefined {
  return columns.find(({ column }) => column === 'partition');
}

const order = (offset: number, partition = 0): XrayTarget => ({
  kind: 'record',
  topic: 'orders',
  partition,
  offset,
});

let world: LogWorld;
let directory: string;

beforeEach(() => {
  world = new LogWorld();
  directory = world.directory;
});

afterEach(() => {
  world.remove();
});

/** Fills `orders-0`, and closes it in order. */
async function written(
  fill: (log: PartitionLog) => void,
  given: { readonly [key: string]: string } = {},
): Promise<void> {
  const manager = await world.open();
  fill(createOrders(manager, { 'index.interval.bytes': '500', ...given }));
  await manager.close();
}

const logFile = (): string => join(directory, 'orders-0', '00000000000000000000.log');

/** Positions of the batches of `orders-0`, in order. */
function positions(): readonly number[] {
  const file = disk.open(logFile(), 'read');
  const found: number[] = [];
  const header = Buffer.alloc(12);
  for (let at = 0; file.read(at, header, 0, 12) === 12; at += header.readInt32BE(8) + 12) found.push(at);
  file.close();
  return found;
}

function overwrite(path: string, position: number, bytes: Buffer): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, position);
}

/** One transaction of producer 7 in the middle of 40,000 records of others. */
async function inTheMiddle(): Promise<void> {
  await written((log) => {
    const others = (): void => {
      for (let i = 0; i < 1_000; i++) append(log, aBatch({ count: 20 }));
    };
    appendVerified(log, { producerId: 7 });
    end(log, 'ABORT', { producerId: 7 });
    others();
    appendVerified(log, { producerId: 7, sequence: 1, count: 3 });
    end(log, 'COMMIT', { producerId: 7 });
    others();
  });
}

describe('the X-ray of a large log', () => {
  it('begins near the record, and goes back no further than the marker before', async () => {
    await world.open().then((manager) => {
      const log = createOrders(manager, { 'index.interval.bytes': '500' });
      for (let i = 0; i < 1_000; i++) append(log, aBatch({ count: 20 }));
      for (let sequence = 0; sequence < 3; sequence++) {
        appendVerified(log, { producerId: 7, sequence });
        end(log, 'COMMIT', { producerId: 7 });
      }
      for (let i = 0; i < 1_000; i++) append(log, aBatch({ count: 20 }));
      return manager.close();
    });
    const pace = new CountedPace();
    const view = await xrayAt(directory, order(20_002), pace);
    expect(view.outcome).toBe('committed');
    expect(nodes(view, 'partition.wrote')[0]?.say.params).toMatchObject({ firstOffset: 20_002, records: 1 });
    expect(pace.bytes).toBeLessThan(statSync(logFile()).size / 10);
    expect(pace.expected).toBeGreaterThan(statSync(logFile()).size / 4);
  });

  it('finds the start of a transaction however far it lies behind', async () => {
    await inTheMiddle();
    const view = await xrayAt(directory, order(20_003));
    expect(nodes(view, 'partition.wrote')[0]?.say.params).toMatchObject({ firstOffset: 20_002, records: 3 });
    expect(nodes(view, 'partition.commitMarker')[0]?.say.params['offset']).toBe(20_005);
  });

  it('does not believe a snapshot about a transaction that is not there', async () => {
    await inTheMiddle();
    const expected = await xrayAt(directory, order(20_003));
    for (const name of readdirSync(join(directory, 'orders-0'))) {
      if (name.endsWith('.snapshot')) rmSync(join(directory, 'orders-0', name));
    }
    const other = new LogWorld();
    const manager = await other.open();
    const log = createOrders(manager);
    for (let i = 0; i < 10; i++) append(log, aBatch());
    appendVerified(log, { producerId: 7 });
    await manager.close();
    const snapshot = '00000000000000000011.snapshot';
    cpSync(join(other.directory, 'orders-0', snapshot), join(directory, 'orders-0', snapshot));
    other.remove();
    const view = await xrayAt(directory, order(20_003));
    expect(nodes(view, 'partition.wrote')).toEqual(nodes(expected, 'partition.wrote'));
  });

  it('ends when it is cancelled, wherever it is', async () => {
    await inTheMiddle();
    const whole = new CountedPace();
    await xrayAt(directory, order(20_003), whole);
    for (const share of [0, 0.1, 0.5, 0.9]) {
      const pace = new CountedPace(Math.floor(whole.pulses * share));
      await expect(xrayAt(directory, order(20_003), pace)).rejects.toBeInstanceOf(WorkCancelled);
      expect(pace.pulses).toBe(Math.floor(whole.pulses * share) + 1);
    }
  });

  it('counts the batches of a long transaction, and names the first ones', async () => {
    await written((log) => {
      for (let sequence = 0; sequence < 2_000; sequence++) appendVerified(log, { producerId: 7, sequence });
      end(log, 'COMMIT', { producerId: 7 });
    });
    const view = await xrayAt(directory, order(1_000));
    const [wrote, ...others] = nodes(view, 'partition.wrote');
    expect(others).toEqual([]);
    expect(wrote).toMatchObject({ count: 2_000, say: { params: { records: 2_000, lastOffset: 1_999 } } });
    expect(wrote?.bytes).toHaveLength(3);
    expect(JSON.stringify(view).length).toBeLessThan(8_000);
  });
});

describe('the X-ray of a damaged log', () => {
  async function fourBatches(): Promise<readonly number[]> {
    await written((log) => {
      for (let sequence = 0; sequence < 4; sequence++) appendVerified(log, { producerId: 7, sequence });
      end(log, 'COMMIT', { producerId: 7 });
    });
    return positions();
  }

  it('is refused for a record whose batch has a wrong checksum, and tells of its neighbours', async () => {
    const at = await fourBatches();
    overwrite(logFile(), (at[2] ?? 0) + 70, Buffer.from('damage'));
    await expect(xrayAt(directory, order(2))).rejects.toMatchObject({ failure: { code: 'DAMAGED' } });
    expect((await xrayAt(directory, order(1))).outcome).toBe('committed');
  });

  it('is refused for a record where no batch begins any more, and says so of its neighbours', async () => {
    const at = await fourBatches();
    overwrite(logFile(), at[2] ?? 0, Buffer.alloc(61));
    await expect(xrayAt(directory, order(2))).rejects.toMatchObject({ failure: { code: 'DAMAGED' } });
    const view = await xrayAt(directory, order(1));
    expect(view.outcome).toBe('committed');
    expect(partitionColumn(view)).toMatchObject({ known: 'part', reason: { key: 'missing.damaged' } });
  });
});

describe('the X-ray of one record', () => {
  it('that is a marker tells of the transaction it ended', async () => {
    await written((log) => {
      appendVerified(log, { producerId: 7, count: 2 });
      end(log, 'ABORT', { producerId: 7 });
    });
    const view = await xrayAt(directory, order(2));
    expect(view).toMatchObject({ outcome: 'aborted', record: { verdict: 'marker-abort', key: null } });
    expect(nodes(view, 'partition.wrote')[0]?.say.params).toMatchObject({ firstOffset: 0, lastOffset: 1 });
  });

  it('that is a marker of records which are gone says so', async () => {
    await written((log) => {
      append(log, aBatch());
      end(log, 'ABORT', { producerId: 7 });
    });
    const view = await xrayAt(directory, order(1));
    expect(view).toMatchObject({ outcome: 'aborted', record: { verdict: 'marker-abort' } });
    expect(view.nodes.map(({ say }) => say.key)).toContain('partition.abortMarker');
    expect(view.nodes.filter(({ column }) => column === 'reader')).toEqual([]);
    expect(partitionColumn(view)?.reason?.key).toBe('missing.recordsGone');
  });

  it('of an idempotent producer without a transaction is plain', async () => {
    await written((log) => append(log, aBatch({ producerId: 7 })));
    expect(await xrayAt(directory, order(0))).toMatchObject({ outcome: 'plain', producerId: 7 });
  });

  it('tells of its own epoch, where a producer id goes on with later ones', async () => {
    await written((log) => {
      for (const epoch of [0, 1, 2]) {
        appendVerified(log, { producerId: 7, epoch });
        end(log, epoch === 1 ? 'ABORT' : 'COMMIT', { producerId: 7, epoch });
      }
    });
    const view = await xrayAt(directory, order(2));
    expect(view).toMatchObject({ outcome: 'aborted', epoch: 1 });
    expect(nodes(view, 'partition.wrote')[0]?.say.params).toMatchObject({ firstOffset: 2, lastOffset: 2 });
  });

  it('of message format 0 or 1 is plain', async () => {
    const data = join(fixture('log-dirs/old-formats'), 'data');
    let looked = 0;
    for await (const { topic, partition, records } of inspect(disk, data)) {
      for (const { offset } of records.slice(0, 3)) {
        const view = await xrayAt(data, { kind: 'record', topic, partition, offset });
        expect(view).toMatchObject({ outcome: 'plain', producerId: -1, record: { offset } });
        looked++;
      }
    }
    expect(looked).toBeGreaterThan(0);
  });

  it('of an internal topic is told like any other', async () => {
    const data = join(fixture('log-dirs/txn-basic'), 'data');
    const seen = new Map<string, string>();
    for await (const { topic, partition, records } of inspect(disk, data)) {
      if (!topic.startsWith('__')) continue;
      for (const { offset, verdict } of records) {
        const view = await xrayAt(data, { kind: 'record', topic, partition, offset });
        expect(view.record?.verdict, `${topic}-${partition} ${offset}`).toBe(verdict);
        seen.set(`${topic} ${view.outcome}`, verdict);
        if (topic === '__consumer_offsets' && view.outcome === 'committed') {
          expect(nodes(view, 'coordinator.offsets').length).toBeGreaterThan(0);
        }
      }
    }
    expect([...seen.keys()]).toEqual(
      expect.arrayContaining([
        '__consumer_offsets committed',
        '__consumer_offsets plain',
        '__transaction_state open',
      ]),
    );
  });
});

describe('the X-ray over several partitions', () => {
  let copy: string;

  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'fencepost-xray-'));
  });

  afterEach(() => rmSync(copy, { recursive: true, force: true }));

  it('names the partition that the coordinator knows of and that is not there', async () => {
    const data = join(fixture('log-dirs/txn-basic'), 'data');
    let wide: { readonly target: XrayTarget; readonly lacking: string } | undefined;
    for await (const { topic, partition, records } of inspect(disk, data)) {
      if (topic.startsWith('__')) continue;
      for (const { offset, verdict } of records) {
        if (verdict !== 'committed') continue;
        const target = { kind: 'record', topic, partition, offset } as const;
        const other = nodes(await xrayAt(data, target), 'partition.commitMarker').find(
          ({ place }) => place !== null && (place.topic !== topic || place.partition !== partition),
        );
        if (other?.place != null) wide = { target, lacking: `${other.place.topic}-${other.place.partition}` };
      }
    }
    if (wide === undefined) throw new Error('no transaction wrote to two partitions');
    const { target, lacking } = wide;
    cpSync(data, copy, { recursive: true, filter: (path) => !path.endsWith(lacking) });
    const view = await xrayAt(copy, target);
    expect(view.outcome).toBe('committed');
    expect(partitionColumn(view)).toMatchObject({
      known: 'part',
      reason: { key: 'missing.partitions', params: { count: 1, place: lacking } },
    });
  });
});
