import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { GroupCoordinatorConfig } from '#core/coordinator/group/group-coordinator.ts';
import { GroupCoordinator } from '#core/coordinator/group/group-coordinator.ts';
import type { JoinAnswer, JoinRequest, SyncAnswer } from '#core/coordinator/group/group-requests.ts';
import { EventBus } from '#core/observe/event-bus.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';
import { InMemoryCoordinatorLog } from './in-memory-coordinator-log.ts';
import { SeededRandom } from './seeded-random.ts';
import { TopicWorld } from './topic-world.ts';

const CONFIG: GroupCoordinatorConfig = {
  initialRebalanceDelayMs: 0,
  newMemberJoinTimeoutMs: 300_000,
  minSessionTimeoutMs: 6000,
  maxSessionTimeoutMs: 1_800_000,
  maxSize: 2,
  offsetMetadataMaxSize: 4096,
  offsetsRetentionMs: 7 * 24 * 3_600_000,
  offsetsRetentionCheckIntervalMs: 600_000,
  consumer: {
    maxSize: 3,
    assignors: ['uniform', 'range'],
    migrationPolicy: 'bidirectional',
    regexRefreshIntervalMs: 600_000,
    timesOf: () => ({ sessionTimeoutMs: 45_000, heartbeatIntervalMs: 5000, assignmentIntervalMs: 1000 }),
  },
};

/** A group coordinator over one partition, on a simulated clock, whose log outlives it. */
export class GroupWorld {
  readonly clock = new SimClock();
  readonly bus = new EventBus(this.clock);
  readonly log = new InMemoryCoordinatorLog();
  readonly topics = new TopicWorld();
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
    random: new SeededRandom(7),
    bus: world.bus,
    config: world.config,
    log: world.log,
    partitionCount: () => 1,
    topics: world.topics,
  });
}
