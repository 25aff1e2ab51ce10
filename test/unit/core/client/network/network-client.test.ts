import { describe, expect, test } from 'vitest';
import type { RequestNotice, ResponseNotice } from '#core/client/client-observer.ts';
import { NetworkClient } from '#core/client/network/network-client.ts';
import { FindCoordinator } from '#core/protocol/messages/10-find-coordinator.ts';
import { EndTxn } from '#core/protocol/messages/26-end-txn.ts';
import { ClientWorld, outcomeOf } from '../../../../support/client-world.ts';

const NODE = { id: 1, host: '127.0.0.1', port: 9092 };

function clientOf(world: ClientWorld, observer = {}, inFlightMax = 5): NetworkClient {
  return new NetworkClient(world.platform, {
    clientId: 'c',
    requestTimeoutMs: 1000,
    reconnectBackoffMs: 50,
    reconnectBackoffMaxMs: 1000,
    connectionSetupTimeoutMs: 10000,
    connectionsMaxIdleMs: -1,
    inFlightMax,
    versionLimits: {},
    observer,
  });
}

const END = { api: EndTxn, body: { transactionalId: 'x', producerId: 1, producerEpoch: 0, committed: true } };

describe('a connection', () => {
  test('is opened on demand and introduced by ApiVersions; the highest common version is used', async () => {
    const world = new ClientWorld({ maxVersions: { EndTxn: 3 } });
    const client = clientOf(world);
    const { version } = await world.settle(client.request(NODE, END));
    expect(version).toBe(3);
    expect(world.broker.requests.map(({ api }) => api)).toEqual(['ApiVersions', 'EndTxn']);
    expect(client.features.level('transaction.version')).toBe(2);
  });

  test('falls back to the version of ApiVersions that the broker names', async () => {
    const world = new ClientWorld();
    world.broker.next('ApiVersions', () => ({
      atVersion: 0,
      errorCode: 35,
      apiKeys: [{ apiKey: 18, minVersion: 0, maxVersion: 2 }],
    }));
    await world.settle(clientOf(world).request(NODE, END));
    expect(world.broker.of('ApiVersions').map(({ version }) => version)).toEqual([4, 2]);
  });

  test('refuses a request that the broker knows at no version', async () => {
    const world = new ClientWorld();
    const client = clientOf(world);
    await expect(world.settle(client.request(NODE, { ...END, versions: { min: 9 } }))).rejects.toMatchObject({
      exception: 'UnsupportedVersionException',
    });
    const odd = { api: FindCoordinator, body: { key: 'k', keyType: 0 }, versions: { max: -1 } };
    await expect(world.settle(client.request(NODE, odd))).rejects.toMatchObject({
      exception: 'UnsupportedVersionException',
    });
  });

  test('that does not answer in time is closed; all that is in flight times out', async () => {
    const world = new ClientWorld();
    const client = clientOf(world);
    world.broker.on('EndTxn', () => 'silence');
    await world.settle(client.awaitReady(NODE, 1000));
    const first = outcomeOf(client.send(NODE, END));
    await world.pass(600);
    const second = outcomeOf(client.send(NODE, END));
    await world.pass(500);
    expect([first.error, second.error]).toMatchObject([
      { exception: 'TimeoutException' },
      { exception: 'TimeoutException' },
    ]);
    expect(client.isReady(NODE)).toBe(false);
  });

  test('that is lost fails what is in flight with NetworkException, and is opened again after a pause', async () => {
    const world = new ClientWorld();
    const client = clientOf(world);
    world.broker.next('EndTxn', () => 'close');
    const lost = outcomeOf(client.request(NODE, END));
    await world.pass(0);
    expect(lost.error).toMatchObject({ exception: 'NetworkException', retriable: true });
    expect(client.connectionDelayMs(NODE)).toBeGreaterThan(0);
    await world.settle(client.request(NODE, END));
  });

  test('that cannot be opened is tried with growing pauses', async () => {
    const world = new ClientWorld();
    const client = clientOf(world);
    world.broker.isDown = true;
    const pauses: number[] = [];
    for (let i = 0; i < 6; i++) {
      client.ready(NODE);
      await world.pass(0);
      pauses.push(client.connectionDelayMs(NODE));
      await world.pass(2000);
    }
    for (const [i, pause] of pauses.entries()) {
      const middle = Math.min(50 * 2 ** i, 1000);
      expect(pause).toBeGreaterThanOrEqual(middle * 0.79);
      expect(pause).toBeLessThanOrEqual(Math.min(middle * 1.21, 1000));
    }
    world.broker.isDown = false;
    await world.settle(client.request(NODE, END));
  });

  test('with as many requests in flight as allowed is not ready', async () => {
    const world = new ClientWorld();
    const client = clientOf(world, {}, 2);
    world.broker.on('EndTxn', () => 'silence');
    await world.settle(client.awaitReady(NODE, 1000));
    void outcomeOf(client.send(NODE, END));
    expect(client.isReady(NODE)).toBe(true);
    void outcomeOf(client.send(NODE, END));
    expect([client.isReady(NODE), client.inFlightCount]).toEqual([false, 2]);
  });

  test('whose answer does not parse is closed', async () => {
    const world = new ClientWorld();
    const client = clientOf(world);
    world.broker.next('EndTxn', () => ({ atVersion: 0, errorCode: 0 }));
    await expect(world.settle(client.request(NODE, END))).rejects.toMatchObject({
      message: expect.stringMatching(/cannot be read/),
    });
    expect(client.isReady(NODE)).toBe(false);
  });

  test('is told apart from the one to the same node as coordinator', async () => {
    const world = new ClientWorld();
    const client = clientOf(world);
    world.broker.next('EndTxn', () => 'silence');
    void outcomeOf(client.request(NODE, END));
    await world.pass(10);
    await world.settle(client.request({ ...NODE, id: 2147483646 }, END));
    expect(world.broker.of('EndTxn')).toHaveLength(2);
  });
});

test('an observer sees each request, and each answer with its errors', async () => {
  const world = new ClientWorld();
  const requests: RequestNotice[] = [];
  const responses: ResponseNotice[] = [];
  const client = clientOf(world, {
    onRequest: (notice: RequestNotice) => void requests.push(notice),
    onResponse: (notice: ResponseNotice) => void responses.push(notice),
  });
  world.broker.next(
    'EndTxn',
    () => ({ errorCode: 90 }),
    () => 'close',
  );
  await world.settle(client.request(NODE, END));
  await expect(world.settle(client.request(NODE, END))).rejects.toThrow();
  expect(
    requests.map(({ api, version, correlationId, nodeId }) => [api, version, correlationId, nodeId]),
  ).toEqual([
    ['ApiVersions', 4, 0, 1],
    ['EndTxn', 5, 1, 1],
    ['EndTxn', 5, 2, 1],
  ]);
  expect(responses.map(({ correlationId, errors }) => [correlationId, errors])).toEqual([
    [0, []],
    [1, [{ error: 'PRODUCER_FENCED', code: 90 }]],
    [2, [{ error: 'NETWORK_EXCEPTION', code: 13 }]],
  ]);
});
