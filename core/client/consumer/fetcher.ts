/**
 * Fetches ahead: one request to each leader at a time, for the partitions of which nothing is buffered.
 *
 * What comes back is buffered as it is; decoding and filtering happen when poll() takes it. (source: Fetcher, AbstractFetch)
 */
import type { Clock } from '#core/base/clock.ts';
import type { ConsumerConfig } from '#core/config/consumer-config.ts';
import { errorName } from '#core/protocol/errors.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';
import { Fetch } from '#core/protocol/messages/01-fetch.ts';
import type { RequestInit, ResponseOf } from '#core/protocol/schema/api.ts';
import { ZERO_UUID } from '#core/protocol/uuid.ts';
import { byTopic } from '../by-topic.ts';
import type { Backoff } from '../network/backoff.ts';
import type { Node } from '../network/cluster.ts';
import type { Metadata } from '../network/metadata.ts';
import type { NetworkClient } from '../network/network-client.ts';
import { CompletedFetch } from './completed-fetch.ts';
import type { FetchPartition, FetchPlan } from './fetch-session.ts';
import { FetchSession } from './fetch-session.ts';
import type { PartitionState, SubscriptionState } from './subscription-state.ts';
import { isReadable } from './subscription-state.ts';

/** Last version that names topics. */
const FETCH_VERSION_BY_NAME = 12;

/** Fetching from one leader. */
interface Source {
  readonly node: Node;
  readonly session: FetchSession;
  isPending: boolean;
  failures: number;
  /** Monotonic time before which nothing is asked. */
  retryAtMs: number;
}

export interface FetcherParts {
  readonly client: NetworkClient;
  readonly metadata: Metadata;
  readonly subscription: SubscriptionState;
  readonly backoff: Backoff;
  /** Called when something was buffered, or a fetch may be sent again. */
  readonly onProgress: () => void;
}

export class Fetcher {
  readonly #clock: Clock;
  readonly #parts: FetcherParts;
  readonly #config: ConsumerConfig;
  readonly #sources = new Map<number, Source>();
  #buffered: CompletedFetch[] = [];
  #isClosed = false;

  constructor(clock: Clock, parts: FetcherParts, config: ConsumerConfig) {
    this.#clock = clock;
    this.#parts = parts;
    this.#config = config;
  }

  /** What came back and is not used up, in order of arrival. */
  get buffered(): readonly CompletedFetch[] {
    return this.#buffered;
  }

  /** Takes a fetch out of the buffer: it is used up, or of no use. */
  discard(fetch: CompletedFetch): void {
    fetch.drain();
    this.#buffered = this.#buffered.filter((other) => other !== fetch);
  }

  /** Sends a fetch to every leader that has none pending; answers how long the earliest pause still lasts, in ms. */
  sendFetches(): number {
    const { byNode, restMs } = this.#wantedByNode();
    let nextMs = restMs;
    for (const [node, partitions] of byNode) {
      const source = this.#sourceOf(node);
      if (source.isPending) continue;
      const pauseMs = Math.max(
        source.retryAtMs - this.#clock.monotonicMs(),
        this.#parts.client.connectionDelayMs(node),
      );
      if (pauseMs > 0) nextMs = Math.min(nextMs, pauseMs);
      else this.#send(source, partitions);
    }
    return nextMs;
  }

  /** What to fetch from whom; `restMs` is how long the first partition in error still rests. */
  #wantedByNode(): {
    readonly byNode: ReadonlyMap<Node, readonly FetchPartition[]>;
    readonly restMs: number;
  } {
    const { metadata, subscription } = this.#parts;
    const nowMs = this.#clock.monotonicMs();
    const bufferedKeys = new Set(this.#buffered.map(({ request }) => request.key));
    const byNode = new Map<Node, FetchPartition[]>();
    let restMs = Number.POSITIVE_INFINITY;
    for (const state of subscription.partitions) {
      if (state.position === undefined || !isReadable(state) || bufferedKeys.has(state.key)) continue;
      if (state.fetchNotBeforeMs > nowMs) {
        restMs = Math.min(restMs, state.fetchNotBeforeMs - nowMs);
        continue;
      }
      const leader = metadata.leaderOf(state.topic, state.partition);
      if (leader === undefined) {
        metadata.requestUpdate();
        continue;
      }
      const partitions = byNode.get(leader) ?? [];
      partitions.push(this.#wanted(state, state.position));
      byNode.set(leader, partitions);
    }
    return { byNode, restMs };
  }

  #wanted(state: PartitionState, fetchOffset: number): FetchPartition {
    const { metadata } = this.#parts;
    const { topic, partition, key } = state;
    return {
      topic,
      partition,
      key,
      topicId: metadata.topic(topic)?.topicId ?? ZERO_UUID,
      fetchOffset,
      currentLeaderEpoch: metadata.leaderEpochOf(topic, partition),
      maxBytes: this.#config['max.partition.fetch.bytes'],
    };
  }

  #sourceOf(node: Node): Source {
    let source = this.#sources.get(node.id);
    if (source === undefined || source.node.port !== node.port || source.node.host !== node.host) {
      source = { node, session: new FetchSession(), isPending: false, failures: 0, retryAtMs: 0 };
      this.#sources.set(node.id, source);
    }
    return source;
  }

  #send(source: Source, partitions: readonly FetchPartition[]): void {
    source.isPending = true;
    const plan = source.session.plan(partitions);
    const assignmentId = this.#parts.subscription.assignmentId;
    void this.#exchange(source, plan)
      .then((body) => this.#answered(source, body, assignmentId))
      .catch((error: unknown) => this.#failed(source, error))
      .finally(() => {
        source.isPending = false;
        this.#parts.onProgress();
      });
  }

  async #exchange(source: Source, plan: FetchPlan): Promise<ResponseOf<typeof Fetch>> {
    const { body } = await this.#parts.client.request(source.node, {
      api: Fetch,
      versions: plan.canUseTopicIds ? undefined : { max: FETCH_VERSION_BY_NAME },
      body: this.#bodyOf(plan, this.#config['fetch.max.wait.ms']),
    });
    return body;
  }

  #bodyOf(plan: FetchPlan, maxWaitMs: number): RequestInit<typeof Fetch> {
    return {
      maxWaitMs,
      minBytes: this.#config['fetch.min.bytes'],
      maxBytes: this.#config['fetch.max.bytes'],
      isolationLevel: this.#config['isolation.level'] === 'read_committed' ? 1 : 0,
      sessionId: plan.sessionId,
      sessionEpoch: plan.sessionEpoch,
      topics: byTopic(plan.toSend).map(({ topic, items }) => ({
        topic,
        topicId: items[0]?.topicId,
        partitions: items.map((item) => ({
          partition: item.partition,
          currentLeaderEpoch: item.currentLeaderEpoch,
          fetchOffset: item.fetchOffset,
          partitionMaxBytes: item.maxBytes,
        })),
      })),
      forgottenTopicsData: byTopic(plan.toForget).map(({ topic, items }) => ({
        topic,
        topicId: items[0]?.topicId,
        partitions: items.map(({ partition }) => partition),
      })),
      rackId: this.#config['client.rack'],
    };
  }

  #answered(source: Source, body: ResponseOf<typeof Fetch>, assignmentId: number): void {
    const error = errorName(body.errorCode);
    if (error !== 'NONE') throw new KafkaError(error);
    const { subscription, metadata } = this.#parts;
    source.session.answered(body.sessionId);
    source.failures = 0;
    for (const { nodeId, host, port } of body.nodeEndpoints) metadata.updateNode({ id: nodeId, host, port });
    for (const { topic, topicId, partitions } of body.responses) {
      const name = topic === '' ? source.session.topicName(topicId) : topic;
      if (name === undefined) continue;
      for (const answer of partitions) {
        const request = source.session.partition(`${name}-${answer.partitionIndex}`);
        if (request === undefined) continue;
        this.#buffered.push(
          new CompletedFetch(request, answer, {
            isReadCommitted: this.#config['isolation.level'] === 'read_committed',
            checkCrcs: this.#config['check.crcs'],
          }),
        );
      }
    }
    if (assignmentId !== subscription.assignmentId) this.dropUnassigned();
  }

  #failed(source: Source, error: unknown): void {
    if (!(error instanceof KafkaError)) throw error;
    source.session.failed(error.error);
    // A session that the broker forgot is no reason to wait; anything else may last.
    const isSessionError = error.error.includes('FETCH_SESSION');
    if (!isSessionError)
      source.retryAtMs = this.#clock.monotonicMs() + this.#parts.backoff.delayMs(source.failures++);
    if (!this.#isClosed) this.#parts.metadata.requestUpdate();
  }

  /** Drops what is buffered of partitions that are no longer assigned. */
  dropUnassigned(): void {
    const { subscription } = this.#parts;
    this.#buffered = this.#buffered.filter(({ request }) => subscription.find(request) !== undefined);
  }

  /** Lets the brokers forget the sessions, where no fetch is pending that would have to be waited for. */
  async close(timeoutMs: number): Promise<void> {
    this.#isClosed = true;
    this.#buffered = [];
    const { client } = this.#parts;
    const closings: Promise<unknown>[] = [];
    for (const { node, session, isPending } of this.#sources.values()) {
      const plan = session.close();
      if (plan === undefined || isPending || !client.isReady(node)) continue;
      const versions = plan.canUseTopicIds ? undefined : { max: FETCH_VERSION_BY_NAME };
      const request = { api: Fetch, versions, body: this.#bodyOf(plan, 0), timeoutMs };
      // A session that is not ended is evicted by the broker in time.
      closings.push(client.send(node, request).catch(() => undefined));
    }
    await Promise.all(closings);
  }
}
