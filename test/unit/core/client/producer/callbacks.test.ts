import { describe, expect, test } from 'vitest';
import type { ProducerInterceptor } from '#core/client/producer/callbacks.ts';
import type { Callback } from '#core/client/producer/producer.ts';
import { ClientWorld, outcomeOf, startedProducer } from '../../../../support/client-world.ts';

/** A callback that writes what it is told. */
function noting(seen: string[], name: string): Callback {
  return ({ partition, offset }, exception) => {
    const error = exception as { exception?: string } | null;
    seen.push(`${name} ${partition}@${offset}${error === null ? '' : ` ${error.exception}`}`);
  };
}

describe('a callback', () => {
  test('is told offset and partition, in the order of the records, before flush() resolves', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const seen: string[] = [];
    const producer = world.producer();
    const waits = producer.send({ topic: 't', value: 'a' }, noting(seen, 'a'));
    expect(waits).toBeInstanceOf(Promise);
    await world.settle(waits as Promise<void>);
    expect(producer.send({ topic: 't', value: 'b' }, noting(seen, 'b'))).toBe(undefined);
    await world.settle(producer.flush().then(() => void seen.push('flushed')));
    expect(seen).toEqual(['a 0@0', 'b 0@1', 'flushed']);
  });

  test('is told of an ApiException before send() returns, and once', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const seen: string[] = [];
    const producer = world.producer({ 'max.request.size': '1000' });
    await world.settle(producer.partitionsFor('t'));
    expect(producer.send({ topic: 't', value: Buffer.alloc(2000) }, noting(seen, 'large'))).toBe(undefined);
    expect(seen).toEqual(['large -1@-1 RecordTooLargeException']);
    await world.pass(1000);
    expect(seen.length).toBe(1);
  });

  test('is not told of what send() throws', async () => {
    const { world, producer } = await startedProducer(2, {}, { clientVersion: '3.2' });
    await world.settle(producer.partitionsFor('t'));
    const seen: string[] = [];
    expect(() => producer.send({ topic: 't', value: 'x' }, noting(seen, 'x'))).toThrow(/while in state/);
    expect(() => producer.send({ topic: 't', partition: -1 }, noting(seen, 'x'))).toThrow(
      /^Invalid partition: -1/,
    );
    expect(seen).toEqual([]);
  });

  test('that throws does not harm the others; the observer is told', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const failures: string[] = [];
    const observer = { onCallbackFailed: ({ where }: { where: string }) => void failures.push(where) };
    const producer = world.producer({ 'linger.ms': '10' }, { observer });
    const seen: string[] = [];
    void producer.send({ topic: 't', value: 'a' }, () => {
      throw new Error('mine');
    });
    void producer.send({ topic: 't', value: 'b' }, noting(seen, 'b'));
    await world.pass(100);
    expect([seen, failures]).toEqual([['b 0@1'], ['callback']]);
  });

  test('may send; flush() in it is refused, close() in it does not wait', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const producer = world.producer({ 'linger.ms': '20' });
    const seen: string[] = [];
    let flushed: Promise<void> | undefined;
    void producer.send({ topic: 't', value: 'a' }, () => {
      void producer.send({ topic: 't', value: 'b' }, noting(seen, 'b'));
      flushed = producer.flush();
      flushed.catch(() => undefined);
    });
    await world.pass(100);
    expect(seen).toEqual(['b 0@1']);
    await expect(flushed).rejects.toThrow(
      'KafkaProducer.flush() invocation inside a callback is not permitted because it may lead to deadlock.',
    );
    void producer.send({ topic: 't', value: 'c' }, () => {
      void producer.send({ topic: 't', value: 'd' }, noting(seen, 'd'));
      void producer.close();
    });
    await world.pass(100);
    expect(seen).toEqual(['b 0@1', 'd 0@-1 KafkaException']);
  });

  test('waits for memory as Java’s send() does: then the promise resolves', async () => {
    const world = new ClientWorld({ topics: { t: 1 } });
    const producer = world.producer({ 'batch.size': '200', 'buffer.memory': '200', 'linger.ms': '0' });
    await world.settle(producer.partitionsFor('t'));
    const seen: string[] = [];
    expect(producer.send({ topic: 't', value: Buffer.alloc(90) }, noting(seen, 'a'))).toBe(undefined);
    const placed = producer.send({ topic: 't', value: Buffer.alloc(90) }, noting(seen, 'b'));
    void placed?.then(() => seen.push('b is placed'));
    await world.pass(100);
    expect(seen).toEqual(['a 0@0', 'b is placed', 'b 0@1']);
  });
});

test('every wait for memory ends, also where the sticky partition changes in between', async () => {
  const world = new ClientWorld({ topics: { t: 3 } });
  const producer = world.producer({ 'batch.size': '500', 'buffer.memory': '1500', 'linger.ms': '5' });
  await world.settle(producer.partitionsFor('t'));
  let told = 0;
  let waits = 0;
  const all = (async () => {
    for (let i = 0; i < 200; i++) {
      const placed = producer.send({ topic: 't', value: Buffer.alloc(90) }, () => void told++);
      if (placed === undefined) continue;
      waits++;
      await placed;
    }
    await producer.flush();
  })();
  const outcome = outcomeOf(all.then(() => 'done'));
  await world.pass(2000);
  expect([outcome.value, told, waits > 10]).toEqual(['done', 200, true]);
});

describe('interceptors', () => {
  test('change records in order, see outcomes before the callback, and failures of send() after it', async () => {
    const seen: string[] = [];
    const adding = (letter: string): ProducerInterceptor => ({
      onSend: (record) => ({ ...record, value: `${record.value}${letter}` }),
      onAcknowledgement({ partition, offset }, exception, headers) {
        seen.push(`${letter} ${partition}@${offset} ${exception === null} ${headers.length}`);
      },
      close: () => void seen.push(`${letter} closed`),
    });
    const world = new ClientWorld({ topics: { t: 1 } });
    const interceptors = [adding('x'), adding('y')];
    const producer = world.producer({ 'max.request.size': '1000' }, { interceptors });
    void producer.send({ topic: 't', value: 'v', headers: [{ key: 'h', value: null }] }, noting(seen, 'v'));
    await world.pass(100);
    void producer.send({ topic: 't', partition: 0, value: 'v'.repeat(2000) }, noting(seen, 'long'));
    await world.settle(producer.close());
    const refused = outcomeOf(producer.send({ topic: 't', value: 'late' }));
    await world.pass(0);
    expect(refused.error?.exception).toBe('IllegalStateException');
    expect(seen).toEqual([
      'x 0@0 true 1',
      'y 0@0 true 1',
      'v 0@0',
      'long 0@-1 RecordTooLargeException',
      'x 0@-1 false 0',
      'y 0@-1 false 0',
      'x closed',
      'y closed',
      'x -1@-1 false 0',
      'y -1@-1 false 0',
    ]);
  });

  test('that throw are passed over', async () => {
    const failures: string[] = [];
    const world = new ClientWorld({ topics: { t: 1 } });
    const throwing = (): never => {
      throw new Error('mine');
    };
    const interceptors: ProducerInterceptor[] = [
      { onSend: (record) => ({ ...record, key: 'k' }) },
      { onSend: throwing, onAcknowledgement: throwing, close: throwing },
    ];
    const observer = { onCallbackFailed: ({ where }: { where: string }) => void failures.push(where) };
    const producer = world.producer({}, { interceptors, observer });
    expect((await world.send(producer, { topic: 't', value: 'v' })).serializedKeySize).toBe(1);
    await world.settle(producer.close());
    expect(failures).toEqual(['onSend', 'onAcknowledgement', 'close']);
  });
});
