/** Transactions under whichever protocol the cluster speaks: commit, abort, fencing, timeouts, offsets. */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { Checks } from './world.ts';
import { exceptionOf, expect, same, tracer } from './world.ts';

export const TRANSACTION_CHECKS: Checks = {
  async 'commit: read_committed sees it whole'(world) {
    const topic = await world.newTopic(2);
    const { p, trace } = await world.transactional();
    p.beginTransaction();
    await Promise.all([0, 1, 2, 3].map((i) => p.send({ topic, partition: i % 2, value: `c${i}` })));
    same(await world.valuesOf(topic, 'read_committed'), [], 'before the commit');
    same(await world.valuesOf(topic, 'read_uncommitted'), ['c0', 'c2'], 'uncommitted');
    await p.commitTransaction();
    await world.until(async () => (await world.valuesOf(topic, 'read_committed')).length === 2);
    same(await world.valuesOf(topic, 'read_committed'), ['c0', 'c2'], 'after the commit');
    const end = trace.calls.filter((call) => call.startsWith('EndTxn')).at(-1);
    same(end, p.isTransactionV2 ? 'EndTxn v5' : 'EndTxn v4', 'protocol');
    return p.isTransactionV2 ? 'EndTxn v5' : 'EndTxn v4';
  },

  async 'abort: read_committed sees nothing of it, read_uncommitted everything'(world) {
    const topic = await world.newTopic();
    const { p } = await world.transactional();
    p.beginTransaction();
    await p.send({ topic, value: 'aborted' });
    await p.abortTransaction();
    p.beginTransaction();
    await p.send({ topic, value: 'committed' });
    await p.commitTransaction();
    await world.until(async () => (await world.valuesOf(topic, 'read_committed')).length === 1);
    same(await world.valuesOf(topic, 'read_committed'), ['committed'], 'committed');
    same(await world.valuesOf(topic, 'read_uncommitted'), ['aborted', 'committed'], 'uncommitted');
    return undefined;
  },

  async 'the epoch rises with each transaction under TV2 and stays under TV1'(world) {
    const topic = await world.newTopic();
    const { p } = await world.transactional();
    const before = p.producerIdAndEpoch.epoch;
    for (let i = 0; i < 3; i++) {
      p.beginTransaction();
      await p.send({ topic, value: `${i}` });
      await p.commitTransaction();
    }
    same(p.producerIdAndEpoch.epoch - before, p.isTransactionV2 ? 3 : 0, 'epochs');
    return undefined;
  },

  async 'an empty transaction sends no EndTxn; sends that were aborted before they left fail'(world) {
    const topic = await world.newTopic();
    const { p, trace } = await world.transactional({ 'linger.ms': '10000' });
    p.beginTransaction();
    await p.commitTransaction();
    expect(!trace.calls.some((call) => call.startsWith('EndTxn')), 'no EndTxn');
    await p.partitionsFor(topic);
    p.beginTransaction();
    const sent = p.send({ topic, value: 'never' });
    const [exception] = await Promise.all([exceptionOf(sent), p.abortTransaction()]);
    same(exception, 'TransactionAbortedException', 'exception of the record');
    return undefined;
  },

  async 'the last stable offset stands at the first open transaction'(world) {
    const topic = await world.newTopic();
    const partition: TopicPartition = { topic, partition: 0 };
    const { p } = await world.transactional();
    const plain = world.producer();
    await plain.send({ ...partition, value: 'before' });
    p.beginTransaction();
    await p.send({ ...partition, value: 'open' });
    await plain.send({ ...partition, value: 'after' });
    const committed = world.consumer({ 'isolation.level': 'read_committed' });
    const uncommitted = world.consumer();
    same(await committed.endOffsets([partition]), [1], 'end for read_committed');
    same(await uncommitted.endOffsets([partition]), [3], 'end for read_uncommitted');
    committed.assign([partition]);
    same(
      (await world.read(committed, 1)).map(({ value }) => value?.toString()),
      ['before'],
      'what can be read',
    );
    same(committed.currentLag(partition), 0, 'lag');
    await p.commitTransaction();
    const rest = await world.read(committed, 2);
    same(
      rest.map(({ value, offset }) => [offset, value?.toString()]),
      [
        [1, 'open'],
        [2, 'after'],
      ],
      'after the commit',
    );
    await world.until(
      async () => (await committed.poll(100)).length === 0 && (await committed.position(partition)) === 4,
    );
    same(await committed.endOffsets([partition]), [4], 'the marker has an offset of its own');
    return undefined;
  },

  async 'fenced: the old producer is refused with 47 on Produce'(world) {
    const topic = await world.newTopic();
    const id = world.unique('tx');
    const trace = tracer();
    const old = world.producer({ 'transactional.id': id, 'linger.ms': '0' }, trace);
    await old.initTransactions();
    old.beginTransaction();
    await old.send({ topic, value: 'old 1' });
    const young = world.producer({ 'transactional.id': id });
    await young.initTransactions();
    young.beginTransaction();
    await young.send({ topic, value: 'young' });
    await young.commitTransaction();
    same(
      await exceptionOf(old.send({ topic, value: 'old 2' })),
      'InvalidProducerEpochException',
      'exception of the record',
    );
    expect(
      trace.errors.includes('Produce: 47 INVALID_PRODUCER_EPOCH'),
      `47 on Produce, got ${trace.errors.join(', ')}`,
    );
    same(old.transactionState, 'ABORTABLE_ERROR', 'state');
    same(await exceptionOf(old.commitTransaction()), 'InvalidProducerEpochException', 'exception of commit');
    same(await exceptionOf(old.abortTransaction()), 'ProducerFencedException', 'exception of abort');
    const last = trace.errors.at(-1) ?? '';
    expect(
      /^(EndTxn|InitProducerId): 90 PRODUCER_FENCED$/.test(last),
      `90 from the coordinator, got ${last}`,
    );
    same(old.transactionState, 'FATAL_ERROR', 'state');
    same(await exceptionOf(old.abortTransaction()), 'ProducerFencedException', 'every further call');
    await world.until(async () => (await world.valuesOf(topic, 'read_committed')).length === 1);
    same(await world.valuesOf(topic, 'read_committed'), ['young'], 'what counts');
    return last;
  },

  async 'fenced: the old producer that only commits gets 90 from EndTxn'(world) {
    const topic = await world.newTopic();
    const id = world.unique('tx');
    const trace = tracer();
    const old = world.producer({ 'transactional.id': id }, trace);
    await old.initTransactions();
    old.beginTransaction();
    await old.send({ topic, value: 'old' });
    const young = world.producer({ 'transactional.id': id });
    await young.initTransactions();
    same(await exceptionOf(old.commitTransaction()), 'ProducerFencedException', 'exception');
    same(trace.errors.at(-1), 'EndTxn: 90 PRODUCER_FENCED', 'answer');
    same(old.transactionState, 'FATAL_ERROR', 'state');
    same(young.producerIdAndEpoch.producerId, old.producerIdAndEpoch.producerId, 'producer id');
    return `epoch ${old.producerIdAndEpoch.epoch} → ${young.producerIdAndEpoch.epoch}`;
  },

  async 'timed out: the coordinator aborts, the producer finds out'(world) {
    const topic = await world.newTopic();
    const { p, trace } = await world.transactional({ 'transaction.timeout.ms': '1000', 'linger.ms': '0' });
    const id = await world.transactionalIdOf(p.producerIdAndEpoch.producerId);
    p.beginTransaction();
    await p.send({ topic, value: 'late' });
    await world.until(
      async () => (await world.admin().describeTransactions([id]))[0]?.state === 'CompleteAbort',
      25000,
    );
    if (p.isTransactionV2) {
      same(
        await exceptionOf(p.send({ topic, value: 'too late' })),
        'InvalidProducerEpochException',
        'exception of the record',
      );
      same(await exceptionOf(p.abortTransaction()), 'none', 'abort recovers');
      p.beginTransaction();
      await p.send({ topic, value: 'again' });
      await p.commitTransaction();
      await world.until(async () => (await world.valuesOf(topic, 'read_committed')).length === 1);
      same(await world.valuesOf(topic, 'read_committed'), ['again'], 'what counts');
    } else {
      same(await exceptionOf(p.commitTransaction()), 'ProducerFencedException', 'exception of commit');
      same(trace.errors.at(-1), 'EndTxn: 90 PRODUCER_FENCED', 'answer');
      same(await world.valuesOf(topic, 'read_committed'), [], 'what counts');
    }
    return trace.errors.at(-1);
  },

  async 'calls in the wrong state are refused and change nothing'(world) {
    const topic = await world.newTopic();
    const { p } = await world.transactional();
    same(await exceptionOf(p.commitTransaction()), 'IllegalStateException', 'commit without begin');
    same(await exceptionOf(p.send({ topic, value: 'x' })), 'IllegalStateException', 'send without begin');
    p.beginTransaction();
    same(
      await exceptionOf(Promise.resolve().then(() => p.beginTransaction())),
      'IllegalStateException',
      'begin twice',
    );
    await p.send({ topic, value: 'fine' });
    await p.commitTransaction();
    same(
      await exceptionOf(world.producer().commitTransaction()),
      'IllegalStateException',
      'no transactional.id',
    );
    await p.close();
    same(await exceptionOf(p.send({ topic, value: 'x' })), 'IllegalStateException', 'send after close');
    // As Java's since 3.3: the record that was refused stays in its batch and goes out with the next transaction.
    same(await world.valuesOf(topic, 'read_committed'), ['x', 'fine'], 'values');
    return undefined;
  },

  async 'close aborts the open transaction'(world) {
    const topic = await world.newTopic();
    const { p } = await world.transactional();
    const id = await world.transactionalIdOf(p.producerIdAndEpoch.producerId);
    p.beginTransaction();
    await p.send({ topic, value: 'x' });
    await p.close();
    await world.until(
      async () => (await world.admin().describeTransactions([id]))[0]?.state === 'CompleteAbort',
    );
    return undefined;
  },

  async 'offsets in a transaction: committed and aborted'(world) {
    const topic = await world.newTopic();
    const input = await world.newTopic();
    const group = world.unique('g');
    await world.producer().send({ topic: input, value: 'in' });
    const reader = world.consumer({ 'group.id': group, 'isolation.level': 'read_committed' });
    reader.subscribe([input]);
    await world.read(reader, 1);
    const partition = { topic: input, partition: 0 };
    const { p, trace } = await world.transactional();
    p.beginTransaction();
    await p.send({ topic, value: 'out' });
    await p.sendOffsetsToTransaction([{ ...partition, offset: 1 }], reader.groupMetadata());
    await p.abortTransaction();
    same(await reader.committed([partition]), [null], 'after the abort');
    p.beginTransaction();
    await p.send({ topic, value: 'out' });
    await p.sendOffsetsToTransaction([{ ...partition, offset: 1, metadata: 'm' }], reader.groupMetadata());
    await p.commitTransaction();
    const [committed] = await reader.committed([partition]);
    same([committed?.offset, committed?.metadata], [1, 'm'], 'after the commit');
    const usesAdd = trace.calls.some((call) => call.startsWith('AddOffsetsToTxn'));
    same(usesAdd, !p.isTransactionV2, 'AddOffsetsToTxn only under TV1');
    same(
      await exceptionOf(
        (async () => {
          p.beginTransaction();
          const stale = { ...reader.groupMetadata(), generationId: 77 };
          await p.sendOffsetsToTransaction([{ ...partition, offset: 1 }], stale);
        })(),
      ),
      'CommitFailedException',
      'another generation',
    );
    await p.abortTransaction();
    return undefined;
  },
};
