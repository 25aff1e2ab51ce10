/** The part of the story that files tell: partitions with their indexes and snapshots, coordinators, and what readers get. */
import { partitionName } from '#core/base/topic-partition.ts';
import { decodeGroupRecord } from '#core/coordinator/group/group-records.ts';
import { walkBatches } from '#core/evidence/survey/walk-batches.ts';
import type { XrayBytes } from '#core/lab-api/xray-views.ts';
import { canReadSync, readRecords } from '#core/protocol/records/batch-reader.ts';
import { addAbortedIndex, addProducerState, addReaders } from './beside-facts.ts';
import { type Episode, STATE_TOPIC, type StateFact } from './coordinator-story.ts';
import { logBytes } from './file-bytes.ts';
import type { BatchFact, PartitionStory } from './partition-story.ts';
import { say, type XrayGraph } from './xray-graph.ts';
import type { XraySource } from './xray-source.ts';

/** Batches of a partition that stand alone; more are folded into one node. */
const UNFOLDED_MAX = 3;
const OFFSETS_TOPIC = '__consumer_offsets';

export const stateId = (partition: number, offset: number): string => `state ${partition} ${offset}`;
export const batchId = (place: string, baseOffset: number): string => `batch ${place} ${baseOffset}`;
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

/** A partition's batches, its marker and what stands beside the log. */
export async function addPartition(
  graph: XrayGraph,
  source: XraySource,
  story: PartitionStory,
  states: {
    readonly ongoing: string | undefined;
    readonly decided: string | undefined;
    readonly done: string | undefined;
  },
): Promise<void> {
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
  addAbortedIndex(graph, source, story, ended);
  addProducerState(graph, source, story, ended ?? wrote.at(-1));
  if (files.topic !== OFFSETS_TOPIC) addReaders(graph, story, { ended, wrote });
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
  const last = batches.at(-1);
  if (first === undefined || last === undefined) return [];
  return [
    graph.add({
      ...common,
      id: batchId(place, first.baseOffset),
      atMs: first.timestampMs,
      lastAtMs: last.timestampMs,
      count: batchCount,
      say: wroteSay(place, {
        baseOffset: transaction.firstOffset,
        lastOffset: transaction.lastOffset,
        records: transaction.records,
        epoch: first.epoch,
      }),
      bytes: batches.slice(0, UNFOLDED_MAX).map((batch) => logBytes(files, batch)),
    }),
  ];
}

function wroteSay(place: string, batch: Pick<BatchFact, 'baseOffset' | 'lastOffset' | 'records' | 'epoch'>) {
  return say('partition.wrote', {
    place,
    firstOffset: batch.baseOffset,
    lastOffset: batch.lastOffset,
    records: batch.records,
    epoch: batch.epoch,
  });
}

/** Offsets that a consumer group committed within the transaction. */
async function addOffsets(
  graph: XrayGraph,
  { disk, breathe }: XraySource,
  { files, transaction }: PartitionStory,
  wrote: readonly string[],
): Promise<void> {
  const place = partitionName(files);
  for (const { batch, segment, position } of walkBatches(disk, files)) {
    const pause = breathe();
    if (pause !== undefined) await pause;
    if (batch.baseOffset > transaction.lastOffset) return;
    const isOurs = batch.magic === 2 && batch.producerId === transaction.producerId && !batch.isControl;
    if (!isOurs || batch.baseOffset < transaction.firstOffset || !canReadSync(batch)) continue;
    const where = { segment, position, size: batch.size, baseOffset: batch.baseOffset };
    for (const { key, value, offsetDelta } of readRecords(batch)) {
      const record = key === null ? undefined : decodeGroupRecord(key, value);
      if (record?.kind !== 'offset') continue;
      graph.add({
        id: `offset ${place} ${batch.baseOffset + offsetDelta}`,
        column: 'coordinator',
        chapter: 'write',
        atMs: batch.maxTimestamp,
        say: say('coordinator.offsets', {
          group: record.group,
          place: partitionName(record),
          offset: record.value?.offset ?? -1,
        }),
        causes: wrote.slice(-1),
        bytes: [logBytes(files, where)],
        place: { topic: files.topic, partition: files.partition },
      });
    }
  }
}
