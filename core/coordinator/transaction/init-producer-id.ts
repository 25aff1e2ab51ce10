/**
 * InitProducerId: who may write under a transactional id from now on.
 *
 *   state                  expected epoch           result
 *   unknown                any                      new producer id, epoch 0
 *   Empty, Complete*       none                     epoch + 1; whoever had it is fenced
 *                          the current one          epoch + 1; remembered, so that the same request again is answered alike
 *                          the one before           the current epoch: the answer got lost (KIP-360)
 *                          another                  PRODUCER_FENCED
 *   … epochs used up       none, or the current     new producer id, epoch 0
 *   Ongoing                any                      the open transaction is fenced and aborted, CONCURRENT_TRANSACTIONS
 *   Prepare*               any                      CONCURRENT_TRANSACTIONS
 *
 * (source: TransactionCoordinator.prepareInitProducerIdTransit, TransactionMetadata.prepareIncrementProducerEpoch)
 */
import type { ErrorName } from '#core/protocol/errors.ts';
import { NONE } from '#core/protocol/records/record-batch.ts';
import type { Allocate, Decision } from './decision.ts';
import type { TransactionMetadata } from './transaction-metadata.ts';
import { isEpochExhausted, NO_TIMEOUT_MS, newTransactionalId, transit } from './transaction-metadata.ts';
import type { InitProducerIdRequest, TransactionConfig } from './transaction-requests.ts';
import type { TransactionEntry } from './transaction-shard.ts';

/** The producer id and epoch that the client believes in. */
export interface ExpectedProducer {
  readonly producerId: number;
  readonly producerEpoch: number;
}

/** What is decided: a step, a refusal, or that the open transaction has to be fenced first. */
export type InitDecision = Decision | { readonly kind: 'fence' };

export interface InitQuestion {
  readonly transactionalId: string;
  /** Undefined when the coordinator has never heard of the id. */
  readonly entry: TransactionEntry | undefined;
  readonly timeoutMs: number;
  /** Undefined when the client has none. */
  readonly expected: ExpectedProducer | undefined;
  readonly nowMs: number;
  readonly allocate: Allocate;
}

/** What is wrong with the request itself; NONE when nothing is. A two-phase commit has no timeout to check (KIP-939). */
export function errorOfInit(
  transactionalId: string,
  request: InitProducerIdRequest,
  config: TransactionConfig,
): ErrorName {
  if (transactionalId === '') return 'INVALID_REQUEST';
  if (request.enable2Pc === true && !config['transaction.two.phase.commit.enable']) {
    return 'TRANSACTIONAL_ID_AUTHORIZATION_FAILED';
  }
  if (request.keepPreparedTxn === true) return 'UNSUPPORTED_VERSION';
  if (request.enable2Pc === true) return 'NONE';
  const isTimeoutValid = request.timeoutMs > 0 && request.timeoutMs <= config['transaction.max.timeout.ms'];
  return isTimeoutValid ? 'NONE' : 'INVALID_TRANSACTION_TIMEOUT';
}

/** The timeout that holds, and whom the client believes itself to be. */
export function askedOf({
  producerId,
  producerEpoch,
  timeoutMs,
  enable2Pc,
}: InitProducerIdRequest): Pick<InitQuestion, 'timeoutMs' | 'expected'> {
  return {
    timeoutMs: enable2Pc === true ? NO_TIMEOUT_MS : timeoutMs,
    expected: producerId === NONE ? undefined : { producerId, producerEpoch },
  };
}

export function decideInit(question: InitQuestion): InitDecision {
  const { entry, expected } = question;
  if (entry === undefined) return firstTime(question);
  const { metadata, completion } = entry;
  if (completion !== undefined) return { kind: 'refuse', error: 'CONCURRENT_TRANSACTIONS' };
  if (expected !== undefined && !mayBe(metadata, expected)) {
    return { kind: 'refuse', error: 'PRODUCER_FENCED' };
  }
  switch (metadata.state) {
    case 'Ongoing':
      return { kind: 'fence' };
    case 'Empty':
    case 'CompleteCommit':
    case 'CompleteAbort':
      return raiseEpoch(metadata, question);
    default:
      return { kind: 'refuse', error: 'CONCURRENT_TRANSACTIONS' };
  }
}

function firstTime({ transactionalId, timeoutMs, nowMs, allocate }: InitQuestion): InitDecision {
  const producerId = allocate();
  if (producerId === undefined) return { kind: 'refuse', error: 'COORDINATOR_LOAD_IN_PROGRESS' };
  const created = newTransactionalId({ transactionalId, producerId, timeoutMs, nowMs });
  return { kind: 'write', next: emptied(created, 0, NONE, { timeoutMs, nowMs }) };
}

/** The expected producer is the current one, or the one whose epochs ran out just before it. */
function mayBe(metadata: TransactionMetadata, { producerId, producerEpoch }: ExpectedProducer): boolean {
  return (
    producerId === metadata.producerId ||
    (producerId === metadata.previousProducerId && isEpochExhausted(producerEpoch))
  );
}

function raiseEpoch(metadata: TransactionMetadata, question: InitQuestion): InitDecision {
  const { producerEpoch: current, lastProducerEpoch } = metadata;
  const expected = question.expected?.producerEpoch;
  if (isEpochExhausted(current)) {
    // Kafka fails with an illegal state here: an older epoch cannot be told from a retry any more.
    if (expected !== undefined && expected !== current) {
      return { kind: 'refuse', error: 'UNKNOWN_SERVER_ERROR' };
    }
    return rotate(metadata, question);
  }
  if (expected === undefined) {
    return { kind: 'write', next: emptied(metadata, current + 1, NONE, question) };
  }
  if (expected === current) {
    return { kind: 'write', next: emptied(metadata, current + 1, current, question) };
  }
  if (expected === lastProducerEpoch) {
    return { kind: 'write', next: emptied(metadata, current, lastProducerEpoch, question) };
  }
  return { kind: 'refuse', error: 'PRODUCER_FENCED' };
}

function rotate(metadata: TransactionMetadata, question: InitQuestion): InitDecision {
  const producerId = question.allocate();
  if (producerId === undefined) return { kind: 'refuse', error: 'COORDINATOR_LOAD_IN_PROGRESS' };
  const lastEpoch = question.expected === undefined ? NONE : metadata.producerEpoch;
  return { kind: 'write', next: { ...emptied(metadata, 0, lastEpoch, question), producerId } };
}

/** No transaction, and a clean slate for the next one. */
function emptied(
  metadata: TransactionMetadata,
  producerEpoch: number,
  lastProducerEpoch: number,
  { timeoutMs, nowMs }: { readonly timeoutMs: number; readonly nowMs: number },
): TransactionMetadata {
  return transit(metadata, {
    state: 'Empty',
    producerEpoch,
    lastProducerEpoch,
    timeoutMs,
    partitions: [],
    startedAtMs: NONE,
    lastUpdateMs: nowMs,
  });
}
