/**
 * The two steps of a classic rebalance. JoinGroup answers when all members are there, and tells one of them, the leader, who they
 * are; the leader divides the partitions and hands the result in with SyncGroup, whose answer brings each member its part.
 * (source: AbstractCoordinator, ConsumerProtocol)
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { ConfigException } from '#core/config/config-exception.ts';
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
import type { Assignor, GroupMember } from './assignors.ts';
import { ASSIGNORS } from './assignors.ts';
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

export const NO_GENERATION: Generation = { generationId: -1, memberId: '' };

/** Without partitions the attempt did not succeed and should be repeated as `generation`. */
export interface JoinOutcome {
  readonly generation: Generation;
  readonly partitions: readonly TopicPartition[] | undefined;
}

export class GroupJoin {
  readonly #link: GroupCoordinatorLink;
  readonly #metadata: Metadata;
  readonly #subscription: SubscriptionState;
  readonly #config: ConsumerConfig;
  readonly #assignors: readonly Assignor[];
  #groupTopics: readonly string[] = [];
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

  /** Topics of all members, when this one is their leader. */
  get groupTopics(): readonly string[] {
    return this.#groupTopics;
  }

  /** The leader sees a topic of the group with another number of partitions than it divided. */
  hasGroupChanged(): boolean {
    if (this.#divided === undefined) return false;
    const counts = this.#partitionCounts();
    if (counts.size !== this.#divided.size) return true;
    return [...counts].some(([topic, count]) => this.#divided?.get(topic) !== count);
  }

  /** Rejects with what no retry mends, or with a retriable error when the coordinator could not be asked. */
  async attempt(generation: Generation): Promise<JoinOutcome> {
    this.#groupTopics = [];
    this.#divided = undefined;
    const body = await this.#join(generation);
    const error = errorName(body.errorCode);
    switch (error) {
      case 'NONE':
        return this.#sync({ generationId: body.generationId, memberId: body.memberId }, body);
      case 'MEMBER_ID_REQUIRED':
        return this.attempt({ generationId: -1, memberId: body.memberId });
      case 'UNKNOWN_MEMBER_ID':
        return { generation: NO_GENERATION, partitions: undefined };
      case 'REBALANCE_IN_PROGRESS':
        return { generation, partitions: undefined };
      default:
        this.#link.forgetIfMoved(error);
        throw errorOf(error, null);
    }
  }

  async #join({ memberId }: Generation): Promise<ResponseOf<typeof JoinGroup>> {
    const metadata = encodeStored(ConsumerProtocolSubscription, SUBSCRIPTION_VERSION, {
      topics: this.#subscription.topics,
      userData: null,
      ownedPartitions: [],
      generationId: -1,
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
        memberId,
        groupInstanceId: this.#config['group.instance.id'],
        protocolType: PROTOCOL_TYPE,
        protocols: this.#assignors.map(({ name }) => ({ name, metadata })),
        reason: memberId === '' ? '' : 'rejoining',
      },
    });
    return body;
  }

  async #sync(generation: Generation, joined: ResponseOf<typeof JoinGroup>): Promise<JoinOutcome> {
    const isLeader = joined.leader === joined.memberId;
    const assignments = isLeader && !joined.skipAssignment ? await this.#divide(joined) : [];
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
      case 'NONE':
        return { generation, partitions: readAssignment(body.assignment) };
      case 'REBALANCE_IN_PROGRESS':
        return { generation, partitions: undefined };
      case 'UNKNOWN_MEMBER_ID':
      case 'ILLEGAL_GENERATION':
        return { generation: NO_GENERATION, partitions: undefined };
      default:
        this.#link.forgetIfMoved(error);
        throw errorOf(error, null);
    }
  }

  async #divide(
    joined: ResponseOf<typeof JoinGroup>,
  ): Promise<readonly { readonly memberId: string; readonly assignment: Buffer }[]> {
    const assignor = this.#assignors.find(({ name }) => name === joined.protocolName);
    if (assignor === undefined) throw errorOf('INCONSISTENT_GROUP_PROTOCOL');
    const members = joined.members.map(({ memberId, groupInstanceId, metadata }): GroupMember => {
      const { topics } = decodeStored(
        ConsumerProtocolSubscription,
        known(metadata, SUBSCRIPTION_VERSION),
      ).value;
      return { memberId, groupInstanceId, topics };
    });
    this.#groupTopics = [...new Set(members.flatMap(({ topics }) => topics))];
    if (this.#groupTopics.some((topic) => this.#metadata.topic(topic) === undefined)) {
      await this.#metadata.awaitUpdate(this.#metadata.requestUpdate(true), LEADER_METADATA_MS);
    }
    const counts = this.#partitionCounts();
    this.#divided = counts;
    return [...assignor.assign(members, counts)].map(([memberId, partitions]) => ({
      memberId,
      assignment: encodeStored(ConsumerProtocolAssignment, ASSIGNMENT_VERSION, {
        assignedPartitions: byTopic(partitions).map(({ topic, items }) => ({
          topic,
          partitions: items.map(({ partition }) => partition),
        })),
        userData: null,
      }),
    }));
  }

  #partitionCounts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const topic of this.#groupTopics) {
      const info = this.#metadata.topic(topic);
      if (info !== undefined) counts.set(topic, info.partitions.length);
    }
    return counts;
  }
}

function assignorsOf(names: readonly string[]): readonly Assignor[] {
  const assignors = [...new Set(names.flatMap((name) => ASSIGNORS.get(name) ?? []))];
  if (assignors.length > 0) return assignors;
  throw ConfigException.invalidValue(
    'partition.assignment.strategy',
    names.join(','),
    `at least one must be one of: ${[...ASSIGNORS.keys()].join(', ')}`,
  );
}

/** A member that was given nothing gets no bytes at all. */
function readAssignment(bytes: Buffer): readonly TopicPartition[] {
  if (bytes.length === 0) return [];
  const { value } = decodeStored(ConsumerProtocolAssignment, known(bytes, ASSIGNMENT_VERSION));
  return value.assignedPartitions.flatMap(({ topic, partitions }) =>
    partitions.map((partition) => ({ topic, partition })),
  );
}

/** Newer versions are read as the newest that is known: they only add fields at the end. */
function known(bytes: Buffer, newest: number): Buffer {
  if (bytes.length < 2 || bytes.readInt16BE(0) <= newest) return bytes;
  const copy = Buffer.from(bytes);
  copy.writeInt16BE(newest);
  return copy;
}
