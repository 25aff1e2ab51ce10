import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KafkaProducer } from '#core/client/producer/kafka-producer.ts';
import { ProducerHistory } from '#core/lab/history/producer-history.ts';
import { readWindow, readWindowBefore, type WindowSource } from '#core/lab/logs/batch-window.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import {
  aBatch,
  append,
  appendVerified,
  createOrders,
  end,
  LogWorld,
} from '../../../../support/log-world.ts';
import { temporaryBroker } from '../../../../support/temporary-broker.ts';

let stand: Awaited<ReturnType<typeof temporaryBroker>>;
let history: ProducerHistory;
let log: PartitionLog;
const producers: KafkaProducer[] = [];

async function transactional(id: string): Promise<KafkaProducer> {
  const producer = stand.producer({ 'transactional.id': id, 'client.id': `client-${id}`, 'linger.ms': '30' });
  producers.push(producer);
  await producer.initTransactions();
  return producer;
}

async function write(producer: KafkaProducer, ...keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => producer.send({ topic: 'orders', key, value: `value of ${key}` })));
}

/** Waits for the markers, which come after the answer of EndTxn. */
async function settled(offset: number): Promise<void> {
  while (log.logEndOffset < offset) await new Promise((resolve) => setTimeout(resolve, 5));
}

/**
 * 0 plain · 1..2 first, aborted · 3 ABORT · 4 first, committed · 5 second, open from here · 6 first, committed · 7 COMMIT · 8 second
 */
beforeAll(async () => {
  stand = await temporaryBroker({ 'num.partitions': '1' });
  history = new ProducerHistory(stand.bus, (clientId) => (clientId === 'client-first' ? 'A' : null));
  const plain = stand.producer({ 'enable.idempotence': 'false' });
  producers.push(plain);
  await write(plain, 'o-0');
  log = stand.broker.logs.get({ topic: 'orders', partition: 0 }) as PartitionLog;
  const first = await transactional('first');
  const second = await transactional('second');
  first.beginTransaction();
  await write(first, 'o-1', 'o-2');
  await first.abortTransaction();
  await settled(4);
  first.beginTransaction();
  await write(first, 'o-4');
  second.beginTransaction();
  await write(second, 'o-5');
  await write(first, 'o-6');
  await first.commitTransaction();
  await settled(8);
  await write(second, 'o-8');
});
afterAll(async () => {
  for (const producer of producers) await producer.close(0);
  await stand.stop();
});

const source = (): WindowSource => ({ log, history, breathe: () => undefined });

async function verdicts(fromOffset: number, recordsMax: number): Promise<readonly string[]> {
  const batches = await readWindow(source(), { fromOffset, recordsMax });
  return batches.map(
    ({ baseOffset, verdict, markerOffset, transactionFirstOffset }) =>
      `${baseOffset} ${verdict} ${markerOffset ?? '-'} ${transactionFirstOffset ?? '-'}`,
  );
}

describe('a stretch of the log', () => {
  it('tells of every batch what became of it', async () => {
    expect(await verdicts(0, 100)).toEqual([
      '0 plain - -',
      '1 aborted 3 1',
      '3 marker-abort - 1',
      '4 committed 7 4',
      '5 open - 5',
      '6 committed 7 4',
      '7 marker-commit - 4',
      '8 open - 5',
    ]);
  });

  it('knows about transactions that began before it and end behind it', async () => {
    expect(await verdicts(6, 1)).toEqual(['6 committed 7 4']);
    expect(await verdicts(8, 1)).toEqual(['8 open - 5']);
    expect(await verdicts(2, 1)).toEqual(['1 aborted 3 1']);
  });

  it('says what the coordinator has stored, in the order in which it did', async () => {
    const told: string[] = [];
    for (let partition = 0; partition < 50; partition++) {
      const state = stand.broker.logs.get({ topic: '__transaction_state', partition });
      if (state === undefined) continue;
      for (const { records } of await readWindow({ ...source(), log: state }, { fromOffset: 0 }))
        for (const { stored } of records)
          if (stored?.key.params['id'] === 'first')
            told.push(`${stored.value?.params['state']} ${stored.value?.params['partitions']}`);
    }
    expect(told).toEqual([
      'Empty 0',
      'Ongoing 1',
      'PrepareAbort 1',
      'CompleteAbort 0',
      'Ongoing 1',
      'PrepareCommit 1',
      'CompleteCommit 0',
    ]);
  });

  it('read downwards ends at an offset, newest first', async () => {
    const down = await readWindowBefore(source(), { fromOffset: 6, recordsMax: 2 });
    expect(down.map(({ baseOffset, verdict }) => `${baseOffset} ${verdict}`)).toEqual([
      '6 committed',
      '5 open',
    ]);
    const all = await readWindowBefore(source(), { fromOffset: 100, recordsMax: 100 });
    expect(all.map(({ baseOffset }) => baseOffset)).toEqual([8, 7, 6, 5, 4, 3, 1, 0]);
  });

  it('counted in batches has so many of them, without their records', async () => {
    const asked = { fromOffset: 3, recordsMax: 3, unit: 'batches' } as const;
    const up = await readWindow(source(), asked);
    expect(up.map(({ baseOffset }) => baseOffset)).toEqual([3, 4, 5]);
    const down = await readWindowBefore(source(), asked);
    expect(down.map(({ baseOffset, recordCount }) => [baseOffset, recordCount])).toEqual([
      [3, 1],
      [1, 2],
      [0, 1],
    ]);
    expect([...up, ...down].flatMap(({ records }) => records)).toEqual([]);
  });

  it('is the same when the thread is given back at every batch', async () => {
    let turns = 0;
    const resting = {
      ...source(),
      breathe: async () => {
        turns++;
        await new Promise((resolve) => setImmediate(resolve));
      },
    };
    for (const asked of [
      { fromOffset: 0, recordsMax: 100 },
      { fromOffset: 6, recordsMax: 1 },
      { fromOffset: 5, recordsMax: 3, unit: 'batches' } as const,
    ]) {
      expect(await readWindow(resting, asked)).toEqual(await readWindow(source(), asked));
      expect(await readWindowBefore(resting, asked)).toEqual(await readWindowBefore(source(), asked));
    }
    expect(turns).toBeGreaterThan(20);
  });

  it('is empty behind the log end', async () => {
    expect(await verdicts(9, 10)).toEqual([]);
  });

  it('has the records, who wrote them, and where they lie', async () => {
    const [plain, aborted] = await readWindow(source(), { fromOffset: 0, recordsMax: 3 });
    expect(plain).toMatchObject({
      segment: 0,
      position: 0,
      process: null,
      transactionalId: null,
      producerId: -1,
    });
    expect(aborted).toMatchObject({
      position: plain?.size,
      process: 'A',
      transactionalId: 'first',
      codec: 'none',
      isTransactional: true,
      baseSequence: 0,
    });
    expect(
      aborted?.records.map(({ offset, key, value, sequence }) => ({ offset, key, value, sequence })),
    ).toEqual([
      { offset: 1, key: 'o-1', value: 'value of o-1', sequence: 0 },
      { offset: 2, key: 'o-2', value: 'value of o-2', sequence: 1 },
    ]);
  });
});

describe('a log that changes while it is walked', () => {
  async function walkedWhile(change: (log: PartitionLog) => void): Promise<readonly string[]> {
    const world = new LogWorld();
    const changing = createOrders(await world.open());
    for (let i = 0; i < 3; i++) append(changing, aBatch({}));
    appendVerified(changing, { producerId: 7, epoch: 0 });
    let turns = 0;
    const breathe = async () => {
      // Behind the open transaction there is nothing more when this happens.
      if (++turns === 4) change(changing);
      await Promise.resolve();
    };
    const resting = { log: changing, history: new ProducerHistory(world.bus, () => null), breathe };
    const views = await readWindow(resting, { fromOffset: 0 });
    world.remove();
    return views.map(({ baseOffset, verdict }) => `${baseOffset} ${verdict}`);
  }

  it('is told as it was, or as it has become', async () => {
    const plain = ['0 plain', '1 plain', '2 plain'];
    expect(await walkedWhile(() => undefined)).toEqual([...plain, '3 open']);
    expect(await walkedWhile((changing) => end(changing, 'ABORT', { producerId: 7 }))).toEqual([
      ...plain,
      '3 aborted',
      '4 marker-abort',
    ]);
    expect(await walkedWhile((changing) => append(changing, aBatch({})))).toEqual([
      ...plain,
      '3 open',
      '4 plain',
    ]);
  });
});

describe('the history of producers', () => {
  it('remembers how the last transaction of a process ended', async () => {
    const [, aborted] = await readWindow(source(), { fromOffset: 0, recordsMax: 3 });
    expect(history.lastMarkerOf(aborted?.producerId ?? -1, 'A')).toEqual({
      type: 'COMMIT',
      topic: 'orders',
      partition: 0,
      offset: 7,
    });
    expect(history.lastFrame('client-first', 'EndTxn')).toBeGreaterThan(0);
    expect(history.lastFrame('client-second', 'EndTxn')).toBeNull();
  });
});
