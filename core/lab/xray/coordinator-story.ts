/** What `__transaction_state` says of a transactional id: its records, and which of them are about one transaction. */
import { partitionName } from '#core/base/topic-partition.ts';
import {
  decodeTransactionRecord,
  type TransactionRecord,
} from '#core/coordinator/transaction/transaction-record.ts';
import type { SidePartition, SnapshotSide } from '#core/evidence/compare/snapshot-side.ts';
import type { SurveyedTransaction } from '#core/evidence/survey/survey-partition.ts';
import type { SegmentScanner } from '#core/inspect/scan/segment-scanner.ts';
import { DecodeError } from '#core/protocol/reader.ts';
import { recordTimestamp } from '#core/protocol/records/batch-reader.ts';
import { STATE_TOPIC } from './state-topic.ts';
import { placeOf, type WalkSource, walkFrom } from './walk.ts';

/** Records about one producer id that are kept. */
const FACTS_MAX = 1_000;
/** How long after the end of a transaction its coordinator is done with it, at most. */
const BEHIND_MS = 60_000;

export interface StateFact {
  readonly transactionalId: string;
  readonly partition: number;
  readonly offset: number;
  readonly timestampMs: number;
  readonly state: string;
  readonly producerId: number;
  readonly epoch: number;
  readonly partitions: readonly string[];
  readonly timeoutMs: number;
  readonly clientTransactionVersion: number;
  readonly segment: number;
  readonly position: number;
  readonly size: number;
  readonly baseOffset: number;
}

/** Records about one transaction, oldest first: what gave the producer its epoch, then from Ongoing to Complete. */
export interface Episode {
  readonly before: StateFact | null;
  readonly facts: readonly StateFact[];
}

/** What of `__transaction_state` is looked for. */
export interface StateSearch {
  readonly concerns: (record: TransactionRecord) => boolean;
  /** When the transaction ended; null when that is not known. Records long behind it are not kept. */
  readonly endedMs: number | null;
}

/**
 * Records that are looked for, oldest first; of very many those around the end, or else the newest. One that does not parse is left
 * out. A producer id belongs to one transactional id, and so to one partition: the others are not read once it is found.
 */
export async function readStates(
  source: WalkSource,
  logs: Pick<SnapshotSide, 'partitions'>,
  search: StateSearch,
): Promise<readonly StateFact[]> {
  for (const files of logs.partitions) {
    if (files.topic !== STATE_TOPIC) continue;
    const facts = await readPartition(source, files, search);
    if (facts.length > 0) return facts;
  }
  return [];
}

async function readPartition(
  source: WalkSource,
  files: SidePartition,
  search: StateSearch,
): Promise<readonly StateFact[]> {
  const facts: StateFact[] = [];
  const from = placeOf(source, files, 0);
  for await (const { segment, scanner } of walkFrom(source, files, from)) {
    const { head } = scanner;
    if (head.magic < 2 || head.isControl || head.count === 0) continue;
    if (head.lastOffset < files.checkpointedLogStart) continue;
    for (const fact of await factsIn(scanner, { segment, partition: files.partition, search })) {
      if (facts.length >= 2 * FACTS_MAX) facts.splice(0, FACTS_MAX);
      facts.push(fact);
      if (isLongBehind(fact, search)) return facts;
    }
  }
  return facts;
}

function isLongBehind({ state, timestampMs }: StateFact, { endedMs }: StateSearch): boolean {
  return endedMs !== null && state.startsWith('Complete') && timestampMs > endedMs + BEHIND_MS;
}

async function factsIn(
  scanner: SegmentScanner,
  where: { readonly segment: number; readonly partition: number; readonly search: StateSearch },
): Promise<readonly StateFact[]> {
  const { head } = scanner;
  const { segment, partition, search } = where;
  const facts: StateFact[] = [];
  try {
    const batch = scanner.batch();
    const cursor = await scanner.records();
    while (cursor.next()) {
      const decoded = decodedOf(cursor.key, cursor.value);
      if (decoded?.metadata == null || !search.concerns(decoded)) continue;
      const { metadata, transactionalId } = decoded;
      facts.push({
        transactionalId,
        partition,
        offset: head.baseOffset + cursor.offsetDelta,
        timestampMs: recordTimestamp(batch, cursor),
        state: metadata.state,
        producerId: metadata.producerId,
        epoch: metadata.producerEpoch,
        partitions: metadata.partitions.map(partitionName),
        timeoutMs: metadata.timeoutMs,
        clientTransactionVersion: metadata.clientTransactionVersion,
        segment,
        position: head.position,
        size: head.size,
        baseOffset: head.baseOffset,
      });
    }
  } catch (error) {
    // A census says what is wrong with the batch.
    if (!(error instanceof DecodeError)) throw error;
  }
  return facts;
}

function decodedOf(key: Buffer | null, value: Buffer | null): TransactionRecord | undefined {
  try {
    return key === null ? undefined : decodeTransactionRecord(key, value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The transactional id that the key of a record names; null when it names none. */
export function transactionalIdOf(key: Buffer | null): string | null {
  return decodedOf(key, null)?.transactionalId ?? null;
}

/** The transactions of an id, in order. Compaction may have left only the end of some. */
export function episodesOf(facts: readonly StateFact[]): readonly Episode[] {
  const episodes: { before: StateFact | null; facts: StateFact[] }[] = [];
  let open: StateFact[] | undefined;
  let before: StateFact | null = null;
  for (const fact of facts) {
    if (fact.state === 'Empty' || fact.state === 'Dead') {
      before = fact;
      open = undefined;
      continue;
    }
    const isNew = fact.state === 'Ongoing' && open?.at(-1)?.state !== 'Ongoing';
    if (open === undefined || isNew) {
      open = [];
      episodes.push({ before, facts: open });
      before = null;
    }
    open.push(fact);
    if (fact.state.startsWith('Complete')) {
      before = fact;
      open = undefined;
    }
  }
  return episodes;
}

/** The episode that a transaction of one partition belongs to; undefined when the records do not say. */
export function episodeOf(
  episodes: readonly Episode[],
  transaction: SurveyedTransaction,
  place: { readonly name: string; readonly markerMs: number | null },
): Episode | undefined {
  const candidates = episodes.filter(({ facts }) => {
    const epochs = facts.filter(({ producerId }) => producerId === transaction.producerId);
    if (epochs.length === 0) return false;
    const named = facts.flatMap(({ partitions }) => partitions);
    if (named.length > 0 && !named.includes(place.name)) return false;
    const ongoing = facts.find(({ state }) => state === 'Ongoing');
    return ongoing === undefined || ongoing.epoch === transaction.epoch;
  });
  const { markerMs } = place;
  if (markerMs === null)
    return candidates.findLast(({ facts }) => !facts.at(-1)?.state.startsWith('Complete'));
  return (
    candidates.find((episode) => endsAround(episode, markerMs)) ??
    (candidates.length === 1 ? candidates[0] : undefined)
  );
}

/** Markers are stamped between the record that decides and the one that says it is done. */
export function endsAround({ facts }: Episode, markerMs: number): boolean {
  const decided = facts.find(({ state }) => state.startsWith('Prepare'));
  const done = facts.find(({ state }) => state.startsWith('Complete'));
  if (decided === undefined && done === undefined) return false;
  return (
    (decided?.timestampMs ?? 0) <= markerMs && markerMs <= (done?.timestampMs ?? Number.POSITIVE_INFINITY)
  );
}
