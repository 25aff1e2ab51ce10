import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Produce } from '#core/protocol/messages/00-produce.ts';
import { ListOffsets } from '#core/protocol/messages/02-list-offsets.ts';
import { Metadata } from '#core/protocol/messages/03-metadata.ts';
import { ApiVersions } from '#core/protocol/messages/18-api-versions.ts';
import { InitProducerId } from '#core/protocol/messages/22-init-producer-id.ts';
import { EndTxn } from '#core/protocol/messages/26-end-txn.ts';
import {
  BrokerWorld,
  batchOf,
  createTopic,
  produceRequest,
  produceTo,
} from '../../../support/broker-world.ts';

let world: BrokerWorld;
beforeEach(async () => {
  world = await BrokerWorld.start();
});
afterEach(() => world.end());

const endTxn = { transactionalId: 'nobody', producerId: 1, producerEpoch: 0, committed: true };

/** Header version 1 of API `key` at `version`, then `rest`. */
function request(key: number, version: number, rest = ''): string {
  const header = Buffer.alloc(10);
  header.writeInt16BE(key, 0);
  header.writeInt16BE(version, 2);
  header.writeInt32BE(7, 4);
  header.writeInt16BE(-1, 8);
  return header.toString('hex') + rest;
}

describe('what is not a request closes the connection without an answer', () => {
  test.each([
    ['an empty frame', ''],
    ['half a header', '0012'],
    ['a header without its client id', '001200000000000700'],
    ['an unknown API', request(999, 0)],
    ['a negative API', request(-1, 0)],
    ['an API this broker lacks', request(4, 0)],
    ['Produce v2, though it is advertised', request(0, 2)],
    ['a version that is too new', request(0, 99, '00')],
    ['a negative version', request(3, -1)],
    ['InitProducerId v6', request(22, 6, '00')],
    ['a body that is cut off', request(26, 0, '0003')],
    ['an array that cannot be that long', request(3, 1, '7fffffff')],
    ['a null where none may be', request(26, 0, 'ffff')],
    ['tags that run over the end', request(26, 5, '01050a')],
  ])('%s', async (_, hex) => {
    const client = await world.connect();
    client.rawFrame(hex);
    expect(await client.next()).toBe('closed');
    expect(world.eventsOf('connection.rejected')).toHaveLength(1);
  });

  test.each([
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
    ['TLS', Buffer.from('160301020001000001fc0303', 'hex')],
    ['noise', Buffer.from('ffffffffffffffffffffffff', 'hex')],
  ])('%s', async (_, bytes) => {
    const client = await world.connect();
    client.raw(bytes);
    expect(await client.next()).toBe('closed');
  });

  test('and the broker goes on for everybody else', async () => {
    const good = await world.connect();
    const bad = await world.connect();
    for (let i = 0; i < 20; i++) (await world.connect()).rawFrame(request(i * 17, -i));
    bad.rawFrame('00');
    expect(await bad.next()).toBe('closed');
    expect((await good.ask(ApiVersions, 0, {})).errorCode).toBe(0);
  });
});

describe('any negative length is null', () => {
  test('of the client id', async () => {
    const client = await world.connect();
    client.rawFrame('0012000000000007fffe');
    expect((await client.receive(ApiVersions, 0)).errorCode).toBe(0);
  });

  test('of an array and a string that may be null', async () => {
    const client = await world.connect();
    client.rawFrame(request(3, 1, 'fffffffe'));
    expect((await client.receive(Metadata, 1)).topics).toEqual([]);
    client.rawFrame(request(22, 0, 'fffe000003e8'));
    expect((await client.receive(InitProducerId, 0)).errorCode).toBe(0);
  });

  test('where null may not be, it closes the connection', async () => {
    const client = await world.connect();
    client.rawFrame(request(3, 0, 'fffffffe'));
    expect(await client.next()).toBe('closed');
  });
});

describe('ApiVersions', () => {
  test.each([-1, -2])('at version %i is answered at version 0, and needs no header tags', async (version) => {
    const client = await world.connect();
    client.rawFrame(request(18, version));
    expect((await client.next()).toString('hex')).toBe('00000007002300000001001200000004');
  });

  test('at an unknown version is answered at version 0, so that the client can choose again', async () => {
    const client = await world.connect();
    client.rawFrame(request(18, 99, '00'));
    // As Apache Kafka 4.3.1 answers: correlation id, error 35, one key: 18 from 0 to 4.
    expect(((await client.next()) as Buffer).toString('hex')).toBe('00000007002300000001001200000004');
  });

  test('at an unknown version without header tags closes, as nothing can be read then', async () => {
    const client = await world.connect();
    client.rawFrame(request(18, 99));
    expect(await client.next()).toBe('closed');
  });

  test('names Produce from 0 on, which older librdkafka needs, and leaves out features that begin at 0 before v4', async () => {
    const client = await world.connect();
    const software = { clientSoftwareName: 'test', clientSoftwareVersion: '1' };
    const v3 = await client.ask(ApiVersions, 3, software);
    const v4 = await client.ask(ApiVersions, 4, software);
    expect(v3.apiKeys[0]).toEqual({ apiKey: 0, minVersion: 0, maxVersion: 13 });
    expect(v3.supportedFeatures).toEqual([{ name: 'metadata.version', minVersion: 7, maxVersion: 30 }]);
    expect(v4.supportedFeatures).toContainEqual({
      name: 'transaction.version',
      minVersion: 0,
      maxVersion: 2,
    });
    expect(v4.finalizedFeatures).toContainEqual({
      name: 'transaction.version',
      minVersionLevel: 2,
      maxVersionLevel: 2,
    });
  });
});

describe('requests on one connection', () => {
  test('are answered in order, whatever is sent ahead', async () => {
    const client = await world.connect();
    await createTopic(client, 't');
    const latest = {
      replicaId: -1,
      topics: [{ name: 't', partitions: [{ partitionIndex: 0, timestamp: -1 }] }],
    };
    for (let i = 0; i < 20; i++) {
      client.send(Produce, 11, produceRequest('t', batchOf([`v${i}`])));
      client.send(ListOffsets, 7, latest);
    }
    for (let i = 0; i < 20; i++) {
      const produced = await client.receive(Produce, 11);
      const listed = await client.receive(ListOffsets, 7);
      expect(produced.responses[0]?.partitionResponses[0]?.baseOffset).toBe(i);
      expect(listed.topics[0]?.partitions[0]?.offset).toBe(i + 1);
    }
  });
});

describe('a mistake of the lab', () => {
  test('becomes UNKNOWN_SERVER_ERROR and is announced, be it thrown or an answer that cannot be encoded', async () => {
    const client = await world.connect();
    const stop = world.broker.interceptor.onRequest(EndTxn.key, () => {
      throw new Error('a hook threw');
    });
    expect((await client.ask(EndTxn, 5, endTxn)).errorCode).toBe(-1);
    stop();
    const response = { errorCode: 99_999 };
    world.broker.interceptor.onRequest(EndTxn.key, () => ({ kind: 'answer', response }));
    expect((await client.ask(EndTxn, 5, endTxn)).errorCode).toBe(-1);
    const failures = world.eventsOf('broker.handlerFailed');
    expect(failures.map(({ api }) => api)).toEqual(['EndTxn', 'EndTxn']);
    expect(failures[0]?.message).toBe('a hook threw');
    world.events.length = 0;
  });

  test('closes the connection where the response has no place for an error', async () => {
    const client = await world.connect();
    world.broker.interceptor.onRequest(Produce.key, () => {
      throw new Error('a hook threw');
    });
    client.send(Produce, 11, produceRequest('t', batchOf(['v'])));
    expect(await client.next()).toBe('closed');
    world.events.length = 0;
  });
});

describe('hooks on the wire', () => {
  test('answer in place of the handler', async () => {
    const client = await world.connect();
    const stop = world.broker.interceptor.onRequest(EndTxn.key, () => ({
      kind: 'answer',
      response: { errorCode: 51 },
    }));
    expect((await client.ask(EndTxn, 4, endTxn)).errorCode).toBe(51);
    stop();
    expect((await client.ask(EndTxn, 4, endTxn)).errorCode).toBe(16);
  });

  test('hold a request until it is released, while other connections go on', async () => {
    const [held, other] = [await world.connect(), await world.connect()];
    let release = (): void => undefined;
    world.broker.interceptor.onRequest(EndTxn.key, ({ connection }) =>
      connection === 1
        ? new Promise((resolve) => {
            release = () => resolve({ kind: 'pass' });
          })
        : { kind: 'pass' },
    );
    held.send(EndTxn, 4, endTxn);
    expect((await other.ask(EndTxn, 4, endTxn)).errorCode).toBe(16);
    expect(await held.next(50)).toBe('silent');
    release();
    expect((await held.receive(EndTxn, 4)).errorCode).toBe(16);
  });

  test('drop an acknowledgement after the append: the record is there, the client never hears', async () => {
    const [client, reader] = [await world.connect(), await world.connect()];
    await createTopic(reader, 't');
    const stop = world.broker.interceptor.onResponse(Produce.key, () => ({ kind: 'drop' }));
    client.send(Produce, 11, produceRequest('t', batchOf(['lost'])));
    expect(await client.next(100)).toBe('silent');
    stop();
    expect((await produceTo(reader, 't', batchOf(['next']))).baseOffset).toBe(1);
  });

  test('cut the connection, or delay what passes', async () => {
    const client = await world.connect();
    const stop = world.broker.interceptor.onRequest(undefined, () => ({ kind: 'delay', delayMs: 60 }));
    const startedAt = performance.now();
    await client.ask(ApiVersions, 0, {});
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(59);
    stop();
    world.broker.interceptor.onRequest(undefined, () => ({ kind: 'close' }));
    client.send(ApiVersions, 0, {});
    expect(await client.next()).toBe('closed');
  });

  test('observers see the bytes as they came, though the log writes offsets into them', async () => {
    const client = await world.connect();
    await createTopic(client, 't');
    await produceTo(client, 't', batchOf(['first']));
    const frames: Buffer[] = [];
    world.broker.interceptor.observe(({ api, requestFrame }) => {
      if (api === Produce) frames.push(requestFrame);
    });
    const batch = batchOf(['second']);
    expect((await produceTo(client, 't', batch)).baseOffset).toBe(1);
    expect(frames[0]?.includes(batch)).toBe(true);
  });
});

describe('every exchange is announced', () => {
  test('with sizes, error, producer, transactional id and partitions', async () => {
    const client = await world.connect();
    await createTopic(client, 'orders', { partitions: 2 });
    const producer = { producerId: 41, producerEpoch: 3, baseSequence: 0 };
    await client.ask(Produce, 11, produceRequest('orders', batchOf(['a'], producer), { partition: 1 }));
    await client.ask(Produce, 11, produceRequest('nowhere', batchOf(['a'])));
    await client.ask(EndTxn, 4, endTxn);
    const [created, produced, refused, ended] = world.eventsOf('frame.exchanged');
    expect(created).toMatchObject({ frame: 1, api: 'CreateTopics', clientId: 'test', connection: 1 });
    expect(produced).toMatchObject({
      api: 'Produce',
      version: 11,
      errorCode: 0,
      producerId: 41,
      producerEpoch: 3,
      partitions: ['orders-1'],
      partitionErrors: [],
    });
    expect(refused?.partitionErrors).toEqual([{ topic: 'nowhere', partition: 0, errorCode: 3 }]);
    expect(ended).toMatchObject({ api: 'EndTxn', transactionalId: 'nobody', errorCode: 16 });
    expect(ended?.requestSize).toBeGreaterThan(20);
    expect(ended?.responseSize).toBe(12);
  });
});
