/**
 * The same transaction in other partitions. They are looked at around its time first: only where nothing is found there, or times lie,
 * is the rest of a partition read.
 */
import { parsePartitionName, partitionName } from '#core/base/topic-partition.ts';
import type { SidePartition } from '#core/evidence/compare/snapshot-side.ts';
import type { Place } from '#core/inspect/browse/batch-walk.ts';
import { findTime } from '#core/inspect/browse/locate.ts';
import { type Episode, endsAround } from './coordinator-story.ts';
import { type SeenTransaction, startOfOpen, transactionsFrom } from './find-transaction.ts';
import { type PartitionStory, readPartitionStory } from './partition-story.ts';
import { STATE_TOPIC } from './state-topic.ts';
import { controlOfSearch, placeOf } from './walk.ts';
import type { XraySource } from './xray-source.ts';

/** Markers of one transaction are written within moments of each other; used only where the coordinator's records are gone. */
const MARKERS_APART_MS_MAX = 60_000;
/** How much earlier than its first known fact a transaction's records elsewhere may say to be. */
const EARLIER_MS = 60_000;

/** What is looked for in a partition. */
interface Wanted {
  readonly producerId: number;
  /** The last that fits is meant, not the first. */
  readonly isLast: boolean;
  /** When it began, as far as that is known. */
  readonly beganMs: number | null;
  readonly fits: (seen: SeenTransaction) => boolean;
  /** Nothing that comes behind this one can fit. */
  readonly isBehind: (seen: SeenTransaction) => boolean;
}

/** Those partitions that the coordinator names, or, where it does not, all. */
export async function otherPartitions(
  source: XraySource,
  own: PartitionStory,
  episode: Episode | undefined,
): Promise<readonly PartitionStory[]> {
  const named = new Set(episode?.facts.flatMap(({ partitions }) => partitions) ?? []);
  const wanted = sameAs(own, episode);
  const stories: PartitionStory[] = [];
  for (const files of source.logs.partitions) {
    const name = partitionName(files);
    if (name === partitionName(own.files) || files.topic === STATE_TOPIC) continue;
    if (parsePartitionName(name) === undefined || (named.size > 0 && !named.has(name))) continue;
    const story = await storyIn(source, files, wanted);
    if (story !== undefined) stories.push(story);
  }
  return stories;
}

/** The transaction of an episode in one partition; without one, unless exactly that is meant, the last of the epoch. */
export async function storyOfEpisode(
  source: XraySource,
  files: SidePartition,
  {
    producerId,
    epoch,
    episode,
    isExact = false,
  }: {
    readonly producerId: number;
    readonly epoch: number;
    readonly episode: Episode | undefined;
    readonly isExact?: boolean;
  },
): Promise<PartitionStory | undefined> {
  const last = episode?.facts.at(-1);
  const isDone = last?.state.startsWith('Complete') === true;
  if (episode !== undefined && last !== undefined) {
    const doneMs = last.timestampMs;
    const story = await storyIn(source, files, {
      producerId,
      isLast: false,
      beganMs: beganMsOf(episode),
      fits: ({ epoch: its, marker }) =>
        its === epoch && (marker === null ? !isDone : endsAround(episode, marker.timestampMs)),
      isBehind: ({ marker }) => isDone && (marker?.timestampMs ?? 0) > doneMs + MARKERS_APART_MS_MAX,
    });
    if (story !== undefined || isExact) return story;
  }
  return storyIn(source, files, {
    producerId,
    isLast: true,
    beganMs: null,
    fits: (seen) => seen.epoch === epoch,
    isBehind: () => false,
  });
}

function beganMsOf({ facts }: Episode): number | null {
  return facts.find(({ state }) => state === 'Ongoing')?.timestampMs ?? null;
}

function sameAs(own: PartitionStory, episode: Episode | undefined): Wanted {
  const { transaction, marker, batches } = own;
  const times = [batches[0]?.timestampMs, episode === undefined ? null : beganMsOf(episode)];
  const known = times.filter((ms) => ms !== null && ms !== undefined && ms >= 0) as number[];
  // The record that began it may be compacted away; the marker is younger than all of it, and says nothing of the start.
  const beganMs = known.length === 0 ? null : Math.min(...known);
  return {
    producerId: transaction.producerId,
    isLast: false,
    beganMs,
    fits: (seen) => {
      // Of a lonely marker nobody knows which epoch its records had.
      if (seen.epoch !== transaction.epoch && own.batchCount > 0) return false;
      if (marker === null) return true;
      // Under older protocols an epoch has many transactions: what is open may be a later one.
      if (seen.marker === null) return seen.firstMs <= marker.timestampMs + MARKERS_APART_MS_MAX;
      if (seen.marker.type !== marker.type) return false;
      if (episode !== undefined && endsAround(episode, marker.timestampMs))
        return endsAround(episode, seen.marker.timestampMs);
      return Math.abs(seen.marker.timestampMs - marker.timestampMs) <= MARKERS_APART_MS_MAX;
    },
    isBehind: (seen) =>
      marker !== null &&
      seen.marker !== null &&
      seen.marker.timestampMs > marker.timestampMs + MARKERS_APART_MS_MAX,
  };
}

async function storyIn(
  source: XraySource,
  files: SidePartition,
  wanted: Wanted,
): Promise<PartitionStory | undefined> {
  const { producerId } = wanted;
  const near = await placeInTime(source, files, wanted.beganMs);
  const seen =
    (near === undefined ? undefined : await seenFrom(source, files, { wanted, from: near })) ??
    (await seenFrom(source, files, { wanted, from: placeOf(source, files, 0) }));
  if (seen === undefined) return undefined;
  const before = seen.isFirstSure
    ? undefined
    : await startOfOpen(source, files, { producerId, offset: seen.firstOffset });
  return readPartitionStory(source, files, { producerId, firstOffset: before ?? seen.firstOffset });
}

async function seenFrom(
  source: XraySource,
  files: SidePartition,
  { wanted, from }: { readonly wanted: Wanted; readonly from: Place | undefined },
): Promise<SeenTransaction | undefined> {
  let last: SeenTransaction | undefined;
  for await (const seen of transactionsFrom(source, files, { producerId: wanted.producerId, from })) {
    if (wanted.isBehind(seen)) break;
    if (!wanted.fits(seen)) continue;
    if (!wanted.isLast) return seen;
    last = seen;
  }
  return last;
}

/** Undefined where everything is older, or nothing is known of the time. */
async function placeInTime(
  source: XraySource,
  files: SidePartition,
  beganMs: number | null,
): Promise<Place | undefined> {
  if (beganMs === null) return undefined;
  const { disk } = source;
  const found = await findTime(
    { disk, files },
    { timestamp: beganMs - EARLIER_MS, fromOffset: 0 },
    controlOfSearch(source, files),
  );
  return found === undefined ? undefined : placeOf(source, files, found.offset);
}
