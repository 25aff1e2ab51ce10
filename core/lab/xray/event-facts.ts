/** The part of the story that was seen while it happened: processes, exchanges on the wire, refusals. */
import { partitionName } from '#core/base/topic-partition.ts';
import type { XrayChapter } from '#core/lab-api/xray-views.ts';
import type { AnyEvent } from '#core/observe/event-bus.ts';
import { ERRORS, errorName } from '#core/protocol/errors.ts';
import { batchId, markerId, stateId } from './file-facts.ts';
import { addProcesses, type Said } from './process-facts.ts';
import { chapterAt, codeOf, type Frame, isAftermath, isWithin, type StoryBounds } from './story-bounds.ts';
import { say, type XrayGraph } from './xray-graph.ts';
import type { XrayEvents } from './xray-source.ts';

/** Exchanges of one API in a row, of one process, with one outcome, become one node. */
const FOLD_FROM = 3;
/** Who asks where things are, tells no story. */
const UNINTERESTING = new Set([
  'ApiVersions',
  'Metadata',
  'FindCoordinator',
  'Fetch',
  'ListOffsets',
  'Heartbeat',
]);

/** Adds what was seen, and links it to what the files say. */
export function addEvents(graph: XrayGraph, lab: XrayEvents, bounds: StoryBounds): void {
  const events = lab.events.filter((event) => isWithin(event, bounds) || isAftermath(event, bounds));
  const frames = events.filter((event): event is Frame => isOurFrame(event, bounds));
  const processes = new Set(frames.flatMap(({ data }) => lab.processOf(data.clientId) ?? []));
  const said = addProcesses(graph, lab.events, { processes, bounds });
  addFrames(graph, lab, { frames, bounds, said });
  for (const frame of frames) addRefusedWrites(graph, frame, bounds);
  for (const event of events) addRefusal(graph, event, bounds);
  linkCauses(graph, events, { frames, bounds });
}

function isOurFrame(event: AnyEvent, bounds: StoryBounds): boolean {
  if (event.type !== 'frame.exchanged' || UNINTERESTING.has(event.data.api)) return false;
  const { transactionalId, producerId } = event.data;
  if (bounds.transactionalId !== null && transactionalId === bounds.transactionalId) return true;
  return producerId === bounds.producerId && producerId >= 0;
}

export const frameId = (frame: number): string => `frame ${frame}`;

function addFrames(
  graph: XrayGraph,
  lab: XrayEvents,
  {
    frames,
    bounds,
    said,
  }: { readonly frames: readonly Frame[]; readonly bounds: StoryBounds; readonly said: Said },
): void {
  for (const group of folded(frames, lab)) {
    const [first] = group;
    const last = group.at(-1);
    if (first === undefined || last === undefined) continue;
    const { data, seq } = first;
    const process = lab.processOf(data.clientId);
    const code = codeOf(first);
    const isRefused = code !== 0 && !ERRORS[errorName(code)].retriable;
    const cause = said.marks.get(process ?? '')?.findLast((mark) => mark.seq < seq)?.id;
    const params = {
      api: data.api,
      version: data.version,
      correlationId: data.correlationId,
      frame: data.frame,
      epoch: data.producerEpoch,
      tookMs: Math.round(data.tookMs * 10) / 10,
      error: errorName(code),
      code,
    };
    graph.add({
      id: frameId(data.frame),
      column: 'wire',
      chapter: chapterOfApi(data.api) ?? chapterAt(seq, bounds),
      atMs: data.receivedAtMs,
      lastAtMs: last.data.receivedAtMs,
      count: group.length,
      say: say(
        data.responseSize < 0 ? 'wire.unanswered' : code === 0 ? 'wire.exchange' : 'wire.refused',
        params,
      ),
      tone: isRefused ? 'refused' : 'normal',
      causes: cause === undefined ? [] : [cause],
      bytes: group
        .filter(({ data: { frame } }) => lab.hasFrame(frame))
        .slice(0, FOLD_FROM)
        .flatMap(({ data: { frame, responseSize } }) => [
          { kind: 'frame', frame, side: 'request' } as const,
          ...(responseSize < 0 ? [] : [{ kind: 'frame', frame, side: 'response' } as const]),
        ]),
      process,
    });
  }
}

function chapterOfApi(api: string): XrayChapter | undefined {
  return api === 'EndTxn' || api === 'WriteTxnMarkers' ? 'end' : undefined;
}

/** Long rows of equal exchanges are one group; everything else is alone. */
function folded(frames: readonly Frame[], lab: XrayEvents): readonly (readonly Frame[])[] {
  const groups: Frame[][] = [];
  const kindOf = (frame: Frame): string =>
    `${frame.data.api} ${codeOf(frame)} ${lab.processOf(frame.data.clientId)} ${frame.data.producerEpoch}`;
  for (const frame of frames) {
    const group = groups.at(-1);
    const [before] = group ?? [];
    if (group !== undefined && before !== undefined && kindOf(before) === kindOf(frame)) group.push(frame);
    else groups.push([frame]);
  }
  return groups.flatMap((group) => (group.length > FOLD_FROM ? [group] : group.map((frame) => [frame])));
}

function addRefusal(graph: XrayGraph, event: AnyEvent, bounds: StoryBounds): void {
  if (event.type === 'txn.refused' && event.data.transactionalId === bounds.transactionalId) {
    const { api, producerEpoch, currentEpoch, state, errorCode } = event.data;
    graph.add({
      id: `event ${event.seq}`,
      column: 'coordinator',
      chapter: chapterAt(event.seq, bounds),
      atMs: event.atMs,
      say: say('coordinator.refused', {
        api,
        epoch: producerEpoch,
        currentEpoch,
        state,
        code: errorCode,
        error: errorName(errorCode),
      }),
      tone: 'refused',
    });
  }
  if (event.type !== 'log.duplicate' || event.data.producerId !== bounds.producerId) return;
  const { topic, partition, producerEpoch, baseSequence } = event.data;
  graph.add({
    id: `event ${event.seq}`,
    column: 'partition',
    chapter: chapterAt(event.seq, bounds),
    atMs: event.atMs,
    say: say('partition.duplicate', {
      place: partitionName({ topic, partition }),
      epoch: producerEpoch,
      sequence: baseSequence,
    }),
    place: { topic, partition },
  });
}

/** A partition refuses before anything is written: only the answer tells. */
function addRefusedWrites(graph: XrayGraph, { seq, atMs, data }: Frame, bounds: StoryBounds): void {
  if (data.api !== 'Produce') return;
  for (const { topic, partition, errorCode: code } of data.partitionErrors) {
    const error = errorName(code);
    if (ERRORS[error].retriable) continue;
    const place = partitionName({ topic, partition });
    graph.add({
      id: `refused ${data.frame} ${place}`,
      column: 'partition',
      chapter: chapterAt(seq, bounds),
      atMs,
      say: say('partition.refused', { place, epoch: data.producerEpoch, code, error }),
      tone: 'refused',
      causes: [frameId(data.frame)],
      place: { topic, partition },
    });
  }
}

/** An exchange is announced right behind what it brought about: that tells which one it was. */
function linkCauses(
  graph: XrayGraph,
  events: readonly AnyEvent[],
  { frames }: { readonly frames: readonly Frame[]; readonly bounds: StoryBounds },
): void {
  const nodes = nodesOf(graph, frames);
  const behind = (seq: number, fits: (frame: Frame) => boolean): string | undefined => {
    for (let i = firstBehind(frames, seq); i < frames.length; i++)
      if (fits(frames[i] as Frame)) return nodes[i];
    return undefined;
  };
  for (const event of events) {
    const found = effectOf(event);
    if (found === undefined || !graph.has(found.effect)) continue;
    // The broker's clock, not the one that stamped the records.
    graph.stamp(found.effect, event.atMs);
    const cause = behind(event.seq, found.fits);
    if (cause !== undefined) graph.link(cause, found.effect);
  }
}

/** Of each frame its node: its own, or that of an earlier one into which it was folded. */
function nodesOf(graph: XrayGraph, frames: readonly Frame[]): readonly string[] {
  let last: string | undefined;
  return frames.map(({ data }) => {
    const own = frameId(data.frame);
    if (last === undefined || graph.has(own)) last = own;
    return last;
  });
}

/** Frames are in order: a long story has many, and each event looks for its own. */
function firstBehind(frames: readonly Frame[], seq: number): number {
  let low = 0;
  let high = frames.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((frames[middle]?.seq ?? 0) > seq) high = middle;
    else low = middle + 1;
  }
  return low;
}

function effectOf(
  event: AnyEvent,
): { readonly effect: string; readonly fits: (frame: Frame) => boolean } | undefined {
  switch (event.type) {
    case 'log.appended': {
      const { topic, partition, baseOffset, marker, producerId } = event.data;
      const place = partitionName({ topic, partition });
      if (marker !== '')
        return { effect: markerId(place, baseOffset), fits: ({ data }) => data.api === 'WriteTxnMarkers' };
      const apis = topic === '__consumer_offsets' ? ['TxnOffsetCommit'] : ['Produce'];
      return {
        effect: batchId(place, baseOffset),
        fits: ({ data }) => apis.includes(data.api) && data.producerId === producerId,
      };
    }
    case 'txn.stateChanged': {
      const { logPartition, logOffset, cause } = event.data;
      const apis: { readonly [cause: string]: readonly string[] } = {
        initProducerId: ['InitProducerId'],
        fence: ['InitProducerId'],
        addPartitions: ['AddPartitionsToTxn', 'AddOffsetsToTxn', 'Produce', 'TxnOffsetCommit'],
        endTxn: ['EndTxn'],
      };
      const wanted = apis[cause] ?? [];
      return { effect: stateId(logPartition, logOffset), fits: ({ data }) => wanted.includes(data.api) };
    }
    case 'log.duplicate':
      return { effect: `event ${event.seq}`, fits: ({ data }) => data.api === 'Produce' };
    case 'txn.refused':
      return { effect: `event ${event.seq}`, fits: ({ data }) => data.api === event.data.api };
    default:
      return undefined;
  }
}
