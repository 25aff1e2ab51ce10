/** What a producer lets be watched of its batches, its memory and its sender: see `client-observer.ts`. */
import type { ErrorName } from '#core/protocol/errors.ts';

/** Which batch a notice is about. */
export interface BatchName {
  readonly topic: string;
  readonly partition: number;
  /** The batches of one producer are counted from 1, in the order of their creation. */
  readonly batch: number;
}

/** A record went into a batch. */
export interface RecordPlacedNotice extends BatchName {
  /** Position in the batch, from 0. */
  readonly recordIndex: number;
  /** Size of the batch with this record: an estimate for a compressed one. */
  readonly batchSizeBytes: number;
}

/** A batch was begun. */
export interface BatchCreatedNotice extends BatchName {
  /** What it takes from buffer.memory: batch.size, or more for a larger record; 0 for a part of a split batch. */
  readonly reservedBytes: number;
  /** The batch that it is a part of, after the broker found that one too large. */
  readonly partOf: number | undefined;
}

/** Why a batch takes no further record. */
export type BatchCloseReason =
  /** It has reached batch.size. */
  | 'full'
  /** The next record did not fit. */
  | 'noRoom'
  /** It has waited for linger.ms. */
  | 'linger'
  /** flush() waits for it. */
  | 'flush'
  /** Its transaction is about to end. */
  | 'transactionEnd'
  /** Somebody waits for buffer memory. */
  | 'memory'
  /** The producer closes. */
  | 'closing'
  /** A request to its broker was due for another partition, and it went along. */
  | 'nodeReady'
  /** It is a part of a batch that was split. */
  | 'split';

/** A batch takes no further record. */
export interface BatchClosedNotice extends BatchName {
  readonly reason: BatchCloseReason;
  readonly recordCount: number;
  /** Uncompressed, header included. */
  readonly uncompressedBytes: number;
  /** What it was expected to come to when it was closed. */
  readonly estimatedBytes: number;
  /** Since it was created. */
  readonly waitedMs: number;
}

/** A batch is on its way. */
export interface BatchSentNotice extends BatchName {
  /** 1 for the first time. */
  readonly attempt: number;
  /** Correlation id of the Produce request: batches with the same one went together. */
  readonly correlationId: number;
  readonly nodeId: number;
  readonly recordCount: number;
  /** As sent. */
  readonly sizeBytes: number;
  /** Compressed over uncompressed size of the records; 1 without compression. */
  readonly compressionRatio: number;
  /** −1 for a producer that is not idempotent, as the next two. */
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly baseSequence: number;
  readonly isTransactional: boolean;
}

/** A batch was refused, or its answer got lost, and it will be sent again. */
export interface BatchRetriedNotice extends BatchName {
  readonly error: ErrorName;
  /** Of the attempt that failed, from 1. */
  readonly attempt: number;
  /** Not before so many milliseconds from now. */
  readonly delayMs: number;
}

/** A batch was too large for the broker and is sent in parts. */
export interface BatchSplitNotice extends BatchName {
  readonly parts: readonly number[];
}

/** Every record of a batch has its outcome. */
export interface BatchCompletedNotice extends BatchName {
  /** NONE: written. What the client itself decided has the code that is closest. */
  readonly error: ErrorName;
  /** Of the batch as a whole; undefined when it was written. */
  readonly exception: Error | undefined;
  /** −1 when the broker did not say. */
  readonly baseOffset: number;
  readonly recordCount: number;
  /** How often it was sent; 0 when it never left. */
  readonly attempts: number;
}

/** Something about buffer.memory. */
export interface BufferMemoryNotice {
  /**
   * `waiting`: send() has to wait for `bytes`; `granted`: it got them; `exhausted`: it did not within max.block.ms; `freed`: a batch
   * that is complete gave them back.
   */
  readonly what: 'waiting' | 'granted' | 'exhausted' | 'freed';
  readonly bytes: number;
  /** How long it took until it was granted, or given up; 0 of the others. */
  readonly waitedMs: number;
  readonly availableBytes: number;
  readonly totalBytes: number;
  /** How many records wait. */
  readonly waitingCount: number;
}

/** The sender has done everything that can be done now. */
export interface SenderIdleNotice {
  /** When it looks again by itself, in milliseconds from now; null: only when something happens. */
  readonly nextMs: number | null;
  /** Batches that wait for an answer. */
  readonly inFlightCount: number;
}

/** A callback or an interceptor threw; Java writes this to its log and goes on. */
export interface CallbackFailedNotice {
  readonly where: 'callback' | 'onSend' | 'onAcknowledgement' | 'close';
  readonly error: unknown;
}
