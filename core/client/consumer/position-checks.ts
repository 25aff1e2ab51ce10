/**
 * Notices when the log was cut behind a reader: after each change of leader, and where a committed offset came with a leader epoch, the
 * leader is asked where the epoch of the last read record ends. Nothing is read of the partition before it has answered.
 * (source: PositionsValidator, OffsetFetcherUtils, SubscriptionState; KIP-320)
 */
import type { Clock } from '#core/base/clock.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import { errorName } from '#core/protocol/errors.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';
import { OffsetForLeaderEpoch } from '#core/protocol/messages/23-offset-for-leader-epoch.ts';
import { byTopic } from '../by-topic.ts';
import { ClientError, errorOf } from '../client-error.ts';
import type { Backoff } from '../network/backoff.ts';
import type { Node } from '../network/cluster.ts';
import type { Metadata } from '../network/metadata.ts';
import type { NetworkClient } from '../network/network-client.ts';
import type { PartitionState, SubscriptionState } from './subscription-state.ts';

/** First version that a consumer may use. */
const VERSION_MIN = 3;
const UNDEFINED = -1;

export interface PositionCheckParts {
  readonly client: NetworkClient;
  readonly metadata: Metadata;
  readonly subscription: SubscriptionState;
  readonly backoff: Backoff;
  /** Finds a partition another position; undefined when auto.offset.reset is none. */
  readonly reset: ((state: PartitionState) => void) | undefined;
  readonly onProgress: () => void;
}

/** A position that is checked, as it was when the question was sent. */
interface Question {
  readonly state: PartitionState;
  readonly position: number;
  readonly leaderEpoch: number;
  readonly currentLeaderEpoch: number;
}

interface EpochEnd {
  readonly leaderEpoch: number;
  readonly endOffset: number;
}

export class PositionChecks {
  readonly #clock: Clock;
  readonly #parts: PositionCheckParts;
  readonly #asked = new Set<number>();
  /** Brokers that cannot be asked. */
  readonly #unable = new Set<number>();
  #truncated: string[] = [];
  #error: Error | undefined;
  #failures = 0;
  #notBeforeMs = 0;

  constructor(clock: Clock, parts: PositionCheckParts) {
    this.#clock = clock;
    this.#parts = parts;
  }

  /**
   * Marks positions that have a new leader, and begins to ask; `onProgress` is called when an answer came.
   * @throws LogTruncationException for what was found out before, under auto.offset.reset none.
   */
  begin(): void {
    this.#throwFound();
    const byLeader = new Map<Node, Question[]>();
    for (const state of this.#parts.subscription.partitions) {
      const leader = this.#parts.metadata.leaderOf(state.topic, state.partition);
      if (state.position === undefined || leader === undefined) continue;
      this.#mark(state, leader);
      if (!state.isUnchecked) continue;
      const { position, leaderEpoch } = state;
      const currentLeaderEpoch = this.#parts.metadata.leaderEpochOf(state.topic, state.partition);
      const questions = byLeader.get(leader) ?? [];
      questions.push({ state, position, leaderEpoch, currentLeaderEpoch });
      byLeader.set(leader, questions);
    }
    if (this.#clock.monotonicMs() < this.#notBeforeMs) return;
    for (const [leader, questions] of byLeader)
      if (!this.#asked.has(leader.id)) void this.#ask(leader, questions);
  }

  /** Milliseconds until a question that failed may be repeated; Infinity when none is to be. */
  get restMs(): number {
    const restMs = this.#notBeforeMs - this.#clock.monotonicMs();
    const isWaiting =
      restMs > 0 && this.#parts.subscription.partitions.some(({ isUnchecked }) => isUnchecked);
    return isWaiting ? restMs : Number.POSITIVE_INFINITY;
  }

  #throwFound(): void {
    const error = this.#error;
    this.#error = undefined;
    if (error !== undefined) throw error;
    const truncated = this.#truncated;
    this.#truncated = [];
    if (truncated.length === 0) return;
    throw new ClientError(
      'LogTruncationException',
      `Truncated partitions detected with divergent offsets {${truncated.join(', ')}}`,
    );
  }

  #mark(state: PartitionState, leader: Node): void {
    const epoch = this.#parts.metadata.leaderEpochOf(state.topic, state.partition);
    const now = `${leader.id}/${epoch}`;
    if (state.checkedLeader === now) return;
    state.checkedLeader = now;
    state.isUnchecked = state.leaderEpoch >= 0 && epoch >= 0 && !this.#unable.has(leader.id);
  }

  async #ask(leader: Node, questions: readonly Question[]): Promise<void> {
    this.#asked.add(leader.id);
    try {
      const { body } = await this.#parts.client.request(leader, {
        api: OffsetForLeaderEpoch,
        versions: { min: VERSION_MIN },
        body: {
          replicaId: -1,
          topics: byTopic(questions.map((question) => ({ ...question, topic: question.state.topic }))).map(
            ({ topic, items }) => ({
              topic,
              partitions: items.map(({ state, leaderEpoch, currentLeaderEpoch }) => ({
                partition: state.partition,
                leaderEpoch,
                currentLeaderEpoch,
              })),
            }),
          ),
        },
      });
      this.#failures = 0;
      const byName = new Map(questions.map((question) => [question.state.key, question]));
      for (const { topic, partitions } of body.topics) {
        for (const { partition, errorCode, leaderEpoch, endOffset } of partitions) {
          const question = byName.get(partitionName({ topic, partition }));
          if (question === undefined) continue;
          if (errorCode === 0) this.#judge(question, { leaderEpoch, endOffset });
          else this.#refused(errorCode, topic);
        }
      }
    } catch (error) {
      this.#failed(leader, questions, error);
    } finally {
      this.#asked.delete(leader.id);
      this.#parts.onProgress();
    }
  }

  #refused(errorCode: number, topic: string): void {
    const error = errorName(errorCode);
    if (error === 'TOPIC_AUTHORIZATION_FAILED')
      this.#error = errorOf(error, `Not authorized to access topics: [${topic}]`);
    else this.#askAgainLater();
  }

  #askAgainLater(): void {
    this.#notBeforeMs = this.#clock.monotonicMs() + this.#parts.backoff.delayMs(this.#failures++);
    this.#parts.metadata.requestUpdate();
  }

  #failed(leader: Node, questions: readonly Question[], error: unknown): void {
    if (!(error instanceof KafkaError)) {
      this.#error = error instanceof Error ? error : new Error(String(error));
    } else if (error.error === 'UNSUPPORTED_VERSION') {
      this.#unable.add(leader.id);
      for (const { state } of questions) state.isUnchecked = false;
    } else if (error.retriable) {
      this.#askAgainLater();
    } else {
      this.#error = error;
    }
  }

  #judge({ state, position, leaderEpoch }: Question, end: EpochEnd): void {
    const { subscription, reset } = this.#parts;
    const isSame = state.position === position && state.leaderEpoch === leaderEpoch;
    if (subscription.find(state) !== state || !state.isUnchecked || !isSame) return;
    const isUnknown = end.endOffset === UNDEFINED || end.leaderEpoch === UNDEFINED;
    if (!isUnknown && end.endOffset >= position) {
      state.isUnchecked = false;
    } else if (reset === undefined) {
      this.#truncated.push(isUnknown ? state.key : `${state.key}=${end.endOffset}`);
    } else if (isUnknown) {
      reset(state);
    } else {
      const { checkedLeader } = state;
      subscription.seek(state, end.endOffset, end.leaderEpoch);
      state.checkedLeader = checkedLeader;
    }
  }
}
