/**
 * Asks the transaction coordinator before a partition opens a transaction (KIP-890).
 *
 * Older requests only verify: the partition must already be in the transaction. Newer ones (Produce v12, TxnOffsetCommit v5) add it
 * on the way. Either way the partition hands out a guard beforehand, and the append must bring the same one: a marker that
 * lands in between takes it away. (source: ReplicaManager.handleProduceAppend, AddPartitionsToTxnManager)
 */
import type { Clock } from '#core/base/clock.ts';
import { sleep } from '#core/base/clock.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import type { TransactionCoordinator } from '#core/coordinator/transaction/transaction-coordinator.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import type { BrokerSettings } from './broker-settings.ts';
import type { TopicCatalog } from './topic-catalog.ts';
import { TRANSACTION_STATE } from './topic-names.ts';

/**
 * What the request's version can take. `implicitAdd`: the partition is added to the transaction. `abortableError`: it knows
 * TRANSACTION_ABORTABLE. (source: TransactionSupportedOperation)
 */
export type VerificationSupport = 'nothing' | 'abortableError' | 'implicitAdd';

export interface VerificationQuestion {
  readonly transactionalId: string;
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly supports: VerificationSupport;
  /** Whether an implicit add waits a little for a transaction that is just ending, as it does in Produce. */
  readonly retries: boolean;
  readonly partitions: readonly (TopicPartition & { readonly baseSequence: number })[];
}

/** What the coordinator says of one partition. `guard` goes into the append; undefined when none is needed. */
export interface Verdict {
  readonly error: ErrorName;
  readonly guard: object | undefined;
}

/** The verdict of a partition that was asked about; others are free to go. */
export type VerdictOf = (partition: TopicPartition) => Verdict;

const FREE: Verdict = { error: 'NONE', guard: undefined };

export interface TransactionVerificationOptions {
  readonly settings: BrokerSettings;
  readonly topics: TopicCatalog;
  readonly transactions: TransactionCoordinator;
}

export class TransactionVerification {
  readonly #clock: Clock;
  readonly #settings: BrokerSettings;
  readonly #topics: TopicCatalog;
  readonly #transactions: TransactionCoordinator;

  constructor(clock: Clock, options: TransactionVerificationOptions) {
    this.#clock = clock;
    this.#settings = options.settings;
    this.#topics = options.topics;
    this.#transactions = options.transactions;
  }

  /** Answers within the turn, unless an implicit add meets a transaction that is just ending: then it tries again for a while. */
  verify(question: VerificationQuestion): VerdictOf | Promise<VerdictOf> {
    const isEnabled = this.#settings.values['transaction.partition.verification.enable'];
    if (!isEnabled && question.supports !== 'implicitAdd') return () => FREE;
    const verdicts = this.#ask(question);
    const mustRetry = question.retries && question.supports === 'implicitAdd' && isConcurrent(verdicts);
    return mustRetry ? this.#askAgain(question, verdicts) : lookup(verdicts);
  }

  async #askAgain(question: VerificationQuestion, first: ReadonlyMap<string, Verdict>): Promise<VerdictOf> {
    const settings = this.#settings.values;
    const backoffMs = settings['add.partitions.to.txn.retry.backoff.ms'];
    const limitMs = Math.min(
      settings['add.partitions.to.txn.retry.backoff.max.ms'],
      settings['request.timeout.ms'],
    );
    const deadlineMs = this.#clock.monotonicMs() + limitMs;
    let verdicts = first;
    while (isConcurrent(verdicts) && this.#clock.monotonicMs() < deadlineMs) {
      await sleep(this.#clock, backoffMs);
      verdicts = this.#ask(question);
    }
    return lookup(verdicts);
  }

  #ask(question: VerificationQuestion): ReadonlyMap<string, Verdict> {
    const { producerId, producerEpoch, partitions } = question;
    const verdicts = new Map<string, Verdict>();
    const asked: TopicPartition[] = [];
    for (const { topic, partition, baseSequence } of partitions) {
      const log = this.#topics.log({ topic, partition });
      if (log?.knowsNewerEpoch(producerId, producerEpoch) === true) {
        const fenced = { error: 'INVALID_PRODUCER_EPOCH', guard: undefined } as const;
        verdicts.set(partitionName({ topic, partition }), fenced);
        continue;
      }
      const guard = log?.startVerification({
        producerId,
        producerEpoch,
        baseSequence,
        supportsEpochBump: question.supports === 'implicitAdd',
      });
      // Without a guard the transaction is open here already, at this epoch: nothing to ask.
      if (guard === undefined) continue;
      asked.push({ topic, partition });
      verdicts.set(partitionName({ topic, partition }), { error: 'NONE', guard });
    }
    if (asked.length === 0) return verdicts;
    for (const [index, error] of this.#errorsOf(question, asked).entries()) {
      const key = partitionName(asked[index] as TopicPartition);
      verdicts.set(key, { error: clientError(error, question.supports), guard: verdicts.get(key)?.guard });
    }
    return verdicts;
  }

  #errorsOf(question: VerificationQuestion, partitions: readonly TopicPartition[]): readonly ErrorName[] {
    const { transactionalId, producerId, producerEpoch } = question;
    if (this.#topics.get(TRANSACTION_STATE) === undefined) {
      return partitions.map(() => 'COORDINATOR_NOT_AVAILABLE');
    }
    const request = { transactionalId, producerId, producerEpoch, partitions };
    if (question.supports !== 'implicitAdd') return this.#transactions.verifyPartitions(request);
    const error = this.#transactions.addPartitions({ ...request, clientTransactionVersion: 2 });
    return partitions.map(() => error);
  }
}

function isConcurrent(verdicts: ReadonlyMap<string, Verdict>): boolean {
  return [...verdicts.values()].some(({ error }) => error === 'CONCURRENT_TRANSACTIONS');
}

function lookup(verdicts: ReadonlyMap<string, Verdict>): VerdictOf {
  return (partition) => verdicts.get(partitionName(partition)) ?? FREE;
}

/** What the partition's leader makes of the coordinator's word. */
function clientError(error: ErrorName, supports: VerificationSupport): ErrorName {
  switch (error) {
    case 'PRODUCER_FENCED':
      return 'INVALID_PRODUCER_EPOCH';
    case 'TRANSACTION_ABORTABLE':
      return supports === 'nothing' ? 'INVALID_TXN_STATE' : error;
    default:
      return error;
  }
}

/** As a Produce response says it: what a producer can only wait for looks like missing replicas, which old clients retry. */
export function produceError(
  error: ErrorName,
  supports: VerificationSupport,
): { readonly error: ErrorName; readonly message?: string } {
  switch (error) {
    case 'INVALID_TXN_STATE':
      return { error, message: 'Partition was not added to the transaction' };
    case 'CONCURRENT_TRANSACTIONS':
      if (supports === 'implicitAdd') return { error };
      return unverified(error);
    case 'NETWORK_EXCEPTION':
    case 'COORDINATOR_LOAD_IN_PROGRESS':
    case 'COORDINATOR_NOT_AVAILABLE':
    case 'NOT_COORDINATOR':
      return unverified(error);
    default:
      return { error };
  }
}

function unverified(error: ErrorName): { readonly error: ErrorName; readonly message: string } {
  return {
    error: 'NOT_ENOUGH_REPLICAS',
    message: `Unable to verify the partition has been added to the transaction. Underlying error: ${error}`,
  };
}
