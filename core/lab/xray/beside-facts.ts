/** What stands beside a log about a transaction, and what readers make of it. */
import { partitionName } from '#core/base/topic-partition.ts';
import type { SidePartition } from '#core/evidence/compare/snapshot-side.ts';
import type { SurveyedTransaction } from '#core/evidence/survey/survey-partition.ts';
import { readSnapshot } from '#core/inspect/census/beside-the-log.ts';
import { ABORTED_SIZE, abortedTransactions } from '#core/inspect/dump/side-files.ts';
import type { XraySay } from '#core/lab-api/xray-says.ts';
import type { XrayNode } from '#core/lab-api/xray-views.ts';
import { segmentFileName } from '#core/log/file-names.ts';
import { sideBytes } from './file-bytes.ts';
import { snapshotOffsets } from './find-transaction.ts';
import type { PartitionStory } from './partition-story.ts';
import type { WalkSource } from './walk.ts';
import { say, spanOf, type XrayGraph } from './xray-graph.ts';
import type { XraySource } from './xray-source.ts';

const SNAPSHOT_HEADER_SIZE = 10;
const SNAPSHOT_ENTRY_SIZE = 46;

const abortedId = (files: SidePartition, markerOffset: number): string =>
  `aborted ${partitionName(files)} ${markerOffset}`;

/** Why a transaction index does not have a transaction. */
type Lacks = 'gone' | 'cut' | 'other';

/**
 * The entry of `.txnindex` that keeps read_committed readers from an aborted transaction. Answers why there is none where there should
 * be one: brokers tell consumers of aborts from it alone. (source: TransactionIndex.collectAbortedTxns)
 */
export async function addAbortedIndex(
  graph: XrayGraph,
  { disk, pace }: XraySource,
  { files, marker, transaction }: PartitionStory,
  ended: string | undefined,
): Promise<'has' | Lacks> {
  if (marker?.type !== 'ABORT' || ended === undefined) return 'has';
  const place = partitionName(files);
  const node = {
    id: abortedId(files, marker.baseOffset),
    column: 'partition',
    chapter: 'end',
    atMs: null,
    causes: [ended],
    place: { topic: files.topic, partition: files.partition },
  } as const;
  const path = `${files.directory}/${segmentFileName(marker.segment, 'txnindex')}`;
  const wanted = { producerId: transaction.producerId, markerOffset: marker.baseOffset };
  const entry = await entryOf({ disk, pace }, path, wanted);
  if (entry === undefined) {
    // A transaction without records keeps nothing from anybody.
    if (transaction.records === 0) return 'has';
    const why = lacksBecause(disk, path);
    graph.add({ ...node, say: say('partition.noAbortedIndex', { place, why }), tone: 'refused' });
    return why;
  }
  const { position, firstOffset, lastStableOffset } = entry;
  graph.add({
    ...node,
    say: say('partition.abortedIndex', {
      place,
      firstOffset,
      lastOffset: marker.baseOffset,
      lastStableOffset,
    }),
    bytes: [sideBytes(files, { segment: marker.segment, file: 'txnindex', position, size: ABORTED_SIZE })],
  });
  return 'has';
}

function lacksBecause(disk: WalkSource['disk'], path: string): Lacks {
  if (!disk.exists(path)) return 'gone';
  const file = disk.open(path, 'read');
  try {
    return file.size() % ABORTED_SIZE === 0 ? 'other' : 'cut';
  } finally {
    file.close();
  }
}

async function entryOf(
  { disk, pace }: WalkSource,
  path: string,
  { producerId, markerOffset }: { readonly producerId: number; readonly markerOffset: number },
): Promise<
  { readonly position: number; readonly firstOffset: number; readonly lastStableOffset: number } | undefined
> {
  if (!disk.exists(path)) return undefined;
  const file = disk.open(path, 'read');
  try {
    let position = 0;
    for (const entry of abortedTransactions(file)) {
      if (
        Number(entry.readBigInt64BE(2)) === producerId &&
        Number(entry.readBigInt64BE(18)) === markerOffset
      ) {
        const firstOffset = Number(entry.readBigInt64BE(10));
        return { position, firstOffset, lastStableOffset: Number(entry.readBigInt64BE(26)) };
      }
      position += ABORTED_SIZE;
      const pause = position % (1024 * ABORTED_SIZE) === 0 ? pace.pulse(0) : undefined;
      if (pause !== undefined) await pause;
    }
    return undefined;
  } finally {
    file.close();
  }
}

/** What the newest snapshot behind the transaction remembers of its producer id. Answers false when no such snapshot is there. */
export function addProducerState(
  graph: XrayGraph,
  { disk }: XraySource,
  { files, transaction }: PartitionStory,
  cause: string | undefined,
): boolean {
  const { directory } = files;
  const taken = snapshotOffsets(disk, directory).findLast((offset) => offset > transaction.firstOffset);
  if (taken === undefined) return false;
  const place = partitionName(files);
  const producers = readSnapshot(disk, `${directory}/${segmentFileName(taken, 'snapshot')}`) ?? [];
  const index = producers.findIndex(({ producerId }) => Number(producerId) === transaction.producerId);
  const entry = producers[index];
  if (entry === undefined) return true;
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
  return true;
}

/** What either isolation level delivers of it. */
export function addReaders(
  graph: XrayGraph,
  { files, transaction, marker, lastStableOffset }: PartitionStory,
  {
    ended,
    wrote,
    isIndexed,
  }: {
    readonly ended: string | undefined;
    readonly wrote: readonly string[];
    /** Whether the transaction index has the abort. */
    readonly isIndexed: boolean;
  },
): void {
  const place = partitionName(files);
  const params = {
    place,
    ...spanOf(transaction),
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
  const isPassed = lastStableOffset > transaction.lastOffset;
  const { key, tone } = committedOf(transaction.outcome, { isPassed, isIndexed });
  graph.add({
    ...common,
    id: `committed ${place}`,
    chapter: 'end',
    say: say(key, { ...params, lastStableOffset }),
    tone,
    causes:
      ended === undefined
        ? wrote.slice(-1)
        : [isIndexed ? ended : abortedId(files, marker?.baseOffset ?? -1)],
  });
}

function committedOf(
  outcome: SurveyedTransaction['outcome'],
  { isPassed, isIndexed }: { readonly isPassed: boolean; readonly isIndexed: boolean },
): { readonly key: XraySay; readonly tone: XrayNode['tone'] } {
  if (outcome === 'aborted') {
    return isIndexed
      ? { key: 'reader.committedSkips', tone: 'refused' }
      : { key: 'reader.committedGetsAborted', tone: 'signal' };
  }
  return outcome === 'committed' && isPassed
    ? { key: 'reader.committedGets', tone: 'good' }
    : { key: 'reader.committedWaits', tone: 'signal' };
}
