/** What stands beside a log about a transaction, and what readers make of it. */
import { partitionName } from '#core/base/topic-partition.ts';
import { readSnapshot } from '#core/inspect/census/beside-the-log.ts';
import { ABORTED_SIZE, abortedTransactions } from '#core/inspect/dump/side-files.ts';
import { segmentFileName } from '#core/log/file-names.ts';
import { sideBytes } from './file-bytes.ts';
import { snapshotOffsets } from './find-transaction.ts';
import type { PartitionStory } from './partition-story.ts';
import type { WalkSource } from './walk.ts';
import { say, type XrayGraph } from './xray-graph.ts';
import type { XraySource } from './xray-source.ts';

const SNAPSHOT_HEADER_SIZE = 10;
const SNAPSHOT_ENTRY_SIZE = 46;

/** The entry of `.txnindex` that keeps read_committed readers from an aborted transaction. */
export async function addAbortedIndex(
  graph: XrayGraph,
  { disk, pace }: XraySource,
  { files, marker, transaction }: PartitionStory,
  ended: string | undefined,
): Promise<void> {
  if (marker?.type !== 'ABORT' || ended === undefined) return;
  const place = partitionName(files);
  const node = {
    id: `aborted ${place} ${marker.baseOffset}`,
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
    if (transaction.records > 0)
      graph.add({ ...node, say: say('partition.noAbortedIndex', { place }), tone: 'refused' });
    return;
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

/** What the newest snapshot behind the transaction remembers of its producer id. */
export function addProducerState(
  graph: XrayGraph,
  { disk }: XraySource,
  { files, transaction }: PartitionStory,
  cause: string | undefined,
): void {
  const { directory } = files;
  const taken = snapshotOffsets(disk, directory).findLast((offset) => offset > transaction.firstOffset);
  if (taken === undefined) return;
  const place = partitionName(files);
  const producers = readSnapshot(disk, `${directory}/${segmentFileName(taken, 'snapshot')}`) ?? [];
  const index = producers.findIndex(({ producerId }) => Number(producerId) === transaction.producerId);
  const entry = producers[index];
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

/** What either isolation level delivers of it. */
export function addReaders(
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
