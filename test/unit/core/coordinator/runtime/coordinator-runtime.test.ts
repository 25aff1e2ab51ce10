import { beforeEach, describe, expect, test } from 'vitest';
import { AssertionError } from '#core/base/assert.ts';
import type { ShardContext } from '#core/coordinator/runtime/coordinator-runtime.ts';
import { CoordinatorRuntime } from '#core/coordinator/runtime/coordinator-runtime.ts';
import type { EncodedRecord, RecordPlace, Shard, TransactionEnd } from '#core/coordinator/runtime/shard.ts';
import type { AnyEvent } from '#core/observe/event-bus.ts';
import { EventBus } from '#core/observe/event-bus.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';
import { InMemoryCoordinatorLog } from '../../../../support/in-memory-coordinator-log.ts';

const TOPIC = '__sums';
const PLACE = { topic: TOPIC, partition: 0 };

/** Adds up numbers; a record is one of them. */
class SumShard implements Shard<number> {
  sum = 0;
  readonly places: RecordPlace[] = [];
  readonly ends: TransactionEnd[] = [];
  readonly life: string[] = [];
  readonly context: ShardContext;

  constructor(context: ShardContext) {
    this.context = context;
  }

  encode(record: number): EncodedRecord {
    return { key: Buffer.from('n'), value: Buffer.from(String(record)) };
  }

  decode(key: Buffer, value: Buffer | null): number | undefined {
    if (key.toString() === 'other') return undefined;
    if (value === null) throw new RangeError('no number');
    return Number(value.toString());
  }

  replay(record: number, place: RecordPlace): void {
    this.sum += record;
    this.places.push(place);
  }

  replayTransactionEnd(end: TransactionEnd): void {
    this.ends.push(end);
  }

  onLoaded(): void {
    this.life.push(`loaded ${this.sum}`);
  }

  onUnloaded(): void {
    this.life.push('unloaded');
  }
}

let clock: SimClock;
let log: InMemoryCoordinatorLog;
let events: AnyEvent[];
let made: SumShard[];
let runtime: CoordinatorRuntime<number, SumShard>;

function newRuntime(): CoordinatorRuntime<number, SumShard> {
  const bus = new EventBus(clock);
  bus.subscribe((event) => events.push(event));
  return new CoordinatorRuntime({
    clock,
    bus,
    log,
    topic: TOPIC,
    baseSequence: -1,
    createShard: (context) => {
      const shard = new SumShard(context);
      made.push(shard);
      return shard;
    },
  });
}

function add(...records: number[]): ReturnType<typeof runtime.write<number>> {
  return runtime.write(0, ({ sum }) => ({ records, answer: sum }));
}

beforeEach(() => {
  clock = new SimClock();
  log = new InMemoryCoordinatorLog();
  events = [];
  made = [];
  runtime = newRuntime();
});

describe('a write turn', () => {
  beforeEach(async () => {
    runtime.start();
    await runtime.elect(0, 3);
  });

  test('appends what the handler decides, replays it, and answers with what the handler saw', () => {
    expect(add(1, 2)).toEqual({ error: 'NONE', answer: 0, baseOffset: 0 });
    expect(add(4)).toEqual({ error: 'NONE', answer: 3, baseOffset: 2 });
    expect(made[0]?.sum).toBe(7);
    const atMs = clock.nowMs();
    expect(made[0]?.places).toEqual(
      [0, 1, 2].map((offset) => ({ offset, timestampMs: atMs, producerId: -1, producerEpoch: -1 })),
    );
  });

  test('writes plain batches: no producer id, no sequence, create time, as Kafka does', () => {
    add(1, 2);
    const [batch] = log.readAll(PLACE);
    expect(batch).toMatchObject({
      attributes: 0,
      producerId: -1,
      producerEpoch: -1,
      baseSequence: -1,
      recordCount: 2,
      baseTimestamp: clock.nowMs(),
      maxTimestamp: clock.nowMs(),
      isCrcValid: true,
    });
  });

  test('without records only answers', () => {
    expect(add()).toEqual({ error: 'NONE', answer: 0, baseOffset: -1 });
    expect(log.endOffset(PLACE)).toBe(0);
  });

  test('writes a transactional batch for a producer', () => {
    const producer = { producerId: 7, producerEpoch: 2 };
    const guard = {};
    runtime.write(0, () => ({ records: [5], answer: null, producer }), { verificationGuard: guard });
    const [batch] = log.readAll(PLACE);
    expect(batch).toMatchObject({ isTransactional: true, isControl: false, ...producer });
    expect(made[0]?.places).toMatchObject([producer]);
    expect(log.options).toEqual([{ verificationGuard: guard }]);
  });

  test('changes nothing when the append is refused, and answers what a client should hear', () => {
    log.refusals.push('NOT_ENOUGH_REPLICAS');
    expect(add(1)).toEqual({ error: 'COORDINATOR_NOT_AVAILABLE' });
    expect(made[0]?.sum).toBe(0);
    expect(add(1)).toMatchObject({ error: 'NONE' });
  });

  test('must not start another one', () => {
    const nested = (): unknown => runtime.write(0, () => ({ records: [], answer: add(1) }));
    expect(nested).toThrow(AssertionError);
    expect(add(1).error).toBe('NONE');
  });

  test('writes markers and applies them', () => {
    const end = { producerId: 7, producerEpoch: 2, commit: true, coordinatorEpoch: 4 };
    expect(runtime.writeMarker(0, end, { transactionVersion: 2 })).toMatchObject({ answer: 0 });
    expect(made[0]?.ends).toEqual([end]);
    expect(log.options).toEqual([{ transactionVersion: 2 }]);
    log.refusals.push('INVALID_PRODUCER_EPOCH');
    expect(runtime.writeMarker(0, end)).toEqual({ error: 'INVALID_PRODUCER_EPOCH' });
    expect(made[0]?.ends).toHaveLength(1);
  });
});

describe('a partition', () => {
  test('answers only while it is led, loaded, and the coordinator runs', async () => {
    await runtime.elect(0, 1);
    expect(add(1)).toEqual({ error: 'COORDINATOR_NOT_AVAILABLE' });
    runtime.start();
    expect(add(1).error).toBe('NONE');
    expect(runtime.read(1, () => 'seen')).toEqual({ error: 'NOT_COORDINATOR' });
    expect(runtime.read(0, ({ sum }) => sum)).toEqual({ error: 'NONE', answer: 1, baseOffset: -1 });
    runtime.resign(0);
    expect(add(1)).toEqual({ error: 'NOT_COORDINATOR' });
    runtime.close();
    expect(add(1)).toEqual({ error: 'COORDINATOR_NOT_AVAILABLE' });
  });

  test('is loaded by the same replay that requests go through', async () => {
    runtime.start();
    await runtime.elect(0, 1);
    add(1, 2);
    const end = { producerId: 7, producerEpoch: 2, commit: false, coordinatorEpoch: 4 };
    runtime.writeMarker(0, end);
    runtime.write(0, () => ({ records: [9], answer: 0, producer: { producerId: 7, producerEpoch: 3 } }));
    const before = made[0];

    runtime = newRuntime();
    runtime.start();
    await runtime.elect(0, 2);
    expect(made[1]).toMatchObject({ sum: before?.sum, places: before?.places, ends: [end] });
    expect(made[1]?.life).toEqual(['loaded 12']);
    expect(made[1]?.context).toMatchObject({ partition: 0, coordinatorEpoch: 2 });
    expect(events.at(-1)).toMatchObject({
      type: 'coordinator.loaded',
      data: { topic: TOPIC, partition: 0, records: 3 },
    });
  });

  test('that is long is loaded over several turns, and says so meanwhile', async () => {
    runtime.start();
    await runtime.elect(0, 1);
    for (let i = 0; i < 2500; i++) add(1);
    runtime = newRuntime();
    runtime.start();
    const loaded = runtime.elect(0, 2);
    expect(runtime.isLoading).toBe(true);
    expect(add(1)).toEqual({ error: 'COORDINATOR_LOAD_IN_PROGRESS' });
    expect([...runtime.shards()]).toEqual([]);
    await clock.advance(1);
    await loaded;
    expect(runtime.isLoading).toBe(false);
    expect(add()).toMatchObject({ answer: 2500 });
  });

  test('that is given up while it loads is never heard of again', async () => {
    runtime.start();
    await runtime.elect(0, 1);
    for (let i = 0; i < 2500; i++) add(1);
    runtime = newRuntime();
    const loaded = runtime.elect(0, 2);
    runtime.resign(0);
    await clock.advance(1);
    await loaded;
    expect(made[1]?.life).toEqual(['unloaded']);
    expect(runtime.coordinatorEpoch(0)).toBeUndefined();
  });

  test('skips records that it does not know, and those without a key', async () => {
    const record = (key: string | null, value: string) => ({
      timestamp: 1,
      key: key === null ? null : Buffer.from(key),
      value: Buffer.from(value),
      headers: [],
    });
    log.append(PLACE, buildBatch({ records: [record('other', '1'), record(null, '2'), record('n', '4')] }));
    await runtime.elect(0, 1);
    expect(made[0]?.sum).toBe(4);
  });

  test('that does not parse is announced, and nobody gets an answer from it', async () => {
    log.append(
      PLACE,
      buildBatch({ records: [{ timestamp: 1, key: Buffer.from('n'), value: null, headers: [] }] }),
    );
    runtime.start();
    await runtime.elect(0, 1);
    expect(add(1)).toEqual({ error: 'NOT_COORDINATOR' });
    expect(events).toMatchObject([{ type: 'coordinator.loadFailed', data: { topic: TOPIC, partition: 0 } }]);
  });

  test('is loaded again for a newer epoch only', async () => {
    await runtime.elect(0, 5);
    await runtime.elect(0, 5);
    await runtime.elect(0, 4);
    expect(made).toHaveLength(1);
    await runtime.elect(0, 6);
    expect(made.map(({ life }) => life)).toEqual([['loaded 0', 'unloaded'], ['loaded 0']]);
    expect(runtime.coordinatorEpoch(0)).toBe(6);
  });

  test('takes its timeouts with it', async () => {
    await runtime.elect(0, 1);
    const fired: string[] = [];
    made[0]?.context.timer.schedule('a', 10, () => fired.push('a'));
    runtime.resign(0);
    await clock.advance(20);
    expect(fired).toEqual([]);
  });
});
