/**
 * What the window and the lab say to each other, and what carries it. The carriers (a MessagePort in Electron, a WebSocket on
 * loopback, a pair of arrays in tests) know nothing of the messages.
 */
import type { EventBatch } from '#core/observe/event-feed.ts';
import type { Json } from '#core/observe/events.ts';
import type { LabFailure } from './views.ts';

/** A two-way carrier of messages, in order, once each. */
export type LabTransport = {
  send(message: Json): void;
  /** Takes the one listener. Messages that came before are handed to it first. */
  onMessage(listener: (message: Json) => void): void;
  /** Takes one listener; called once, when the other side is gone or `close` was called. */
  onClose(listener: () => void): void;
  close(): void;
};

/** From the window. `subscribe` replaces an earlier one; `ack` says that one batch was drawn. */
export type WindowMessage =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly input: Json }
  | { readonly kind: 'subscribe'; readonly sinceSeq: number }
  | { readonly kind: 'unsubscribe' }
  | { readonly kind: 'ack' };

/** From the lab. */
export type LabMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly ok: true; readonly value: Json }
  | { readonly kind: 'answer'; readonly id: number; readonly ok: false; readonly failure: LabFailure }
  | { readonly kind: 'events'; readonly batch: EventBatch };
