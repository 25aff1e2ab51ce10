import { GroupCoordinator } from '#core/coordinator/group/group-coordinator.ts';
import type { JoinAnswer, JoinRequest, SyncAnswer } from '#core/coordinator/group/group-requests.ts';
import { EventBus } from '#core/observe/event-bus.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';
import { InMemoryCoordinatorLog } from './in-memory-coordinator-log.ts';
import { SeededRandom } from './seeded-random.ts';

const TOPIC_ID = 'AAAAAAAAAAAAAAAAAAAAAQ';

/** A group coordinator over one partition, on a simulated clock, whose log outlives it. */
export class GroupWorld {
  readonly clock = new SimClock();
  readonly bus = new EventBus(this.clock);
  readonly log = new InMemoryCoordinatorLog();
  groups: GroupCoordinator = newCoordinator(this);

  static async start(): Promise<GroupWorld> {
    const world = new GroupWorld();
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
    config: {
      initialRebalanceDelayMs: 0,
      newMemberJoinTimeoutMs: 300_000,
      minSessionTimeoutMs: 6000,
      maxSessionTimeoutMs: 1_800_000,
      maxSize: 2,
      offsetMetadataMaxSize: 4096,
    },
    log: world.log,
    partitionCount: () => 1,
    topicId: () => TOPIC_ID,
  });
}
