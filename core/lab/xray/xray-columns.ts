/** Of each column, how much is known, and why not more. */
import { partitionName } from '#core/base/topic-partition.ts';
import type { XrayColumn, XrayNode, XraySentence, XrayView } from '#core/lab-api/xray-views.ts';
import type { Episode } from './coordinator-story.ts';
import type { PartitionStory } from './partition-story.ts';
import { STATE_TOPIC } from './state-topic.ts';
import { say } from './xray-graph.ts';
import type { XraySource } from './xray-source.ts';

export interface KnownStory {
  readonly nodes: readonly XrayNode[];
  readonly episode: Episode | undefined;
  /** The topic of a record outside any transaction; null for a transaction. */
  readonly plainTopic: string | null;
  /** False when not even its writing is among the events that are kept. */
  readonly isSeen: boolean;
  /** What each partition says. */
  readonly stories: readonly PartitionStory[];
  /** Files beside the logs of partitions that are not there. */
  readonly lacking: readonly { readonly place: string; readonly files: readonly string[] }[];
}

export function columnsOf(source: XraySource, story: KnownStory): XrayView['columns'] {
  const of = (
    column: XrayColumn,
    reason: XraySentence | null,
    isEmpty: boolean,
  ): XrayView['columns'][number] => ({
    column,
    known: reason === null ? 'all' : isEmpty ? 'nothing' : 'part',
    reason,
  });
  const count = (column: XrayColumn): number => story.nodes.filter((node) => node.column === column).length;
  return [
    of('process', processReason(source, story, count('process')), count('process') === 0),
    of('wire', wireReason(source, story), count('wire') === 0),
    of('coordinator', coordinatorReason(source, story), count('coordinator') === 0),
    of('partition', partitionReason(story), false),
    of('reader', null, false),
  ];
}

function partitionReason({ stories, episode, lacking: besides }: KnownStory): XraySentence | null {
  if (stories.some(({ isDamaged }) => isDamaged)) return say('missing.damaged');
  if (stories.some(({ files, transaction }) => transaction.firstOffset < files.checkpointedLogStart))
    return say('missing.startDeleted');
  if (stories.some(({ batchCount }) => batchCount === 0)) return say('missing.recordsGone');
  const found = new Set(stories.map(({ files }) => partitionName(files)));
  const named = new Set(episode?.facts.flatMap(({ partitions }) => partitions) ?? []);
  const lacking = [...named].filter((name) => !found.has(name));
  const [place] = lacking;
  if (place !== undefined) return say('missing.partitions', { count: lacking.length, place });
  const beside = besides.find(({ files }) => files.length > 0);
  return beside === undefined
    ? null
    : say('missing.beside', { place: beside.place, files: beside.files.join(', ') });
}

function processReason({ lab }: XraySource, story: KnownStory, count: number): XraySentence | null {
  if (lab === null) return say('missing.notInSnapshot');
  if (count > 0) return null;
  if (!lab.isComplete) return say('missing.forgotten');
  return story.isSeen ? say('missing.noProcess') : say('missing.earlierProcess');
}

function wireReason({ lab }: XraySource, { nodes, isSeen }: KnownStory): XraySentence | null {
  if (lab === null) return say('missing.notInSnapshot');
  const wire = nodes.filter(({ column }) => column === 'wire');
  if (wire.length === 0) return say(lab.isComplete && !isSeen ? 'missing.earlierWire' : 'missing.forgotten');
  return wire.some(({ bytes }) => bytes.length === 0) ? say('missing.framesForgotten') : null;
}

function coordinatorReason({ logs }: XraySource, { episode, plainTopic }: KnownStory): XraySentence | null {
  if (plainTopic !== null)
    return say(plainTopic === STATE_TOPIC ? 'missing.noTransactionYet' : 'missing.plain');
  if (!logs.partitions.some(({ topic }) => topic === STATE_TOPIC)) return say('missing.noTransactionState');
  if (episode === undefined || !episode.facts.some(({ state }) => state === 'Ongoing')) {
    return say('missing.transactionStateCompacted');
  }
  return null;
}
