/** From a record of `__transaction_state` to the transaction that it is about, by the transactional id in its key. */
import { partitionName } from '#core/base/topic-partition.ts';
import { type Episode, episodesOf, readStates, type StateFact } from './coordinator-story.ts';
import type { FoundRecord, RecordTarget } from './find-record.ts';
import { storyOfEpisode } from './other-partitions.ts';
import type { PartitionStory } from './partition-story.ts';
import { isData, type XraySource } from './xray-source.ts';

/** What a coordinator's record is about. */
export interface StateStory {
  readonly transactionalId: string;
  readonly episode: Episode;
  readonly producerId: number;
  /** Of the data. */
  readonly epoch: number;
  readonly outcome: 'committed' | 'aborted' | 'open';
  /** In the first partition that still has something of it. */
  readonly own: PartitionStory | undefined;
}

/** Undefined for a record that gave an epoch which no transaction has used, for a tombstone, and for what does not parse. */
export async function storyOfState(
  source: XraySource,
  { offset }: RecordTarget,
  { files, transactionalId, timestampMs }: FoundRecord,
): Promise<StateStory | undefined> {
  if (transactionalId === null) return undefined;
  const facts = await readStates(
    source,
    { partitions: [files] },
    {
      concerns: (record) => record.transactionalId === transactionalId,
      endedMs: timestampMs < 0 ? null : timestampMs,
    },
  );
  const episodes = episodesOf(facts);
  const isIt = (fact: StateFact | null): boolean => fact?.offset === offset;
  const episode = episodes.find((one) => one.facts.some(isIt)) ?? episodes.find(({ before }) => isIt(before));
  if (episode === undefined) return undefined;
  const { producerId, epoch } = dataOf(episode);
  const names = new Set(episode.facts.flatMap(({ partitions }) => partitions));
  let own: PartitionStory | undefined;
  for (const files of source.logs.partitions) {
    if (names.size > 0 ? !names.has(partitionName(files)) : !isData(files)) continue;
    own = await storyOfEpisode(source, files, { producerId, epoch, episode, isExact: true });
    if (own !== undefined) break;
  }
  return {
    transactionalId,
    episode,
    producerId,
    epoch,
    outcome: own?.transaction.outcome ?? outcomeOf(episode),
    own,
  };
}

/** Whose records its data are: under transaction.version 2 the end of a transaction raises the epoch. */
function dataOf({ facts }: Episode): { readonly producerId: number; readonly epoch: number } {
  const ongoing = facts.find(({ state }) => state === 'Ongoing');
  if (ongoing !== undefined) return ongoing;
  const [first] = facts;
  const { producerId = -1, epoch = -1, clientTransactionVersion = 0 } = first ?? {};
  return { producerId, epoch: clientTransactionVersion >= 2 ? Math.max(0, epoch - 1) : epoch };
}

function outcomeOf({ facts }: Episode): StateStory['outcome'] {
  const state = facts.at(-1)?.state ?? '';
  if (state.endsWith('Commit')) return 'committed';
  return state.endsWith('Abort') ? 'aborted' : 'open';
}
