/**
 * How a program watches a client from inside its own process: what it sends, what it is answered, what it believes. A lab
 * producer prints its lines from this. Calls are synchronous, in order, and must not throw.
 */
import type { ErrorName } from '#core/protocol/errors.ts';
import type {
  BatchClosedNotice,
  BatchCompletedNotice,
  BatchCreatedNotice,
  BatchRetriedNotice,
  BatchSentNotice,
  BatchSplitNotice,
  BufferMemoryNotice,
  CallbackFailedNotice,
  RecordPlacedNotice,
  SenderIdleNotice,
} from './producer-notices.ts';

/** An error code in an answer, and which part of the answer it is about. */
export interface AnsweredError {
  readonly error: ErrorName;
  readonly code: number;
  readonly topic?: string;
  readonly partition?: number;
}

/** A request on its way. */
export interface RequestNotice {
  readonly api: string;
  readonly apiKey: number;
  readonly version: number;
  readonly correlationId: number;
  /** The node asked; negative for a bootstrap address. */
  readonly nodeId: number;
  readonly sizeBytes: number;
}

/** An answer, or the end of the wait for one. */
export interface ResponseNotice extends Omit<RequestNotice, 'sizeBytes'> {
  /** 0 when the connection ended first. */
  readonly sizeBytes: number;
  readonly tookMs: number;
  /** Every code of the answer that is not NONE; NETWORK_EXCEPTION or REQUEST_TIMED_OUT when there was none. */
  readonly errors: readonly AnsweredError[];
}

/** What a producer believes about itself. */
export interface ProducerStateNotice {
  /** A state of the transaction manager, e.g. IN_TRANSACTION. */
  readonly state: string;
  /** −1 while it has none. */
  readonly producerId: number;
  readonly producerEpoch: number;
  /** Why it is in ABORTABLE_ERROR or FATAL_ERROR. */
  readonly error: Error | undefined;
}

/** What is left out is not watched, and costs nothing. From `onStateChange` on only producers call. */
export interface ClientObserver {
  onRequest?(notice: RequestNotice): void;
  onResponse?(notice: ResponseNotice): void;
  /** After each change of state, producer id or epoch. */
  onStateChange?(notice: ProducerStateNotice): void;
  onRecordPlaced?(notice: RecordPlacedNotice): void;
  onBatchCreated?(notice: BatchCreatedNotice): void;
  onBatchClosed?(notice: BatchClosedNotice): void;
  onBatchSent?(notice: BatchSentNotice): void;
  onBatchRetried?(notice: BatchRetriedNotice): void;
  onBatchSplit?(notice: BatchSplitNotice): void;
  onBatchCompleted?(notice: BatchCompletedNotice): void;
  onBufferMemory?(notice: BufferMemoryNotice): void;
  onSenderIdle?(notice: SenderIdleNotice): void;
  onCallbackFailed?(notice: CallbackFailedNotice): void;
}
