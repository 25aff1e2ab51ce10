/**
 * Incremental fetches (KIP-227): the broker remembers which partitions a client reads, and from then on both sides only speak
 * of what has changed. (source: FetchSession, FetchManager, FetchContext)
 */
import type { Clock } from '#core/base/clock.ts';
import type { Random } from '#core/base/random.ts';
import { ZERO_UUID } from '#core/protocol/uuid.ts';
import type { FetchedPartition, PartitionFetch } from './replica-manager.ts';

const INVALID_SESSION_ID = 0;
const INITIAL_EPOCH = 0;
const FINAL_EPOCH = -1;
const EPOCH_MAX = 2147483647;
/** A session unused for this long may give its place to another. */
const EVICTION_MS = 120_000;

/** One partition of a session, and what the client was told last. */
interface CachedPartition extends PartitionFetch {
  highWatermark: number;
  logStartOffset: number;
}

interface Session {
  readonly id: number;
  readonly usesTopicIds: boolean;
  /** The epoch that the next request must carry. */
  epoch: number;
  lastUsedMs: number;
  /** In the order in which partitions get their turn. */
  readonly partitions: Map<string, CachedPartition>;
}

/** What a request says about sessions. */
export interface SessionRequest {
  readonly sessionId: number;
  readonly sessionEpoch: number;
  readonly usesTopicIds: boolean;
  readonly partitions: readonly PartitionFetch[];
  readonly forgotten: readonly {
    readonly topic: string | undefined;
    readonly topicId: string;
    readonly partition: number;
  }[];
}

export type SessionError =
  | 'FETCH_SESSION_ID_NOT_FOUND'
  | 'INVALID_FETCH_SESSION_EPOCH'
  | 'FETCH_SESSION_TOPIC_ID_ERROR';

/** What is answered: the partitions worth mentioning, and the session they belong to (0: none). */
export interface SessionAnswer {
  readonly sessionId: number;
  readonly partitions: readonly { readonly asked: PartitionFetch; readonly fetched: FetchedPartition }[];
}

/** One fetch within (or without) a session: which partitions to read, and what to answer of them. */
export interface FetchContext {
  readonly partitions: readonly PartitionFetch[];
  /** `fetched` has one element for each of `partitions`, in order. */
  answer(fetched: readonly FetchedPartition[]): SessionAnswer;
}

export class FetchSessions {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #slots: number;
  /** By id, least recently used first. */
  readonly #sessions = new Map<number, Session>();

  /** `slots`: max.incremental.fetch.session.cache.slots. */
  constructor(clock: Clock, random: Random, slots: number) {
    this.#clock = clock;
    this.#random = random;
    this.#slots = slots;
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** The context of a request, or why there is none. */
  open(request: SessionRequest): FetchContext | { readonly error: SessionError } {
    const { sessionId, sessionEpoch } = request;
    if (sessionEpoch === INITIAL_EPOCH || sessionEpoch === FINAL_EPOCH) {
      this.#sessions.delete(sessionId);
      return sessionEpoch === INITIAL_EPOCH ? this.#fullContext(request) : sessionless(request);
    }
    const session = this.#sessions.get(sessionId);
    if (session === undefined) return { error: 'FETCH_SESSION_ID_NOT_FOUND' };
    if (session.epoch !== sessionEpoch) return { error: 'INVALID_FETCH_SESSION_EPOCH' };
    if (session.usesTopicIds !== request.usesTopicIds) return { error: 'FETCH_SESSION_TOPIC_ID_ERROR' };
    return this.#incrementalContext(session, request);
  }

  /** Everything is asked and answered; a session begins with the answer. */
  #fullContext(request: SessionRequest): FetchContext {
    const { partitions } = request;
    return {
      partitions,
      answer: (fetched) => ({
        sessionId: this.#begin(request, fetched),
        partitions: partitions.map((asked, i) => ({ asked, fetched: fetched[i] as FetchedPartition })),
      }),
    };
  }

  /** Makes a session; 0 when there is no place for one, or nothing to remember. */
  #begin(request: SessionRequest, fetched: readonly FetchedPartition[]): number {
    if (request.partitions.length === 0 || !this.#makePlace()) return INVALID_SESSION_ID;
    const session: Session = {
      id: this.#freshId(),
      usesTopicIds: request.usesTopicIds,
      epoch: 1,
      lastUsedMs: this.#clock.monotonicMs(),
      partitions: new Map(),
    };
    request.partitions.forEach((asked, i) => {
      const { highWatermark, logStartOffset, error } = fetched[i] as FetchedPartition;
      session.partitions.set(keyOf(asked), {
        ...asked,
        highWatermark: error === 'NONE' ? highWatermark : -1,
        logStartOffset,
      });
    });
    this.#sessions.set(session.id, session);
    return session.id;
  }

  #makePlace(): boolean {
    if (this.#sessions.size < this.#slots) return true;
    const [oldest] = this.#sessions.values();
    if (oldest === undefined || this.#clock.monotonicMs() - oldest.lastUsedMs < EVICTION_MS) return false;
    return this.#sessions.delete(oldest.id);
  }

  #freshId(): number {
    let id = INVALID_SESSION_ID;
    while (id === INVALID_SESSION_ID || this.#sessions.has(id)) id = this.#random.nextInt(EPOCH_MAX) + 1;
    return id;
  }

  #incrementalContext(session: Session, request: SessionRequest): FetchContext {
    for (const asked of request.partitions) {
      const cached = session.partitions.get(keyOf(asked));
      const { highWatermark, logStartOffset } = cached ?? { highWatermark: -1, logStartOffset: -1 };
      session.partitions.set(keyOf(asked), { ...asked, highWatermark, logStartOffset });
    }
    for (const forgotten of request.forgotten) session.partitions.delete(keyOf(forgotten));
    if (session.partitions.size === 0) {
      this.#sessions.delete(session.id);
      return sessionless({ ...request, partitions: [] });
    }
    session.epoch = session.epoch === EPOCH_MAX ? 1 : session.epoch + 1;
    session.lastUsedMs = this.#clock.monotonicMs();
    this.#sessions.delete(session.id);
    this.#sessions.set(session.id, session);
    const partitions = [...session.partitions.values()];
    return {
      partitions,
      answer: (fetched) => ({
        sessionId: session.id,
        partitions: partitions
          .map((asked, i) => ({ asked, fetched: fetched[i] as FetchedPartition }))
          .filter((pair) => changed(session, pair.asked, pair.fetched)),
      }),
    };
  }
}

/** Whether a partition is worth mentioning; remembers what the client is told. */
function changed(session: Session, asked: CachedPartition, fetched: FetchedPartition): boolean {
  const { error, highWatermark, logStartOffset, records, divergingEpoch } = fetched;
  const isNews =
    records.length > 0 ||
    highWatermark !== asked.highWatermark ||
    logStartOffset !== asked.logStartOffset ||
    divergingEpoch !== undefined ||
    error !== 'NONE';
  // After an error the next answer is news, whatever it is.
  asked.highWatermark = error === 'NONE' ? highWatermark : -1;
  asked.logStartOffset = logStartOffset;
  const key = keyOf(asked);
  if (records.length > 0 && session.partitions.get(key) === asked) {
    // It had its turn: the others go first next time.
    session.partitions.delete(key);
    session.partitions.set(key, asked);
  }
  return isNews;
}

function sessionless({ partitions }: SessionRequest): FetchContext {
  return {
    partitions,
    answer: (fetched) => ({
      sessionId: INVALID_SESSION_ID,
      partitions: partitions.map((asked, i) => ({ asked, fetched: fetched[i] as FetchedPartition })),
    }),
  };
}

function keyOf(partition: {
  readonly topic: string | undefined;
  readonly topicId: string;
  readonly partition: number;
}): string {
  const { topic, topicId } = partition;
  return `${topicId === ZERO_UUID ? topic : topicId}/${partition.partition}`;
}
