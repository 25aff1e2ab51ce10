/** The recorded zombie run as the views the lab would give at a step. */
import type {
  BatchView,
  LaneView,
  ReaderView,
  RefusedView,
  SegmentView,
  TimelineItem,
  TransactionView,
} from '#core/lab-api/views.ts';
import { PRODUCER_ID, type RunBatch, type ZombieRun } from './zombie-run.ts';

const TOPIC = 'orders';
const TRANSACTIONAL_ID = 'order-service-1';
const COORDINATOR_PARTITION = 16;
const VALUES = [40, 9, 5, 88, 3, 64, 17, 2] as const;

/** A step of a run, and when the run began. */
export interface Scene {
  readonly run: ZombieRun;
  readonly step: number;
  readonly startedAtMs: number;
}

const until = <T extends { readonly step: number }>({ step }: Scene, items: readonly T[]): readonly T[] =>
  items.filter((item) => item.step <= step);

function markerOf(scene: Scene, batch: RunBatch): RunBatch | undefined {
  if (batch.transaction === null) return undefined;
  return until(scene, scene.run.batches).find(
    (one) =>
      one.partition === batch.partition && one.transaction === batch.transaction && one.marker !== null,
  );
}

function verdictOf(scene: Scene, batch: RunBatch): BatchView['verdict'] {
  if (batch.marker !== null) return batch.marker === 'COMMIT' ? 'marker-commit' : 'marker-abort';
  if (batch.transaction === null) return 'plain';
  const marker = markerOf(scene, batch);
  if (marker === undefined) return 'open';
  return marker.marker === 'COMMIT' ? 'committed' : 'aborted';
}

function batchView(scene: Scene, batch: RunBatch): BatchView {
  const first = scene.run.batches.find(
    (one) => one.partition === batch.partition && one.transaction === batch.transaction,
  );
  const isOwn = batch.transaction !== null;
  return {
    segment: 0,
    position: batch.position,
    size: batch.size,
    baseOffset: batch.baseOffset,
    lastOffset: batch.lastOffset,
    producerId: batch.producerId,
    producerEpoch: batch.epoch,
    baseSequence: batch.sequence,
    codec: 'none',
    isTransactional: isOwn,
    leaderEpoch: 0,
    marker: batch.marker === null ? null : { type: batch.marker, coordinatorEpoch: 0 },
    verdict: verdictOf(scene, batch),
    markerOffset: markerOf(scene, batch)?.baseOffset ?? null,
    transactionFirstOffset: isOwn ? (first?.baseOffset ?? null) : null,
    process: batch.process,
    transactionalId: isOwn ? TRANSACTIONAL_ID : null,
    recordCount: batch.keys.length,
    records: batch.keys.map((key, i) => ({
      offset: batch.baseOffset + i,
      timestampMs: scene.startedAtMs + batch.atMs + i,
      key,
      value: `{"eur":${VALUES[(batch.baseOffset + i) % VALUES.length] ?? 1}}`,
      keySize: key.length,
      valueSize: 10,
      headers: [],
      sequence: batch.sequence < 0 ? -1 : batch.sequence + i,
    })),
  };
}

function readers(
  batches: readonly BatchView[],
  lastStableOffset: number,
  end: number,
): readonly ReaderView[] {
  const offsets = (wanted: (batch: BatchView) => boolean): readonly number[] =>
    batches
      .filter((batch) => batch.marker === null && wanted(batch))
      .flatMap((batch) => batch.records.map((record) => record.offset));
  const committed = offsets((batch) => batch.verdict !== 'aborted' && batch.baseOffset < lastStableOffset);
  const all = offsets(() => true);
  return [
    {
      isolation: 'read_committed',
      position: lastStableOffset,
      delivered: committed,
      deliveredCount: committed.length,
      waitsAt: lastStableOffset < end ? lastStableOffset : null,
    },
    {
      isolation: 'read_uncommitted',
      position: end,
      delivered: all,
      deliveredCount: all.length,
      waitsAt: null,
    },
  ];
}

function segmentOf(batches: readonly BatchView[], end: number): SegmentView {
  const sizeBytes = batches.reduce((sum, batch) => sum + batch.size, 0);
  const stem = '0'.repeat(20);
  const hasAborted = batches.some((batch) => batch.verdict === 'marker-abort');
  return {
    baseOffset: 0,
    nextOffset: end,
    sizeBytes,
    isActive: true,
    files: [
      { name: `${stem}.log`, kind: 'log', sizeBytes },
      { name: `${stem}.index`, kind: 'index', sizeBytes: 0 },
      { name: `${stem}.timeindex`, kind: 'timeindex', sizeBytes: 0 },
      { name: `${stem}.txnindex`, kind: 'txnindex', sizeBytes: hasAborted ? 34 : 0 },
      { name: 'leader-epoch-checkpoint', kind: 'leader-epoch-checkpoint', sizeBytes: 8 },
    ],
  };
}

function refusedOf(scene: Scene): readonly RefusedView[] {
  if (scene.step < 6) return [];
  return [
    {
      atMs: scene.startedAtMs + 10_522,
      producerId: PRODUCER_ID,
      producerEpoch: scene.run.epochs.open,
      currentEpoch: scene.run.epochs.last,
      errorCode: 47,
      process: 'A',
      keys: ['o-23', 'o-24'],
      recordCount: 2,
    },
  ];
}

/** Both partitions, drawn. */
export function laneViews(scene: Scene): readonly LaneView[] {
  return [0, 1].map((partition) => {
    const batches = until(scene, scene.run.batches)
      .filter((batch) => batch.partition === partition)
      .map((batch) => batchView(scene, batch));
    const end = (batches.at(-1)?.lastOffset ?? -1) + 1;
    const open = batches.filter((batch) => batch.verdict === 'open');
    const lastStableOffset = open[0]?.baseOffset ?? end;
    return {
      topic: TOPIC,
      partition,
      isInternal: false,
      leaderEpoch: 0,
      sizeBytes: batches.reduce((sum, batch) => sum + batch.size, 0),
      logStartOffset: 0,
      lastStableOffset,
      highWatermark: end,
      logEndOffset: end,
      segments: [segmentOf(batches, end)],
      openTransactions: open.map((batch) => ({
        producerId: batch.producerId,
        epoch: batch.producerEpoch,
        firstOffset: batch.baseOffset,
        process: batch.process,
      })),
      fromOffset: 0,
      batches,
      refused: partition === 0 ? refusedOf(scene) : [],
      readers: readers(batches, lastStableOffset, end),
    };
  });
}

/** The one transactional id. */
export function transactionViews(scene: Scene): readonly TransactionView[] {
  const { run, startedAtMs, step } = scene;
  const state = until(scene, run.states).at(-1);
  if (state === undefined) return [];
  const isOpen = state.state === 'Ongoing';
  const believed = { A: run.epochs.open, B: step >= 4 ? run.epochs.last : run.epochs.twin };
  const processes = step >= 3 ? (['A', 'B'] as const) : (['A'] as const);
  return [
    {
      transactionalId: TRANSACTIONAL_ID,
      state: state.state,
      producerId: PRODUCER_ID,
      producerEpoch: state.epoch,
      partitions: state.partitions,
      timeoutMs: 60_000,
      startedAtMs: isOpen ? startedAtMs + state.atMs : -1,
      lastUpdateMs: startedAtMs + state.atMs,
      coordinatorPartition: COORDINATOR_PARTITION,
      coordinatorEpoch: 0,
      clientTransactionVersion: run.version,
      processes: [...processes],
      ladder: until(scene, run.rungs).map((rung) => ({
        producerId: PRODUCER_ID,
        epoch: rung.epoch,
        atMs: startedAtMs + rung.atMs,
        cause: rung.cause,
        process: rung.process,
        standing: processes.filter((letter) => believed[letter] === rung.epoch),
      })),
    },
  ];
}

/** Everything that happened up to the step, in order. */
export function timelineItems(scene: Scene): readonly TimelineItem[] {
  const { run, startedAtMs } = scene;
  type Unnumbered = TimelineItem extends infer I
    ? I extends TimelineItem
      ? Omit<I, 'seq' | 'id'>
      : never
    : never;
  const items: Unnumbered[] = [
    ...until(scene, run.processes).map((one) => ({
      kind: 'process' as const,
      process: one.process,
      state: one.state,
      atMs: startedAtMs + one.atMs,
    })),
    ...until(scene, run.frames).map((one, i) => ({
      kind: 'frame' as const,
      atMs: startedAtMs + one.atMs,
      frame: {
        frame: i + 1,
        atMs: startedAtMs + one.atMs,
        tookMs: 1.4,
        connection: one.process === 'A' ? 1 : 2,
        clientId: `order-service-${one.process}`,
        process: one.process,
        apiKey: one.apiKey,
        api: one.api,
        version: one.version,
        correlationId: i,
        requestSize: 140,
        responseSize: 40,
        errorCode: one.errorCode,
        transactionalId: TRANSACTIONAL_ID,
        producerId: PRODUCER_ID,
        producerEpoch: 0,
        partitions: one.api === 'Produce' ? ['orders-0', 'orders-1'] : [],
      },
    })),
    ...until(scene, run.states).map((one) => ({
      kind: 'state' as const,
      transactionalId: TRANSACTIONAL_ID,
      state: one.state,
      epoch: one.epoch,
      producerId: PRODUCER_ID,
      cause: one.cause,
      atMs: startedAtMs + one.atMs,
    })),
    ...until(scene, run.batches).map((one) => ({
      kind: 'append' as const,
      topic: TOPIC,
      partition: one.partition,
      baseOffset: one.baseOffset,
      lastOffset: one.lastOffset,
      producerId: one.producerId,
      producerEpoch: one.epoch,
      mark:
        one.marker === 'COMMIT'
          ? ('marker-commit' as const)
          : one.marker === 'ABORT'
            ? ('marker-abort' as const)
            : one.transaction === null
              ? ('plain' as const)
              : ('transactional' as const),
      atMs: startedAtMs + one.atMs,
    })),
    ...refusedOf(scene).map((one) => ({
      kind: 'append' as const,
      topic: TOPIC,
      partition: 0,
      baseOffset: 11,
      lastOffset: 12,
      producerId: PRODUCER_ID,
      producerEpoch: one.producerEpoch,
      mark: 'refused' as const,
      atMs: one.atMs,
    })),
  ];
  return items
    .sort((a, b) => a.atMs - b.atMs)
    .map((item, i) => ({ ...item, id: `event ${i}`, seq: i + 1 }) as TimelineItem);
}
