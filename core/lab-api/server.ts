/**
 * The lab's half of the contract. An allow-list: only what the contract declares can be called, with inputs of the declared
 * shape. Handlers start in the order in which their calls arrived.
 */
import { type GenericSchema, literal, number, object, safeParse, string, unknown, variant } from 'valibot';
import type { Cancel } from '#core/base/clock.ts';
import type { EventBatch, EventFeed } from '#core/observe/event-feed.ts';
import type { Json } from '#core/observe/events.ts';
import { type CallName, type LabHandlers, labContract } from './contract.ts';
import { INPUTS } from './inputs.ts';
import { LabError, labError } from './lab-error.ts';
import type { LabMessage, LabTransport } from './transport.ts';
import type { LabFailure } from './views.ts';

/** What a window may say. */
const windowMessage = variant('kind', [
  object({ kind: literal('call'), id: number(), name: string(), input: unknown() }),
  object({ kind: literal('subscribe'), sinceSeq: number() }),
  object({ kind: literal('unsubscribe') }),
  object({ kind: literal('ack') }),
]);

export interface ServeOptions {
  readonly transport: LabTransport;
  readonly handlers: LabHandlers;
  /** Makes the feed of this window; it starts when the window subscribes. */
  readonly openFeed: (send: (batch: EventBatch) => void) => EventFeed;
  /** Turns what a handler threw into what a person is told. */
  readonly describeFailure: (error: unknown) => LabFailure;
}

/** Answers one window until it goes away, or until the returned function is called. */
export function serveLab(options: ServeOptions): Cancel {
  const { transport, handlers } = options;
  const send = (message: LabMessage): void => transport.send(message as Json);
  const feed = options.openFeed((batch) => send({ kind: 'events', batch }));

  const answer = async (id: number, name: string, input: unknown): Promise<void> => {
    try {
      const value = await dispatch(handlers, name, input);
      send({ kind: 'answer', id, ok: true, value });
    } catch (error) {
      const failure = error instanceof LabError ? error.failure : options.describeFailure(error);
      send({ kind: 'answer', id, ok: false, failure });
    }
  };

  transport.onMessage((received) => {
    const parsed = safeParse(windowMessage, received);
    // Whoever does not speak the protocol is not our window.
    if (!parsed.success) return transport.close();
    const message = parsed.output;
    if (message.kind === 'call') void answer(message.id, message.name, message.input);
    else if (message.kind === 'subscribe') feed.start(message.sinceSeq);
    else if (message.kind === 'unsubscribe') feed.stop();
    else feed.acknowledge();
  });
  transport.onClose(() => feed.stop());
  return () => {
    feed.stop();
    transport.close();
  };
}

function dispatch(handlers: LabHandlers, name: string, input: unknown): Promise<Json> | Json {
  if (!Object.hasOwn(labContract, name)) {
    throw labError('UNKNOWN_CALL', `There is no call named ${JSON.stringify(name)}.`);
  }
  const call = name as CallName;
  const parsed = safeParse(INPUTS[call] as GenericSchema<unknown, Json>, input);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const path = issue.path?.map((step) => String(step.key)).join('.') ?? 'input';
    throw labError('BAD_INPUT', `${call}: ${path}: ${issue.message}`);
  }
  const handler = handlers[call] as (input: Json) => Promise<Json> | Json;
  return handler(parsed.output);
}
