/**
 * Reads one partition from its first byte to its last and counts every offset once. Damage does not end it: what cannot be read is
 * counted as damaged, and reading goes on at the next batch that can be trusted.
 */
import type { Disk } from '#core/base/disk.ts';
import type { DamageView, PartitionCensus, SegmentCensus } from '#core/lab-api/opened-views.ts';
import { DecodeError } from '#core/protocol/reader.ts';
import { readControlKey, readMarkerValue } from '#core/protocol/records/control-record.ts';
import { readLegacyRecords } from '#core/protocol/records/legacy-record.ts';
import type { RecordCursor } from '#core/protocol/records/record-cursor.ts';
import { baseName, type PartitionFiles } from '../read/partition-files.ts';
import type { SegmentFile } from '../read/partition-folder.ts';
import { openLog } from '../read/unreadable.ts';
import type { BatchHead } from '../scan/batch-head.ts';
import { damageView, refusalDamages } from '../scan/damage.ts';
import type { ScanPulse } from '../scan/scan-control.ts';
import { SegmentScanner } from '../scan/segment-scanner.ts';
import { isTooLarge } from '../scan/too-large.ts';
import { AbortIndex } from './abort-index.ts';
import { damageBeside, lostEnd } from './beside-damage.ts';
import { abortedRanges, snapshotAt } from './beside-the-log.ts';
import { DamageList } from './damage-list.ts';
import { type Gap, GapLedger } from './gap-ledger.ts';
import { MissingSegments } from './missing-segments.ts';
import { OffsetLedger, type OpenTransaction } from './offset-ledger.ts';
import { ProducerLedger } from './producer-ledger.ts';
import { SegmentLedger } from './segment-ledger.ts';

const MAGIC_CURRENT = 2;

/** What is known of a partition from elsewhere. */
export interface PartitionContext {
  readonly logStartOffset: number;
  /** Undefined when nothing says so: then it is the log end. */
  readonly highWatermark: number | undefined;
  /** From the segment on that holds this offset, a start after a crash checks the log; 0 when nothing says so. */
  readonly recoveryPoint: number;
  /** The log cleaner has been here up to this offset; 0 when nothing says so. */
  readonly cleanedTo: number;
  /** The first offset that is counted. */
  readonly fromOffset: number;
  readonly transactionalIds: ReadonlyMap<number, string>;
  /** The files beside the log are read as well: they must not be written to meanwhile. */
  readonly checksBesides: boolean;
  /** `records`: every record is read. Otherwise checksums are compared, and records read only where some are gone. */
  readonly depth: 'contents' | 'records';
}

export class CensusTaker {
  readonly #disk: Disk;
  readonly #files: PartitionFiles;
  readonly #context: PartitionContext;
  readonly #offsets: OffsetLedger;
  readonly #producers = new ProducerLedger();
  readonly #segments: SegmentCensus[] = [];
  readonly #damages = new DamageList();
  readonly #gaps: GapLedger;
  readonly #abortIndex: AbortIndex;
  readonly #missingSegments = new MissingSegments();
  /** The next offset that is not accounted for. */
  #next: number;
  #segment = 0;

  constructor(disk: Disk, files: PartitionFiles, context: PartitionContext) {
    this.#disk = disk;
    this.#files = files;
    this.#context = context;
    this.#offsets = new OffsetLedger(context.logStartOffset);
    this.#next = files.segments[0]?.baseOffset ?? context.logStartOffset;
    const aborted = abortedRanges(disk, files);
    this.#abortIndex = new AbortIndex(disk, files, aborted);
    this.#gaps = new GapLedger(this.#offsets, { cleanedTo: context.cleanedTo, aborted });
  }

  async take(control: ScanPulse): Promise<PartitionCensus> {
    const { segments } = this.#files;
    if (segments.length === 0) for (const damage of refusalDamages(this.#files)) this.#damages.add(damage);
    this.#offsets.deleted(this.#context.fromOffset);
    this.#restore();
    for (const [i, segment] of segments.entries()) {
      this.#segment = segment.baseOffset;
      const gap = { from: this.#next, to: segment.baseOffset - 1 };
      if (gap.to >= gap.from) {
        if (!this.#gaps.isBehindDamage && !this.#gaps.isGone) this.#missingSegments.between(gap, segment);
        this.#gaps.add(gap, undefined);
      }
      this.#gaps.isBehindDamage = false;
      this.#next = Math.max(this.#next, segment.baseOffset);
      await this.#read(segment, i === segments.length - 1, control);
    }
    if (this.#context.checksBesides) {
      const damagedLogs = new Set(this.#damages.kept.map(({ segment }) => segment));
      // What is wrong with the log itself says more.
      const lost = damagedLogs.size === 0 ? lostEnd(this.#disk, this.#files, this.#next) : undefined;
      if (lost !== undefined) this.#damages.add(lost);
      this.#compareAborted();
      for (const damage of await damageBeside(this.#disk, this.#files, control, { damagedLogs }))
        this.#damages.addBeside(damage);
    }
    return this.#close();
  }

  /** Producers that wrote before the first segment: what a broker would know from the snapshot taken there. */
  #restore(): void {
    for (const entry of snapshotAt(this.#disk, this.#files, this.#next)) {
      this.#producers.restore(entry);
      const firstOffset = Number(entry.currentTxnFirstOffset);
      if (firstOffset < 0) continue;
      this.#offsets.open.set(Number(entry.producerId), {
        producerId: Number(entry.producerId),
        producerEpoch: entry.producerEpoch,
        firstOffset: Math.max(firstOffset, this.#context.logStartOffset),
        lastTimestampMs: Number(entry.timestamp),
        records: 0,
      });
    }
  }

  async #read(segment: SegmentFile, isNewest: boolean, control: ScanPulse): Promise<void> {
    // A live broker may have removed it since it was listed.
    const file = openLog(this.#disk, segment);
    this.#gaps.isGone = file === undefined;
    if (file === undefined) return;
    const ledger = new SegmentLedger(segment.baseOffset);
    try {
      const scanner = new SegmentScanner(file, {
        segment: segment.baseOffset,
        depth: 'contents',
        fromOffset: this.#next,
        size: segment.refusal === undefined ? Math.min(segment.size, file.size()) : file.size(),
      });
      for (let read = 0; ; read = scanner.readBytes) {
        const step = scanner.next();
        if (step === 'end') break;
        if (step === 'batch') {
          const pending = this.#batch(scanner, ledger);
          if (pending !== undefined) await pending;
        }
        if (step === 'damage' && isNewest && scanner.isAtGrowingEnd) break;
        if (step === 'damage' || step === 'found') this.#damage(scanner, isNewest, step);
        if (scanner.readBytes > read) await control.pulse(scanner.readBytes - read);
      }
    } finally {
      file.close();
    }
    this.#segments.push(ledger.close(segment.size));
  }

  /** A promise only where the records have to be waited for. */
  #batch(scanner: SegmentScanner, ledger: SegmentLedger): Promise<void> | undefined {
    const { head } = scanner;
    if (head.baseOffset > this.#next) {
      const gap = { from: this.#next, to: head.baseOffset - 1 };
      // Old messages stand alone: only the cleaner leaves gaps between them.
      if (head.magic < MAGIC_CURRENT) this.#gaps.isCleaned = true;
      if (head.isControl && head.count > 0) this.#gaps.beforeMarker(gap, this.#evidence(head));
      else this.#gaps.add(gap, this.#evidence(head));
      if (!this.#gaps.isBehindDamage && !this.#gaps.isGone) this.#missingSegments.hasOtherGaps = true;
    }
    this.#gaps.isBehindDamage = false;
    this.#next = head.lastOffset + 1;
    ledger.add(head);
    if (head.hasDeleteHorizon || (head.magic === MAGIC_CURRENT && head.isSparse)) this.#gaps.isCleaned = true;
    if (head.magic < MAGIC_CURRENT) {
      this.#legacy(scanner);
      return undefined;
    }
    if (head.producerId >= 0 && !head.isControl) this.#producers.data(head);
    const isBelowStart = head.baseOffset < this.#context.logStartOffset;
    if (head.count === 0) {
      this.#emptied(head);
      return undefined;
    }
    const mustRead = this.#context.depth === 'records' || head.isControl || head.isSparse || isBelowStart;
    if (!mustRead) {
      this.#offsets.records(head, head.count);
      return undefined;
    }
    return this.#records(scanner);
  }

  #emptied(head: BatchHead): void {
    const { baseOffset, lastOffset } = head;
    if (head.isControl)
      this.#offsets.missing(baseOffset, lastOffset, 'compacted-marker', this.#evidence(head));
    else this.#offsets.removed(head, baseOffset, lastOffset, this.#evidence(head));
  }

  #records(scanner: SegmentScanner): Promise<void> | undefined {
    try {
      const cursor = scanner.records();
      if (cursor instanceof Promise) return this.#recordsLater(scanner, cursor);
      this.#walk(scanner.head, cursor);
    } catch (error) {
      this.#unreadable(scanner, error);
    }
    return undefined;
  }

  async #recordsLater(scanner: SegmentScanner, cursor: Promise<RecordCursor>): Promise<void> {
    try {
      this.#walk(scanner.head, await cursor);
    } catch (error) {
      this.#unreadable(scanner, error);
    }
  }

  /** Counts the records of a batch that can be read to its end; what was counted is taken back by nobody, so the end comes first. */
  #walk(head: BatchHead, cursor: RecordCursor): void {
    const { logStartOffset } = this.#context;
    const gaps: Gap[] = [];
    let next = head.baseOffset;
    let count = 0;
    let control: { readonly type: string; readonly coordinatorEpoch: number } | undefined;
    while (cursor.next()) {
      const offset = head.baseOffset + cursor.offsetDelta;
      if (offset < next || offset > head.lastOffset)
        throw new DecodeError(
          `record ${cursor.index} has offset ${offset}, ${next} to ${head.lastOffset} fit`,
          0,
        );
      if (offset > next) gaps.push({ from: next, to: offset - 1 });
      next = offset + 1;
      if (offset >= logStartOffset) count++;
      if (head.isControl) control ??= controlOf(cursor);
    }
    if (next <= head.lastOffset) gaps.push({ from: next, to: head.lastOffset });
    if (control !== undefined) this.#control(head, control);
    else {
      this.#offsets.records(head, count);
      const evidence = this.#evidence(head);
      for (const { from, to } of gaps) this.#offsets.removed(head, from, to, evidence);
    }
  }

  #control(head: BatchHead, control: { readonly type: string; readonly coordinatorEpoch: number }): void {
    const { type, coordinatorEpoch } = control;
    const evidence = this.#evidence(head);
    this.#gaps.settle(evidence, type === 'ABORT' && !this.#offsets.open.has(head.producerId));
    if (type !== 'COMMIT' && type !== 'ABORT') {
      this.#offsets.missing(head.baseOffset, head.lastOffset, 'other-control', evidence);
      return;
    }
    const open = this.#offsets.open.get(head.producerId);
    const hasEnded = this.#offsets.marker(head, type, evidence);
    if (type === 'ABORT') {
      const lastStableOffset = this.#offsets.firstUnstableOffset ?? head.lastOffset + 1;
      const ended = open && { firstOffset: open.firstOffset, lastStableOffset, isSure: this.#isReadWhole };
      this.#abortIndex.marker(head, this.#segment, ended);
    }
    this.#producers.marker(head, { type, coordinatorEpoch, ended: hasEnded });
  }

  #legacy(scanner: SegmentScanner): void {
    const { head } = scanner;
    if (head.count === 1 && head.baseOffset >= this.#context.logStartOffset) {
      this.#offsets.records(head, 1);
      return;
    }
    let next = head.baseOffset;
    for (const { offset } of readLegacyRecords(scanner.message())) {
      if (offset > next) this.#offsets.missing(next, offset - 1, 'compacted', this.#evidence(head));
      if (offset >= this.#context.logStartOffset) this.#offsets.records(head, 1);
      next = offset + 1;
    }
  }

  /** Records that break a rule although the checksum is right: a producer's mistake, and no consumer gets over it. */
  #unreadable(scanner: SegmentScanner, error: unknown): void {
    if (!(error instanceof DecodeError)) throw error;
    const { head } = scanner;
    const evidence = this.#evidence(head);
    this.#gaps.settle(evidence, false);
    scanner.reject(error);
    // What is too large for us is not damaged: its header says how many there are.
    if (isTooLarge(error) && !head.isControl) this.#offsets.records(head, head.count);
    else this.#offsets.missing(head.baseOffset, head.lastOffset, 'damaged', evidence);
    const damage = this.#damageOf(scanner, false);
    if (damage !== undefined) this.#damages.add(damage);
  }

  #damage(scanner: SegmentScanner, isNewest: boolean, step: 'damage' | 'found'): void {
    this.#gaps.isBehindDamage = true;
    const damage = this.#damageOf(scanner, isNewest);
    if (damage === undefined) return;
    if (step === 'found') this.#damages.complete(damage);
    else this.#damages.add(damage);
  }

  #damageOf({ fault, resumed: next }: SegmentScanner, isNewest: boolean): DamageView | undefined {
    const where = { file: this.#fileName, segment: this.#segment, isNewest, next };
    return fault === null ? undefined : damageView(fault, where);
  }

  #compareAborted(): void {
    const { logStartOffset, cleanedTo } = this.#context;
    const isCleaned = this.#gaps.isCleaned || cleanedTo > 0;
    const isWhole =
      this.#isReadWhole && !isCleaned && logStartOffset <= (this.#files.segments[0]?.baseOffset ?? 0);
    for (const damage of this.#abortIndex.damages(this.#next, isWhole)) this.#damages.add(damage);
  }

  /** So far. */
  get #isReadWhole(): boolean {
    return this.#damages.kept.length === 0 && this.#missingSegments.isEmpty;
  }

  #evidence(head: BatchHead) {
    return {
      segment: this.#segment,
      position: head.position,
      producerId: head.producerId,
      producerEpoch: head.producerEpoch,
    };
  }

  get #fileName(): string {
    return baseName(this.#files.segments.find(({ baseOffset }) => baseOffset === this.#segment)?.path ?? '');
  }

  #close(): PartitionCensus {
    const { topic, partition } = this.#files;
    const { logStartOffset, highWatermark, transactionalIds, fromOffset, recoveryPoint } = this.#context;
    const logEndOffset = Math.max(this.#next, logStartOffset);
    if (this.#gaps.isCleaned || this.#context.cleanedTo > 0) this.#missingSegments.hasOtherGaps = true;
    for (const damage of this.#missingSegments.damages()) this.#damages.add(damage);
    if (this.#gaps.isCleaned) this.#offsets.missingWasCompacted();
    const { counts, holes, leftOut } = this.#offsets.close();
    const open = [...this.#offsets.open.values()].sort((a, b) => a.firstOffset - b.firstOffset);
    const { producers, leftOut: producersLeftOut } = this.#producers.close(
      this.#offsets.open,
      transactionalIds,
    );
    const pin = open[0];
    const checked = this.#files.segments.findLast(({ baseOffset }) => baseOffset <= recoveryPoint);
    return {
      topic,
      partition,
      isInternal: topic.startsWith('__'),
      sizeBytes: this.#files.segments.reduce((sum, { size }) => sum + size, 0),
      fromOffset,
      logStartOffset,
      lastStableOffset: pin === undefined ? logEndOffset : Math.max(pin.firstOffset, logStartOffset),
      highWatermark: Math.min(Math.max(highWatermark ?? logEndOffset, logStartOffset), logEndOffset),
      logEndOffset,
      segments: this.#segments,
      counts,
      holes,
      holesLeftOut: leftOut,
      pinnedBy: pin === undefined ? null : pinOf(pin, transactionalIds),
      producers,
      producersLeftOut,
      damages: this.#damages.recoveredFrom(checked?.baseOffset ?? 0),
      damagesLeftOut: this.#damages.leftOut,
    };
  }
}

function controlOf(cursor: RecordCursor): { readonly type: string; readonly coordinatorEpoch: number } {
  const { name } = readControlKey(cursor.key);
  const isMarker = name === 'COMMIT' || name === 'ABORT';
  return { type: name, coordinatorEpoch: isMarker ? readMarkerValue(cursor.value) : -1 };
}

function pinOf(
  { producerId, producerEpoch, firstOffset, lastTimestampMs }: OpenTransaction,
  transactionalIds: ReadonlyMap<number, string>,
): PartitionCensus['pinnedBy'] {
  const transactionalId = transactionalIds.get(producerId) ?? null;
  return { producerId, producerEpoch, firstOffset, lastTimestampMs, transactionalId };
}
