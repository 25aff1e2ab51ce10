/** The part of the story that files tell: partitions with their indexes and snapshots, coordinators, and what readers get. */
import { partitionName } from '#core/base/topic-partition.ts';
import { decodeGroupRecord } from '#core/coordinator/group/group-records.ts';
import type { SidePartition } from '#core/evidence/compare/snapshot-side.ts';
import { walkBatches } from '#core/evidence/survey/walk-batches.ts';
import { ABORTED_SIZE, snapshotProducers } from '#core/inspect/dump/side-files.ts';
import type { XrayBytes } from '#core/lab-api/xray-views.ts';
import { parseSegmentFileName, segmentFileName } from '#core/log/file-names.ts';
import { canReadSync, readRecords } from '#core/protocol/records/batch-reader.ts';
import { type Episode, STATE_TOPIC, type StateFact } from './coordinator-story.ts';
import type { BatchFact, PartitionStory } from './partition-story.ts';
import { say, type XrayGraph } from './xray-graph.ts';
import type { XraySource } from './xray-source.ts';

/** Batches of a partition that stand alone; more are folded into one node. */
const UNFOLDED_MAX = 3;
const SNAPSHOT_HEADER_SIZE = 10;
const SNAPSHOT_ENTRY_SIZE = 46;
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

/** The entry of `.txnindex` that keeps read_committed readers from an aborted transaction. */
function addAbortedIndex(
  graph: XrayGraph,
  { disk }: XraySource,
  { files, marker, transaction }: PartitionStory,
  ended: string | undefined,
): void {
  if (marker?.type !== 'ABORT' || ended === undefined) return;
  const place = partitionName(files);
  const path = `${directoryOf(files)}/${segmentFileName(marker.segment, 'txnindex')}`;
  const bytes = disk.exists(path) ? disk.readWhole(path) : Buffer.alloc(0);
  const node = {
    id: `aborted ${place} ${marker.baseOffset}`,
    column: 'partition',
    chapter: 'end',
    atMs: null,
    causes: [ended],
    place: { topic: files.topic, partition: files.partition },
  } as const;
  for (let at = 0; at + ABORTED_SIZE <= bytes.length; at += ABORTED_SIZE) {
    if (Number(bytes.readBigInt64BE(at + 2)) !== transaction.producerId) continue;
    if (Number(bytes.readBigInt64BE(at + 18)) !== marker.baseOffset) continue;
    const firstOffset = Number(bytes.readBigInt64BE(at + 10));
    const lastStableOffset = Number(bytes.readBigInt64BE(at + 26));
    graph.add({
      ...node,
      say: say('partition.abortedIndex', {
        place,
        firstOffset,
        lastOffset: marker.baseOffset,
        lastStableOffset,
      }),
      bytes: [
        sideBytes(files, { segment: marker.segment, file: 'txnindex', position: at, size: ABORTED_SIZE }),
      ],
    });
    return;
  }
  graph.add({ ...node, say: say('partition.noAbortedIndex', { place }), tone: 'refused' });
}

/** What the newest snapshot behind the transaction remembers of its producer id. */
function addProducerState(
  graph: XrayGraph,
  { disk }: XraySource,
  { files, transaction }: PartitionStory,
  cause: string | undefined,
): void {
  const directory = directoryOf(files);
  const offsets = disk.list(directory).flatMap(({ name }) => {
    const parsed = parseSegmentFileName(name);
    return parsed?.kind === 'snapshot' && parsed.temporary === '' ? [parsed.baseOffset] : [];
  });
  const taken = offsets.filter((offset) => offset > transaction.firstOffset).at(-1);
  if (taken === undefined) return;
  const place = partitionName(files);
  const entries = [
    ...snapshotProducers(disk.readWhole(`${directory}/${segmentFileName(taken, 'snapshot')}`)),
  ];
  const index = entries.findIndex(({ producerId }) => Number(producerId) === transaction.producerId);
  const entry = entries[index];
  if (entry === undefined) return;
  graph.add({
    id: `snapshot ${place} ${taken}`,
    column: 'partition',
    chapter: 'end',
    atMs: null,
    say: say('partition.producerState', {
      place,
      snapshot: taken,
      epoch: entry.producerEpoch,
      lastSequence: entry.lastSequence,
      openSince: Number(entry.currentTxnFirstOffset),
    }),
    causes: cause === undefined ? [] : [cause],
    bytes: [
      sideBytes(files, {
        segment: taken,
        file: 'snapshot',
        position: SNAPSHOT_HEADER_SIZE + index * SNAPSHOT_ENTRY_SIZE,
        size: SNAPSHOT_ENTRY_SIZE,
      }),
    ],
    place: { topic: files.topic, partition: files.partition },
  });
}

function addReaders(
  graph: XrayGraph,
  { files, transaction, lastStableOffset }: PartitionStory,
  { ended, wrote }: { readonly ended: string | undefined; readonly wrote: readonly string[] },
): void {
  const place = partitionName(files);
  const params = {
    place,
    firstOffset: transaction.firstOffset,
    lastOffset: transaction.lastOffset,
    records: transaction.records,
  };
  const common = {
    column: 'reader',
    atMs: null,
    place: { topic: files.topic, partition: files.partition },
  } as const;
  graph.add({
    ...common,
    id: `uncommitted ${place}`,
    chapter: 'write',
    say: say('reader.uncommittedGets', params),
    causes: wrote.slice(-1),
  });
  const { outcome } = transaction;
  const isPassed = lastStableOffset > transaction.lastOffset;
  const key =
    outcome === 'aborted'
      ? 'reader.committedSkips'
      : outcome === 'committed' && isPassed
        ? 'reader.committedGets'
        : 'reader.committedWaits';
  graph.add({
    ...common,
    id: `committed ${place}`,
    chapter: 'end',
    say: say(key, { ...params, lastStableOffset }),
    tone: key === 'reader.committedGets' ? 'good' : key === 'reader.committedSkips' ? 'refused' : 'signal',
    causes: ended === undefined ? wrote.slice(-1) : [ended],
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

/** The bytes of a batch. */
export function logBytes(
  { topic, partition }: { readonly topic: string; readonly partition: number },
  batch: Pick<BatchFact, 'segment' | 'position' | 'size' | 'baseOffset'>,
): XrayBytes {
  const { segment, position, size, baseOffset } = batch;
  return { kind: 'file', topic, partition, segment, file: 'log', position, size, baseOffset };
}

function sideBytes(
  { topic, partition }: SidePartition,
  place: {
    readonly segment: number;
    readonly file: 'txnindex' | 'snapshot';
    readonly position: number;
    readonly size: number;
  },
): XrayBytes {
  return { kind: 'file', topic, partition, ...place, baseOffset: null };
}

function directoryOf({ segments }: SidePartition): string {
  const path = segments[0]?.path ?? '';
  return path.slice(0, path.lastIndexOf('/'));
}
