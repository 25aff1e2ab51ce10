/** Where in the journal a story lies: from what gave the producer its epoch to what its end brought about. */
import { partitionName } from '#core/base/topic-partition.ts';
import type { AnyEvent } from '#core/observe/event-bus.ts';
import type { EventOf } from '#core/observe/events.ts';
import { stateId } from './file-facts.ts';
import type { StoryBounds } from './story-bounds.ts';
import type { XrayEvents } from './xray-source.ts';

/** Events behind the end that still belong to it: the answer to EndTxn, and what zombies run into. */
const AFTERMATH_MS = 5_000;

export interface StoryFacts {
  readonly transactionalId: string | null;
  readonly producerId: number;
  /** Of its data. */
  readonly epoch: number;
  readonly partitions: ReadonlySet<string>;
  /** Offsets between which its batches and its marker lie, by partition. */
  readonly batches: ReadonlyMap<string, { readonly from: number; readonly to: number }>;
  /** Ids of its state records. */
  readonly states: ReadonlySet<string>;
}

/** Undefined when no event of it is kept. */
export function boundsOf(lab: XrayEvents | null, facts: StoryFacts): StoryBounds | undefined {
  if (lab === null) return undefined;
  const { transactionalId, producerId, epoch, partitions } = facts;
  const own = lab.events.filter((event) => isOwn(event, facts));
  const first = own[0];
  const last = own.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const firstWrite = own.find((event) => event.type === 'log.appended' && event.data.marker === '');
  const end = own.find(
    (event) =>
      (event.type === 'txn.stateChanged' && event.data.to.startsWith('Prepare')) ||
      (event.type === 'log.appended' && event.data.marker !== ''),
  );
  const next = lab.events.find((event) => event.seq > last.seq && beginsNext(event, facts));
  const until = lab.events.findLast(
    (event) => event.atMs <= last.atMs + AFTERMATH_MS && (next === undefined || event.seq < next.seq),
  );
  return {
    transactionalId,
    producerId,
    epoch,
    partitions,
    fromSeq: first.seq,
    toSeq: Math.max(until?.seq ?? 0, last.seq),
    firstWriteSeq: firstWrite?.seq ?? first.seq,
    isWritingSeen: firstWrite !== undefined || own.some(isBeginning),
    endSeq: end?.seq ?? Number.POSITIVE_INFINITY,
    aftermathSeq: aftermathOf(lab.events, facts, last.seq),
  };
}

/** 0 when the epoch went on being used: what is refused then has to do with a later transaction. */
function aftermathOf(events: readonly AnyEvent[], { producerId, epoch }: StoryFacts, endSeq: number): number {
  let lastSeq = 0;
  for (const event of events) {
    if (event.seq <= endSeq) continue;
    if (event.type === 'log.appended') {
      const { data } = event;
      if (data.producerId === producerId && data.producerEpoch === epoch && data.marker === '') return 0;
    }
    if (event.type !== 'txn.refused' && event.type !== 'frame.exchanged') continue;
    const { data } = event;
    if (data.producerId === producerId && data.producerEpoch === epoch) lastSeq = event.seq;
  }
  return lastSeq;
}

function isOwn(event: AnyEvent, facts: StoryFacts): boolean {
  if (event.type === 'txn.stateChanged')
    return facts.states.has(stateId(event.data.logPartition, event.data.logOffset));
  return event.type === 'log.appended' && isWithin(event.data, facts);
}

/** The coordinator's word that it began; what is read back at the start of a lab says nothing of when. */
function isBeginning(event: AnyEvent): boolean {
  return event.type === 'txn.stateChanged' && event.data.to === 'Ongoing' && event.data.cause !== 'loaded';
}

function isWithin({ producerId, baseOffset, ...place }: EventOf<'log.appended'>, facts: StoryFacts): boolean {
  const range = facts.batches.get(partitionName(place));
  return (
    range !== undefined &&
    producerId === facts.producerId &&
    range.from <= baseOffset &&
    baseOffset <= range.to
  );
}

/** The same producer's next transaction. */
function beginsNext(event: AnyEvent, facts: StoryFacts): boolean {
  const { transactionalId, producerId } = facts;
  if (event.type === 'txn.stateChanged') {
    return (
      transactionalId !== null &&
      event.data.transactionalId === transactionalId &&
      event.data.to === 'Ongoing'
    );
  }
  if (event.type !== 'log.appended' || event.data.producerId !== producerId || event.data.marker !== '')
    return false;
  return !isWithin(event.data, facts);
}
