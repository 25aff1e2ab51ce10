/**
 * Plays a recorded scenario (test/fixtures/coordinator/scenarios) against the coordinator, in place of the broker's handlers: it
 * turns requests into calls, downgrades error names for old API versions, and asks the coordinator what a partition would ask.
 */
import { coordinatorPartition } from '#core/base/java-hash.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { TransactionMetadata } from '#core/coordinator/transaction/transaction-metadata.ts';
import { groupedByTopic } from '#core/coordinator/transaction/transaction-record.ts';
import { TRANSACTION_STATES } from '#core/coordinator/transaction/transaction-state.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { ERRORS } from '#core/protocol/errors.ts';
import { TransactionWorld } from './transaction-world.ts';

/** One step as it was recorded; what each field means depends on `do`. */
export interface ScenarioStep {
  readonly do: string;
  readonly id?: string | null;
  readonly p?: string;
  readonly pid?: number | string;
  readonly epoch?: number | string;
  readonly as?: string;
  readonly v?: number;
  readonly timeout?: number;
  readonly t?: string;
  readonly part?: number;
  readonly tp?: { readonly [topic: string]: readonly number[] };
  readonly txn?: number;
  readonly commit?: boolean;
  readonly verify?: boolean;
  readonly group?: string;
  readonly ms?: number;
  readonly expect?: { readonly tv1?: unknown; readonly tv2?: unknown; readonly both?: unknown };
}

export interface Scenario {
  readonly title: string;
  readonly steps: readonly ScenarioStep[];
}

interface Producer {
  readonly producerId: number;
  readonly producerEpoch: number;
}

const EPOCH_MS = 1_600_000_000_000;

export class ScenarioPlayer {
  readonly #world: TransactionWorld;
  readonly #saved = new Map<string, Producer>();
  readonly #names = new Map<number, string>();
  readonly #version: 1 | 2;

  constructor(version: 1 | 2) {
    this.#version = version;
    this.#world = new TransactionWorld(version, {
      'transaction.abort.timed.out.transaction.cleanup.interval.ms': '200',
    });
  }

  /** Answers each expectation beside what really came. */
  async play({ steps }: Scenario): Promise<{ expected: unknown[]; answered: unknown[] }> {
    await this.#world.start();
    const expected: unknown[] = [];
    const answered: unknown[] = [];
    for (const [index, step] of steps.entries()) {
      const answer = await this.#step(step);
      const { expect } = step;
      if (expect === undefined) continue;
      const right = 'both' in expect ? expect.both : this.#version === 1 ? expect.tv1 : expect.tv2;
      expected.push({ step: index, do: step.do, answer: right });
      answered.push({ step: index, do: step.do, answer });
    }
    this.#world.coordinator.close();
    return { expected, answered };
  }

  async #step(step: ScenarioStep): Promise<unknown> {
    switch (step.do) {
      case 'init':
        return this.#initProducerId(step);
      case 'add':
        return this.#add(step);
      case 'addoffsets':
        return { errorCode: codeOf(this.#addOffsets(step, 0), step.v ?? 3, 2) };
      case 'end':
        return this.#end(step);
      case 'produce':
        return this.#produce(step);
      case 'txncommit':
        return (step.v ?? 4) >= 5 ? this.#addOffsets(step, 2) : undefined;
      case 'settle':
        await this.#world.settle(2000);
        return this.#describe(step);
      case 'describe':
        await this.#world.settle();
        return this.#describe(step);
      case 'log':
        return this.#world.records().map((record) => this.#recordOf(record));
      case 'sleep':
        return this.#world.settle(step.ms);
      case 'refuseMarkers':
        this.#world.markers.refuseAlways.set('~t-0', 'MESSAGE_TOO_LARGE');
        return undefined;
      case 'deleteTopic':
        this.#world.markers.deletedTopics.add(step.t ?? '');
        return undefined;
      default:
        throw new Error(`no step ${step.do}`);
    }
  }

  #initProducerId(step: ScenarioStep): unknown {
    const { producerId, producerEpoch } = this.#producerOf(step);
    const answer = this.#world.coordinator.initProducerId({
      transactionalId: idOf(step),
      timeoutMs: step.timeout ?? 60000,
      producerId,
      producerEpoch,
    });
    return this.#producerAnswer(step, answer, 4);
  }

  async #end(step: ScenarioStep): Promise<unknown> {
    const version = step.v ?? 4;
    const answer = this.#world.coordinator.endTransaction({
      transactionalId: idOf(step) ?? '',
      ...this.#producerOf(step),
      commit: step.commit ?? true,
      transactionVersion: version >= 5 ? 2 : 0,
    });
    // The next request of a client is never faster than a marker here, unless a scenario keeps the marker from being written.
    await this.#world.settle();
    if (version >= 5) return this.#producerAnswer(step, answer, 2);
    return { errorCode: codeOf(answer.error, version, 2) };
  }

  #add(step: ScenarioStep): unknown {
    const { coordinator } = this.#world;
    const version = step.v ?? 3;
    const partitions = partitionsOf(step);
    const request = { transactionalId: idOf(step) ?? '', ...this.#producerOf(step), partitions };
    if (step.verify === true) {
      return coordinator.verifyPartitions(request).map((error) => codeOf(error, version, 2));
    }
    const error = coordinator.addPartitions({
      ...request,
      clientTransactionVersion: version >= 4 ? 2 : 0,
    });
    return partitions.map(() => codeOf(error, version, 2));
  }

  #addOffsets(step: ScenarioStep, clientTransactionVersion: number): ErrorName {
    const partition = coordinatorPartition(step.group ?? '~g', 50);
    return this.#world.coordinator.addPartitions({
      transactionalId: idOf(step) ?? '',
      ...this.#producerOf(step),
      partitions: [{ topic: '__consumer_offsets', partition }],
      clientTransactionVersion,
    });
  }

  /** A partition without an open transaction asks before it appends: to verify, or (Produce 12) to add. */
  #produce(step: ScenarioStep): unknown {
    const request = {
      transactionalId: idOf(step) ?? '',
      ...this.#producerOf(step),
      partitions: partitionsOf(step),
    };
    return (step.v ?? (step.txn === 2 ? 12 : 11)) >= 12
      ? this.#world.coordinator.addPartitions({ ...request, clientTransactionVersion: 2 })
      : this.#world.coordinator.verifyPartitions(request);
  }

  #describe(step: ScenarioStep): unknown {
    const { error, transaction } = this.#world.coordinator.describe(idOf(step) ?? '');
    if (transaction === undefined) return { errorCode: ERRORS[error].code };
    return {
      errorCode: 0,
      transactionalId: transaction.transactionalId,
      transactionState: transaction.state,
      transactionTimeoutMs: transaction.timeoutMs,
      transactionStartTimeMs: timeOf(transaction.startedAtMs),
      producerId: this.#nameOf(transaction.producerId),
      producerEpoch: transaction.producerEpoch,
      topics: groupedByTopic(transaction.partitions).map(({ topic, partitionIds }) => ({
        topic,
        partitions: partitionIds,
      })),
    };
  }

  #recordOf(record: TransactionMetadata | null): unknown {
    if (record === null) return null;
    return {
      producerId: this.#nameOf(record.producerId),
      previousProducerId: this.#nameOf(record.previousProducerId),
      nextProducerId: record.nextProducerId,
      producerEpoch: record.producerEpoch,
      nextProducerEpoch: -1,
      transactionTimeoutMs: record.timeoutMs,
      transactionStatus: TRANSACTION_STATES[record.state].id,
      transactionPartitions: record.state === 'Empty' ? null : groupedByTopic(record.partitions),
      transactionLastUpdateTimestampMs: timeOf(record.lastUpdateMs),
      transactionStartTimestampMs: timeOf(record.startedAtMs),
      clientTransactionVersion: record.clientTransactionVersion,
      valueVersion: 1,
    };
  }

  #producerAnswer(
    step: ScenarioStep,
    { error, producerId, producerEpoch }: Producer & { readonly error: ErrorName },
    fencedSince: number,
  ): unknown {
    if (step.as !== undefined) this.#saved.set(step.as, { producerId, producerEpoch });
    const errorCode = codeOf(error, step.v ?? 5, fencedSince);
    return { errorCode, producerId: this.#nameOf(producerId), producerEpoch };
  }

  #producerOf(step: ScenarioStep): Producer {
    const saved = step.p === undefined ? undefined : this.#saved.get(step.p);
    return {
      producerId: this.#number(step.pid, saved?.producerId ?? -1),
      producerEpoch: this.#number(step.epoch, saved?.producerEpoch ?? -1),
    };
  }

  /** `5`, or `${p.producerId+1000}`. */
  #number(given: number | string | undefined, fallback: number): number {
    if (typeof given !== 'string') return given ?? fallback;
    const [, name = '', field, plus = '0'] =
      /^\$\{(\w+)\.(producerId|producerEpoch)([+-]\d+)?\}$/.exec(given) ?? [];
    const producer = this.#saved.get(name);
    if (producer === undefined) throw new Error(`nothing is saved for ${given}`);
    return (field === 'producerId' ? producer.producerId : producer.producerEpoch) + Number(plus);
  }

  #nameOf(producerId: number): string | number {
    if (producerId < 0) return producerId;
    let name = this.#names.get(producerId);
    if (name === undefined) {
      name = `pid#${this.#names.size + 1}`;
      this.#names.set(producerId, name);
    }
    return name;
  }
}

function idOf({ id }: ScenarioStep): string | null {
  return id === undefined ? '~x' : id;
}

function partitionsOf({ tp, t, part }: ScenarioStep): TopicPartition[] {
  return Object.entries(tp ?? { [t ?? '~t']: [part ?? 0] }).flatMap(([topic, partitions]) =>
    partitions.map((partition) => ({ topic, partition })),
  );
}

/** Old versions do not know PRODUCER_FENCED. */
function codeOf(error: ErrorName, version: number, fencedSince: number): number {
  return ERRORS[error === 'PRODUCER_FENCED' && version < fencedSince ? 'INVALID_PRODUCER_EPOCH' : error].code;
}

function timeOf(ms: number): number | string {
  return ms > EPOCH_MS ? '<now>' : ms;
}
