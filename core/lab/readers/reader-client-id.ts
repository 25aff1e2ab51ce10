import type { AnyEvent } from '#core/observe/event-bus.ts';

const PREFIX = 'fencepost-reader';

/** Client id of the lab's own consumers: what they exchange is left out of the timeline. */
export function readerClientId(topic: string, isolation: string): string {
  return `${PREFIX}-${isolation}-${topic}`;
}

export function isReaderClient(clientId: string | null): boolean {
  return clientId?.startsWith(PREFIX) ?? false;
}

/** What the lab's own readers exchange is machinery, not what a person watches. */
export function isOfInterest(event: AnyEvent): boolean {
  return event.type !== 'frame.exchanged' || !isReaderClient(event.data.clientId);
}
