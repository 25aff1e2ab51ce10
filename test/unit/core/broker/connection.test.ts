import { describe, expect, test } from 'vitest';
import type { Wire } from '#core/base/network.ts';
import type { Outcome } from '#core/broker/connection.ts';
import { Connection } from '#core/broker/connection.ts';
import { EventBus } from '#core/observe/event-bus.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';
import { SimNetwork } from '#core/platform/sim/sim-network.ts';

const MAX = 1_000_000;

function frame(body: string | Buffer): Buffer {
  const bytes = Buffer.from(body);
  const size = Buffer.alloc(4);
  size.writeInt32BE(bytes.length);
  return Buffer.concat([size, bytes]);
}

function send(text: string | Buffer): Outcome {
  return { kind: 'send', chunks: [Buffer.from(text)] };
}

async function connected(handle: (body: string) => Outcome | Promise<Outcome>) {
  const clock = new SimClock();
  const network = new SimNetwork(clock);
  const bus = new EventBus(clock);
  const events: string[] = [];
  bus.subscribe(({ type, data }) => {
    events.push('reason' in data ? `${type}: ${data.reason}` : type);
  });
  const handled: string[] = [];
  let connection: Connection | undefined;
  const listener = await network.listen(0, (wire: Wire) => {
    connection = new Connection(clock, bus, {
      id: 1,
      wire,
      maxRequestBytes: MAX,
      handle: (bytes) => {
        handled.push(bytes.toString());
        return handle(bytes.toString());
      },
    });
  });
  const client = await network.connect('127.0.0.1', listener.port);
  const received: Buffer[] = [];
  client.onBytes((chunk) => received.push(chunk));
  client.onClose(() => events.push('client saw the end'));
  return {
    clock,
    client,
    events,
    handled,
    connection: connection as unknown as Connection,
    text: () => Buffer.concat(received).toString(),
    receivedBytes: () => received.reduce((sum, chunk) => sum + chunk.length, 0),
  };
}

describe('a connection', () => {
  test('answers in order, one request at a time', async () => {
    const finish: ((outcome: Outcome) => void)[] = [];
    const { clock, client, handled, text } = await connected(
      () => new Promise((resolve) => finish.push(resolve)),
    );
    client.write([frame('one'), frame('two'), frame('three')]);
    await clock.advance(0);
    expect(handled).toEqual(['one']);
    finish[0]?.(send('1'));
    await clock.advance(0);
    expect(handled).toEqual(['one', 'two']);
    finish[1]?.(send('2'));
    await clock.advance(0);
    finish[2]?.(send('3'));
    await clock.advance(0);
    expect(text()).toBe('123');
  });

  test('takes frames apart however the bytes come', async () => {
    const { clock, client, handled, text } = await connected((body) => send(body));
    const bytes = Buffer.concat([frame('alpha'), frame(''), frame('beta')]);
    for (const byte of bytes) client.write([Buffer.from([byte])]);
    await clock.advance(0);
    expect(handled).toEqual(['alpha', '', 'beta']);
    expect(text()).toBe('alphabeta');
  });

  test('stops reading while a request is in work and another one waits', async () => {
    const { clock, client, handled } = await connected(() => new Promise(() => undefined));
    client.write([frame('slow'), frame('waits')]);
    await clock.advance(0);
    const taken = client.write([Buffer.alloc(100_000)]);
    await clock.advance(0);
    expect(taken).toBe(false);
    expect(handled).toEqual(['slow']);
  });

  test('works on nothing more while the peer does not take its answers', async () => {
    const { clock, client, handled, receivedBytes } = await connected(() => send(Buffer.alloc(100_000)));
    client.pause();
    client.write([frame('a'), frame('b'), frame('c')]);
    await clock.advance(0);
    expect(handled).toEqual(['a']);
    client.resume();
    await clock.advance(0);
    expect(handled).toEqual(['a', 'b', 'c']);
    expect(receivedBytes()).toBe(300_000);
  });

  test.each([
    ['negative', -1],
    ['too large', MAX + 1],
    ['far too large', 2147483647],
  ])('a %s size ends it after the requests before it were answered', async (_, size) => {
    const { clock, client, events, text } = await connected((body) => send(body));
    const bad = Buffer.alloc(4);
    bad.writeInt32BE(size);
    client.write([frame('fine'), bad, Buffer.alloc(50)]);
    await clock.advance(0);
    expect(text()).toBe('fine');
    expect(events).toEqual([
      'connection.opened',
      `connection.rejected: frame size ${size} is not within 0 and ${MAX}`,
      'client saw the end',
      'connection.closed',
    ]);
  });

  test('a request that is never answered leaves it open and silent', async () => {
    const { clock, client, handled, text, events } = await connected((body) =>
      body === 'kill' ? { kind: 'never' } : send(body),
    );
    client.write([frame('a'), frame('kill'), frame('b')]);
    await clock.advance(1000);
    expect(handled).toEqual(['a', 'kill']);
    expect(text()).toBe('a');
    expect(events).toEqual(['connection.opened']);
  });

  test('a request without an answer makes way for the next one', async () => {
    const { clock, client, text } = await connected((body) =>
      body === 'quiet' ? { kind: 'nothing' } : send(body),
    );
    client.write([frame('quiet'), frame('loud')]);
    await clock.advance(0);
    expect(text()).toBe('loud');
  });

  test('an answer that comes after the end is dropped', async () => {
    let finish = (_: Outcome): void => undefined;
    const { clock, client, connection, text } = await connected(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    const ended: string[] = [];
    client.write([frame('slow')]);
    await clock.advance(0);
    connection.onClose(() => ended.push('told'));
    client.destroy();
    await clock.advance(0);
    finish(send('late'));
    await clock.advance(0);
    expect({ ended, isClosed: connection.isClosed, text: text() }).toEqual({
      ended: ['told'],
      isClosed: true,
      text: '',
    });
  });

  test('a peer that keeps its side open after a rejection is cut off', async () => {
    const { clock, client, events } = await connected(() => ({ kind: 'close', reason: 'nonsense' }));
    client.pause();
    client.write([frame('x')]);
    await clock.advance(0);
    expect(events).toEqual(['connection.opened', 'connection.rejected: nonsense']);
    await clock.advance(1000);
    expect(events).toContain('connection.closed');
  });

  test('counts a request in work as activity, a dead one not', async () => {
    const { clock, client, connection } = await connected((body) =>
      body === 'slow' ? new Promise(() => undefined) : { kind: 'never' },
    );
    client.write([frame('slow')]);
    await clock.advance(5000);
    expect(connection.lastActiveMs).toBe(5000);
    const other = await connected(() => ({ kind: 'never' }));
    other.client.write([frame('x')]);
    await other.clock.advance(5000);
    expect(other.connection.lastActiveMs).toBe(0);
  });
});
