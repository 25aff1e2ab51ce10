/**
 * The client's half of a fetch session: what the broker remembers of this consumer's fetches, so that only changes are sent.
 *
 * A session begins with a full fetch (epoch 0). After that each request carries the next epoch, the partitions that are new or
 * have another place to read from, and those to be forgotten; the broker answers with what has changed. Any doubt starts over
 * with a full fetch. (source: FetchSessionHandler, KIP-227)
 */
import type { ErrorName } from '#core/protocol/errors.ts';
import { ZERO_UUID } from '#core/protocol/uuid.ts';

const INITIAL_EPOCH = 0;
const FINAL_EPOCH = -1;
const NO_SESSION = 0;
const EPOCH_MAX = 2147483647;

/** What is asked of one partition. */
export interface FetchPartition {
  readonly topic: string;
  readonly partition: number;
  readonly key: string;
  /** All zeroes when unknown. */
  readonly topicId: string;
  readonly fetchOffset: number;
  readonly currentLeaderEpoch: number;
  readonly maxBytes: number;
}

/** A request to build. */
export interface FetchPlan {
  readonly sessionId: number;
  readonly sessionEpoch: number;
  readonly toSend: readonly FetchPartition[];
  readonly toForget: readonly FetchPartition[];
  /** Every partition of the session has a topic id. */
  readonly canUseTopicIds: boolean;
}

export class FetchSession {
  #sessionId = NO_SESSION;
  #epoch = INITIAL_EPOCH;
  #partitions = new Map<string, FetchPartition>();

  /** 0 while there is no session. */
  get sessionId(): number {
    return this.#sessionId;
  }
  /** What was asked of the partition last. */
  partition(key: string): FetchPartition | undefined {
    return this.#partitions.get(key);
  }
  topicName(topicId: string): string | undefined {
    for (const { topicId: id, topic } of this.#partitions.values()) if (id === topicId) return topic;
    return undefined;
  }

  /** The next request, for exactly these partitions. */
  plan(wanted: readonly FetchPartition[]): FetchPlan {
    const isFull = this.#epoch === INITIAL_EPOCH || this.#epoch === FINAL_EPOCH;
    const next = new Map(wanted.map((partition) => [partition.key, partition]));
    const before = this.#partitions;
    this.#partitions = next;
    const canUseTopicIds = wanted.every(({ topicId }) => topicId !== ZERO_UUID);
    const position = { sessionId: this.#sessionId, sessionEpoch: this.#epoch, canUseTopicIds };
    if (isFull) return { ...position, toSend: wanted, toForget: [] };
    const toForget = [...before.values()].filter((old) => {
      const kept = next.get(old.key);
      // A topic that was created anew is another topic.
      return kept === undefined || kept.topicId !== old.topicId;
    });
    const toSend = wanted.filter((partition) => !isSame(before.get(partition.key), partition));
    const knewIds = [...before.values()].every(({ topicId }) => topicId !== ZERO_UUID);
    return { ...position, toSend, toForget, canUseTopicIds: canUseTopicIds && knewIds };
  }

  /** The answer to a plan came: `sessionId` of it. */
  answered(sessionId: number): void {
    if (sessionId === NO_SESSION) {
      this.#startOver(NO_SESSION);
    } else {
      this.#sessionId = sessionId;
      this.#epoch = this.#epoch >= EPOCH_MAX ? 1 : Math.max(this.#epoch, INITIAL_EPOCH) + 1;
    }
  }

  /** The answer as a whole was an error, or none came: the broker may or may not have moved on. */
  failed(error: ErrorName): void {
    this.#startOver(error === 'FETCH_SESSION_ID_NOT_FOUND' ? NO_SESSION : this.#sessionId);
  }

  /** A request that ends the session; undefined when there is none. */
  close(): FetchPlan | undefined {
    if (this.#sessionId === NO_SESSION) return undefined;
    const sessionId = this.#sessionId;
    const canUseTopicIds = [...this.#partitions.values()].every(({ topicId }) => topicId !== ZERO_UUID);
    this.#startOver(NO_SESSION);
    return { sessionId, sessionEpoch: FINAL_EPOCH, toSend: [], toForget: [], canUseTopicIds };
  }

  /** The next fetch is a full one; it also ends the session `sessionId`, if that is one. */
  #startOver(sessionId: number): void {
    this.#sessionId = sessionId;
    this.#epoch = INITIAL_EPOCH;
  }
}

function isSame(before: FetchPartition | undefined, now: FetchPartition): boolean {
  return (
    before !== undefined &&
    before.topicId === now.topicId &&
    before.fetchOffset === now.fetchOffset &&
    before.currentLeaderEpoch === now.currentLeaderEpoch &&
    before.maxBytes === now.maxBytes
  );
}
