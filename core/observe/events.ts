/**
 * Everything the lab announces. One row an event: what its payload is, and one sentence on when it happens. The window, the
 * tests, the journal and the reference pages read this table.
 *
 * Payloads are flat Json, so that they cross to the window unchanged. `high` events may be dropped for a slow window,
 * `state` events never.
 */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

interface EventRow<P extends Json> {
  readonly says: string;
  readonly rate: 'high' | 'state';
  /** Never present at run time. */
  readonly payload?: P;
}

function event<P extends { readonly [key: string]: Json | undefined }>(
  says: string,
  rate: 'high' | 'state' = 'state',
): EventRow<P> {
  return { says, rate };
}

/** An error of one partition in an answer. */
type PartitionError = { readonly topic: string; readonly partition: number; readonly errorCode: number };

export const EVENTS = {
  'broker.started': event<{
    readonly nodeId: number;
    readonly port: number;
    readonly transactionVersion: number;
  }>('The broker accepts connections.'),
  'broker.stopped': event<{ readonly clean: boolean }>('The broker has stopped.'),
  'broker.handlerFailed': event<{ readonly api: string; readonly message: string; readonly stack: string }>(
    'A handler threw: a mistake of the lab. The client got UNKNOWN_SERVER_ERROR.',
  ),

  'connection.opened': event<{ readonly connection: number; readonly remoteAddress: string }>(
    'A client connected.',
  ),
  'connection.closed': event<{ readonly connection: number }>('A connection is over.'),
  'connection.rejected': event<{ readonly connection: number; readonly reason: string }>(
    'The broker closed a connection because of what came over it.',
  ),
  'frame.exchanged': event<{
    /** Number of the exchange, from 1; the lab's frame store has the bytes. */
    readonly frame: number;
    readonly connection: number;
    readonly clientId: string | null;
    readonly apiKey: number;
    readonly api: string;
    readonly version: number;
    readonly correlationId: number;
    readonly requestSize: number;
    /** −1 when nothing is answered (acks=0). */
    readonly responseSize: number;
    readonly receivedAtMs: number;
    readonly tookMs: number;
    /** Top-level error code; 0 when the response has none. */
    readonly errorCode: number;
    readonly partitionErrors: readonly PartitionError[];
    readonly transactionalId: string | null;
    readonly producerId: number;
    readonly producerEpoch: number;
    /** The topic partitions it is about, at most 20. */
    readonly partitions: readonly string[];
  }>('A request was answered.', 'high'),

  'topic.created': event<{ readonly topic: string; readonly topicId: string; readonly partitions: number }>(
    'A topic exists.',
  ),
  'topic.deleted': event<{ readonly topic: string }>('A topic was deleted.'),

  'log.appended': event<{
    readonly topic: string;
    readonly partition: number;
    readonly segment: number;
    readonly position: number;
    readonly size: number;
    readonly baseOffset: number;
    readonly lastOffset: number;
    readonly recordCount: number;
    readonly producerId: number;
    readonly producerEpoch: number;
    readonly baseSequence: number;
    readonly codec: number;
    readonly isTransactional: boolean;
    /** '' for data. */
    readonly marker: '' | 'COMMIT' | 'ABORT';
    readonly coordinatorEpoch: number;
    readonly highWatermark: number;
    readonly lastStableOffset: number;
    readonly logEndOffset: number;
  }>('A batch was written to a partition.', 'high'),
  'log.refused': event<{
    readonly topic: string;
    readonly partition: number;
    readonly producerId: number;
    readonly producerEpoch: number;
    readonly baseSequence: number;
    readonly recordCount: number;
    readonly errorCode: number;
    readonly message: string;
  }>('A batch was refused; nothing was written.'),
  'log.duplicate': event<{
    readonly topic: string;
    readonly partition: number;
    readonly producerId: number;
    readonly producerEpoch: number;
    readonly baseSequence: number;
    readonly baseOffset: number;
  }>('A batch was answered with the offset of the first time; nothing was written.'),
  'log.rolled': event<{ readonly topic: string; readonly partition: number; readonly baseOffset: number }>(
    'A new segment became the active one.',
  ),
  'log.recovering': event<{
    readonly topic: string;
    readonly partition: number;
    /** Which folder of the data directory it is, from 1, of `count`. */
    readonly number: number;
    readonly count: number;
    /** Checked so far of this log, and to be checked. */
    readonly doneBytes: number;
    readonly totalBytes: number;
  }>('A log that was not closed cleanly is being checked; the broker serves nobody yet.', 'high'),
  'log.recovered': event<{
    readonly topic: string;
    readonly partition: number;
    readonly truncatedBytes: number;
    readonly logEndOffset: number;
    readonly reason: string;
  }>('A log that was not closed cleanly was checked, and cut where it was damaged.'),
  'log.startRaised': event<{
    readonly topic: string;
    readonly partition: number;
    readonly logStartOffset: number;
  }>('Older records are no longer part of the log.'),
  'log.cleaned': event<{
    readonly topic: string;
    readonly partition: number;
    /** The dirty part that went into the offset map: from here … */
    readonly firstDirtyOffset: number;
    /** … up to here; the next round begins there. */
    readonly endOffset: number;
    /** Of the segments that were rewritten, before and after. */
    readonly bytesBefore: number;
    readonly bytesAfter: number;
    readonly recordsBefore: number;
    readonly recordsAfter: number;
  }>('The log cleaner has compacted a log.'),
  'log.cleanFailed': event<{
    readonly topic: string;
    readonly partition: number;
    readonly reason: string;
  }>('The log cleaner could not compact a log, and leaves it alone until the broker starts again.'),

  'log.delivered': event<{
    readonly topic: string;
    readonly partition: number;
    readonly isolation: 'read_committed' | 'read_uncommitted';
    /** The next offset the reader asks for. */
    readonly position: number;
    readonly deliveredCount: number;
  }>("One of the lab's own readers received records, or moved past some.", 'high'),

  'txn.stateChanged': event<{
    readonly transactionalId: string;
    readonly producerId: number;
    readonly producerEpoch: number;
    readonly from: string;
    readonly to: string;
    /** Why: 'initProducerId', 'addPartitions', 'endTxn', 'timeout', 'fence', 'markersWritten', 'expired', 'loaded'. */
    readonly cause: string;
    readonly timeoutMs: number;
    readonly startedAtMs: number;
    readonly partitions: readonly string[];
    /** Where the record about it lies. */
    readonly logPartition: number;
    readonly logOffset: number;
  }>('A transactional id moved to another state, and the record about it is in __transaction_state.'),
  'txn.refused': event<{
    readonly transactionalId: string;
    readonly api: string;
    readonly producerId: number;
    readonly producerEpoch: number;
    readonly currentProducerId: number;
    readonly currentEpoch: number;
    readonly state: string;
    readonly errorCode: number;
  }>('The transaction coordinator refused a request.'),
  'txn.markerRefused': event<{
    readonly transactionalId: string;
    readonly topic: string;
    readonly partition: number;
    readonly errorCode: number;
    /** 'done': the partition cannot hold transactions; 'retry'; 'stop': nothing more happens until the coordinator reloads. */
    readonly fate: 'done' | 'retry' | 'stop';
  }>('A partition refused the marker that ends a transaction.'),
  'coordinator.loaded': event<{
    readonly topic: string;
    readonly partition: number;
    readonly records: number;
  }>('A coordinator has read its partition and answers requests.'),
  'coordinator.loadFailed': event<{
    readonly topic: string;
    readonly partition: number;
    readonly message: string;
  }>('A coordinator could not read its partition; its requests get NOT_COORDINATOR.'),

  'group.stateChanged': event<{
    readonly groupId: string;
    readonly from: string;
    readonly to: string;
    readonly generation: number;
    readonly members: number;
    readonly reason: string;
  }>('A group moved to another state.'),
  'group.offsetCommitted': event<{
    readonly groupId: string;
    readonly topic: string;
    readonly partition: number;
    readonly offset: number;
    /** −1 outside a transaction. */
    readonly producerId: number;
  }>("A group's offset was written."),

  'scenario.changed': event<{
    readonly run: number;
    readonly scenario: string;
    /** 'running', 'asking', 'done', 'failed', 'cancelled'. */
    readonly state: string;
  }>('A guided scenario went on, asked something, or ended.'),

  'opened.changed': event<{
    /** Its id, `o1`. */
    readonly opened: string;
    /** 'opened', 'files', 'survey', 'closed', 'gone'. */
    readonly what: string;
    readonly revision: number;
  }>('Something was opened or closed, its files changed, or more is known of them.'),
  'inspect.progress': event<{
    /** Id of what is read; `lab` for the broker's own directory. */
    readonly opened: string;
    /** 'census'; 'check' when nobody asked for it. */
    readonly doing: string;
    readonly doneBytes: number;
    readonly totalBytes: number;
  }>('A scan of log files has come this far.', 'high'),

  'evidence.progressed': event<{
    /** As the window named it. */
    readonly job: string;
    /** 'logs', 'timeline', 'frames', 'verify', 'read', 'records', 'compare'. */
    readonly phase: string;
    readonly doneBytes: number;
    /** −1 while it is not known. */
    readonly totalBytes: number;
  }>('Something long went on: a pack being written, verified or opened, snapshots being compared.', 'high'),

  'experiment.progressed': event<{
    readonly experiment: string;
    /** Runs that are over, of `total`; both 0 when it has ended. */
    readonly done: number;
    readonly total: number;
  }>('An experiment went on, or ended.'),

  'process.started': event<{
    readonly process: string;
    readonly osPid: number;
    readonly name: string;
    readonly transactionalId: string | null;
  }>('A lab producer runs as an operating system process.'),
  'process.stateChanged': event<{
    readonly process: string;
    readonly state: string;
    readonly exitCode: number | null;
    readonly signal: string | null;
  }>('A lab process was frozen, thawed, fenced, killed, or ended.'),
  'process.output': event<{ readonly process: string; readonly text: string }>(
    'A lab process printed a line.',
    'high',
  ),
  'producer.batchCreated': event<{
    readonly process: string;
    readonly topic: string;
    readonly partition: number;
    /** Batches of one producer are counted from 1. */
    readonly batch: number;
    readonly reservedBytes: number;
  }>("A batch was begun in a producer's accumulator.", 'high'),
  'producer.batchClosed': event<{
    readonly process: string;
    readonly topic: string;
    readonly partition: number;
    readonly batch: number;
    /** `full`, `noRoom`, `linger`, `flush`, `memory`, … */
    readonly reason: string;
    readonly recordCount: number;
    /** With its header; an estimate when it is compressed. */
    readonly sizeBytes: number;
    /** Since it was begun. */
    readonly waitedMs: number;
  }>('A batch takes no further record.', 'high'),
  'producer.batchSent': event<{
    readonly process: string;
    readonly topic: string;
    readonly partition: number;
    readonly batch: number;
    /** 1 for the first time. */
    readonly attempt: number;
    /** Batches with the same one went in one request. */
    readonly correlationId: number;
    readonly recordCount: number;
    readonly sizeBytes: number;
  }>('A producer sent a batch.', 'high'),
  'producer.batchCompleted': event<{
    readonly process: string;
    readonly topic: string;
    readonly partition: number;
    readonly batch: number;
    /** NONE: written. */
    readonly error: string;
    /** −1 when the broker did not say. */
    readonly baseOffset: number;
    /** 0 when it never left. */
    readonly attempts: number;
  }>('Every record of a batch has its outcome.', 'high'),
  'producer.memoryWaited': event<{
    readonly process: string;
    /** `waiting` for buffer.memory, `granted` it, or `exhausted`: not within max.block.ms. */
    readonly what: string;
    readonly bytes: number;
    /** By the producer's own clock; 0 when it begins. */
    readonly waitedMs: number;
    readonly availableBytes: number;
    readonly waitingCount: number;
  }>('send() of a producer had to wait for buffer memory.', 'high'),

  'process.belief': event<{
    readonly process: string;
    readonly producerId: number;
    readonly producerEpoch: number;
    readonly state: string;
  }>('A lab process said what it believes: its producer id, epoch and transaction state.'),
} as const satisfies { readonly [type: string]: EventRow<never> | EventRow<Json> };

/** The name of an event: `noun.pastVerb`. */
export type EventType = keyof typeof EVENTS;
/** The payload of an event. */
export type EventOf<T extends EventType> = (typeof EVENTS)[T] extends EventRow<infer P> ? P : never;
