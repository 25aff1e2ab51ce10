/** A transactional producer written out in requests, at the versions that some other client speaks. */

import { errorName } from '#core/protocol/errors.ts';
import { Produce } from '#core/protocol/messages/00-produce.ts';
import { FindCoordinator } from '#core/protocol/messages/10-find-coordinator.ts';
import { InitProducerId } from '#core/protocol/messages/22-init-producer-id.ts';
import { AddPartitionsToTxn } from '#core/protocol/messages/24-add-partitions-to-txn.ts';
import { AddOffsetsToTxn } from '#core/protocol/messages/25-add-offsets-to-txn.ts';
import { EndTxn } from '#core/protocol/messages/26-end-txn.ts';
import { TxnOffsetCommit } from '#core/protocol/messages/28-txn-offset-commit.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';
import { produceRequest, type TestClient } from './broker-world.ts';
import type { WireSubject } from './wire-subject.ts';

/** The versions a client speaks. */
export interface Versions {
  readonly produce: number;
  readonly init: number;
  readonly add: number;
  readonly addOffsets: number;
  readonly end: number;
  readonly commitOffsets: number;
}

/** As far as each client's own code goes, against a broker that knows more. */
export const VERSIONS = {
  kafkajs: { produce: 7, init: 1, add: 1, addOffsets: 1, end: 1, commitOffsets: 1 },
  librdkafka: { produce: 10, init: 4, add: 0, addOffsets: 0, end: 1, commitOffsets: 3 },
  platformatic: { produce: 11, init: 5, add: 3, addOffsets: 3, end: 3, commitOffsets: 3 },
  tv2: { produce: 12, init: 5, add: 3, addOffsets: 4, end: 5, commitOffsets: 5 },
} as const satisfies { readonly [client: string]: Versions };

/** Asks until the coordinator is there, as every client does first. */
async function findCoordinator(
  world: WireSubject,
  client: TestClient,
  asked: { readonly key: string; readonly keyType: number },
): Promise<void> {
  for (;;) {
    const { errorCode } = await world.settle(client.ask(FindCoordinator, 1, asked));
    if (errorCode === 0) return;
    await world.pass(10);
  }
}

const LOADING = new Set(['NOT_COORDINATOR', 'COORDINATOR_NOT_AVAILABLE', 'COORDINATOR_LOAD_IN_PROGRESS']);

/** A record with a key. */
export interface KeyedValue {
  readonly key: string;
  readonly value: string;
}

export class WireProducer {
  readonly #world: WireSubject;
  #client: TestClient;
  readonly #transactionalId: string | null;
  readonly #versions: Versions;
  readonly #sequences = new Map<string, number>();
  producerId = -1;
  producerEpoch = -1;

  static async open(
    world: WireSubject,
    transactionalId: string | null,
    versions: Versions = VERSIONS.kafkajs,
  ): Promise<WireProducer> {
    const client = await world.connect();
    if (transactionalId !== null) await findCoordinator(world, client, { key: transactionalId, keyType: 1 });
    return new WireProducer(world, { client, transactionalId, versions });
  }

  /** After InitProducerId. */
  static async ready(
    world: WireSubject,
    transactionalId: string | null,
    versions: Versions = VERSIONS.kafkajs,
  ): Promise<WireProducer> {
    const producer = await WireProducer.open(world, transactionalId, versions);
    const error = await producer.init();
    if (error !== 'NONE') throw new Error(`InitProducerId: ${error}`);
    return producer;
  }

  constructor(
    world: WireSubject,
    init: {
      readonly client: TestClient;
      readonly transactionalId: string | null;
      readonly versions: Versions;
    },
  ) {
    this.#world = world;
    this.#client = init.client;
    this.#transactionalId = init.transactionalId;
    this.#versions = init.versions;
  }

  /** Goes on over a new connection, after a restart of the broker. */
  async reconnect(): Promise<void> {
    this.#client = await this.#world.connect();
    if (this.#transactionalId === null) return;
    await findCoordinator(this.#world, this.#client, { key: this.#transactionalId, keyType: 1 });
  }

  /** Says that it is somebody else. */
  pretend(producerId: number, producerEpoch: number): void {
    this.producerId = producerId;
    this.producerEpoch = producerEpoch;
  }

  get #owner() {
    const { producerId, producerEpoch } = this;
    return { transactionalId: this.#transactionalId ?? '', producerId, producerEpoch };
  }

  /** Answers the error's name; takes the id and epoch over, and begins the sequences at 0. Waits for a coordinator that loads. */
  async init(timeoutMs = 60_000): Promise<string> {
    const body = { transactionalId: this.#transactionalId, transactionTimeoutMs: timeoutMs };
    for (;;) {
      const answer = await this.#world.settle(this.#client.ask(InitProducerId, this.#versions.init, body));
      const error = errorName(answer.errorCode);
      if (error === 'NONE') this.#become(answer);
      if (!LOADING.has(error)) return error;
      await this.#world.pass(10);
    }
  }

  #become({
    producerId,
    producerEpoch,
  }: {
    readonly producerId: number;
    readonly producerEpoch: number;
  }): void {
    this.producerId = producerId;
    this.producerEpoch = producerEpoch;
    this.#sequences.clear();
  }

  async add(topic: string): Promise<string> {
    const { transactionalId, producerId, producerEpoch } = this.#owner;
    const { resultsByTopicV3AndBelow: results } = await this.#world.settle(
      this.#client.ask(AddPartitionsToTxn, this.#versions.add, {
        v3AndBelowTransactionalId: transactionalId,
        v3AndBelowProducerId: producerId,
        v3AndBelowProducerEpoch: producerEpoch,
        v3AndBelowTopics: [{ name: topic, partitions: [0] }],
      }),
    );
    return errorName(results[0]?.resultsByPartition[0]?.partitionErrorCode ?? -1);
  }

  /** One batch to partition 0: its base offset, or the error's name. `sequence` overrides the next one. */
  async produce(
    topic: string,
    values: readonly (string | KeyedValue)[],
    sequence?: number,
  ): Promise<number | string> {
    const baseSequence = sequence ?? this.#sequences.get(topic) ?? 0;
    const timestamp = this.#world.clock.nowMs();
    const records = buildBatch({
      records: values.map((one) =>
        typeof one === 'string'
          ? { timestamp, key: null, value: Buffer.from(one) }
          : { timestamp, key: Buffer.from(one.key), value: Buffer.from(one.value) },
      ),
      producerState: {
        producerId: this.producerId,
        producerEpoch: this.producerEpoch,
        baseSequence,
        isTransactional: this.#transactionalId !== null,
      },
    });
    const { transactionalId } = this.#owner;
    const request = produceRequest(topic, records, this.#transactionalId === null ? {} : { transactionalId });
    const { responses } = await this.#world.settle(
      this.#client.ask(Produce, this.#versions.produce, request),
    );
    const answer = responses[0]?.partitionResponses[0];
    if (answer === undefined) throw new Error('no partition was answered');
    if (answer.errorCode !== 0) return errorName(answer.errorCode);
    if (sequence === undefined) this.#sequences.set(topic, baseSequence + values.length);
    return answer.baseOffset;
  }

  /** Needed once before offsets are sent: the first question makes the topic of offsets. */
  findGroup(groupId: string): Promise<void> {
    return findCoordinator(this.#world, this.#client, { key: groupId, keyType: 0 });
  }

  async addOffsets(groupId: string): Promise<string> {
    const body = { ...this.#owner, groupId };
    const answer = await this.#world.settle(
      this.#client.ask(AddOffsetsToTxn, this.#versions.addOffsets, body),
    );
    return errorName(answer.errorCode);
  }

  async commitOffset(groupId: string, topic: string, offset: number): Promise<string> {
    const answer = await this.#world.settle(
      this.#client.ask(TxnOffsetCommit, this.#versions.commitOffsets, {
        ...this.#owner,
        groupId,
        topics: [
          {
            name: topic,
            partitions: [{ partitionIndex: 0, committedOffset: offset, committedMetadata: '' }],
          },
        ],
      }),
    );
    return errorName(answer.topics[0]?.partitions[0]?.errorCode ?? -1);
  }

  /** Answers the error's name, without waiting for the markers. */
  async end(committed: boolean): Promise<string> {
    const { end } = this.#versions;
    const answer = await this.#world.settle(this.#client.ask(EndTxn, end, { ...this.#owner, committed }));
    if (answer.errorCode === 0 && end >= 5) this.#become(answer);
    return errorName(answer.errorCode);
  }
}
