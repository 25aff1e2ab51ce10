/** The part of the story that was seen while it happened: processes, exchanges on the wire, refusals. */
import { partitionName } from '#core/base/topic-partition.ts';
import type { XrayChapter, XrayNode } from '#core/lab-api/xray-views.ts';
import type { AnyEvent, LabEvent } from '#core/observe/event-bus.ts';
import { ERRORS, errorName } from '#core/protocol/errors.ts';
import { batchId, markerId, stateId } from './file-facts.ts';
import { say, type XrayGraph } from './xray-graph.ts';
import type { XrayEvents } from './xray-source.ts';

/** Of the output of processes, the newest lines within the story. */
const LINES_MAX = 40;
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

/** Which events belong to the story. */
export interface StoryBounds {
  readonly transactionalId: string | null;
  readonly producerId: number;
  /** Of the data. */
  readonly epoch: number;
  /** Where it wrote. */
  readonly partitions: ReadonlySet<string>;
  /** Event numbers of the first and the last fact. */
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly firstWriteSeq: number;
  readonly endSeq: number;
  /** Number of the last event that speaks of the epoch, which nobody may use any more: a zombie came back. */
  readonly aftermathSeq: number;
}

type Frame = LabEvent<'frame.exchanged'>;

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

function isWithin({ seq }: AnyEvent, { fromSeq, toSeq }: StoryBounds): boolean {
  return seq >= fromSeq && seq <= toSeq;
}

/** Behind the end: what was refused because it still carried the epoch. */
export function isAftermath(
  event: AnyEvent,
  { producerId, epoch, toSeq, aftermathSeq }: StoryBounds,
): boolean {
  if (event.seq <= toSeq || event.seq > aftermathSeq) return false;
  if (event.type !== 'frame.exchanged' && event.type !== 'txn.refused') return false;
  const { data } = event;
  if (data.producerId !== producerId || data.producerEpoch !== epoch) return false;
  return event.type !== 'frame.exchanged' || codeOf(event) !== 0;
}

function isOurFrame(event: AnyEvent, bounds: StoryBounds): boolean {
  if (event.type !== 'frame.exchanged' || UNINTERESTING.has(event.data.api)) return false;
  const { transactionalId, producerId } = event.data;
  if (bounds.transactionalId !== null && transactionalId === bounds.transactionalId) return true;
  return producerId === bounds.producerId && producerId >= 0;
}

export const frameId = (frame: number): string => `frame ${frame}`;

function chapterAt(seq: number, { firstWriteSeq, endSeq }: StoryBounds): XrayChapter {
  if (seq < firstWriteSeq) return 'start';
  return seq < endSeq ? 'write' : 'end';
}

interface Said {
  /** By process: what happened to it, in order. */
  readonly marks: ReadonlyMap<string, readonly { readonly seq: number; readonly id: string }[]>;
}

function addProcesses(
  graph: XrayGraph,
  events: readonly AnyEvent[],
  { processes, bounds }: { readonly processes: ReadonlySet<string>; readonly bounds: StoryBounds },
): Said {
  const marks = new Map<string, { seq: number; id: string }[]>();
  let lines = 0;
  for (const event of events) {
    const node = processNode(event, processes);
    if (node === undefined) continue;
    // When it began is worth knowing however long before the transaction.
    const isState = event.type === 'process.stateChanged' && event.seq > bounds.toSeq;
    const isKnown = isWithin(event, bounds) || isState || event.type === 'process.started';
    if (!isKnown || event.seq > Math.max(bounds.toSeq, bounds.aftermathSeq)) continue;
    if (event.type === 'process.output' && ++lines > LINES_MAX) continue;
    const before = marks.get(node.process) ?? [];
    const cause = before.at(-1)?.id;
    const id = graph.add({
      ...node,
      id: `event ${event.seq}`,
      column: 'process',
      chapter: chapterAt(event.seq, bounds),
      atMs: event.atMs,
      causes: cause === undefined ? [] : [cause],
    });
    marks.set(node.process, [...before, { seq: event.seq, id }]);
  }
  return { marks };
}

function processNode(
  event: AnyEvent,
  processes: ReadonlySet<string>,
): (Pick<XrayNode, 'say' | 'tone'> & { readonly process: string }) | undefined {
  const data = event.data as { readonly process?: unknown };
  if (typeof data.process !== 'string' || !processes.has(data.process)) return undefined;
  const { process } = data;
  switch (event.type) {
    case 'process.started':
      return { process, tone: 'normal', say: say('process.started', { process, osPid: event.data.osPid }) };
    case 'process.output':
      return { process, tone: 'normal', say: say('process.said', { process, text: event.data.text }) };
    case 'process.stateChanged':
      return stateNode(event.data, process);
    default:
      return undefined;
  }
}

function stateNode({ state, signal }: LabEvent<'process.stateChanged'>['data'], process: string) {
  switch (state) {
    case 'frozen':
      return { process, tone: 'signal', say: say('process.frozen', { process }) } as const;
    case 'running':
      return { process, tone: 'normal', say: say('process.thawed', { process }) } as const;
    case 'fenced':
      return { process, tone: 'refused', say: say('process.fenced', { process }) } as const;
    case 'dead':
      return signal === null
        ? ({ process, tone: 'normal', say: say('process.ended', { process }) } as const)
        : ({ process, tone: 'refused', say: say('process.killed', { process, signal }) } as const);
    default:
      return undefined;
  }
}

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

function codeOf({ data }: Frame): number {
  return data.errorCode !== 0 ? data.errorCode : (data.partitionErrors[0]?.errorCode ?? 0);
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
  const known = new Map<number, string>();
  for (const frame of frames) known.set(frame.seq, nodeOfFrame(graph, frames, frame));
  const behind = (seq: number, fits: (frame: Frame) => boolean): string | undefined => {
    const frame = frames.find((one) => one.seq > seq && fits(one));
    return frame === undefined ? undefined : known.get(frame.seq);
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

function nodeOfFrame(graph: XrayGraph, frames: readonly Frame[], frame: Frame): string {
  const own = frameId(frame.data.frame);
  if (graph.has(own)) return own;
  // Folded into an earlier one.
  const earlier = frames.findLast((one) => one.seq < frame.seq && graph.has(frameId(one.data.frame)));
  return earlier === undefined ? own : frameId(earlier.data.frame);
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
