import { present } from '#core/base/assert.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { TopicPartitions } from '#core/coordinator/group/consumer/assignment.ts';
import { orderedEpochs } from '#core/coordinator/group/consumer/assignment.ts';
import type { ConsumerGroupConfig } from '#core/coordinator/group/consumer/consumer-context.ts';
import type { ConsumerHeartbeatRequest } from '#core/coordinator/group/consumer/consumer-requests.ts';
import type { GroupCoordinatorConfig } from '#core/coordinator/group/group-coordinator.ts';
import { GroupCoordinator, OFFSETS_TOPIC } from '#core/coordinator/group/group-coordinator.ts';
import type { GroupRecord } from '#core/coordinator/group/group-records.ts';
import { decodeGroupRecord } from '#core/coordinator/group/group-records.ts';
import type { JoinAnswer, JoinRequest, SyncAnswer } from '#core/coordinator/group/group-requests.ts';
import { GroupRefusal } from '#core/coordinator/group/group-turn.ts';
import { EventBus } from '#core/observe/event-bus.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { readRecords } from '#core/protocol/records/batch-reader.ts';
import { InMemoryCoordinatorLog } from './in-memory-coordinator-log.ts';
import { SeededRandom } from './seeded-random.ts';
import { TopicWorld } from './topic-world.ts';

/** Settings of consumer groups as Kafka has them, but for a few members at most. */
export function consumerConfig(given: Partial<ConsumerGroupConfig> = {}): ConsumerGroupConfig {
  return {
    maxSize: 3,
    assignors: ['uniform', 'range'],
    migrationPolicy: 'bidirectional',
    regexRefreshIntervalMs: 600_000,
    timesOf: () => ({ sessionTimeoutMs: 45_000, heartbeatIntervalMs: 5000, assignmentIntervalMs: 1000 }),
    ...given,
  };
}

const CONFIG: GroupCoordinatorConfig = {
  initialRebalanceDelayMs: 0,
  newMemberJoinTimeoutMs: 300_000,
  minSessionTimeoutMs: 6000,
  maxSessionTimeoutMs: 1_800_000,
  maxSize: 2,
  offsetMetadataMaxSize: 4096,
  offsetsRetentionMs: 7 * 24 * 3_600_000,
  offsetsRetentionCheckIntervalMs: 600_000,
  consumer: consumerConfig(),
};

/** What came of a heartbeat. */
interface Beat {
  readonly error: ErrorName;
  readonly message: string | null;
  readonly memberId: string;
  /** −1: refused. */
  readonly epoch: number;
  readonly intervalMs: number;
  /** What the member shall have: `t[0,1]`; null when it is not told. */
  readonly has: string | null;
}

/** A group coordinator over one partition, on a simulated clock, whose log outlives it. */
export class GroupWorld {
  readonly clock = new SimClock();
  readonly bus = new EventBus(this.clock);
  readonly log = new InMemoryCoordinatorLog();
  readonly topics = new TopicWorld();
  readonly random = new SeededRandom(7);
  config: GroupCoordinatorConfig;
  groups: GroupCoordinator;

  constructor(config: Partial<GroupCoordinatorConfig> = {}) {
    this.config = { ...CONFIG, ...config };
    this.groups = newCoordinator(this);
  }

  static async start(config: Partial<GroupCoordinatorConfig> = {}): Promise<GroupWorld> {
    const world = new GroupWorld(config);
    await world.#bringUp();
    return world;
  }

  /** The coordinator is gone, as after a kill; a new one reads the log. */
  async restart(): Promise<void> {
    this.groups.close();
    this.groups = newCoordinator(this);
    await this.#bringUp();
  }

  async #bringUp(): Promise<void> {
    this.groups.start();
    await this.groups.onElection(0, 0);
  }

  join(given: Partial<JoinRequest> = {}): Promise<JoinAnswer> {
    return this.groups.join({
      groupId: 'g',
      memberId: '',
      groupInstanceId: null,
      clientId: 'c',
      clientHost: '/127.0.0.1',
      sessionTimeoutMs: 10_000,
      rebalanceTimeoutMs: 30_000,
      protocolType: 'consumer',
      protocols: [{ name: 'range', metadata: Buffer.from('m') }],
      requiresKnownMemberId: false,
      supportsSkippingAssignment: true,
      ...given,
    });
  }

  sync(
    memberId: string,
    generationId: number,
    assignments: { readonly [memberId: string]: string } = {},
  ): Promise<SyncAnswer> {
    return this.groups.sync({
      groupId: 'g',
      generationId,
      memberId,
      groupInstanceId: null,
      protocolType: null,
      protocolName: null,
      assignments: Object.entries(assignments).map(([id, text]) => ({
        memberId: id,
        assignment: Buffer.from(text),
      })),
    });
  }

  /** A heartbeat that says nothing but this. */
  beat(memberId: string, memberEpoch: number, given: Partial<ConsumerHeartbeatRequest> = {}): Beat {
    const answer = this.groups.consumerHeartbeat({
      groupId: 'g',
      memberId,
      memberEpoch,
      instanceId: null,
      rackId: null,
      rebalanceTimeoutMs: -1,
      subscribedTopicNames: null,
      subscribedTopicRegex: null,
      serverAssignor: null,
      topicPartitions: null,
      clientId: 'c',
      clientHost: '/127.0.0.1',
      ...given,
    });
    if (answer instanceof GroupRefusal) {
      const { error, message } = answer;
      return { error, message, memberId, epoch: -1, intervalMs: 0, has: null };
    }
    const { assignment, heartbeatIntervalMs: intervalMs, memberEpoch: epoch } = answer;
    const has = assignment === null ? null : this.#partitionsText(orderedEpochs(assignment));
    return { error: 'NONE', message: null, memberId: answer.memberId, epoch, intervalMs, has };
  }

  /** `t[0,1] u[2]`, topics by name. */
  #partitionsText(all: readonly TopicPartitions[]): string {
    const texts = all.map(({ topicId, partitions }) => {
      const sorted = [...partitions].sort((a, b) => a - b);
      return `${this.topics.byId(topicId)?.name ?? topicId}[${sorted.join(',')}]`;
    });
    return texts.sort().join(' ');
  }

  /** The first heartbeat of a member that reads `t`. */
  enter(memberId: string, given: Partial<ConsumerHeartbeatRequest> = {}): Beat {
    const { subscribedTopicRegex } = given;
    return this.beat(memberId, 0, {
      rebalanceTimeoutMs: 30_000,
      topicPartitions: [],
      subscribedTopicNames: subscribedTopicRegex == null ? ['t'] : null,
      ...given,
    });
  }

  /** What a member owns, as a heartbeat says it. */
  owned(...partitions: readonly number[]): TopicPartitions[] {
    const { id: topicId } = present(this.topics.byName('t'), 'topic t');
    return partitions.length === 0 ? [] : [{ topicId, partitions }];
  }

  /** The consumer group `g`; undefined when there is none. */
  consumerGroup() {
    const group = this.groups.describeConsumer('g');
    return group instanceof GroupRefusal ? undefined : group;
  }

  /** Every record in the log that there is, in order. */
  records(): GroupRecord[] {
    return [...this.log.readAll({ topic: OFFSETS_TOPIC, partition: 0 })]
      .filter((batch) => !batch.isControl)
      .flatMap((batch) => [...readRecords(batch)])
      .flatMap(({ key, value }) => decodeGroupRecord(key ?? Buffer.alloc(0), value) ?? []);
  }

  /** Offsets of the group, as somebody asks who is no member. */
  fetch(partitions: readonly TopicPartition[] | null, requireStable = false) {
    return this.groups.fetchOffsets({
      groupId: 'g',
      memberId: null,
      memberEpoch: -1,
      partitions,
      requireStable,
    });
  }

  /** A group of one, stable in generation 1; answers the member's id. */
  async stableMember(): Promise<string> {
    const joining = this.join();
    await this.clock.advance(0);
    const { memberId } = await joining;
    await this.sync(memberId, 1, { [memberId]: 'all' });
    return memberId;
  }
}

function newCoordinator(world: GroupWorld): GroupCoordinator {
  return new GroupCoordinator({
    clock: world.clock,
    random: world.random,
    bus: world.bus,
    config: world.config,
    log: world.log,
    partitionCount: () => 1,
    topics: world.topics,
  });
}
