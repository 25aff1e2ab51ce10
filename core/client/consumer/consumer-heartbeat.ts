/**
 * Sends ConsumerGroupHeartbeat: the one request of the consumer protocol. A field is sent when it has changed since the last request
 * that was answered; a member that joins sends all of them. (source: ConsumerHeartbeatRequestManager.HeartbeatState, KIP-848)
 */
import type { ConsumerConfig } from '#core/config/consumer-config.ts';
import { ConsumerGroupHeartbeat } from '#core/protocol/messages/68-consumer-group-heartbeat.ts';
import type { RequestInit, ResponseOf } from '#core/protocol/schema/api.ts';
import type { GroupCoordinatorLink } from './group-coordinator.ts';
import type { SubscriptionState } from './subscription-state.ts';
import type { TopicIdPartitions } from './target-assignment.ts';

/** First version in which the coordinator looks for topics by a pattern. */
const PATTERN_VERSION = 1;

/** What a member says of itself. */
export interface MemberReport {
  readonly memberId: string;
  /** 0 joins, −1 leaves, −2 leaves for a while, as a static member may. */
  readonly memberEpoch: number;
  readonly owned: TopicIdPartitions;
}

export const JOIN_EPOCH = 0;
export const LEAVE_EPOCH = -1;
export const LEAVE_STATIC_EPOCH = -2;

interface Sent {
  readonly names: string;
  readonly pattern: string | undefined;
  readonly owned: string;
}

type HeartbeatAnswer = ResponseOf<typeof ConsumerGroupHeartbeat>;

export class ConsumerHeartbeat {
  readonly #link: GroupCoordinatorLink;
  readonly #subscription: SubscriptionState;
  readonly #config: ConsumerConfig;
  #sent: Sent | undefined;

  constructor(link: GroupCoordinatorLink, subscription: SubscriptionState, config: ConsumerConfig) {
    this.#link = link;
    this.#subscription = subscription;
    this.#config = config;
  }

  /** Whether the coordinator got the last request is not known: the next one sends everything. */
  forgetSent(): void {
    this.#sent = undefined;
  }

  /** Rejects with UNSUPPORTED_VERSION when the coordinator does not speak this protocol. */
  async send(report: MemberReport): Promise<HeartbeatAnswer> {
    const { remotePattern } = this.#subscription;
    const { body } = await this.#link.request({
      api: ConsumerGroupHeartbeat,
      versions: remotePattern === undefined ? undefined : { min: PATTERN_VERSION },
      body: (version) => this.#bodyOf(report, version),
    });
    return body;
  }

  /** A member that leaves says no more than that. */
  async sendLeave({ memberId, memberEpoch }: Omit<MemberReport, 'owned'>): Promise<void> {
    this.forgetSent();
    const instanceId = this.#config['group.instance.id'];
    await this.#link.request({
      api: ConsumerGroupHeartbeat,
      body: { groupId: this.#link.groupId, memberId, memberEpoch, instanceId },
    });
  }

  #bodyOf(
    { memberId, memberEpoch, owned }: MemberReport,
    version: number,
  ): RequestInit<typeof ConsumerGroupHeartbeat> {
    const { topics, remotePattern } = this.#subscription;
    const before = memberEpoch === JOIN_EPOCH ? undefined : this.#sent;
    const now: Sent = { names: topics.join(), pattern: remotePattern, owned: JSON.stringify(owned) };
    this.#sent = now;
    const isJoin = before === undefined;
    const hasPatternChanged = isJoin ? remotePattern !== undefined : before.pattern !== now.pattern;
    return {
      groupId: this.#link.groupId,
      memberId,
      memberEpoch,
      instanceId: this.#config['group.instance.id'],
      rackId: isJoin && this.#config['client.rack'] !== '' ? this.#config['client.rack'] : null,
      rebalanceTimeoutMs: isJoin ? this.#config['max.poll.interval.ms'] : -1,
      subscribedTopicNames: isJoin || before.names !== now.names ? [...topics] : null,
      ...(version >= PATTERN_VERSION && hasPatternChanged
        ? { subscribedTopicRegex: remotePattern ?? '' }
        : {}),
      serverAssignor: isJoin ? this.#config['group.remote.assignor'] : null,
      topicPartitions:
        isJoin || before.owned !== now.owned
          ? owned.map(({ topicId, partitions }) => ({ topicId, partitions: [...partitions] }))
          : null,
    };
  }
}
