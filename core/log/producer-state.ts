/**
 * What a partition knows of the producer ids that write to it, and which of their transactions are open.
 *
 * Built from the newest snapshot and the batches behind it; the same `apply` takes a batch just written and one read back. The
 * last stable offset follows from here: the first offset of the oldest transaction that is open, or whose marker lies at or
 * above the high watermark. (source: ProducerStateManager)
 */

import { present } from '#core/base/assert.ts';
import type { Marker } from '#core/protocol/records/control-record.ts';
import { readMarker } from '#core/protocol/records/control-record.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { NONE } from '#core/protocol/records/record-batch.ts';
import { javaHashOrder } from './java-hash-order.ts';
import type { LogSettings } from './log-config.ts';
import type { ActiveProducer } from './log-types.ts';
import { decodeSnapshot, encodeSnapshot } from './producer-snapshot.ts';
import { ProducerStateEntry } from './producer-state-entry.ts';
import type { SnapshotFiles } from './snapshot-files.ts';

/** A transaction that a marker ended. */
export interface CompletedTxn {
  readonly producerId: number;
  readonly firstOffset: number;
  /** Of the marker. */
  readonly lastOffset: number;
  readonly isAborted: boolean;
}

/** What a producer id wrote last. (source: LastRecord) */
export interface LastRecord {
  readonly producerEpoch: number;
  /** Of its newest data batch; undefined when no batch of this epoch is known: the newest thing is a marker. */
  readonly lastDataOffset: number | undefined;
}

interface OpenTxn {
  readonly producerId: number;
  readonly firstOffset: number;
}

export class ProducerState {
  readonly #files: SnapshotFiles;
  readonly #settings: Pick<LogSettings, 'producerIdExpirationMs'>;
  readonly #entries = new Map<number, ProducerStateEntry>();
  /** Greatest number of entries there ever was: it decides the order of Kafka's hash table, hence of a snapshot. */
  #entriesMax = 0;
  /** By first offset; a Map keeps insertion order, and first offsets only rise. */
  readonly #open = new Map<number, OpenTxn>();
  /** Ended, but the marker is at or above the high watermark. */
  readonly #unreplicated = new Map<number, CompletedTxn>();
  #mapEndOffset = 0;
  #lastSnapshotOffset = 0;

  /** `settings` are looked at when something is to expire: they change while the broker runs. */
  constructor(files: SnapshotFiles, settings: Pick<LogSettings, 'producerIdExpirationMs'>) {
    this.#files = files;
    this.#settings = settings;
  }

  /** Up to which offset batches have been applied. */
  get mapEndOffset(): number {
    return this.#mapEndOffset;
  }

  set mapEndOffset(offset: number) {
    this.#mapEndOffset = offset;
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0 && this.#unreplicated.size === 0;
  }

  /** Producer ids whose transactions have no marker. */
  get openProducers(): readonly number[] {
    return [...this.#open.values()].map(({ producerId }) => producerId);
  }

  /** There is a snapshot file, valid or not. */
  get hasSnapshot(): boolean {
    return this.#files.latest() !== undefined;
  }

  entry(producerId: number): ProducerStateEntry | undefined {
    return this.#entries.get(producerId);
  }

  /** First offset that a read_committed reader may not pass yet; undefined when nothing holds it. */
  get firstUnstableOffset(): number | undefined {
    let first = this.#open.keys().next().value;
    for (const offset of this.#unreplicated.keys()) {
      if (first === undefined || offset < first) first = offset;
    }
    return first;
  }

  /**
   * Takes over a batch that is in the log. Answers the transaction it ended, which still counts as open: see `complete`.
   * @throws {DecodeError} when it is a marker that cannot be read.
   */
  apply(batch: RecordBatch): CompletedTxn | undefined {
    this.#mapEndOffset = batch.nextOffset;
    if (!batch.hasProducerId) return undefined;
    if (batch.isControl) {
      const marker = readMarker(batch);
      if (marker === undefined) return undefined;
      const ended = this.transactionEndedBy(batch, marker);
      this.#entryFor(batch.producerId).endTransaction(batch, marker.coordinatorEpoch);
      return ended;
    }
    const entry = this.#entryFor(batch.producerId);
    entry.addBatch(batch);
    if (batch.isTransactional && entry.currentTxnFirstOffset === NONE) {
      entry.currentTxnFirstOffset = batch.baseOffset;
      this.#open.set(batch.baseOffset, { producerId: batch.producerId, firstOffset: batch.baseOffset });
    }
    return undefined;
  }

  /** The open transaction that `marker` ends; undefined when there is none: it then ends nothing a reader could notice. */
  transactionEndedBy(batch: RecordBatch, marker: Marker): CompletedTxn | undefined {
    const firstOffset = this.#entries.get(batch.producerId)?.currentTxnFirstOffset ?? NONE;
    if (firstOffset === NONE) return undefined;
    return {
      producerId: batch.producerId,
      firstOffset,
      lastOffset: batch.baseOffset,
      isAborted: marker.type === 'ABORT',
    };
  }

  /** The last stable offset that holds once `completed` no longer counts as open. */
  lastStableOffsetAfter(completed: CompletedTxn): number {
    for (const txn of this.#open.values()) {
      if (txn.producerId !== completed.producerId) return txn.firstOffset;
    }
    return completed.lastOffset + 1;
  }

  /** Closes a transaction for good; it holds the last stable offset until the high watermark has passed its marker. */
  complete(completed: CompletedTxn): void {
    this.#open.delete(completed.firstOffset);
    this.#unreplicated.set(completed.firstOffset, completed);
  }

  onHighWatermarkUpdated(highWatermark: number): void {
    for (const [firstOffset, completed] of this.#unreplicated) {
      if (completed.lastOffset < highWatermark) this.#unreplicated.delete(firstOffset);
    }
  }

  onLogStartRaised(logStartOffset: number): void {
    this.onHighWatermarkUpdated(logStartOffset);
    this.#mapEndOffset = Math.max(this.#mapEndOffset, logStartOffset);
    this.#lastSnapshotOffset = this.#files.latest() ?? logStartOffset;
  }

  /** Forgets producer ids that were idle for too long, by their own timestamps, and have nothing open. */
  expire(nowMs: number): void {
    for (const [producerId, entry] of this.#entries) {
      if (this.#isExpired(entry, nowMs)) this.#entries.delete(producerId);
    }
  }

  activeProducers(): ActiveProducer[] {
    return [...this.#entries.values()].map((entry) => ({
      producerId: entry.producerId,
      producerEpoch: entry.producerEpoch,
      lastSequence: entry.lastSequence,
      lastTimestamp: entry.lastTimestamp,
      coordinatorEpoch: entry.coordinatorEpoch,
      currentTxnStartOffset: entry.currentTxnFirstOffset,
    }));
  }

  /** What each producer id wrote last, by producer id. */
  lastRecords(): Map<number, LastRecord> {
    return new Map(
      [...this.#entries].map(([producerId, { producerEpoch, newestBatch }]) => [
        producerId,
        { producerEpoch, lastDataOffset: newestBatch?.lastOffset },
      ]),
    );
  }

  /** Writes a snapshot at the offset reached, unless there is one already. */
  takeSnapshot(): void {
    if (this.#mapEndOffset <= this.#lastSnapshotOffset) return;
    this.#files.write(this.#mapEndOffset, this.encode());
    this.#lastSnapshotOffset = this.#mapEndOffset;
  }

  /** What a snapshot at the offset reached contains. */
  encode(): Buffer {
    const order = javaHashOrder([...this.#entries.keys()], this.#entriesMax);
    return encodeSnapshot(order.map((producerId) => present(this.#entries.get(producerId), 'producer id')));
  }

  /**
   * Starts over from the newest valid snapshot within the log, unless the state stands at its end already; snapshots outside of
   * it and damaged ones are removed. Batches from `mapEndOffset` on have to be applied afterwards.
   */
  reload(logStartOffset: number, logEndOffset: number, nowMs: number): void {
    for (const offset of this.#files.offsets()) {
      if (offset > logEndOffset || offset <= logStartOffset) this.#files.remove(offset);
    }
    if (logEndOffset === this.#mapEndOffset) {
      this.expire(nowMs);
      this.onLogStartRaised(logStartOffset);
      return;
    }
    this.#clear();
    this.#mapEndOffset = this.#loadNewestSnapshot(nowMs) ?? logStartOffset;
    this.#lastSnapshotOffset = this.#mapEndOffset;
  }

  /** Forgets everything, removes all snapshots, and stands at `offset`. */
  startFrom(offset: number): void {
    this.#clear();
    for (const snapshot of this.#files.offsets()) this.#files.remove(snapshot);
    this.#lastSnapshotOffset = 0;
    this.#mapEndOffset = offset;
  }

  #clear(): void {
    this.#entries.clear();
    this.#open.clear();
    this.#unreplicated.clear();
  }

  #loadNewestSnapshot(nowMs: number): number | undefined {
    for (let offset = this.#files.latest(); offset !== undefined; offset = this.#files.latest()) {
      const entries = decodeSnapshot(this.#files.read(offset));
      if (entries !== undefined) {
        this.#load(entries.filter((entry) => !this.#isExpired(entry, nowMs)));
        return offset;
      }
      this.#files.remove(offset);
    }
    return undefined;
  }

  #load(entries: readonly ProducerStateEntry[]): void {
    for (const entry of entries) this.#entries.set(entry.producerId, entry);
    this.#entriesMax = Math.max(this.#entriesMax, this.#entries.size);
    const open = entries.filter((entry) => entry.currentTxnFirstOffset !== NONE);
    for (const entry of open.sort((a, b) => a.currentTxnFirstOffset - b.currentTxnFirstOffset)) {
      const { producerId, currentTxnFirstOffset: firstOffset } = entry;
      this.#open.set(firstOffset, { producerId, firstOffset });
    }
  }

  #entryFor(producerId: number): ProducerStateEntry {
    const known = this.#entries.get(producerId);
    if (known !== undefined) return known;
    const entry = new ProducerStateEntry(producerId);
    this.#entries.set(producerId, entry);
    this.#entriesMax = Math.max(this.#entriesMax, this.#entries.size);
    return entry;
  }

  #isExpired(entry: ProducerStateEntry, nowMs: number): boolean {
    return (
      entry.currentTxnFirstOffset === NONE &&
      nowMs - entry.lastTimestamp >= this.#settings.producerIdExpirationMs
    );
  }
}
