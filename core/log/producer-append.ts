/**
 * May this batch follow what the producer id wrote before? The checks of the partition leader, in Kafka's order: duplicate,
 * verification, epoch, sequence, transaction. Nothing is changed here; the log applies the batch once it is written.
 * (source: UnifiedLog.analyzeAndValidateProducerState, ProducerAppendInfo)
 */
import type { ErrorName } from '#core/protocol/errors.ts';
import type { Marker } from '#core/protocol/records/control-record.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { NONE, SEQUENCE_MAX } from '#core/protocol/records/record-batch.ts';
import type { AppendOrigin } from './log-types.ts';
import type { BatchMetadata, ProducerStateEntry } from './producer-state-entry.ts';
import type { PendingVerification } from './verification-state.ts';

export type ProducerVerdict =
  | { readonly kind: 'accepted' }
  /** Written before; `batch` says where. */
  | { readonly kind: 'duplicate'; readonly batch: BatchMetadata }
  | { readonly kind: 'refused'; readonly error: ErrorName; readonly message: string };

export interface ProducerCheck {
  /** Undefined when nothing is known of the producer id. */
  readonly entry: ProducerStateEntry | undefined;
  readonly origin: AppendOrigin;
  /** Verification is on, and the request does not bring the guard it was given. */
  readonly isUnverified: boolean;
  readonly verification: PendingVerification | undefined;
  /** Of the transaction a marker ends. */
  readonly transactionVersion: number;
}

const ACCEPTED: ProducerVerdict = { kind: 'accepted' };

function refused(error: ErrorName, message: string): ProducerVerdict {
  return { kind: 'refused', error, message };
}

/** Checks a data batch that has a producer id. */
export function checkDataBatch(batch: RecordBatch, check: ProducerCheck): ProducerVerdict {
  const { entry, origin } = check;
  if (origin === 'replication') return ACCEPTED;
  if (origin === 'client') {
    const duplicate = entry?.findDuplicate(batch);
    if (duplicate !== undefined) return { kind: 'duplicate', batch: duplicate };
  }
  if (entry !== undefined && batch.producerEpoch < entry.producerEpoch) return staleEpoch(batch, entry);
  if (batch.isTransactional && !isOpen(entry, batch.producerEpoch) && check.isUnverified) {
    return refused('INVALID_TXN_STATE', 'Record was not part of an ongoing transaction');
  }
  const outOfOrder = origin === 'client' ? checkSequence(batch, check) : undefined;
  if (outOfOrder !== undefined) return refused('OUT_OF_ORDER_SEQUENCE_NUMBER', outOfOrder);
  if (entry !== undefined && entry.currentTxnFirstOffset !== NONE && !batch.isTransactional) {
    return refused('INVALID_TXN_STATE', `Expected transactional write from producer ${batch.producerId}`);
  }
  return ACCEPTED;
}

/** Checks a COMMIT or ABORT marker. */
export function checkMarker(batch: RecordBatch, marker: Marker, check: ProducerCheck): ProducerVerdict {
  const { entry, transactionVersion } = check;
  if (check.origin === 'replication' || entry === undefined) return ACCEPTED;
  if (batch.producerEpoch < entry.producerEpoch) return staleEpoch(batch, entry);
  // Under version 2 the end of a transaction raises the epoch, so a marker with the known epoch cannot end an open one (KIP-1228).
  // Without one open it is a marker sent again, and is written again.
  const isOfKnownEpoch = transactionVersion >= 2 && batch.producerEpoch === entry.producerEpoch;
  if (isOfKnownEpoch && entry.currentTxnFirstOffset !== NONE) return staleEpoch(batch, entry);
  if (marker.coordinatorEpoch < entry.coordinatorEpoch) {
    return refused(
      'TRANSACTION_COORDINATOR_FENCED',
      `Invalid coordinator epoch for producerId ${batch.producerId}: ${marker.coordinatorEpoch} (zombie), ` +
        `${entry.coordinatorEpoch} (current)`,
    );
  }
  return ACCEPTED;
}

/** True when the producer id has a transaction open at this very epoch. */
export function isOpen(entry: ProducerStateEntry | undefined, producerEpoch: number): boolean {
  return entry !== undefined && entry.currentTxnFirstOffset !== NONE && entry.producerEpoch === producerEpoch;
}

function staleEpoch(batch: RecordBatch, entry: ProducerStateEntry): ProducerVerdict {
  // Never PRODUCER_FENCED here: since KIP-588 a client may abort and go on after this one.
  const relation = batch.producerEpoch === entry.producerEpoch ? 'not greater' : 'smaller';
  return refused(
    'INVALID_PRODUCER_EPOCH',
    `Epoch of producer ${batch.producerId} is ${batch.producerEpoch}, which is ${relation} than the last ` +
      `seen epoch ${entry.producerEpoch}`,
  );
}

/** A sentence on what is wrong with the sequence; undefined when it may follow. */
function checkSequence(batch: RecordBatch, { entry, verification }: ProducerCheck): string | undefined {
  const first = batch.baseSequence;
  const subject = `for producer ${batch.producerId}: ${first} (incoming seq. number)`;
  if (verification?.supportsEpochBump && first !== 0 && entry?.newestBatch === undefined) {
    return `Out of order sequence number ${subject}, expected 0: nothing is known of this producer`;
  }
  if (verification !== undefined && first > verification.lowestSequence) {
    return `Out of order sequence number ${subject}, ${verification.lowestSequence} (earliest seen sequence)`;
  }
  // Nothing known, perhaps because it expired: any sequence may begin (KIP-360).
  if (entry === undefined || entry.producerEpoch === NONE) return undefined;
  if (batch.producerEpoch !== entry.producerEpoch) {
    if (first === 0) return undefined;
    return (
      `Invalid sequence number ${subject} for new epoch ${batch.producerEpoch}, ` +
      `${entry.producerEpoch} (current producer epoch)`
    );
  }
  const last = entry.lastSequence;
  if (first === last + 1 || (first === 0 && last === SEQUENCE_MAX)) return undefined;
  return `Out of order sequence number ${subject}, ${last} (current end sequence number)`;
}
