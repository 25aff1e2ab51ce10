/**
 * The admin client. Each call goes to the broker that must answer it, controller, coordinator or leader, and is repeated until
 * default.api.timeout.ms while errors say that a retry may help. (source: KafkaAdminClient)
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import type { AdminConfig } from '#core/config/admin-config.ts';
import { ADMIN_CONFIG } from '#core/config/admin-config.ts';
import type { GivenConfig } from '#core/config/cross-checks.ts';
import { readClientConfig } from '#core/config/cross-checks.ts';
import { ERRORS, errorName } from '#core/protocol/errors.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';
import { Metadata as MetadataApi } from '#core/protocol/messages/03-metadata.ts';
import { FindCoordinator } from '#core/protocol/messages/10-find-coordinator.ts';
import { CreateTopics } from '#core/protocol/messages/19-create-topics.ts';
import { DeleteTopics } from '#core/protocol/messages/20-delete-topics.ts';
import { DescribeProducers } from '#core/protocol/messages/61-describe-producers.ts';
import { DescribeTransactions } from '#core/protocol/messages/65-describe-transactions.ts';
import { ListTransactions } from '#core/protocol/messages/66-list-transactions.ts';
import type { ResponseOf } from '#core/protocol/schema/api.ts';
import { ZERO_UUID } from '#core/protocol/uuid.ts';
import { errorOf } from '../client-error.ts';
import type { ClientObserver } from '../client-observer.ts';
import type { ClientPlatform } from '../client-platform.ts';
import { Deadline } from '../deadline.ts';
import type { ClientCore } from '../network/client-core.ts';
import { createClientCore } from '../network/client-core.ts';
import type { Node, TopicInfo } from '../network/cluster.ts';
import type { ClientRequest } from '../network/network-client.ts';
import type {
  Admin,
  NewTopic,
  ProducerState,
  TransactionDescription,
  TransactionFilter,
  TransactionListing,
} from './admin.ts';

/** Numbers the admin clients of this process that were given no client.id. */
let nextClientNumber = 1;

export interface KafkaAdminOptions {
  readonly platform: ClientPlatform;
  /** Settings by dotted key, as text; bootstrap.servers must be there. */
  readonly config: GivenConfig;
  readonly observer?: ClientObserver | undefined;
}

export class KafkaAdmin implements Admin {
  readonly #platform: ClientPlatform;
  readonly #config: AdminConfig;
  readonly #core: ClientCore;
  /** Topics whose leaders a call needs. */
  readonly #wantedTopics = new Set<string>();

  /** @throws {ConfigException} */
  constructor({ platform, config, observer = {} }: KafkaAdminOptions) {
    this.#platform = platform;
    this.#config = readClientConfig(ADMIN_CONFIG, config).values;
    this.#core = createClientCore(platform, this.#config, {
      clientId:
        this.#config['client.id'] === '' ? `adminclient-${nextClientNumber++}` : this.#config['client.id'],
      inFlightMax: Number.POSITIVE_INFINITY,
      observer,
      allowAutoTopicCreation: false,
      wantedTopics: () => [...this.#wantedTopics],
    });
  }

  async createTopics(topics: readonly NewTopic[]): Promise<void> {
    const body = {
      topics: topics.map(({ name, partitions, replicationFactor, configs }) => ({
        name,
        numPartitions: partitions ?? -1,
        replicationFactor: replicationFactor ?? -1,
        assignments: [],
        configs: Object.entries(configs ?? {}).map(([key, value]) => ({ name: key, value })),
      })),
      timeoutMs: this.#config['request.timeout.ms'],
    };
    await this.#retried(async () => {
      const answer = await this.#ask(this.#controller(), { api: CreateTopics, body });
      for (const { errorCode, errorMessage } of answer.topics) throwIfError(errorCode, errorMessage);
    });
  }

  async deleteTopics(names: readonly string[]): Promise<void> {
    const timeoutMs = this.#config['request.timeout.ms'];
    await this.#retried(async () => {
      const answer = await this.#ask(this.#controller(), {
        api: DeleteTopics,
        body: (version) =>
          version >= 6
            ? { topics: names.map((name) => ({ name, topicId: ZERO_UUID })), timeoutMs }
            : { topicNames: names, timeoutMs },
      });
      for (const { errorCode, errorMessage } of answer.responses) throwIfError(errorCode, errorMessage);
    });
  }

  async listTopics({ listInternal = false } = {}): Promise<readonly string[]> {
    const answer = await this.#retried(() =>
      this.#ask(this.#anyNode(), { api: MetadataApi, body: { topics: null, allowAutoTopicCreation: false } }),
    );
    return answer.topics
      .filter(({ isInternal }) => listInternal || !isInternal)
      .map(({ name }) => name ?? '')
      .sort();
  }

  async describeTopics(names: readonly string[]): Promise<readonly TopicInfo[]> {
    const topics = await this.#topicsOf(names);
    return names.map((name) => topics.get(name) as TopicInfo);
  }

  async listTransactions(filter: TransactionFilter = {}): Promise<readonly TransactionListing[]> {
    const body = {
      stateFilters: filter.states ?? [],
      producerIdFilters: filter.producerIds ?? [],
      durationFilter: filter.durationMs ?? -1,
      transactionalIdPattern: filter.transactionalIdPattern ?? null,
    };
    return this.#retried(async () => {
      await this.#refreshMetadata();
      const answers = await Promise.all(
        this.#core.metadata.nodes.map((node) => this.#ask(node, { api: ListTransactions, body })),
      );
      return answers.flatMap((answer) => {
        throwIfError(answer.errorCode, null);
        return answer.transactionStates.map(({ transactionalId, producerId, transactionState }) => ({
          transactionalId,
          producerId,
          state: transactionState,
        }));
      });
    });
  }

  describeTransactions(transactionalIds: readonly string[]): Promise<readonly TransactionDescription[]> {
    return Promise.all(transactionalIds.map((id) => this.#retried(() => this.#describeTransaction(id))));
  }

  async #describeTransaction(transactionalId: string): Promise<TransactionDescription> {
    const coordinator = await this.#coordinatorOf(transactionalId);
    const answer = await this.#ask(coordinator, {
      api: DescribeTransactions,
      body: { transactionalIds: [transactionalId] },
    });
    const state = answer.transactionStates[0];
    if (state === undefined) throw errorOf('TRANSACTIONAL_ID_NOT_FOUND');
    throwIfError(state.errorCode, null);
    return {
      coordinatorId: coordinator.id,
      state: state.transactionState,
      producerId: state.producerId,
      producerEpoch: state.producerEpoch,
      transactionTimeoutMs: state.transactionTimeoutMs,
      transactionStartTimeMs: state.transactionStartTimeMs,
      partitions: state.topics.flatMap(({ topic, partitions }) =>
        partitions.map((partition) => ({ topic, partition })),
      ),
    };
  }

  describeProducers(partitions: readonly TopicPartition[]): Promise<readonly (readonly ProducerState[])[]> {
    return Promise.all(partitions.map((partition) => this.#retried(() => this.#producersOf(partition))));
  }

  async #producersOf({ topic, partition }: TopicPartition): Promise<readonly ProducerState[]> {
    await this.#topicsOf([topic]);
    const leader = this.#core.metadata.leaderOf(topic, partition);
    if (leader === undefined)
      throw errorOf('LEADER_NOT_AVAILABLE', `${partitionName({ topic, partition })} has no leader`);
    const answer = await this.#ask(leader, {
      api: DescribeProducers,
      body: { topics: [{ name: topic, partitionIndexes: [partition] }] },
    });
    const state = answer.topics[0]?.partitions[0];
    if (state === undefined) throw errorOf('UNKNOWN_TOPIC_OR_PARTITION');
    throwIfError(state.errorCode, state.errorMessage);
    return state.activeProducers.map(({ currentTxnStartOffset, ...producer }) => ({
      ...producer,
      currentTransactionStartOffset: currentTxnStartOffset,
    }));
  }

  close(): Promise<void> {
    this.#core.metadata.close();
    this.#core.client.close();
    return Promise.resolve();
  }

  /** Repeats `attempt` while it fails with an error that a retry may mend. */
  async #retried<T>(attempt: () => Promise<T>): Promise<T> {
    const deadline = new Deadline(this.#platform.clock, this.#config['default.api.timeout.ms']);
    for (let failures = 0; ; failures++) {
      try {
        return await attempt();
      } catch (error) {
        const isOver = deadline.isOver || this.#core.client.isClosed;
        if (!(error instanceof KafkaError) || !error.retriable || isOver) throw error;
        if (ERRORS[error.error].refreshesMetadata || error.error === 'NOT_CONTROLLER') {
          this.#core.metadata.requestUpdate();
        }
      }
      await deadline.pause(this.#core.backoff.delayMs(failures));
    }
  }

  async #ask<A>(node: Node, request: ClientRequest<A>): Promise<ResponseOf<A>> {
    return (await this.#core.client.request(node, request)).body;
  }

  #anyNode(): Node {
    const { client, metadata } = this.#core;
    const node = client.leastLoadedNode(metadata.nodes);
    if (node === undefined) throw errorOf('NETWORK_EXCEPTION', 'No node is available at the moment');
    return node;
  }

  /** In a cluster without ZooKeeper every broker passes the request on; the one named as controller is as good as any. */
  #controller(): Node {
    return this.#core.metadata.controller ?? this.#anyNode();
  }

  async #coordinatorOf(transactionalId: string): Promise<Node> {
    const answer = await this.#ask(this.#anyNode(), {
      api: FindCoordinator,
      body: (version) =>
        version >= 4
          ? { keyType: 1, coordinatorKeys: [transactionalId] }
          : { keyType: 1, key: transactionalId },
    });
    const found = answer.coordinators[0] ?? answer;
    throwIfError(found.errorCode, found.errorMessage);
    return { id: found.nodeId, host: found.host, port: found.port };
  }

  async #refreshMetadata(): Promise<void> {
    const { metadata } = this.#core;
    const timeoutMs = this.#config['request.timeout.ms'];
    if (await metadata.awaitUpdate(metadata.requestUpdate(true), timeoutMs)) return;
    throw errorOf('REQUEST_TIMED_OUT', `No metadata within ${timeoutMs} ms`);
  }

  async #topicsOf(names: readonly string[]): Promise<ReadonlyMap<string, TopicInfo>> {
    for (const name of names) this.#wantedTopics.add(name);
    try {
      await this.#refreshMetadata();
      for (const name of names) {
        if (this.#core.metadata.topic(name) !== undefined) continue;
        const error = this.#core.metadata.errorOf(name);
        throw errorOf(error === 'NONE' ? 'UNKNOWN_TOPIC_OR_PARTITION' : error);
      }
      return this.#core.metadata.topics;
    } finally {
      for (const name of names) this.#wantedTopics.delete(name);
    }
  }
}

function throwIfError(code: number, message: string | null): void {
  const error = errorName(code);
  if (error !== 'NONE') throw errorOf(error, message === null || message === '' ? null : message);
}
