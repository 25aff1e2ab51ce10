/** Everything the X-ray can say of a fact. The window has a sentence for each, in every language, under `xray.…`. */
export type XraySay =
  /** Process. */
  | 'process.started'
  | 'process.said'
  | 'process.frozen'
  | 'process.thawed'
  | 'process.fenced'
  | 'process.ended'
  | 'process.killed'
  /** Wire. */
  | 'wire.exchange'
  | 'wire.refused'
  | 'wire.unanswered'
  /** Coordinator. */
  | 'coordinator.recorded'
  | 'coordinator.refused'
  | 'coordinator.offsets'
  /** Partitions. */
  | 'partition.wrote'
  | 'partition.wrotePlain'
  | 'partition.commitMarker'
  | 'partition.abortMarker'
  | 'partition.refused'
  | 'partition.duplicate'
  | 'partition.abortedIndex'
  | 'partition.noAbortedIndex'
  | 'partition.producerState'
  /** Readers. */
  | 'reader.committedGets'
  | 'reader.committedSkips'
  | 'reader.committedGetsAborted'
  | 'reader.committedWaits'
  | 'reader.uncommittedGets'
  | 'reader.plainGets'
  /** What is missing, and why. */
  | 'missing.notInSnapshot'
  | 'missing.noProcess'
  | 'missing.earlierProcess'
  | 'missing.earlierWire'
  | 'missing.forgotten'
  | 'missing.framesForgotten'
  | 'missing.noTransactionState'
  | 'missing.transactionStateCompacted'
  | 'missing.startDeleted'
  | 'missing.recordsGone'
  | 'missing.damaged'
  | 'missing.beside'
  | 'missing.partitions'
  | 'missing.plain'
  | 'missing.noTransactionYet';

/** Its key among the window's messages. */
export type XraySayKey = `xray.${XraySay}`;
