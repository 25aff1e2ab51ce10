/**
 * The two-phase rebalance of classic groups: members join, one of them assigns, all of them sync.
 *
 *   Empty ──first member──▶ PreparingRebalance ──all joined, or time is up──▶ CompletingRebalance ──leader synced──▶ Stable
 *                                   ▲                                                 │                            │
 *                                   └───────────── a member joins, leaves, or falls silent ────────────────────────┘
 *
 * (source: GroupMetadataManager, the classicGroup… and prepareRebalance methods)
 */
import type { Clock } from '#core/base/clock.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import type { CoordinatorTimer } from '../../runtime/timer.ts';
import type { SyncAnswer } from '../group-requests.ts';
import type { ClassicGroup } from './classic-group.ts';
import { joinRefusal } from './classic-group.ts';
import type { ClassicMember } from './classic-member.ts';
import type { GroupState } from './group-state.ts';

/** Settings of classic groups. */
export interface ClassicGroupConfig {
  readonly initialRebalanceDelayMs: number;
  /** How long a new member's JoinGroup may stay parked. */
  readonly newMemberJoinTimeoutMs: number;
  readonly minSessionTimeoutMs: number;
  readonly maxSessionTimeoutMs: number;
  readonly maxSize: number;
}

export interface RebalanceDeps {
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly config: ClassicGroupConfig;
  /** Timeouts of the partition; they end with it. */
  readonly timer: CoordinatorTimer;
  /** Writes the group's record with these assignments; answers NONE or why it could not. */
  readonly store: (group: ClassicGroup, assignments: ReadonlyMap<string, Buffer>) => ErrorName;
}

/** A refused SyncGroup. */
export function syncRefusal(error: ErrorName): SyncAnswer {
  return { error, protocolType: null, protocolName: null, assignment: Buffer.alloc(0) };
}

export class ClassicRebalance {
  readonly #deps: RebalanceDeps;
  readonly #timers: CoordinatorTimer;

  constructor(deps: RebalanceDeps) {
    this.#deps = deps;
    this.#timers = deps.timer;
  }

  /** Starts a rebalance where the group can, or goes on with the one that is under way. */
  prepareOrContinue(group: ClassicGroup, reason: string): void {
    if (group.isIn('Stable', 'CompletingRebalance', 'Empty')) this.#prepare(group, reason);
    else this.continueJoin(group, reason);
  }

  #prepare(group: ClassicGroup, reason: string): void {
    if (group.isIn('CompletingRebalance')) this.failSyncs(group, 'REBALANCE_IN_PROGRESS');
    this.#timers.cancel(syncTimer(group));
    const isFirst = group.isIn('Empty');
    this.moveTo(group, 'PreparingRebalance', reason);
    if (isFirst) {
      const delay = this.#deps.config.initialRebalanceDelayMs;
      group.hasNewMember = false;
      this.#scheduleInitialJoin(group, delay, Math.max(group.rebalanceTimeoutMs - delay, 0));
    } else if (group.haveAllMembersJoined) {
      this.#completeJoin(group, reason);
    } else {
      this.#timers.schedule(joinTimer(group), group.rebalanceTimeoutMs, () =>
        this.#completeJoin(group, 'time is up'),
      );
    }
  }

  /** An empty group waits a little for more members; each newcomer extends the wait, up to the rebalance timeout. */
  #scheduleInitialJoin(group: ClassicGroup, delayMs: number, remainingMs: number): void {
    this.#timers.schedule(joinTimer(group), delayMs, () => {
      if (!group.hasNewMember || remainingMs === 0) {
        this.#completeJoin(group, 'initial delay is over');
        return;
      }
      group.hasNewMember = false;
      const next = Math.min(this.#deps.config.initialRebalanceDelayMs, remainingMs);
      this.#scheduleInitialJoin(group, next, Math.max(remainingMs - next, 0));
    });
  }

  /** Ends the join phase when everybody is there; the initial delay of an empty group is waited for all the same. */
  continueJoin(group: ClassicGroup, reason: string): void {
    if (group.isIn('PreparingRebalance') && group.previousState !== 'Empty' && group.haveAllMembersJoined) {
      this.#completeJoin(group, reason);
    }
  }

  #completeJoin(group: ClassicGroup, reason: string): void {
    this.#timers.cancel(joinTimer(group));
    if (!group.isIn('PreparingRebalance')) return;
    for (const member of [...group.members.values()]) {
      if (member.isAwaitingJoin || member.isStatic) continue;
      this.forgetMemberTimer(group, member.memberId);
      group.remove(member.memberId);
    }
    if (group.members.size > 0 && !group.electLeader()) {
      this.#timers.schedule(joinTimer(group), group.rebalanceTimeoutMs, () =>
        this.#completeJoin(group, 'time is up'),
      );
      return;
    }
    const from = group.state;
    group.beginGeneration(this.#deps.clock.nowMs());
    this.#announce(group, from, reason);
    if (group.isIn('Empty')) {
      this.#deps.store(group, new Map());
      return;
    }
    this.#answerJoins(group);
    this.#timers.schedule(syncTimer(group), group.rebalanceTimeoutMs, () =>
      this.#expireSyncs(group, group.generationId),
    );
  }

  #answerJoins(group: ClassicGroup): void {
    for (const member of group.members.values()) {
      member.answerJoin(group.joinAnswerFor(member.memberId, member.memberId === group.leaderId));
      member.isNew = false;
      this.refreshSession(group, member);
    }
  }

  /** Members that joined but did not sync in time are out. */
  #expireSyncs(group: ClassicGroup, generationId: number): void {
    if (group.generationId !== generationId || !group.isIn('CompletingRebalance', 'Stable')) return;
    if (group.pendingSyncMembers.size === 0) return;
    for (const memberId of [...group.pendingSyncMembers]) {
      this.forgetMemberTimer(group, memberId);
      group.remove(memberId);
    }
    this.prepareOrContinue(group, 'members did not sync in time');
  }

  /** The leader handed in the assignment: stored first, then given out. */
  completeSync(group: ClassicGroup, assignments: ReadonlyMap<string, Buffer>): void {
    const error = this.#deps.store(group, assignments);
    if (error !== 'NONE') {
      this.failSyncs(group, error);
      this.prepareOrContinue(group, `the assignment could not be stored: ${error}`);
      return;
    }
    for (const member of group.members.values()) {
      member.assignment = assignments.get(member.memberId) ?? Buffer.alloc(0);
    }
    this.moveTo(group, 'Stable', 'the leader assigned');
    for (const member of group.members.values()) {
      if (member.syncWaiter === undefined) continue;
      this.refreshSession(group, member);
      member.answerSync(syncAnswerOf(group, member));
    }
  }

  /** Takes assignments back and answers every parked SyncGroup with `error`. */
  failSyncs(group: ClassicGroup, error: ErrorName): void {
    for (const member of group.members.values()) {
      member.assignment = Buffer.alloc(0);
      if (member.syncWaiter === undefined) continue;
      this.refreshSession(group, member);
      member.answerSync(syncRefusal(error));
    }
  }

  moveTo(group: ClassicGroup, state: GroupState, reason: string): void {
    const from = group.state;
    group.transitionTo(state, this.#deps.clock.nowMs());
    this.#announce(group, from, reason);
  }

  #announce(group: ClassicGroup, from: GroupState, reason: string): void {
    this.#deps.bus.publish('group.stateChanged', {
      groupId: group.groupId,
      from,
      to: group.state,
      generation: group.generationId,
      members: group.members.size,
      reason,
    });
  }

  /** Removes a member; whatever it waits for is refused. The rebalance is up to the caller. */
  takeOut(group: ClassicGroup, member: ClassicMember): void {
    this.forgetMemberTimer(group, member.memberId);
    member.answerJoin(joinRefusal('UNKNOWN_MEMBER_ID', ''));
    member.answerSync(syncRefusal('UNKNOWN_MEMBER_ID'));
    group.remove(member.memberId);
  }

  /** The member lives: its session starts anew. */
  refreshSession(group: ClassicGroup, member: ClassicMember): void {
    this.scheduleExpiry(group, member.memberId, member.sessionTimeoutMs);
  }

  /** Lets the member go after `timeoutMs` without a sign of life. While it waits for an answer of ours, it is not silent. */
  scheduleExpiry(group: ClassicGroup, memberId: string, timeoutMs: number): void {
    this.#timers.schedule(memberTimer(group, memberId), timeoutMs, () => {
      const member = group.members.get(memberId);
      if (group.pendingMembers.has(memberId)) group.remove(memberId);
      else if (member === undefined || isWaiting(member)) return;
      else this.takeOut(group, member);
      if (group.isIn('Stable', 'CompletingRebalance')) {
        if (member !== undefined) this.prepareOrContinue(group, 'a member fell silent');
      } else if (group.isIn('PreparingRebalance') && group.haveAllMembersJoined) {
        this.#completeJoin(group, 'those that had not rejoined are gone');
      }
    });
  }

  forgetMemberTimer(group: ClassicGroup, memberId: string): void {
    this.#timers.cancel(memberTimer(group, memberId));
  }

  /** Answers everybody who waits. */
  sendAway(group: ClassicGroup, error: ErrorName): void {
    for (const member of group.members.values()) {
      member.answerJoin(joinRefusal(error, member.memberId));
      member.answerSync(syncRefusal(error));
    }
  }

  /** Ends a group for good: parked requests are answered, timeouts end. */
  bury(group: ClassicGroup, error: ErrorName): void {
    this.sendAway(group, error);
    for (const memberId of group.members.keys()) this.forgetMemberTimer(group, memberId);
    for (const memberId of group.pendingMembers) this.forgetMemberTimer(group, memberId);
    this.#timers.cancel(joinTimer(group));
    this.#timers.cancel(syncTimer(group));
  }
}

/** Waits for an answer of ours. A newcomer has all the same to be let in in time. */
function isWaiting(member: ClassicMember): boolean {
  return (member.isAwaitingJoin || member.syncWaiter !== undefined) && !member.isNew;
}

/** What a member is answered once the generation is stable. */
export function syncAnswerOf(group: ClassicGroup, member: ClassicMember): SyncAnswer {
  return {
    error: 'NONE',
    protocolType: group.protocolType,
    protocolName: group.protocolName,
    assignment: member.assignment,
  };
}

function joinTimer(group: ClassicGroup): string {
  return `join ${group.groupId}`;
}
function syncTimer(group: ClassicGroup): string {
  return `sync ${group.groupId}`;
}
function memberTimer(group: ClassicGroup, memberId: string): string {
  return `member ${group.groupId} ${memberId}`;
}
