/** What happened to the processes of a story, as the lab saw it. */
import type { XrayNode } from '#core/lab-api/xray-views.ts';
import type { AnyEvent, LabEvent } from '#core/observe/event-bus.ts';
import { chapterAt, isWithin, type StoryBounds } from './story-bounds.ts';
import { say, type XrayGraph } from './xray-graph.ts';

/** Of the output of processes, the newest lines within the story. */
const LINES_MAX = 40;
export interface Said {
  /** By process: what happened to it, in order. */
  readonly marks: ReadonlyMap<string, readonly { readonly seq: number; readonly id: string }[]>;
}

/** Adds them, each after what happened before to the same process. */
export function addProcesses(
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
