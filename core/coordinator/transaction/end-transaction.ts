/**
 * EndTxn: the outcome is decided, and final, when Prepare* is in the log; markers follow.
 *
 * Two rule sets, chosen by the request's version. Version 1 (EndTxn 0–4) leaves the epoch alone, so the same request again
 * cannot be told from the next one. Version 2 (EndTxn 5, KIP-890) raises the epoch at Prepare*:
 *
 *                     abort                      commit
 *                     epoch − 1    epoch         epoch − 1    epoch
 *   Empty             fenced       raise         fenced       refused
 *   Ongoing           fenced       → Prepare     fenced       → Prepare
 *   CompleteAbort     done         raise         refused      refused
 *   CompleteCommit    refused      raise         done         refused
 *
 * "raise" aborts nothing, to give the producer a fresh epoch; "refused" is INVALID_TXN_STATE.
 * (source: TransactionCoordinator.endTransaction, endTransactionWithTV1, TransactionMetadata.prepareAbortOrCommit)
 */
import { NONE } from '#core/protocol/records/record-batch.ts';
import type { Allocate, Decision } from './decision.ts';
import type { TransactionMetadata } from './transaction-metadata.ts';
import { EPOCH_MAX, isEpochExhausted, raisesEpoch, transit } from './transaction-metadata.ts';
import type { TransactionEntry } from './transaction-shard.ts';
import { isComplete, isPrepared } from './transaction-state.ts';

/** A client's wish to end its transaction. */
export interface EndQuestion {
  readonly entry: TransactionEntry | undefined;
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly commit: boolean;
  /** 2 or more chooses the second rule set. */
  readonly transactionVersion: number;
  readonly nowMs: number;
  readonly allocate: Allocate;
}

export function decideEnd(question: EndQuestion): Decision {
  const { entry } = question;
  if (entry === undefined) return { kind: 'refuse', error: 'INVALID_PRODUCER_ID_MAPPING' };
  return raisesEpoch(question.transactionVersion)
    ? endRaisingEpoch(entry, question)
    : endKeepingEpoch(entry, question);
}

function endKeepingEpoch({ metadata, completion }: TransactionEntry, question: EndQuestion): Decision {
  const { producerId, producerEpoch, commit, nowMs } = question;
  if (metadata.producerId !== producerId) return { kind: 'refuse', error: 'INVALID_PRODUCER_ID_MAPPING' };
  if (metadata.producerEpoch !== producerEpoch) return { kind: 'refuse', error: 'PRODUCER_FENCED' };
  if (completion !== undefined) return { kind: 'refuse', error: 'CONCURRENT_TRANSACTIONS' };
  if (metadata.state === 'Ongoing') {
    return { kind: 'write', next: prepared(metadata, { commit, transactionVersion: 0, nowMs }) };
  }
  return answerRetry(metadata, commit);
}

function endRaisingEpoch({ metadata, completion }: TransactionEntry, question: EndQuestion): Decision {
  const { producerId, producerEpoch, commit } = question;
  if (completion !== undefined) return { kind: 'refuse', error: 'CONCURRENT_TRANSACTIONS' };
  // The same request again, after its transaction used up the epochs: the new producer id stands here already.
  const isRetryAcrossRotation =
    metadata.previousProducerId === producerId &&
    producerEpoch === EPOCH_MAX - 1 &&
    metadata.producerEpoch === 0;
  const isRetry = isRetryAcrossRotation || metadata.producerEpoch === producerEpoch + 1;
  if (metadata.producerId !== producerId && !isRetryAcrossRotation) {
    return { kind: 'refuse', error: 'INVALID_PRODUCER_ID_MAPPING' };
  }
  const isCurrent = metadata.producerEpoch === producerEpoch;
  const isEpochValid = isComplete(metadata.state)
    ? isRetry || isCurrent
    : isPrepared(metadata.state)
      ? metadata.producerEpoch === producerEpoch + 1
      : isCurrent;
  if (!isEpochValid) return { kind: 'refuse', error: 'PRODUCER_FENCED' };
  if (metadata.state === 'Ongoing') return prepareRaising(metadata, question);
  if (isPrepared(metadata.state) || isRetry) return answerRetry(metadata, commit);
  return commit ? { kind: 'refuse', error: 'INVALID_TXN_STATE' } : prepareRaising(metadata, question);
}

/** The transaction is not open: what a client gets that asks for the outcome again, or for the other one. */
function answerRetry({ state }: TransactionMetadata, commit: boolean): Decision {
  switch (state) {
    case commit ? 'CompleteCommit' : 'CompleteAbort':
      return { kind: 'agree' };
    case commit ? 'PrepareCommit' : 'PrepareAbort':
      return { kind: 'refuse', error: 'CONCURRENT_TRANSACTIONS' };
    default:
      return { kind: 'refuse', error: 'INVALID_TXN_STATE' };
  }
}

/** Why the coordinator ends a transaction by itself: a newer producer, or the timeout. */
export interface FenceQuestion {
  readonly entry: TransactionEntry;
  /** Of the cluster: there is no client to go by. */
  readonly transactionVersion: number;
  readonly nowMs: number;
  readonly allocate: Allocate;
}

/** Aborts an open transaction under a raised epoch, so that its producer cannot write any more. */
export function decideFence({ entry, transactionVersion, nowMs, allocate }: FenceQuestion): Decision {
  const { metadata, hasFailedEpochFence } = entry;
  if (raisesEpoch(transactionVersion)) {
    return prepareRaising(metadata, { commit: false, transactionVersion, nowMs, allocate });
  }
  const isRaised = hasFailedEpochFence || metadata.producerEpoch === EPOCH_MAX;
  const fenced = fencedInMemory(metadata, isRaised ? 0 : 1);
  return { kind: 'write', next: prepared(fenced, { commit: false, transactionVersion: 0, nowMs }) };
}

/** What stays in memory when the record of a fencing could not be written: the raised epoch, unknown to any client. */
export function fencedInMemory(metadata: TransactionMetadata, raiseBy: 0 | 1): TransactionMetadata {
  return {
    ...metadata,
    producerEpoch: metadata.producerEpoch + raiseBy,
    lastProducerEpoch: NONE,
  };
}

function prepareRaising(
  metadata: TransactionMetadata,
  question: Pick<EndQuestion, 'commit' | 'transactionVersion' | 'nowMs' | 'allocate'>,
): Decision {
  const { producerEpoch } = metadata;
  let nextProducerId: number = NONE;
  if (isEpochExhausted(producerEpoch)) {
    const allocated = question.allocate();
    if (allocated === undefined) return { kind: 'refuse', error: 'COORDINATOR_LOAD_IN_PROGRESS' };
    nextProducerId = allocated;
  }
  const next = prepared(metadata, question);
  return {
    kind: 'write',
    next: {
      ...next,
      producerEpoch: Math.min(producerEpoch + 1, EPOCH_MAX),
      lastProducerEpoch: producerEpoch,
      nextProducerId,
    },
  };
}

/** Prepare* with the epoch as it is. An abort of nothing starts, and is timed, now. */
function prepared(
  metadata: TransactionMetadata,
  { commit, transactionVersion, nowMs }: Pick<EndQuestion, 'commit' | 'transactionVersion' | 'nowMs'>,
): TransactionMetadata {
  return transit(metadata, {
    state: commit ? 'PrepareCommit' : 'PrepareAbort',
    startedAtMs: metadata.state === 'Ongoing' ? metadata.startedAtMs : nowMs,
    lastUpdateMs: nowMs,
    clientTransactionVersion: transactionVersion,
  });
}
