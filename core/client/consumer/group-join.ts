/**
 * The two steps of a classic rebalance. JoinGroup answers when all members are there, and tells one of them, the leader, who they
 * are; the leader divides the partitions and hands the result in with SyncGroup, whose answer brings each member its part.
 * (source: AbstractCoordinator, ConsumerProtocol)
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { ConsumerConfig } from '#core/config/consumer-config.ts';
import { errorName } from '#core/protocol/errors.ts';
import { JoinGroup } from '#core/protocol/messages/11-join-group.ts';
import { SyncGroup } from '#core/protocol/messages/14-sync-group.ts';
import type { ResponseOf } from '#core/protocol/schema/api.ts';
import { decodeStored, encodeStored } from '#core/protocol/schema/codec.ts';
import {
  ConsumerProtocolAssignment,
  ConsumerProtocolSubscription,
} from '#core/protocol/stored/consumer-protocol.ts';
import { byTopic } from '../by-topic.ts';
import { errorOf } from '../client-error.ts';
import type { Metadata } from '../network/metadata.ts';
import type { Assignor, GroupMember, LastAssignment, RebalanceProtocol } from './assignors/assignor.ts';
import { assignorsOf, protocolOf } from './assignors/assignors.ts';
import type { GroupCoordinatorLink } from './group-coordinator.ts';
import type { SubscriptionState } from './subscription-state.ts';

const PROTOCOL_TYPE = 'consumer';
/** Version of the subscription and of the assignment that are written. */
const SUBSCRIPTION_VERSION = 3;
const ASSIGNMENT_VERSION = 3;
/** JoinGroup may take as long as the slowest member, and a bit. */
const JOIN_EXTRA_MS = 5000;
/** How long the leader waits for metadata of topics that only other members read. */
const LEADER_METADATA_MS = 5000;

/** Which round of the group a member takes part in, and as whom. */
export interface Generation {
  /** −1 outside the group. */
  readonly generationId: number;
  /** '' before the coordinator has given one. */
  readonly memberId: string;
}

/** Outside the group. */
export const NO_GENERATION_ID = -1;
export const NO_GENERATION: Generation = { generationId: NO_GENERATION_ID, memberId: '' };

/** What a member is assigned in a generation. */
export interface Joined extends LastAssignment {
  /** Whose assignment it is. */
  readonly assignor: Assignor;
}

/** Without `joined` the attempt did not succeed and should be repeated as `generation`. */
export interface JoinOutcome {
  readonly generation: Generation;
  readonly joined?: Joined | undefined;
}

/** What a member brings into a round. */
interface Bid {
  readonly generation: Generation;
  readonly owned: readonly TopicPartition[];
  readonly reason: string;
}

export class GroupJoin {
  readonly #link: GroupCoordinatorLink;
  readonly #metadata: Metadata;
  readonly #subscription: SubscriptionState;
  readonly #config: ConsumerConfig;
  readonly #assignors: readonly Assignor[];
  /** What each assignor remembers of this member's last assignment by it. */
  readonly #last = new Map<Assignor, LastAssignment>();
  #groupTopics: readonly string[] = [];
  #joinedTopics: readonly string[] | undefined;
  /** What the leader divided: partition counts by topic. */
  #divided: ReadonlyMap<string, number> | undefined;

  constructor(
    link: GroupCoordinatorLink,
    metadata: Metadata,
    subscription: SubscriptionState,
    config: ConsumerConfig,
  ) {
    this.#link = link;
    this.#metadata = metadata;
    this.#subscription = subscription;
    this.#config = config;
    this.#assignors = assignorsOf(config['partition.assignment.strategy']);
  }

  /** How partitions are given up: what all the assignors can do. */
  get protocol(): RebalanceProtocol {
    return protocolOf(this.#assignors);
  }
  /** Topics of all members, when this one is their leader. */
  get groupTopics(): readonly string[] {
    return this.#groupTopics;
  }

  /** The member subscribes to other topics than it joined with, or the leader sees other partitions than it divided. */
  hasGroupChanged(): boolean {
    const { topics } = this.#subscription;
    if (this.#joinedTopics !== undefined && String(this.#joinedTopics) !== String(topics)) return true;
    if (this.#divided === undefined) return false;
    const counts = this.#partitionCounts();
    if (counts.size !== this.#divided.size) return true;
    return [...counts].some(([topic, count]) => this.#divided?.get(topic) !== count);
  }

  /** The member has taken its assignment. */
  assigned({ assignor, partitions, generationId }: Joined): void {
    this.#last.set(assignor, { partitions, generationId });
  }

  /**
   * One round, as `generation`, of a member that still owns `owned`. Rejects with what no retry mends, or with a retriable error when
   * the coordinator could not be asked.
   */
  async attempt(
    generation: Generation,
    owned: readonly TopicPartition[],
    reason: string,
  ): Promise<JoinOutcome> {
    this.#groupTopics = [];
    this.#divided = undefined;
    const body = await this.#join({ generation, owned, reason });
    const error = errorName(body.errorCode);
    switch (error) {
      case 'NONE':
        return this.#sync({ generationId: body.generationId, memberId: body.memberId }, body);
      case 'MEMBER_ID_REQUIRED':
        return this.attempt(
          { generationId: NO_GENERATION_ID, memberId: body.memberId },
          owned,
          `need to re-join with the given member-id: ${body.memberId}`,
        );
      case 'UNKNOWN_MEMBER_ID':
        return { generation: NO_GENERATION };
      case 'REBALANCE_IN_PROGRESS':
        return { generation };
      default:
        this.#link.forgetIfMoved(error);
        throw errorOf(error, null);
    }
  }

  async #join({ generation, owned, reason }: Bid): Promise<ResponseOf<typeof JoinGroup>> {
    const { topics } = this.#subscription;
    this.#joinedTopics = topics;
    const metadataOf = (assignor: Assignor): Buffer =>
      encodeStored(ConsumerProtocolSubscription, SUBSCRIPTION_VERSION, {
        topics: [...topics],
        userData: assignor.userData(this.#last.get(assignor)),
        ownedPartitions: numbersByTopic(owned),
        generationId: generation.generationId,
        rackId: this.#config['client.rack'] === '' ? null : this.#config['client.rack'],
      });
    const rebalanceTimeoutMs = this.#config['max.poll.interval.ms'];
    const { body } = await this.#link.request({
      api: JoinGroup,
      timeoutMs: Math.max(this.#config['request.timeout.ms'], rebalanceTimeoutMs + JOIN_EXTRA_MS),
      body: {
        groupId: this.#link.groupId,
        sessionTimeoutMs: this.#config['session.timeout.ms'],
        rebalanceTimeoutMs,
        memberId: generation.memberId,
        groupInstanceId: this.#config['group.instance.id'],
        protocolType: PROTOCOL_TYPE,
        protocols: this.#assignors.map((assignor) => ({
          name: assignor.name,
          metadata: metadataOf(assignor),
        })),
        reason,
      },
    });
    return body;
  }

  async #sync(generation: Generation, joined: ResponseOf<typeof JoinGroup>): Promise<JoinOutcome> {
    const assignor = this.#assignors.find(({ name }) => name === joined.protocolName);
    if (assignor === undefined) throw errorOf('INCONSISTENT_GROUP_PROTOCOL');
    const assignments = joined.leader === joined.memberId ? await this.#lead(assignor, joined) : [];
    const { body } = await this.#link.request({
      api: SyncGroup,
      timeoutMs: Math.max(
        this.#config['request.timeout.ms'],
        this.#config['max.poll.interval.ms'] + JOIN_EXTRA_MS,
      ),
      body: {
        groupId: this.#link.groupId,
        generationId: generation.generationId,
        memberId: generation.memberId,
        groupInstanceId: this.#config['group.instance.id'],
        protocolType: PROTOCOL_TYPE,
        protocolName: joined.protocolName,
        assignments,
      },
    });
    const error = errorName(body.errorCode);
    switch (error) {
      case 'NONE': {
        const partitions = readAssignment(body.assignment);
        return { generation, joined: { assignor, partitions, generationId: generation.generationId } };
      }
      case 'REBALANCE_IN_PROGRESS':
        return { generation };
      case 'UNKNOWN_MEMBER_ID':
        return { generation: NO_GENERATION };
      case 'ILLEGAL_GENERATION':
        return { generation: { generationId: NO_GENERATION_ID, memberId: generation.memberId } };
      default:
        this.#link.forgetIfMoved(error);
        throw errorOf(error, null);
    }
  }

  /** What the leader does: learns who is there, and divides, unless a static leader came back to an assignment that stands. */
  async #lead(
    assignor: Assignor,
    joined: ResponseOf<typeof JoinGroup>,
  ): Promise<readonly { readonly memberId: string; readonly assignment: Buffer }[]> {
    const members = joined.members.map(memberOf);
    this.#groupTopics = [...new Set(members.flatMap(({ topics }) => topics))];
    if (this.#groupTopics.some((topic) => this.#metadata.topic(topic) === undefined)) {
      await this.#metadata.awaitUpdate(this.#metadata.requestUpdate(true), LEADER_METADATA_MS);
    }
    const counts = this.#partitionCounts();
    this.#divided = counts;
    if (joined.skipAssignment) return [];
    return [...assignor.assign(members, counts)].map(([memberId, partitions]) => ({
      memberId,
      assignment: encodeStored(ConsumerProtocolAssignment, ASSIGNMENT_VERSION, {
        assignedPartitions: numbersByTopic(partitions),
        userData: null,
      }),
    }));
  }

  #partitionCounts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const topic of this.#groupTopics) {
      const info = this.#metadata.topic(topic);
      if (info !== undefined && info.partitions.length > 0) counts.set(topic, info.partitions.length);
    }
    return counts;
  }
}

function memberOf({
  memberId,
  groupInstanceId,
  metadata,
}: ResponseOf<typeof JoinGroup>['members'][number]): GroupMember {
  const { value } = decodeStored(ConsumerProtocolSubscription, known(metadata, SUBSCRIPTION_VERSION));
  const { topics, userData, generationId } = value;
  const ownedPartitions = partitionsIn(value.ownedPartitions);
  return { memberId, groupInstanceId, topics, userData, generationId, ownedPartitions };
}

function numbersByTopic(
  partitions: readonly TopicPartition[],
): { readonly topic: string; readonly partitions: number[] }[] {
  return byTopic(partitions).map(({ topic, items }) => ({
    topic,
    partitions: items.map(({ partition }) => partition),
  }));
}

function partitionsIn(
  topics: readonly { readonly topic: string; readonly partitions: readonly number[] }[],
): readonly TopicPartition[] {
  return topics.flatMap(({ topic, partitions }) => partitions.map((partition) => ({ topic, partition })));
}

/** A member that was given nothing gets no bytes at all. */
function readAssignment(bytes: Buffer): readonly TopicPartition[] {
  if (bytes.length === 0) return [];
  const { value } = decodeStored(ConsumerProtocolAssignment, known(bytes, ASSIGNMENT_VERSION));
  return partitionsIn(value.assignedPartitions);
}

/** Newer versions are read as the newest that is known: they only add fields at the end. */
function known(bytes: Buffer, newest: number): Buffer {
  if (bytes.length < 2 || bytes.readInt16BE(0) <= newest) return bytes;
  const copy = Buffer.from(bytes);
  copy.writeInt16BE(newest);
  return copy;
}
