import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { Broker } from '#core/broker/broker.ts';
import { ConfigException } from '#core/config/config-exception.ts';
import { LogDirectoryError } from '#core/log/log-directory-error.ts';
import { EventBus } from '#core/observe/event-bus.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { Metadata } from '#core/protocol/messages/03-metadata.ts';
import { FindCoordinator } from '#core/protocol/messages/10-find-coordinator.ts';
import { ApiVersions } from '#core/protocol/messages/18-api-versions.ts';
import { InitProducerId } from '#core/protocol/messages/22-init-producer-id.ts';
import { BrokerWorld, batchOf, createTopic, produceTo } from '../../../support/broker-world.ts';

let world: BrokerWorld;
afterEach(() => world.end());

const newProducer = { transactionalId: null, transactionTimeoutMs: 60_000 };
const software = { clientSoftwareName: 'test', clientSoftwareVersion: '1' };

/** Another start on the same directory. */
function startAgain(options: { readonly port?: number; readonly config?: { [key: string]: string } } = {}) {
  const platform = nodePlatform();
  return Broker.start({
    platform,
    bus: new EventBus(platform.clock),
    config: options.config ?? {},
    directory: path.join(world.directory, 'data'),
    port: options.port ?? 0,
  });
}

describe('after a restart', () => {
  test('topics are what they were: ids, partitions, settings, records', async () => {
    world = await BrokerWorld.start();
    const client = await world.connect();
    const topicId = await createTopic(client, 'orders', {
      partitions: 2,
      configs: { 'retention.ms': '77' },
    });
    await produceTo(client, 'orders', batchOf(['a', 'b']), 1);
    await world.restart();
    const topic = world.broker.topics.get('orders');
    expect(topic).toMatchObject({ id: topicId, partitionCount: 2, overrides: { 'retention.ms': '77' } });
    expect(world.broker.topics.log({ topic: 'orders', partition: 1 })?.logEndOffset).toBe(2);
  });

  test('every leader epoch is one higher', async () => {
    world = await BrokerWorld.start();
    await createTopic(await world.connect(), 'orders');
    const epochs: (number | undefined)[] = [];
    for (let i = 0; i < 3; i++) {
      const { topics } = await (await world.connect()).ask(Metadata, 12, {
        topics: [{ name: 'orders' }],
        includeTopicAuthorizedOperations: false,
      });
      epochs.push(topics[0]?.partitions[0]?.leaderEpoch);
      await world.restart();
    }
    expect(epochs).toEqual([0, 1, 2]);
  });

  test('no producer id is given out twice', async () => {
    world = await BrokerWorld.start();
    const ids: number[] = [];
    for (let i = 0; i < 3; i++) {
      const client = await world.connect();
      ids.push((await client.ask(InitProducerId, 5, newProducer)).producerId);
      ids.push((await client.ask(InitProducerId, 5, newProducer)).producerId);
      await world.restart();
    }
    expect(ids).toEqual([0, 1, 1000, 1001, 2000, 2001]);
  });

  test('a transactional id is known, and its coordinator answers at once', async () => {
    world = await BrokerWorld.start();
    const init = { ...newProducer, transactionalId: 'orders-tx' };
    const client = await world.connect();
    await client.ask(FindCoordinator, 1, { key: 'orders-tx', keyType: 1 });
    const first = await client.ask(InitProducerId, 5, init);
    await world.restart();
    const second = await (await world.connect()).ask(InitProducerId, 5, init);
    expect([first.producerEpoch, second.producerEpoch]).toEqual([0, 1]);
    expect(second.producerId).toBe(first.producerId);
  });

  test('topics of a directory that another Kafka wrote are taken over with their ids', async () => {
    world = await BrokerWorld.start();
    const client = await world.connect();
    const topicId = await createTopic(client, 'theirs', { partitions: 3 });
    await produceTo(
      client,
      'theirs',
      batchOf(['x'], { producerId: 4711, producerEpoch: 0, baseSequence: 0 }),
    );
    await world.stop();
    fs.rmSync(path.join(world.directory, 'data', 'fencepost.json'));
    await world.boot();
    expect(world.broker.topics.get('theirs')).toMatchObject({ id: topicId, partitionCount: 3 });
    const fresh = await (await world.connect()).ask(InitProducerId, 5, newProducer);
    expect(fresh.producerId).toBe(4712);
  });

  test('a deletion that a crash interrupted is finished', async () => {
    world = await BrokerWorld.start();
    const topicId = await createTopic(await world.connect(), 'doomed');
    await world.stop();
    const file = path.join(world.directory, 'data', 'fencepost.json');
    const state = JSON.parse(fs.readFileSync(file, 'utf8'));
    fs.writeFileSync(file, JSON.stringify({ ...state, topics: [], deletedTopicIds: [topicId] }));
    await world.boot();
    expect([...world.broker.topics.all()]).toEqual([]);
    expect(JSON.parse(fs.readFileSync(file, 'utf8')).deletedTopicIds).toEqual([]);
  });
});

describe('the transaction version', () => {
  test('can be changed while running; clients see it by a greater epoch, and it outlives a restart', async () => {
    world = await BrokerWorld.start({ transactionVersion: 1 });
    const before = await (await world.connect()).ask(ApiVersions, 3, software);
    world.broker.transactionVersion = 2;
    const after = await (await world.connect()).ask(ApiVersions, 3, software);
    const levelOf = (response: typeof before) =>
      response.finalizedFeatures.find(({ name }) => name === 'transaction.version')?.maxVersionLevel;
    expect([levelOf(before), levelOf(after)]).toEqual([1, 2]);
    expect(after.finalizedFeaturesEpoch).toBeGreaterThan(before.finalizedFeaturesEpoch);
    await world.stop();
    await world.boot(undefined);
    expect(world.broker.transactionVersion).toBe(1);
  });

  test('at level 0 is not listed', async () => {
    world = await BrokerWorld.start({ transactionVersion: 0 });
    const { finalizedFeatures } = await (await world.connect()).ask(ApiVersions, 3, software);
    const names = finalizedFeatures.map(({ name }) => name);
    expect(names).toContain('group.version');
    expect(names).not.toContain('transaction.version');
  });
});

describe('a start that cannot succeed', () => {
  test('because the port is taken, touches nothing', async () => {
    world = await BrokerWorld.start();
    const { port } = world.broker;
    const directory = path.join(world.directory, 'other');
    const platform = nodePlatform();
    const options = { platform, bus: new EventBus(platform.clock), config: {}, directory, port };
    await expect(Broker.start(options)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(fs.existsSync(directory)).toBe(false);
  });

  test('because the directory is in use, leaves the one that uses it alone', async () => {
    world = await BrokerWorld.start();
    await expect(startAgain()).rejects.toThrow(LogDirectoryError);
    expect((await (await world.connect()).ask(ApiVersions, 0, {})).errorCode).toBe(0);
  });

  test('because the directory holds something else, does not write into it', async () => {
    world = await BrokerWorld.start();
    await world.stop();
    const directory = path.join(world.directory, 'data');
    fs.rmSync(directory, { recursive: true });
    fs.mkdirSync(directory);
    fs.writeFileSync(path.join(directory, 'thesis.txt'), 'precious');
    await expect(startAgain()).rejects.toMatchObject({ problem: 'notALogDirectory' });
    expect(fs.readdirSync(directory)).toEqual(['thesis.txt']);
  });

  test('because fencepost.json is damaged, says so and leaves it', async () => {
    world = await BrokerWorld.start();
    await world.stop();
    const file = path.join(world.directory, 'data', 'fencepost.json');
    fs.writeFileSync(file, '{"version":1,');
    await expect(startAgain()).rejects.toMatchObject({ problem: 'unreadable' });
    expect(fs.readFileSync(file, 'utf8')).toBe('{"version":1,');
  });

  test('because a setting is not legal, says it as Kafka does', async () => {
    world = await BrokerWorld.start();
    await world.stop();
    const started = startAgain({ config: { 'num.partitions': 'many' } });
    await expect(started).rejects.toThrow(ConfigException);
    await expect(started).rejects.toThrow(
      'Invalid value many for configuration num.partitions: Not a number of type INT',
    );
  });
});

describe('stopping', () => {
  test('ends connections, is announced, and may be asked for twice', async () => {
    world = await BrokerWorld.start();
    const client = await world.connect();
    await client.ask(ApiVersions, 0, {});
    const { broker } = world;
    await Promise.all([broker.stop(), broker.stop()]);
    expect(await client.next()).toBe('closed');
    expect(world.eventsOf('broker.started')).toMatchObject([{ nodeId: 1, transactionVersion: 2 }]);
    expect(world.eventsOf('broker.stopped')).toEqual([{ clean: true }]);
  });

  test('idle connections are closed after connections.max.idle.ms', async () => {
    world = await BrokerWorld.start({ config: { 'connections.max.idle.ms': '1' } });
    const client = await world.connect();
    await client.ask(ApiVersions, 0, {});
    expect(world.broker.connectionCount).toBe(1);
    expect(await client.next(15_000)).toBe('closed');
  }, 20_000);
});
