/**
 * Where a partition ends and what is open there, without reading it whole: from the last index entry that can be believed to the end
 * of the log, and from the newest snapshot that can be believed over the batches behind it.
 */
import type { Disk } from '#core/base/disk.ts';
import type { DamageView, OpenedPartitionView } from '#core/lab-api/opened-views.ts';
import type { PartitionView } from '#core/lab-api/views.ts';
import { DecodeError } from '#core/protocol/reader.ts';
import { readMarker } from '#core/protocol/records/control-record.ts';
import { readSnapshot } from '../census/beside-the-log.ts';
import type { PartitionFiles } from '../read/partition-files.ts';
import { openLog, smallText } from '../read/unreadable.ts';
import { damageView } from '../scan/damage.ts';
import type { ScanControl } from '../scan/scan-control.ts';
import { SegmentScanner, SMALL_CHUNK_SIZE } from '../scan/segment-scanner.ts';
import { listed as entriesOf } from '../side/side-file.ts';
import type { WalkedBatch } from './batch-walk.ts';
import { walkBatches } from './batch-walk.ts';
import type { ListedPartition } from './listing.ts';
import { placeFor, positionFor } from './locate.ts';

const TEXT_SIZE_MAX = 1 << 20;

type OpenTransaction = PartitionView['openTransactions'][number];
type Listed = Pick<ListedPartition, 'files' | 'beside' | 'highWatermark' | 'damages'>;

/** A partition that was only listed: its offsets are those of the file names. */
export function listedView(listed: Listed): OpenedPartitionView {
  const last = listed.files.segments.at(-1)?.baseOffset ?? 0;
  const { damages } = listed;
  return viewOf(listed, { logEndOffset: last, leaderEpoch: -1, open: [], damages });
}

/** The view with its log end, which is found at once; what is open there is not known yet. @throws {ScanCancelled} */
export async function viewOfEnd(
  disk: Disk,
  listed: Listed,
  control: ScanControl,
): Promise<OpenedPartitionView> {
  const { files } = listed;
  const end = await findEnd(disk, files, control);
  const leaderEpoch = Math.max(end.leaderEpoch, newestEpoch(disk, files));
  const damages = [...listed.damages, ...end.damages];
  const view = { ...viewOf(listed, { ...end, damages, leaderEpoch, open: [] }), isEndKnown: true };
  const { highWatermark } = listed;
  if (highWatermark === undefined) return view;
  const { logStartOffset, logEndOffset } = view;
  return { ...view, highWatermark: Math.min(Math.max(highWatermark, logStartOffset), logEndOffset) };
}

/**
 * The whole view, from the one with the log end: what is behind the newest snapshot is read, which takes long where there is none.
 * @throws {ScanCancelled}
 */
export async function surveyPartition(
  disk: Disk,
  { files, end }: { readonly files: PartitionFiles; readonly end: OpenedPartitionView },
  control: ScanControl,
): Promise<OpenedPartitionView> {
  const { logEndOffset, logStartOffset } = end;
  const openTransactions = await findOpenTransactions(disk, files, { logEndOffset, control });
  const [oldest] = openTransactions;
  return {
    ...end,
    openTransactions,
    lastStableOffset: oldest === undefined ? logEndOffset : Math.max(oldest.firstOffset, logStartOffset),
    isSurveyed: true,
  };
}

/**
 * The offset below which every transaction has ended: up to here read_committed delivers, as far as the log itself decides.
 * @throws {ScanCancelled}
 */
export async function findStableOffset(
  disk: Disk,
  files: PartitionFiles,
  control: Pick<ScanControl, 'pulse'>,
): Promise<number> {
  const { logEndOffset } = await findEnd(disk, files, control);
  const [oldest] = await findOpenTransactions(disk, files, { logEndOffset, control });
  return oldest === undefined ? logEndOffset : Math.max(oldest.firstOffset, files.checkpointedLogStart);
}

function viewOf(
  { files, beside }: Listed,
  known: {
    readonly logEndOffset: number;
    readonly leaderEpoch: number;
    readonly open: readonly OpenTransaction[];
    readonly damages: readonly DamageView[];
  },
): OpenedPartitionView {
  const { topic, partition, segments } = files;
  const logStartOffset = Math.max(files.checkpointedLogStart, segments[0]?.baseOffset ?? 0);
  const logEndOffset = Math.max(known.logEndOffset, logStartOffset);
  const [oldest] = known.open;
  return {
    topic,
    partition,
    isInternal: topic.startsWith('__'),
    leaderEpoch: known.leaderEpoch,
    sizeBytes: segments.reduce((sum, { size }) => sum + size, 0),
    logStartOffset,
    lastStableOffset: oldest === undefined ? logEndOffset : Math.max(oldest.firstOffset, logStartOffset),
    highWatermark: logEndOffset,
    logEndOffset,
    segments: segments.map(({ baseOffset, size }, i) => ({
      baseOffset,
      nextOffset: segments[i + 1]?.baseOffset ?? logEndOffset,
      sizeBytes: size,
      isActive: i === segments.length - 1,
      files: beside.get(baseOffset) ?? [],
    })),
    openTransactions: known.open,
    isEndKnown: false,
    isSurveyed: false,
    isChecked: false,
    damages: known.damages,
  };
}

async function findEnd(
  disk: Disk,
  files: PartitionFiles,
  control: Pick<ScanControl, 'pulse'>,
): Promise<{
  readonly logEndOffset: number;
  readonly leaderEpoch: number;
  readonly damages: readonly DamageView[];
}> {
  const segment = files.segments.at(-1);
  // One that cannot be opened is told with the listing.
  const file = segment === undefined || segment.refusal !== undefined ? undefined : openLog(disk, segment);
  if (segment === undefined || file === undefined)
    return { logEndOffset: segment?.baseOffset ?? 0, leaderEpoch: -1, damages: [] };
  const { baseOffset, path } = segment;
  const damages: DamageView[] = [];
  let leaderEpoch = -1;
  try {
    const position = positionFor(disk, segment, Number.MAX_SAFE_INTEGER);
    // Behind an index entry little is left; without an index headers must do.
    const depth = position > 0 || file.size() < 1 << 26 ? 'contents' : 'headers';
    const scanner = new SegmentScanner(file, {
      segment: baseOffset,
      depth,
      from: position,
      chunkSize: SMALL_CHUNK_SIZE,
    });
    for (let read = 0; ; read = scanner.readBytes) {
      const step = scanner.next();
      if (step === 'end') return { logEndOffset: scanner.nextOffset, leaderEpoch, damages };
      if (step === 'damage' && scanner.isAtGrowingEnd)
        return { logEndOffset: scanner.nextOffset, leaderEpoch, damages };
      if (step === 'batch') leaderEpoch = scanner.head.leaderEpoch;
      if (step === 'found') damages.pop();
      if ((step === 'damage' || step === 'found') && scanner.fault !== null) {
        const name = path.slice(path.lastIndexOf('/') + 1);
        const where = { file: name, segment: baseOffset, isNewest: true, next: scanner.resumed };
        damages.push(damageView(scanner.fault, where));
      }
      if (scanner.readBytes > read) await control.pulse(scanner.readBytes - read);
    }
  } finally {
    file.close();
  }
}

/** Oldest first. */
async function findOpenTransactions(
  disk: Disk,
  files: PartitionFiles,
  { logEndOffset, control }: { readonly logEndOffset: number; readonly control: Pick<ScanControl, 'pulse'> },
): Promise<readonly OpenTransaction[]> {
  const open = new Map<number, OpenTransaction>();
  const start = newestSnapshot(disk, files, logEndOffset);
  for (const producer of start.producers) open.set(producer.producerId, producer);
  const from = placeFor(disk, files, start.offset);
  if (from !== undefined && start.offset < logEndOffset) {
    for await (const walked of walkBatches(disk, files, { from, depth: 'headers', control })) {
      if (walked.scanner.head.baseOffset >= start.offset) follow(walked, open);
    }
  }
  return [...open.values()].sort((a, b) => a.firstOffset - b.firstOffset);
}

function newestSnapshot(
  disk: Disk,
  files: PartitionFiles,
  logEndOffset: number,
): { readonly offset: number; readonly producers: readonly OpenTransaction[] } {
  const first = files.segments[0]?.baseOffset ?? 0;
  const offsets = entriesOf(disk, files.directory)
    .flatMap(({ name }) => /^([0-9]{20})\.snapshot$/.exec(name)?.[1] ?? [])
    .map(Number)
    .filter((offset) => offset >= first && offset <= logEndOffset);
  for (const offset of offsets.sort((a, b) => b - a)) {
    const path = `${files.directory}/${String(offset).padStart(20, '0')}.snapshot`;
    const producers = readSnapshot(disk, path);
    if (producers === undefined) continue;
    const open = producers
      .filter(({ currentTxnFirstOffset }) => currentTxnFirstOffset >= 0n)
      .map((producer) => ({
        producerId: Number(producer.producerId),
        epoch: producer.producerEpoch,
        firstOffset: Number(producer.currentTxnFirstOffset),
        process: null,
      }));
    return { offset, producers: open };
  }
  return { offset: first, producers: [] };
}

function follow({ scanner }: WalkedBatch, open: Map<number, OpenTransaction>): void {
  const { head } = scanner;
  if (!head.isTransactional || head.producerId < 0 || head.count === 0) return;
  if (!head.isControl) {
    if (open.has(head.producerId)) return;
    const { producerId, producerEpoch: epoch, baseOffset: firstOffset } = head;
    open.set(producerId, { producerId, epoch, firstOffset, process: null });
    return;
  }
  try {
    if (readMarker(scanner.batch()) !== undefined) open.delete(head.producerId);
  } catch (error) {
    // A marker that cannot be read ends nothing; a census says what is wrong with it.
    if (!(error instanceof DecodeError)) throw error;
  }
}

/** The newest epoch of the partition's checkpoint; −1 without one. */
function newestEpoch(disk: Disk, files: PartitionFiles): number {
  const path = `${files.directory}/leader-epoch-checkpoint`;
  const lines = (smallText(disk, path, TEXT_SIZE_MAX) ?? '').trimEnd().split('\n').slice(2);
  return Number(/^([0-9]{1,10}) /.exec(lines.at(-1) ?? '')?.[1] ?? -1);
}
