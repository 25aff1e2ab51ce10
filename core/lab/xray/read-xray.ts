/**
 * The X-ray: from a record, or one transaction of an id, to its whole story. Logs, indexes, snapshots and both internal topics are
 * always read; events and frames join in where they are known. What cannot be known is said, column by column.
 *
 * Logs may be large: reading begins near the record, and what is found is counted, not kept.
 */
import { partitionName } from '#core/base/topic-partition.ts';
import { labError } from '#core/lab-api/lab-error.ts';
import type { Verdict } from '#core/lab-api/views.ts';
import type { XrayTarget, XrayView } from '#core/lab-api/xray-views.ts';
import { type Episode, episodeOf, episodesOf, readStates, type StateFact } from './coordinator-story.ts';
import { addEvents } from './event-facts.ts';
import { addEpisode, addPartition, batchId, markerId, offsetId, stateId } from './file-facts.ts';
import { type FoundRecord, findRecord, type RecordTarget } from './find-record.ts';
import { startOfOpen } from './find-transaction.ts';
import { otherPartitions, storyOfEpisode } from './other-partitions.ts';
import { type PartitionStory, readPartitionStory } from './partition-story.ts';
import { plainXray } from './plain-xray.ts';
import { STATE_TOPIC } from './state-topic.ts';
import { storyOfState } from './state-xray.ts';
import { boundsOf } from './xray-bounds.ts';
import { columnsOf } from './xray-columns.ts';
import { XrayGraph } from './xray-graph.ts';
import { isData, type XraySource } from './xray-source.ts';

/** Rejects with LabError when there is no such record or transaction, or its bytes are damaged. */
export async function readXray(source: XraySource, target: XrayTarget): Promise<XrayView> {
  if (target.kind === 'transaction') return transactionXray(source, target);
  const found = await findRecord(source, target);
  const state = await storyOfState(source, target, found);
  if (state !== undefined)
    return storyOf(source, { ...state, target, record: recordOf(target, found, found.verdict) });
  if (!found.isTransactional || (found.isControl && found.marker === undefined)) {
    return plainXray(source, target, found);
  }
  const { producerId, files, batch } = found;
  const { baseOffset } = batch;
  // Where a marker ends nothing that is still there, its story is that of the marker.
  const start = await startOfOpen(source, files, { producerId, offset: baseOffset });
  const own = await readPartitionStory(source, files, { producerId, firstOffset: start ?? baseOffset });
  const { episode, transactionalId } = await episodeFor(source, own);
  const { outcome } = own.transaction;
  const record = recordOf(target, found, found.marker === undefined ? outcome : found.verdict);
  return storyOf(source, { ...aboutOf(own), target, episode, transactionalId, record });
}

function aboutOf(own: PartitionStory): Pick<Story, 'own' | 'producerId' | 'epoch' | 'outcome'> {
  const { producerId, epoch, outcome } = own.transaction;
  return { own, producerId, epoch, outcome };
}

async function transactionXray(
  source: XraySource,
  target: Extract<XrayTarget, { kind: 'transaction' }>,
): Promise<XrayView> {
  const { transactionalId, producerId, epoch } = target;
  const states = await readStates(source, source.logs, {
    concerns: (record) => record.transactionalId === transactionalId,
    endedMs: null,
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
    if (names.size > 0 ? !names.has(partitionName(files)) : !isData(files)) continue;
    const own = await storyOfEpisode(source, files, { producerId, epoch, episode });
    if (own !== undefined)
      return storyOf(source, { ...aboutOf(own), target, episode, transactionalId, record: null });
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

async function episodeFor(
  source: XraySource,
  own: PartitionStory,
): Promise<{ readonly episode: Episode | undefined; readonly transactionalId: string | null }> {
  const { producerId } = own.transaction;
  const markerMs = own.marker?.timestampMs ?? null;
  const about = await readStates(source, source.logs, {
    concerns: ({ metadata }) =>
      metadata?.producerId === producerId || metadata?.previousProducerId === producerId,
    endedMs: markerMs,
  });
  const episode = episodeOf(episodesOf(about), own.transaction, { name: partitionName(own.files), markerMs });
  const transactionalId = (episode?.facts ?? about).at(-1)?.transactionalId ?? null;
  return { episode, transactionalId };
}

interface Story {
  readonly target: XrayTarget;
  /** In one partition; undefined when the coordinator alone tells of it. */
  readonly own: PartitionStory | undefined;
  readonly producerId: number;
  readonly epoch: number;
  readonly outcome: XrayView['outcome'];
  readonly episode: Episode | undefined;
  readonly transactionalId: string | null;
  readonly record: XrayView['record'];
}

async function storyOf(source: XraySource, story: Story): Promise<XrayView> {
  const { own, episode, transactionalId, target, record, producerId, epoch, outcome } = story;
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
  const stories = own === undefined ? [] : [own, ...(await otherPartitions(source, own, episode))];
  const lacking: { readonly place: string; readonly files: readonly string[] }[] = [];
  for (const one of stories) {
    lacking.push({ place: partitionName(one.files), files: await addPartition(graph, source, one, states) });
  }
  const markers = stories.flatMap(({ marker }) => marker ?? []);
  const bounds = boundsOf(source.lab, {
    transactionalId,
    producerId,
    epoch,
    partitions: new Set(stories.map(({ files }) => partitionName(files))),
    batches: new Map(stories.map((one) => [partitionName(one.files), rangeOf(one)])),
    states: new Set(
      (episode === undefined
        ? []
        : [...(episode.before === null ? [] : [episode.before]), ...episode.facts]
      ).map(({ partition, offset }) => stateId(partition, offset)),
    ),
  });
  if (source.lab !== null && bounds !== undefined) addEvents(graph, source.lab, bounds);
  return {
    target,
    transactionalId,
    producerId,
    epoch,
    markerEpoch: markers[0]?.epoch ?? null,
    outcome,
    record,
    origin: originOf(graph, target, own),
    columns: columnsOf(source, {
      nodes: graph.all(),
      episode,
      plainTopic: null,
      isSeen: bounds?.isWritingSeen ?? false,
      stories,
      lacking,
    }),
    nodes: graph.inOrder(),
  };
}

function rangeOf({ transaction, marker }: PartitionStory): { readonly from: number; readonly to: number } {
  return { from: transaction.firstOffset, to: marker?.baseOffset ?? Number.POSITIVE_INFINITY };
}

/** The node of the record that was asked about: a batch that is not named is folded into the first. */
function originOf(graph: XrayGraph, target: XrayTarget, own: PartitionStory | undefined): string | null {
  if (target.kind !== 'record') return null;
  const { topic, partition, offset } = target;
  const place = partitionName(target);
  if (topic === STATE_TOPIC) return stateId(partition, offset);
  const batches = own?.batches.filter(({ baseOffset }) => baseOffset <= offset) ?? [];
  return (
    [offsetId(place, offset), markerId(place, offset)]
      .concat(batches.reverse().map(({ baseOffset }) => batchId(place, baseOffset)))
      .find((id) => graph.has(id)) ?? null
  );
}
