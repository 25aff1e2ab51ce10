/**
 * One partition on two sides: what was added, removed, and decided otherwise. Two passes over each: the first follows the
 * transactions, the second walks both logs side by side. Memory holds a line for each transaction and producer id, no records.
 */
import type { Disk } from '#core/base/disk.ts';
import type {
  ComparedPartition,
  EpochChange,
  PartitionDifference,
  VerdictChange,
} from '#core/lab-api/evidence-views.ts';
import { isOldFormat } from '#core/log/stored-batch.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { isInternalTopic } from '../source/log-snapshot.ts';
import { Outcomes } from '../survey/outcomes.ts';
import { type SurveyedBatch, surveyPartition } from '../survey/survey-partition.ts';
import { walkBatches } from '../survey/walk-batches.ts';
import type { Work } from '../work.ts';
import type { SidePartition } from './snapshot-side.ts';

/** Of each list; the totals count all. */
const LIST_MAX = 200;

interface Side {
  readonly files: SidePartition;
  readonly point: ComparedPartition;
  readonly outcomes: Outcomes;
  /** Greatest epoch by producer id. */
  readonly epochs: ReadonlyMap<number, number>;
}

/** The difference, and how many of each there are beyond what the lists hold. */
export interface ComparedPartitions {
  readonly difference: PartitionDifference;
  readonly verdictsChanged: number;
  readonly epochsRaised: number;
}

/** Either side may be missing. Rejects with WorkCancelled, or the platform's error. */
export async function comparePartition(
  disk: Disk,
  sides: { readonly a: SidePartition | undefined; readonly b: SidePartition | undefined },
  work: Work,
): Promise<ComparedPartitions> {
  const a = sides.a === undefined ? undefined : await surveySide(disk, sides.a, work);
  const b = sides.b === undefined ? undefined : await surveySide(disk, sides.b, work);
  const records = await compareRecords(disk, { a, b }, work);
  const epochs = epochChanges(a?.epochs ?? new Map(), b?.epochs ?? new Map());
  const { topic, partition } = sides.b ?? sides.a ?? { topic: '', partition: 0 };
  const [before, after] = [a?.point.segments ?? [], b?.point.segments ?? []];
  const difference = {
    topic,
    partition,
    isInternal: isInternalTopic(topic),
    a: a?.point ?? null,
    b: b?.point ?? null,
    recordsAdded: records.added,
    recordsRemoved: records.removed,
    recordsAltered: records.altered,
    verdicts: records.verdicts.slice(0, LIST_MAX),
    epochs: epochs.slice(0, LIST_MAX),
    segmentsAdded: after.filter((base) => !before.includes(base)),
    segmentsRemoved: before.filter((base) => !after.includes(base)),
  };
  return {
    difference: { ...difference, change: changeOf(difference) },
    verdictsChanged: records.verdicts.reduce((sum, change) => sum + change.records, 0),
    epochsRaised: epochs.filter(({ from, to }) => from >= 0 && to > from).length,
  };
}

function changeOf(difference: Omit<PartitionDifference, 'change'>): PartitionDifference['change'] {
  const { a, b } = difference;
  if (a === null) return 'added';
  if (b === null) return 'removed';
  const isSame =
    difference.recordsAdded + difference.recordsRemoved + difference.recordsAltered === 0 &&
    difference.verdicts.length + difference.epochs.length === 0 &&
    difference.segmentsAdded.length + difference.segmentsRemoved.length === 0 &&
    a.logStartOffset === b.logStartOffset &&
    a.lastStableOffset === b.lastStableOffset &&
    a.logEndOffset === b.logEndOffset;
  return isSame ? 'same' : 'changed';
}

async function surveySide(disk: Disk, files: SidePartition, work: Work): Promise<Side> {
  const outcomes = new Outcomes();
  const epochs = new Map<number, number>();
  const survey = await surveyPartition(disk, files, {
    checksCrc: false,
    breathe: work.breathe,
    onBatch: ({ batch }) => {
      work.advance(batch.size);
      if (isOldFormat(batch) || batch.producerId < 0) return;
      epochs.set(batch.producerId, Math.max(batch.producerEpoch, epochs.get(batch.producerId) ?? -1));
    },
    onTransaction: (transaction) => outcomes.add(transaction),
  });
  const { 'marker-commit': commits = 0, 'marker-abort': aborts = 0, control = 0 } = survey.verdicts;
  const point = {
    logStartOffset: survey.logStartOffset,
    lastStableOffset: survey.lastStableOffset,
    logEndOffset: survey.logEndOffset,
    records: survey.records - commits - aborts - control,
    markers: commits + aborts,
    sizeBytes: files.segments.reduce((sum, { size }) => sum + size, 0),
    segments: files.segments.map(({ baseOffset }) => baseOffset),
  };
  return { files, point, outcomes, epochs };
}

interface RecordChanges {
  readonly added: number;
  readonly removed: number;
  readonly altered: number;
  readonly verdicts: readonly VerdictChange[];
}

type Counted = { added: number; removed: number; altered: number };

async function compareRecords(
  disk: Disk,
  { a, b }: { readonly a: Side | undefined; readonly b: Side | undefined },
  work: Work,
): Promise<RecordChanges> {
  const before = a === undefined ? [].values() : walkBatches(disk, a.files);
  const after = b === undefined ? [].values() : walkBatches(disk, b.files);
  const counted: Counted = { added: 0, removed: 0, altered: 0 };
  const verdicts = new VerdictChanges(a?.outcomes, b?.outcomes);
  try {
    let left = next(before);
    let right = next(after);
    while (left !== undefined || right !== undefined) {
      const order = (left?.batch.baseOffset ?? Infinity) - (right?.batch.baseOffset ?? Infinity);
      if (order === 0 && left !== undefined && right !== undefined) {
        compareBatches(left, right, counted);
        verdicts.compare(right);
      } else if (order < 0) counted.removed += left?.count ?? 0;
      else counted.added += right?.count ?? 0;
      if (order <= 0) left = next(before);
      if (order >= 0) right = next(after);
      const pause = work.breathe();
      if (pause !== undefined) await pause;
    }
  } finally {
    before.return?.();
    after.return?.();
  }
  return { ...counted, verdicts: verdicts.all() };
}

function next(batches: Iterator<SurveyedBatch, unknown>): SurveyedBatch | undefined {
  const { done, value } = batches.next();
  return done === true ? undefined : (value as SurveyedBatch);
}

/** The cleaner takes records out of a batch, and gives it a delete horizon; nothing else may change what lies at an offset. */
function compareBatches(left: SurveyedBatch, right: SurveyedBatch, counted: Counted): void {
  if (left.count !== right.count) {
    counted.removed += Math.max(0, left.count - right.count);
    counted.added += Math.max(0, right.count - left.count);
    return;
  }
  if (checksumOf(left.batch) === checksumOf(right.batch)) return;
  if (!isOldFormat(right.batch) && right.batch.hasDeleteHorizon) return;
  counted.altered += right.count;
}

function checksumOf(batch: RecordBatch): number {
  return isOldFormat(batch) ? batch.bytes.readUInt32BE(batch.start + 12) : batch.crc;
}

/** Records that are on both sides, and belong to a transaction that ended meanwhile (or whose end is gone). */
class VerdictChanges {
  readonly #before: Outcomes | undefined;
  readonly #after: Outcomes | undefined;
  readonly #changes = new Map<string, { -readonly [K in keyof VerdictChange]: VerdictChange[K] }>();

  constructor(before: Outcomes | undefined, after: Outcomes | undefined) {
    this.#before = before;
    this.#after = after;
  }

  compare({ batch, count }: SurveyedBatch): void {
    if (isOldFormat(batch) || !batch.isTransactional || batch.isControl || count === 0) return;
    const { producerId, baseOffset, lastOffset } = batch;
    const from = this.#before?.of(producerId, baseOffset)?.outcome ?? 'plain';
    const now = this.#after?.of(producerId, baseOffset);
    const to = now?.outcome ?? 'plain';
    if (from === to) return;
    const key = `${producerId} ${now?.firstOffset ?? baseOffset} ${from}`;
    const known = this.#changes.get(key);
    if (known !== undefined) {
      known.records += count;
      known.lastOffset = lastOffset;
      return;
    }
    this.#changes.set(key, {
      producerId,
      epoch: batch.producerEpoch,
      firstOffset: baseOffset,
      lastOffset,
      records: count,
      from,
      to,
      markerOffset: now?.markerOffset ?? null,
    });
  }

  all(): readonly VerdictChange[] {
    return [...this.#changes.values()];
  }
}

function epochChanges(
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
): readonly EpochChange[] {
  const producers = new Set([...before.keys(), ...after.keys()]);
  return [...producers]
    .sort((a, b) => a - b)
    .map((producerId) => ({
      producerId,
      from: before.get(producerId) ?? -1,
      to: after.get(producerId) ?? -1,
    }))
    .filter(({ from, to }) => from !== to);
}
