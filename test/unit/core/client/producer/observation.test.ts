import { describe, expect, test } from 'vitest';
import type { ClientObserver } from '#core/client/client-observer.ts';
import type { BatchCloseReason } from '#core/client/producer-notices.ts';
import { ClientWorld, startedProducer } from '../../../../support/client-world.ts';

/** An observer that writes one line for each notice of the kinds named. */
function lines(...kinds: (keyof ClientObserver)[]): {
  readonly seen: string[];
  readonly observer: ClientObserver;
} {
  const seen: string[] = [];
  const note =
    (kind: string, ...fields: string[]) =>
    (notice: object): void => {
      const values = fields.map((field) => `${(notice as { [name: string]: unknown })[field]}`);
      seen.push([kind, ...values].join(' '));
    };
  const all: ClientObserver = {
    onRecordPlaced: note('placed', 'partition', 'batch', 'recordIndex'),
    onBatchCreated: note('created', 'batch', 'reservedBytes', 'partOf'),
    onBatchClosed: note('closed', 'batch', 'reason', 'recordCount'),
    onBatchSent: note('sent', 'batch', 'attempt', 'recordCount', 'baseSequence'),
    onBatchRetried: note('retried', 'batch', 'error', 'attempt'),
    onBatchSplit: note('split', 'batch', 'parts'),
    onBatchCompleted: note('completed', 'batch', 'error', 'baseOffset', 'attempts'),
    onBufferMemory: note('memory', 'what', 'bytes', 'availableBytes', 'waitingCount'),
  };
  const observer = Object.fromEntries(Object.entries(all).filter(([kind]) => kinds.includes(kind as never)));
  return { seen, observer };
}

const VALUE = Buffer.alloc(100);

/** Sends three records of 100 bytes to a producer with batch.size 300, flushes, and answers why each batch was closed. */
async function reasons(config: { readonly [key: string]: string }, act: 'flush' | 'wait' | 'close' = 'wait') {
  const { seen, observer } = lines('onBatchClosed');
  const world = new ClientWorld({ topics: { t: 1 } });
  const producer = world.producer({ 'linger.ms': '100', 'batch.size': '300', ...config }, { observer });
  await world.settle(producer.partitionsFor('t'));
  for (let i = 0; i < 3; i++) void producer.send({ topic: 't', value: VALUE });
  if (act === 'flush') await world.settle(producer.flush());
  if (act === 'close') await world.settle(producer.close());
  await world.pass(200);
  return seen;
}

describe('an observer sees', () => {
  test('a record placed, its batch created, closed, sent and completed', async () => {
    const { seen, observer } = lines(
      'onRecordPlaced',
      'onBatchCreated',
      'onBatchClosed',
      'onBatchSent',
      'onBatchCompleted',
    );
    const world = new ClientWorld({ topics: { t: 3 } });
    const producer = world.producer({ 'linger.ms': '5' }, { observer });
    void producer.send({ topic: 't', partition: 1, value: 'a' });
    void producer.send({ topic: 't', partition: 1, value: 'b' });
    await world.pass(100);
    expect(seen).toEqual([
      'created 1 16384 undefined',
      'placed 1 1 0',
      'placed 1 1 1',
      'closed 1 linger 2',
      'sent 1 1 2 0',
      'completed 1 NONE 0 1',
    ]);
  });

  test('why a batch was closed', async () => {
    expect(await reasons({})).toEqual(['closed 1 noRoom 2', 'closed 2 linger 1']);
    expect(await reasons({}, 'flush')).toEqual(['closed 1 noRoom 2', 'closed 2 flush 1']);
    expect(await reasons({}, 'close')).toEqual(['closed 1 noRoom 2', 'closed 2 flush 1']);
    expect(await reasons({ 'batch.size': '0', 'linger.ms': '0' })).toEqual([
      'closed 1 noRoom 1',
      'closed 2 noRoom 1',
      'closed 3 linger 1',
    ]);
    const record: readonly BatchCloseReason[] = ['transactionEnd'];
    const { seen, observer } = lines('onBatchClosed');
    const { world, producer } = await startedProducer(2, { 'linger.ms': '10000' }, { observer });
    producer.beginTransaction();
    void producer.send({ topic: 't', partition: 0, value: 'x' });
    await world.pass(100);
    await world.settle(producer.commitTransaction());
    expect(seen).toEqual([`closed 1 ${record[0]} 1`]);
  });

  test('a batch that went along because another one was due', async () => {
    const { seen, observer } = lines('onBatchClosed', 'onBatchSent');
    const world = new ClientWorld({ topics: { t: 2 } });
    const producer = world.producer({ 'linger.ms': '1000', 'batch.size': '200' }, { observer });
    await world.settle(producer.partitionsFor('t'));
    void producer.send({ topic: 't', partition: 0, value: 'x' });
    for (let i = 0; i < 2; i++) void producer.send({ topic: 't', partition: 1, value: VALUE });
    await world.pass(10);
    expect(seen).toContain('closed 1 nodeReady 1');
    expect(seen.filter((line) => line.startsWith('sent')).length).toBe(2);
  });

  test('a batch that was refused and sent again under the same sequence', async () => {
    const { seen, observer } = lines('onBatchSent', 'onBatchRetried', 'onBatchCompleted');
    const world = new ClientWorld({ topics: { t: 1 } });
    const producer = world.producer({}, { observer });
    world.broker.refuseProduce('NOT_LEADER_OR_FOLLOWER');
    await world.send(producer, { topic: 't', value: 'x' });
    expect(seen).toEqual([
      'sent 1 1 1 0',
      'retried 1 NOT_LEADER_OR_FOLLOWER 1',
      'sent 1 2 1 0',
      'completed 1 NONE 0 2',
    ]);
  });

  test('a batch that is too large for the broker, and its parts', async () => {
    const { seen, observer } = lines('onBatchSplit', 'onBatchCreated', 'onBatchClosed', 'onBatchCompleted');
    const world = new ClientWorld({ topics: { t: 1 } });
    const producer = world.producer({ 'linger.ms': '10', 'batch.size': '350' }, { observer });
    await world.settle(producer.partitionsFor('t'));
    world.broker.refuseProduce('MESSAGE_TOO_LARGE');
    for (let i = 0; i < 2; i++) void producer.send({ topic: 't', value: VALUE });
    await world.pass(300);
    expect(seen).toEqual([
      'created 1 350 undefined',
      'closed 1 linger 2',
      'created 2 0 1',
      'closed 2 split 2',
      'split 1 2',
      'completed 2 NONE 0 1',
    ]);
  });

  test('buffer memory that is waited for, granted and freed; and exhausted', async () => {
    const { seen, observer } = lines('onBufferMemory');
    const world = new ClientWorld({ topics: { t: 1 } });
    const config = {
      'batch.size': '400',
      'buffer.memory': '400',
      'linger.ms': '1000',
      'max.block.ms': '500',
    };
    const producer = world.producer(config, { observer });
    await world.settle(producer.partitionsFor('t'));
    for (let i = 0; i < 4; i++) void producer.send({ topic: 't', value: VALUE });
    await world.pass(10);
    expect(seen).toEqual(['memory waiting 400 0 1', 'memory freed 400 400 1', 'memory granted 400 0 0']);
    seen.length = 0;
    world.broker.on('Produce', () => 'silence');
    for (let i = 0; i < 4; i++) void producer.send({ topic: 't', value: VALUE });
    await world.pass(900);
    expect(seen).toEqual(['memory waiting 400 0 1', 'memory exhausted 400 0 0', 'memory waiting 400 0 1']);
    expect(producer.metrics()['buffer-exhausted-total']).toBe(1);
  });

  test('when the sender has nothing to do, and when it looks again', async () => {
    const seen: (number | null)[] = [];
    const world = new ClientWorld({ topics: { t: 1 } });
    const observer: ClientObserver = {
      onSenderIdle({ nextMs, inFlightCount }) {
        if (inFlightCount === 0) seen.push(nextMs);
      },
    };
    const producer = world.producer({ 'linger.ms': '30' }, { observer });
    await world.settle(producer.partitionsFor('t'));
    seen.length = 0;
    void producer.send({ topic: 't', value: 'x' });
    await world.pass(20);
    expect(seen.at(-1)).toBe(30);
    await world.pass(20);
    expect(seen.at(-1)).toBe(null);
  });
});

describe('the metrics', () => {
  test('count records, requests, batches, bytes and time under Java’s names', async () => {
    const world = new ClientWorld({ topics: { t: 2 } });
    const producer = world.producer({ 'linger.ms': '10' });
    await world.settle(producer.partitionsFor('t'));
    for (let i = 0; i < 6; i++) void producer.send({ topic: 't', partition: i % 2, value: VALUE });
    await world.pass(100);
    const metrics = producer.metrics();
    expect(metrics).toMatchObject({
      'record-send-total': 6,
      'records-per-request-avg': 6,
      'record-queue-time-avg': 10,
      'compression-rate-avg': 1,
      'record-retry-total': 0,
      'record-error-total': 0,
      'buffer-total-bytes': 33554432,
      'buffer-available-bytes': 33554432,
      'requests-in-flight': 0,
      'waiting-threads': 0,
      'batch-split-total': 0,
    });
    const sizes = (world.broker.logs.get('t-0') ?? []).map((batch) => batch.size);
    expect(metrics['batch-size-avg']).toBe(sizes[0]);
    expect(metrics['batch-size-max']).toBe(sizes[0]);
    expect(producer.topicMetrics('t')).toMatchObject({
      'record-send-total': 6,
      'byte-total': 2 * (sizes[0] ?? 0),
    });
    expect(producer.topicMetrics('u')).toEqual({});
  });

  test('count retries and errors by records', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const producer = world.producer({ 'linger.ms': '10' });
    await world.settle(producer.partitionsFor('t'));
    world.broker.refuseProduce('NOT_LEADER_OR_FOLLOWER', 'INVALID_RECORD');
    for (let i = 0; i < 3; i++) void producer.send({ topic: 't', value: 'x' });
    await world.pass(1000);
    void producer.send({ topic: 't', value: Buffer.alloc(2_000_000) });
    expect(producer.metrics()).toMatchObject({ 'record-retry-total': 3, 'record-error-total': 4 });
    expect(producer.topicMetrics('t')).toMatchObject({ 'record-retry-total': 3, 'record-error-total': 3 });
  });

  test('sum up the time in the calls on transactions', async () => {
    const { world, producer } = await startedProducer(2);
    world.broker.on('EndTxn', async (request, version) => {
      await new Promise<void>((resolve) => world.clock.schedule(40, resolve));
      return world.broker.answer('EndTxn', request, version);
    });
    producer.beginTransaction();
    await world.send(producer, { topic: 't', value: 'x' });
    await world.settle(producer.commitTransaction());
    expect(producer.metrics()['txn-commit-time-ns-total']).toBe(40e6);
    expect(producer.metrics()['txn-abort-time-ns-total']).toBe(0);
  });
});
