/**
 * Finds the transactions of a producer id near an offset or a time. Reading begins close by, and further back only until a marker of
 * the producer is seen, or a snapshot says what was open: then the first record behind it is where the transaction begins.
 */
import type { SidePartition } from '#core/evidence/compare/snapshot-side.ts';
import type { Place } from '#core/inspect/browse/batch-walk.ts';
import { readSnapshot } from '#core/inspect/census/beside-the-log.ts';
import { parseSegmentFileName, segmentFileName } from '#core/log/file-names.ts';
import { markerIn, placeOf, type WalkSource, walkFrom } from './walk.ts';

/** Offsets before a record where the start of its transaction is looked for first; then so many times as many. */
const LOOK_BACK_OFFSETS = 2_000;
const LOOK_BACK_FACTOR = 8;

/** A transaction in one partition, as its headers tell. */
export interface SeenTransaction {
  /** Of its first batch. */
  readonly epoch: number;
  readonly firstOffset: number;
  /** Of its first batch. */
  readonly firstMs: number;
  /** False when it may have begun before what was read. */
  readonly isFirstSure: boolean;
  /** Null while it is open. */
  readonly marker: { readonly type: 'COMMIT' | 'ABORT'; readonly timestampMs: number } | null;
}

/** The transactions of a producer id that end behind `from`, in order. */
export async function* transactionsFrom(
  source: WalkSource,
  files: SidePartition,
  { producerId, from }: { readonly producerId: number; readonly from: Place | undefined },
): AsyncGenerator<SeenTransaction, void> {
  let isSure = from !== undefined && isLogStart(files, from);
  let open: Omit<SeenTransaction, 'marker'> | undefined;
  for await (const { scanner } of walkFrom(source, files, from)) {
    const { head } = scanner;
    if (head.producerId !== producerId || !head.isTransactional) continue;
    const marker = markerIn(scanner);
    if (marker !== undefined) {
      const { type } = marker;
      if (open !== undefined) yield { ...open, marker: { type, timestampMs: head.maxTimestamp } };
      open = undefined;
      isSure = true;
    } else if (!head.isControl && head.count > 0) {
      open ??= {
        epoch: head.producerEpoch,
        firstOffset: head.baseOffset,
        firstMs: head.maxTimestamp,
        isFirstSure: isSure,
      };
    }
  }
  if (open !== undefined) yield { ...open, marker: null };
}

function isLogStart({ segments }: SidePartition, { segment, position }: Place): boolean {
  return position === 0 && segment === segments[0]?.baseOffset;
}

/**
 * Where the transaction began that a producer id has open right before `offset`; undefined when it has none. The offset is that of a
 * batch.
 */
export async function startOfOpen(
  source: WalkSource,
  files: SidePartition,
  { producerId, offset }: { readonly producerId: number; readonly offset: number },
): Promise<number | undefined> {
  const known = openAtSnapshot(source, files, { producerId, offset });
  // What a snapshot says is open must be there: the files of a stranger need not belong together.
  if (known?.openSince !== undefined) {
    const seen = await lookFrom(source, files, {
      producerId,
      offset,
      from: placeOf(source, files, known.openSince),
    });
    if (seen.isSure || seen.first === known.openSince) return seen.first;
  }
  const floor = known?.openSince === undefined ? (known?.at ?? 0) : 0;
  let before: Place | undefined;
  for (let stretch = LOOK_BACK_OFFSETS; ; stretch *= LOOK_BACK_FACTOR) {
    const fromOffset = Math.max(floor, offset - stretch);
    const from = placeOf(source, files, fromOffset);
    const isLast = fromOffset === floor || from === undefined || isLogStart(files, from);
    const isSame = from?.segment === before?.segment && from?.position === before?.position;
    if (isSame && !isLast) continue;
    before = from;
    const seen = await lookFrom(source, files, { producerId, offset, from });
    if (seen.isSure || isLast) return seen.first;
  }
}

/** What is open right before `offset`, and whether a marker was seen that something must have followed. */
async function lookFrom(
  source: WalkSource,
  files: SidePartition,
  {
    producerId,
    offset,
    from,
  }: { readonly producerId: number; readonly offset: number; readonly from: Place | undefined },
): Promise<{ readonly first: number | undefined; readonly isSure: boolean }> {
  let first: number | undefined;
  let isSure = false;
  for await (const { scanner } of walkFrom(source, files, from)) {
    const { head } = scanner;
    if (head.baseOffset >= offset) break;
    if (head.producerId !== producerId || !head.isTransactional) continue;
    if (markerIn(scanner) !== undefined) {
      first = undefined;
      isSure = true;
    } else if (!head.isControl && head.count > 0) first ??= head.baseOffset;
  }
  return { first, isSure };
}

/** What the newest snapshot at or before `offset` says; undefined without one that can be believed. */
function openAtSnapshot(
  { disk }: WalkSource,
  { directory }: SidePartition,
  { producerId, offset }: { readonly producerId: number; readonly offset: number },
): { readonly at: number; readonly openSince: number | undefined } | undefined {
  for (const at of snapshotOffsets(disk, directory).reverse()) {
    if (at > offset) continue;
    const producers = readSnapshot(disk, `${directory}/${segmentFileName(at, 'snapshot')}`);
    if (producers === undefined) continue;
    const since = producers.find((one) => Number(one.producerId) === producerId)?.currentTxnFirstOffset;
    return { at, openSince: since === undefined || since < 0n ? undefined : Number(since) };
  }
  return undefined;
}

/** Offsets at which snapshots of a partition were taken, ascending. */
export function snapshotOffsets(disk: WalkSource['disk'], directory: string): number[] {
  return disk
    .list(directory)
    .flatMap(({ name }) => {
      const parsed = parseSegmentFileName(name);
      return parsed?.kind === 'snapshot' && parsed.temporary === '' ? [parsed.baseOffset] : [];
    })
    .sort((a, b) => a - b);
}
