/**
 * `timeline.ndjson`: the events of the lab, one JSON object a line, oldest first. Each has `seq`, `atMs`, `type` and `data`; an
 * exchange on the wire also says which lab process it was, if one, and which packets of `frames.pcap` it is.
 */

import { parsePartitionName } from '#core/base/topic-partition.ts';
import type { EvidenceSelection } from '#core/lab-api/evidence-views.ts';
import type { AnyEvent } from '#core/observe/event-bus.ts';
import type { FramePackets } from '../capture/capture.ts';
import { isInternalTopic } from '../source/log-snapshot.ts';

/** A line of the file. */
export type TimelineLine = AnyEvent & {
  readonly process?: string | null;
  readonly packets?: FramePackets | null;
};

/** True for an event that belongs into a pack of this selection, whose transactional ids have named their topics already. */
export function isChosen(event: AnyEvent, selection: EvidenceSelection): boolean {
  const { fromMs, toMs, topics, transactionalIds } = selection;
  const atMs = event.type === 'frame.exchanged' ? event.data.receivedAtMs : event.atMs;
  if ((fromMs !== null && atMs < fromMs) || (toMs !== null && atMs > toMs)) return false;
  if (topics.length === 0) return true;
  const data = event.data as { readonly [field: string]: unknown };
  const transactionalId = data['transactionalId'];
  if (typeof transactionalId === 'string' && transactionalIds.includes(transactionalId)) return true;
  const named = topicsOf(data);
  return named.length === 0 || named.some((topic) => topics.includes(topic) || isInternalTopic(topic));
}

function topicsOf(data: { readonly [field: string]: unknown }): readonly string[] {
  if (typeof data['topic'] === 'string') return [data['topic']];
  const partitions = (data['partitions'] ?? []) as readonly string[];
  return Array.isArray(partitions) ? partitions.map((name) => parsePartitionName(name)?.topic ?? name) : [];
}

/** The line of an event. */
export function timelineLine(
  event: AnyEvent,
  story: {
    readonly processOf: (clientId: string | null) => string | null;
    readonly packetsOf: (frame: number) => FramePackets | undefined;
  },
): string {
  if (event.type !== 'frame.exchanged') return `${JSON.stringify(event)}\n`;
  const { clientId, frame } = event.data;
  const line = { ...event, process: story.processOf(clientId), packets: story.packetsOf(frame) ?? null };
  return `${JSON.stringify(line)}\n`;
}

/** The lines of a file; one that is not an event is left out. */
export function* readTimeline(text: string): Generator<TimelineLine, void> {
  for (const line of text.split('\n')) {
    if (line === '') continue;
    let event: unknown;
    try {
      event = JSON.parse(line);
    } catch {
      continue;
    }
    if (isEvent(event)) yield event;
  }
}

function isEvent(value: unknown): value is TimelineLine {
  if (typeof value !== 'object' || value === null) return false;
  const { seq, atMs, type, data } = value as { readonly [field: string]: unknown };
  return (
    typeof seq === 'number' &&
    typeof atMs === 'number' &&
    typeof type === 'string' &&
    typeof data === 'object' &&
    data !== null
  );
}
