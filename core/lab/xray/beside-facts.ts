/** What stands beside a log about a transaction, and what readers make of it. */
import { partitionName } from '#core/base/topic-partition.ts';
import { ABORTED_SIZE, snapshotProducers } from '#core/inspect/dump/side-files.ts';
import { parseSegmentFileName, segmentFileName } from '#core/log/file-names.ts';
import { directoryOf, sideBytes } from './file-bytes.ts';
import type { PartitionStory } from './partition-story.ts';
import { say, type XrayGraph } from './xray-graph.ts';
import type { XraySource } from './xray-source.ts';

const SNAPSHOT_HEADER_SIZE = 10;
const SNAPSHOT_ENTRY_SIZE = 46;

/** The entry of `.txnindex` that keeps read_committed readers from an aborted transaction. */
export function addAbortedIndex(
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
export function addProducerState(
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
