/**
 * The X-ray: from a record, or one transaction of an id, to its whole story. Logs, indexes, snapshots and both internal topics are
 * always read; events and frames join in where they are known. What cannot be known is said, column by column.
 */
import { parsePartitionName, partitionName } from '#core/base/topic-partition.ts';
import type { SurveyedTransaction } from '#core/evidence/survey/survey-partition.ts';
import { labError } from '#core/lab-api/lab-error.ts';
import type { Verdict } from '#core/lab-api/views.ts';
import type { XrayTarget, XrayView } from '#core/lab-api/xray-views.ts';
import {
  type Episode,
  endsAround,
  episodeOf,
  episodesOf,
  readStates,
  STATE_TOPIC,
  type StateFact,
} from './coordinator-story.ts';
import { addEvents } from './event-facts.ts';
import { logBytes } from './file-bytes.ts';
import { addEpisode, addPartition, stateId } from './file-facts.ts';
import { type FoundRecord, findRecord, type RecordTarget } from './find-record.ts';
import { type PartitionStory, readPartitionStory, transactionsOf } from './partition-story.ts';
import { boundsOf } from './xray-bounds.ts';
import { columnsOf } from './xray-columns.ts';
import { say, XrayGraph } from './xray-graph.ts';
import type { XraySource } from './xray-source.ts';

/** Markers of one transaction are written within moments of each other; used only where the coordinator's records are gone. */
const MARKERS_APART_MS_MAX = 60_000;

/** Rejects with LabError when there is no such record or transaction. */
export async function readXray(source: XraySource, target: XrayTarget): Promise<XrayView> {
  if (target.kind === 'transaction') return transactionXray(source, target);
  const found = await findRecord(source, target);
  if (!found.isTransactional) return plainXray(source, target, found);
  const { producerId, files } = found;
  const { transactions, lastStableOffset } = await transactionsOf(source.disk, files, {
    producerId,
    breathe: source.breathe,
  });
  const transaction = transactions.find(
    ({ firstOffset, lastOffset, markerOffset }) =>
      markerOffset === target.offset || (firstOffset <= target.offset && target.offset <= lastOffset),
  );
  if (transaction === undefined) return plainXray(source, target, found);
  const own = await readPartitionStory(source.disk, { files, transaction, lastStableOffset }, source.breathe);
  const { episode, transactionalId } = await episodeFor(source, own);
  const record = recordOf(target, found, found.marker === undefined ? transaction.outcome : found.verdict);
  return storyOf(source, { target, own, episode, transactionalId, record });
}

async function transactionXray(
  source: XraySource,
  target: Extract<XrayTarget, { kind: 'transaction' }>,
): Promise<XrayView> {
  const { transactionalId, producerId, epoch } = target;
  const states = await readStates(source.disk, source.logs, {
    concerns: (record) => record.transactionalId === transactionalId,
    breathe: source.breathe,
  });
  const episodes = episodesOf(states);
  const isOf = (matches: (fact: StateFact) => boolean) =>
    episodes.findLast(({ facts }) => facts.some((fact) => fact.producerId === producerId && matches(fact)));
  // A marker, and what is recorded around it, may carry the next epoch.
  const episode =
    isOf((fact) => fact.state === 'Ongoing' && fact.epoch === epoch) ??
    isOf((fact) => fact.epoch === epoch || fact.epoch === epoch + 1);
  const names = new Set(episode?.facts.flatMap(({ partitions }) => partitions) ?? []);
  for (const files of source.logs.partitions) {
    if (names.size > 0 ? !names.has(partitionName(files)) : files.topic === STATE_TOPIC) continue;
    const { transactions, lastStableOffset } = await transactionsOf(source.disk, files, {
      producerId,
      breathe: source.breathe,
    });
    const transaction = transactions.findLast((one) => one.epoch === epoch);
    if (transaction === undefined) continue;
    const own = await readPartitionStory(
      source.disk,
      { files, transaction, lastStableOffset },
      source.breathe,
    );
    return storyOf(source, { target, own, episode, transactionalId, record: null });
  }
  throw labError(
    'NO_SUCH_TRANSACTION',
    `No partition has records of producer id ${producerId} at epoch ${epoch}.`,
    'They may have been deleted, or compacted away.',
  );
}

function recordOf(target: RecordTarget, found: FoundRecord, verdict: Verdict): XrayView['record'] {
  const { topic, partition, offset } = target;
  return { topic, partition, offset, verdict, key: found.key, value: found.value };
}

/** A record outside any transaction: who wrote it, where it lies, who gets it. */
function plainXray(source: XraySource, target: RecordTarget, found: FoundRecord): XrayView {
  const graph = new XrayGraph();
  const place = partitionName(target);
  const where = { topic: target.topic, partition: target.partition };
  const wrote = graph.add({
    id: `batch ${place} ${found.batch.baseOffset}`,
    column: 'partition',
    chapter: 'write',
    atMs: found.timestampMs < 0 ? null : found.timestampMs,
    say: say('partition.wrotePlain', {
      place,
      firstOffset: found.batch.baseOffset,
      lastOffset: found.batch.lastOffset,
      records: found.batch.records,
    }),
    bytes: [logBytes(where, found.place)],
    place: where,
  });
  if (found.marker === undefined) {
    graph.add({
      id: `plain ${place}`,
      column: 'reader',
      chapter: 'end',
      atMs: null,
      say: say('reader.plainGets', { place, offset: target.offset }),
      causes: [wrote],
      place: where,
    });
  }
  const bounds = boundsOf(source.lab, {
    transactionalId: null,
    producerId: found.producerId,
    epoch: found.epoch,
    partitions: new Set([place]),
    batches: new Map([[place, [found.batch.baseOffset]]]),
    states: new Set(),
  });
  if (source.lab !== null && bounds !== undefined) addEvents(graph, source.lab, bounds);
  return {
    target,
    transactionalId: null,
    producerId: found.producerId,
    epoch: found.epoch,
    markerEpoch: null,
    outcome: 'plain',
    record: recordOf(target, found, found.verdict),
    columns: columnsOf(source, { nodes: graph.all(), episode: undefined, isPlain: true, isCut: false }),
    nodes: graph.inOrder(),
  };
}

async function episodeFor(
  source: XraySource,
  own: PartitionStory,
): Promise<{ readonly episode: Episode | undefined; readonly transactionalId: string | null }> {
  const { producerId } = own.transaction;
  const about = await readStates(source.disk, source.logs, {
    concerns: ({ metadata }) =>
      metadata?.producerId === producerId || metadata?.previousProducerId === producerId,
    breathe: source.breathe,
  });
  const episode = episodeOf(episodesOf(about), own.transaction, {
    name: partitionName(own.files),
    markerMs: own.marker?.timestampMs ?? null,
  });
  const transactionalId = (episode?.facts ?? about).at(-1)?.transactionalId ?? null;
  return { episode, transactionalId };
}

interface Story {
  readonly target: XrayTarget;
  readonly own: PartitionStory;
  readonly episode: Episode | undefined;
  readonly transactionalId: string | null;
  readonly record: XrayView['record'];
}

async function storyOf(source: XraySource, story: Story): Promise<XrayView> {
  const { own, episode, transactionalId, target, record } = story;
  const graph = new XrayGraph();
  if (episode !== undefined) addEpisode(graph, episode);
  const stateOf = (matches: (state: string) => boolean): string | undefined => {
    const fact = episode?.facts.find(({ state }) => matches(state));
    return fact === undefined ? undefined : stateId(fact.partition, fact.offset);
  };
  const states = {
    ongoing: stateOf((state) => state === 'Ongoing'),
    decided: stateOf((state) => state.startsWith('Prepare')),
    done: stateOf((state) => state.startsWith('Complete')),
  };
  const stories = [own, ...(await otherPartitions(source, own, episode))];
  for (const one of stories) await addPartition(graph, source, one, states);
  const markers = stories.flatMap(({ marker }) => marker ?? []);
  const bounds = boundsOf(source.lab, {
    transactionalId,
    producerId: own.transaction.producerId,
    epoch: own.transaction.epoch,
    partitions: new Set(stories.map(({ files }) => partitionName(files))),
    batches: new Map(
      stories.map(({ files, batches, marker }) => [
        partitionName(files),
        [...batches.map(({ baseOffset }) => baseOffset), ...(marker === null ? [] : [marker.baseOffset])],
      ]),
    ),
    states: new Set(
      (episode === undefined
        ? []
        : [...(episode.before === null ? [] : [episode.before]), ...episode.facts]
      ).map(({ partition, offset }) => stateId(partition, offset)),
    ),
  });
  if (source.lab !== null && bounds !== undefined) addEvents(graph, source.lab, bounds);
  const isCut = own.transaction.firstOffset < own.files.checkpointedLogStart;
  return {
    target,
    transactionalId,
    producerId: own.transaction.producerId,
    epoch: own.transaction.epoch,
    markerEpoch: markers[0]?.epoch ?? null,
    outcome: own.transaction.outcome,
    record,
    columns: columnsOf(source, { nodes: graph.all(), episode, isPlain: false, isCut }),
    nodes: graph.inOrder(),
  };
}

/** The same transaction in the other partitions: those that the coordinator names, or, where it does not, all. */
async function otherPartitions(
  source: XraySource,
  own: PartitionStory,
  episode: Episode | undefined,
): Promise<readonly PartitionStory[]> {
  const named = new Set(episode?.facts.flatMap(({ partitions }) => partitions) ?? []);
  const stories: PartitionStory[] = [];
  for (const files of source.logs.partitions) {
    const isOwn = partitionName(files) === partitionName(own.files);
    if (isOwn || files.topic === STATE_TOPIC || parsePartitionName(partitionName(files)) === undefined)
      continue;
    if (named.size > 0 && !named.has(partitionName(files))) continue;
    const { transactions, lastStableOffset } = await transactionsOf(source.disk, files, {
      producerId: own.transaction.producerId,
      breathe: source.breathe,
    });
    for (const transaction of transactions.filter((one) => mayBelong(one, own.transaction))) {
      const story = await readPartitionStory(
        source.disk,
        { files, transaction, lastStableOffset },
        source.breathe,
      );
      if (!belongs(story, own, episode)) continue;
      stories.push(story);
      break;
    }
  }
  return stories;
}

function mayBelong(one: SurveyedTransaction, own: SurveyedTransaction): boolean {
  return (
    one.epoch === own.epoch &&
    (one.outcome === own.outcome || one.outcome === 'open' || own.outcome === 'open')
  );
}

function belongs(one: PartitionStory, own: PartitionStory, episode: Episode | undefined): boolean {
  if (one.marker === null || own.marker === null) return true;
  if (episode !== undefined && endsAround(episode, own.marker.timestampMs)) {
    return endsAround(episode, one.marker.timestampMs);
  }
  return Math.abs(one.marker.timestampMs - own.marker.timestampMs) <= MARKERS_APART_MS_MAX;
}
