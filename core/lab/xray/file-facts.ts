/** The part of the story that files tell: partitions with their indexes and snapshots, coordinators, and what readers get. */
import { partitionName } from '#core/base/topic-partition.ts';
import { decodeGroupRecord } from '#core/coordinator/group/group-records.ts';
import type { SegmentScanner } from '#core/inspect/scan/segment-scanner.ts';
import type { XrayBytes } from '#core/lab-api/xray-views.ts';
import { addAbortedIndex, addProducerState, addReaders } from './beside-facts.ts';
import type { Episode, StateFact } from './coordinator-story.ts';
import { logBytes } from './file-bytes.ts';
import type { BatchFact, PartitionStory } from './partition-story.ts';
import { STATE_TOPIC } from './state-topic.ts';
import { placeOf, walkFrom } from './walk.ts';
import { say, spanOf, type XrayGraph } from './xray-graph.ts';
import type { XraySource } from './xray-source.ts';

/** Batches of a partition that stand alone; more are folded into one node. */
const UNFOLDED_MAX = 3;
/** Committed offsets of a partition that are named; more are folded. */
const OFFSETS_MAX = 50;
const OFFSETS_TOPIC = '__consumer_offsets';

export const stateId = (partition: number, offset: number): string => `state ${partition} ${offset}`;
export const batchId = (place: string, baseOffset: number): string => `batch ${place} ${baseOffset}`;
export const offsetId = (place: string, offset: number | 'others'): string => `offset ${place} ${offset}`;
export const markerId = (place: string, offset: number): string => `marker ${place} ${offset}`;

/** What the coordinator wrote down, oldest first. Answers the ids of its nodes. */
export function addEpisode(graph: XrayGraph, { before, facts }: Episode): readonly string[] {
  const ids: string[] = [];
  for (const fact of before === null ? facts : [before, ...facts]) {
    const cause = ids.at(-1);
    const isBefore = fact === before;
    const chapter = isBefore ? 'start' : fact.state === 'Ongoing' ? 'write' : 'end';
    ids.push(
      graph.add({
        id: stateId(fact.partition, fact.offset),
        column: 'coordinator',
        chapter,
        atMs: fact.timestampMs,
        say: say('coordinator.recorded', {
          state: fact.state,
          producerId: fact.producerId,
          epoch: fact.epoch,
          partitions: fact.partitions.length,
          place: `${STATE_TOPIC}-${fact.partition}`,
          offset: fact.offset,
        }),
        tone: fact.state === 'CompleteCommit' ? 'good' : fact.state.endsWith('Abort') ? 'signal' : 'normal',
        causes: cause === undefined ? [] : [cause],
        bytes: [stateBytes(fact)],
        place: { topic: STATE_TOPIC, partition: fact.partition },
      }),
    );
  }
  return ids;
}

function stateBytes(fact: StateFact): XrayBytes {
  return logBytes({ topic: STATE_TOPIC, partition: fact.partition }, fact);
}

/** A partition's batches, its marker and what stands beside the log. Answers the kinds of files that are not there. */
export async function addPartition(
  graph: XrayGraph,
  source: XraySource,
  story: PartitionStory,
  states: {
    readonly ongoing: string | undefined;
    readonly decided: string | undefined;
    readonly done: string | undefined;
  },
): Promise<readonly string[]> {
  const { files, marker } = story;
  const place = partitionName(files);
  const wrote = addBatches(graph, story, states.ongoing);
  if (files.topic === OFFSETS_TOPIC) await addOffsets(graph, source, story, wrote);
  let ended: string | undefined;
  if (marker !== null) {
    ended = graph.add({
      id: markerId(place, marker.baseOffset),
      column: 'partition',
      chapter: 'end',
      atMs: marker.timestampMs,
      say: say(marker.type === 'COMMIT' ? 'partition.commitMarker' : 'partition.abortMarker', {
        place,
        offset: marker.baseOffset,
        epoch: marker.epoch,
        coordinatorEpoch: marker.coordinatorEpoch,
      }),
      tone: marker.type === 'COMMIT' ? 'good' : 'refused',
      causes: [...(states.decided === undefined ? [] : [states.decided]), ...wrote],
      bytes: [logBytes(files, marker)],
      place: { topic: files.topic, partition: files.partition },
    });
    if (states.done !== undefined) graph.link(ended, states.done);
  }
  const index = await addAbortedIndex(graph, source, story, ended);
  const hasSnapshot = addProducerState(graph, source, story, ended ?? wrote.at(-1));
  if (files.topic !== OFFSETS_TOPIC && story.batchCount > 0) {
    addReaders(graph, story, { ended, wrote, isIndexed: index === 'has' });
  }
  // A broker that runs takes them when it begins a segment, and when it stops.
  const lacksSnapshot = !hasSnapshot && source.lab === null;
  return [...(index === 'gone' ? ['.txnindex'] : []), ...(lacksSnapshot ? ['.snapshot'] : [])];
}

function addBatches(graph: XrayGraph, story: PartitionStory, ongoing: string | undefined): readonly string[] {
  const { files, batches, batchCount, transaction } = story;
  const place = partitionName(files);
  const causes = ongoing === undefined ? [] : [ongoing];
  const common = {
    column: 'partition',
    chapter: 'write',
    causes,
    place: { topic: files.topic, partition: files.partition },
  } as const;
  if (batchCount <= UNFOLDED_MAX) {
    return batches.map((batch) =>
      graph.add({
        ...common,
        id: batchId(place, batch.baseOffset),
        atMs: batch.timestampMs,
        say: wroteSay(place, batch),
        bytes: [logBytes(files, batch)],
      }),
    );
  }
  const [first] = batches;
  if (first === undefined) return [];
  return [
    graph.add({
      ...common,
      id: batchId(place, first.baseOffset),
      atMs: first.timestampMs,
      lastAtMs: story.lastTimestampMs,
      count: batchCount,
      say: wroteSay(place, {
        baseOffset: transaction.firstOffset,
        lastOffset: transaction.lastOffset,
        records: transaction.records,
        epoch: first.epoch,
      }),
      bytes: batches.map((batch) => logBytes(files, batch)),
    }),
  ];
}

function wroteSay(place: string, batch: Pick<BatchFact, 'baseOffset' | 'lastOffset' | 'records' | 'epoch'>) {
  return say('partition.wrote', {
    place,
    ...spanOf({ firstOffset: batch.baseOffset, lastOffset: batch.lastOffset }),
    records: batch.records,
    epoch: batch.epoch,
  });
}

/** Offsets that a consumer group committed within the transaction. */
async function addOffsets(
  graph: XrayGraph,
  source: XraySource,
  story: PartitionStory,
  wrote: readonly string[],
): Promise<void> {
  const { files } = story;
  const place = partitionName(files);
  let count = 0;
  for await (const offset of offsetsOf(source, story)) {
    count++;
    // What is more than can be looked at is folded into the last one that stands there.
    const id = offsetId(place, count < OFFSETS_MAX ? offset.at : 'others');
    graph.add({
      id,
      column: 'coordinator',
      chapter: 'write',
      atMs: offset.timestampMs,
      count: Math.max(1, count - OFFSETS_MAX + 1),
      say: say('coordinator.offsets', { ...offset.params, outcome: story.transaction.outcome }),
      causes: wrote.slice(-1),
      bytes: [logBytes(files, offset.batch)],
      place: { topic: files.topic, partition: files.partition },
    });
  }
}

interface CommittedOffset {
  readonly at: number;
  readonly timestampMs: number;
  readonly batch: Parameters<typeof logBytes>[1];
  readonly params: {
    readonly group: string;
    readonly place: string;
    readonly offset: number;
  };
}

async function* offsetsOf(
  source: XraySource,
  { files, transaction }: PartitionStory,
): AsyncGenerator<CommittedOffset, void> {
  const { producerId, firstOffset, lastOffset } = transaction;
  for await (const { segment, scanner } of walkFrom(source, files, placeOf(source, files, firstOffset))) {
    const { head } = scanner;
    if (head.baseOffset > lastOffset) return;
    if (head.producerId !== producerId || head.isControl || head.baseOffset < firstOffset) continue;
    const { position, size, baseOffset, maxTimestamp: timestampMs } = head;
    const batch = { segment, position, size, baseOffset };
    for (const { at, params } of await committedIn(scanner)) yield { at, timestampMs, batch, params };
  }
}

async function committedIn(
  scanner: SegmentScanner,
): Promise<readonly Pick<CommittedOffset, 'at' | 'params'>[]> {
  const found: Pick<CommittedOffset, 'at' | 'params'>[] = [];
  try {
    const cursor = await scanner.records();
    while (cursor.next()) {
      const record = cursor.key === null ? undefined : decodeGroupRecord(cursor.key, cursor.value);
      if (record?.kind !== 'offset') continue;
      const params = {
        group: record.group,
        place: partitionName(record),
        offset: record.value?.offset ?? -1,
      };
      found.push({ at: scanner.head.baseOffset + cursor.offsetDelta, params });
    }
  } catch (error) {
    // What cannot be read commits nothing; a census says what is wrong with it.
    if (!(error instanceof RangeError)) throw error;
  }
  return found;
}
