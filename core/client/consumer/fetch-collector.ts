/**
 * Takes records out of the buffered fetches for poll(), and moves the positions past them.
 *
 * A fetch counts only if the position is still the one it was asked for: after a seek or a rebalance it is dropped. Errors of a
 * partition are acted on here, in order with its data. (source: FetchCollector)
 */
import type { Clock } from '#core/base/clock.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { ERRORS, errorName } from '#core/protocol/errors.ts';
import { ClientError, errorOf } from '../client-error.ts';
import type { Metadata } from '../network/metadata.ts';
import type { CompletedFetch } from './completed-fetch.ts';
import type { ConsumerRecord } from './consumer.ts';
import type { Fetcher } from './fetcher.ts';
import type { PartitionState, SubscriptionState } from './subscription-state.ts';
import { isReadable } from './subscription-state.ts';

export interface FetchCollectorParts {
  readonly fetcher: Fetcher;
  readonly subscription: SubscriptionState;
  readonly metadata: Metadata;
  /** How long a partition rests after an error. */
  readonly retryBackoffMs: number;
  /** Gives a partition whose offset does not exist another position, or throws when auto.offset.reset is none. */
  readonly reset: (state: PartitionState) => void;
}

/** What one poll gets. */
export interface Collected {
  readonly records: readonly ConsumerRecord[];
  /** A position moved, if only over batches that deliver nothing. */
  readonly hasAdvanced: boolean;
}

export class FetchCollector {
  readonly #clock: Clock;
  readonly #parts: FetchCollectorParts;
  readonly #recordsMax: number;
  readonly #seen = new WeakSet<CompletedFetch>();

  constructor(clock: Clock, parts: FetchCollectorParts, recordsMax: number) {
    this.#clock = clock;
    this.#parts = parts;
    this.#recordsMax = recordsMax;
  }

  /** Rejects with what the first partition in error says, unless others have records to return first. */
  async collect(): Promise<Collected> {
    const { fetcher } = this.#parts;
    const records: ConsumerRecord[] = [];
    let hasAdvanced = false;
    for (const fetch of fetcher.buffered) {
      if (records.length >= this.#recordsMax) break;
      try {
        const state = this.#usable(fetch);
        if (state === undefined) continue;
        const before = fetch.nextOffset;
        const taken = await fetch.take(this.#recordsMax - records.length);
        if (fetch.isConsumed) fetcher.discard(fetch);
        // A seek or a rebalance while the records were decoded: they are of no use.
        if (this.#parts.subscription.find(state) !== state || state.position !== before) continue;
        if (fetch.nextOffset !== before) {
          state.position = fetch.nextOffset;
          state.leaderEpoch = fetch.leaderEpoch;
          hasAdvanced = true;
        }
        for (const record of taken) records.push(record);
      } catch (error) {
        if (records.length > 0) break;
        throw error;
      }
    }
    return { records, hasAdvanced };
  }

  /** The partition's state if the fetch may be used now. */
  #usable(fetch: CompletedFetch): PartitionState | undefined {
    const { fetcher, subscription } = this.#parts;
    const state = subscription.find(fetch.request);
    if (state === undefined || state.position !== fetch.nextOffset) {
      fetcher.discard(fetch);
      return undefined;
    }
    if (!isReadable(state)) return undefined;
    if (this.#seen.has(fetch)) return state;
    this.#seen.add(fetch);
    const error = errorName(fetch.answer.errorCode);
    if (error === 'NONE') {
      this.#observe(state, fetch);
      return state;
    }
    fetcher.discard(fetch);
    this.#handleError(state, fetch, error);
    return undefined;
  }

  #observe(state: PartitionState, { answer }: CompletedFetch): void {
    if (answer.highWatermark >= 0) state.highWatermark = answer.highWatermark;
    if (answer.lastStableOffset >= 0) state.lastStableOffset = answer.lastStableOffset;
    this.#parts.subscription.moveToEnd(state);
  }

  #handleError(state: PartitionState, fetch: CompletedFetch, error: ErrorName): void {
    const { metadata } = this.#parts;
    const { leaderId, leaderEpoch } = fetch.answer.currentLeader;
    if (leaderId >= 0 && leaderEpoch >= 0) {
      metadata.updateLeader({
        topic: state.topic,
        partition: state.partition,
        leader: leaderId,
        leaderEpoch,
      });
    }
    state.fetchNotBeforeMs = this.#clock.monotonicMs() + this.#parts.retryBackoffMs;
    if (ERRORS[error].refreshesMetadata || error === 'OFFSET_NOT_AVAILABLE') {
      metadata.requestUpdate();
    } else if (error === 'OFFSET_OUT_OF_RANGE') {
      this.#parts.reset(state);
    } else if (error === 'TOPIC_AUTHORIZATION_FAILED') {
      throw errorOf(error, `Not authorized to access topics: [${state.topic}]`);
    } else if (error === 'CORRUPT_MESSAGE') {
      throw new ClientError(
        'KafkaException',
        `Encountered corrupt message when fetching offset ${fetch.request.fetchOffset} for topic-partition ${state.key}`,
      );
    } else if (error !== 'UNKNOWN_LEADER_EPOCH' && error !== 'UNKNOWN_SERVER_ERROR') {
      throw errorOf(
        error,
        `Unexpected error code ${ERRORS[error].code} while fetching at offset ${fetch.request.fetchOffset} from ` +
          `topic-partition ${state.key}`,
      );
    }
  }
}
