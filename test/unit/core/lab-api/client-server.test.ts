import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { LabClient } from '#core/lab-api/client.ts';
import { type CallName, type LabHandlers, labContract, type OutputOf } from '#core/lab-api/contract.ts';
import { INPUTS } from '#core/lab-api/inputs.ts';
import { failureOf, LabError, labError } from '#core/lab-api/lab-error.ts';
import { serveLab } from '#core/lab-api/server.ts';
import type { LabView } from '#core/lab-api/views.ts';
import { EventBus } from '#core/observe/event-bus.ts';
import { type EventBatch, EventFeed } from '#core/observe/event-feed.ts';
import type { Json } from '#core/observe/events.ts';
import { Journal } from '#core/observe/journal.ts';
import { NodeClock } from '#core/platform/node/node-clock.ts';
import { transportPair } from '../../../support/transport-pair.ts';

function setUp(handlers: Partial<LabHandlers>) {
  const clock = new NodeClock();
  const bus = new EventBus(clock);
  const journal = new Journal(bus);
  const [windowEnd, labEnd] = transportPair();
  const stop = serveLab({
    transport: labEnd,
    handlers: handlers as LabHandlers,
    openFeed: (send) => new EventFeed({ clock, bus, journal, send }),
    describeFailure: (error) =>
      failureOf({ code: 'INTERNAL', exception: null, message: String(error), hint: null }),
  });
  return { bus, windowEnd, stop, client: new LabClient(windowEnd) };
}

describe('a call', () => {
  it('is typed on both sides and answered by its handler', async () => {
    const { client } = setUp({
      'topics.create': () => null,
      'producers.send': async ({ process }) => processView(process),
    });
    await expect(client.call('topics.create', { topic: 'orders', partitions: 2 })).resolves.toBeNull();
    const sent = await client.call('producers.send', { process: 'A', count: 3 });
    expect(sent.id).toBe('A');
    expectTypeOf<OutputOf<'lab.describe'>>().toEqualTypeOf<LabView>();
  });

  it('fails with what the handler says, or with a description of what it threw', async () => {
    const { client } = setUp({
      'producers.kill': () => {
        throw labError('NO_SUCH_PROCESS', 'There is no process Z.', 'Choose a process on the stage.');
      },
      'producers.freeze': () => Promise.reject(new TypeError('oops')),
    });
    const refusal = await client.call('producers.kill', { process: 'Z' }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(LabError);
    expect((refusal as LabError).failure).toMatchObject({
      code: 'NO_SUCH_PROCESS',
      exception: null,
      message: 'There is no process Z.',
      hint: 'Choose a process on the stage.',
    });
    await expect(client.call('producers.freeze', { process: 'Z' })).rejects.toMatchObject({
      failure: { code: 'INTERNAL', message: 'TypeError: oops' },
    });
  });

  it.each(['constructor', 'toString', '__proto__', 'lab.destroy', ''])(
    'named %j is refused',
    async (name) => {
      const { client } = setUp({});
      await expect(client.call(name as CallName, null)).rejects.toMatchObject({
        failure: { code: 'UNKNOWN_CALL' },
      });
    },
  );

  it.each<[CallName, Json]>([
    ['producers.send', { process: 'A', count: -1 }],
    ['producers.send', { process: 'A' }],
    ['topics.create', { topic: '../etc', partitions: 1 }],
    ['lab.setTransactionVersion', { transactionVersion: 3 }],
    ['lab.describe', {}],
    ['log.batches', { topic: 'a', partition: 0, fromOffset: 1.5, direction: 'up', recordsMax: 10 }],
  ])('%s with the wrong input %j never reaches its handler', async (name, input) => {
    const handler = vi.fn();
    const { client } = setUp({ [name]: handler });
    await expect(client.call(name, input as never)).rejects.toMatchObject({ failure: { code: 'BAD_INPUT' } });
    expect(handler).not.toHaveBeenCalled();
  });

  it('has an input check for every row of the contract', () => {
    expect(Object.keys(INPUTS).sort()).toEqual(Object.keys(labContract).sort());
  });

  it('still waiting when the lab goes away is rejected, and so are later ones', async () => {
    const { client, stop } = setUp({ 'producers.kill': () => new Promise(() => undefined) });
    const pending = client.call('producers.kill', { process: 'A' });
    const closed = new Promise<void>((resolve) => client.onClose(resolve));
    stop();
    await expect(pending).rejects.toMatchObject({ failure: { code: 'DISCONNECTED' } });
    await closed;
    expect(client.isClosed).toBe(true);
    await expect(client.call('story.reset', { transactionVersion: 2 })).rejects.toMatchObject({
      failure: { code: 'DISCONNECTED' },
    });
  });
});

describe('a stranger', () => {
  it.each([null, 'hello', { kind: 'call' }, { kind: 'fly' }, []])(
    'saying %j is disconnected',
    async (message) => {
      const { client, windowEnd } = setUp({});
      const closed = new Promise<void>((resolve) => client.onClose(resolve));
      windowEnd.send(message as Json);
      await closed;
    },
  );
});

describe('events', () => {
  it('reach the window in batches, the third only after an acknowledgement', async () => {
    const { client, bus } = setUp({});
    const batches: EventBatch[] = [];
    let draw: () => void = () => undefined;
    const drawn = new Promise<void>((resolve) => {
      draw = resolve;
    });
    client.subscribe({
      sinceSeq: 0,
      onBatch: (batch) => {
        batches.push(batch);
        return drawn;
      },
    });
    for (let i = 0; i < 1_100; i++) bus.publish('connection.closed', { connection: i });
    await vi.waitFor(() => expect(batches).toHaveLength(2));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(batches).toHaveLength(2);
    draw();
    await vi.waitFor(() => expect(batches.flatMap((batch) => batch.events)).toHaveLength(1_100));
  });

  it('stop when the window unsubscribes', async () => {
    const { client, bus } = setUp({});
    const onBatch = vi.fn();
    const cancel = client.subscribe({ sinceSeq: 0, onBatch });
    bus.publish('connection.closed', { connection: 1 });
    await vi.waitFor(() => expect(onBatch).toHaveBeenCalledOnce());
    cancel();
    await new Promise((resolve) => setTimeout(resolve, 10));
    bus.publish('connection.closed', { connection: 2 });
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(onBatch).toHaveBeenCalledOnce();
  });
});

function processView(id: string): Awaited<ReturnType<LabHandlers['producers.send']>> {
  return {
    id,
    name: 'p',
    osPid: 1,
    state: 'running',
    sinceMs: 0,
    startedAtMs: 0,
    endedAtMs: null,
    exit: null,
    settings: {
      name: 'p',
      transactionalId: null,
      topic: 't',
      recordsPerTransaction: 1,
      transactionsPerSecond: 0,
      transactionTimeoutMs: 60_000,
      config: {},
    },
    believes: null,
    brokerKnows: null,
    freezesBy: 'signal',
    output: [],
    can: [],
  };
}
