/**
 * JoinGroup, SyncGroup, Heartbeat and LeaveGroup of one classic group. Who may do what is decided here; when the phases of a
 * rebalance end is decided in classic-rebalance.ts. (source: GroupMetadataManager)
 */
import type { Random } from '#core/base/random.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import type {
  JoinAnswer,
  JoinRequest,
  LeaveAnswer,
  MemberIdentity,
  MemberToLeave,
  SyncAnswer,
  SyncRequest,
} from '../group-requests.ts';
import type { ClassicGroup } from './classic-group.ts';
import { joinRefusal } from './classic-group.ts';
import { ClassicMember } from './classic-member.ts';
import type { ClassicGroupConfig, ClassicRebalance } from './classic-rebalance.ts';
import { syncAnswerOf, syncRefusal } from './classic-rebalance.ts';

type AnswerJoin = (answer: JoinAnswer) => void;

export interface MembershipDeps {
  readonly random: Random;
  readonly config: ClassicGroupConfig;
  readonly rebalance: ClassicRebalance;
  /** Writes the group as it is, with its present assignments. */
  readonly store: (group: ClassicGroup) => ErrorName;
}

export class ClassicMembership {
  readonly #deps: MembershipDeps;

  constructor(deps: MembershipDeps) {
    this.#deps = deps;
  }

  /** Joins; `answer` is called once, now or when the join phase ends. */
  join(group: ClassicGroup, request: JoinRequest, answer: AnswerJoin): void {
    if (!this.#accepts(group, request.memberId)) {
      group.remove(request.memberId);
      answer(joinRefusal('GROUP_MAX_SIZE_REACHED', ''));
    } else if (group.isIn('Dead')) {
      answer(joinRefusal('COORDINATOR_NOT_AVAILABLE', request.memberId));
    } else if (!group.supportsProtocols(request.protocolType, request.protocols)) {
      answer(joinRefusal('INCONSISTENT_GROUP_PROTOCOL', request.memberId));
    } else if (request.memberId === '') {
      this.#joinNew(group, request, answer);
    } else {
      this.#joinKnown(group, request, answer);
    }
  }

  #accepts(group: ClassicGroup, memberId: string): boolean {
    if (group.isIn('Empty', 'Dead')) return true;
    const { maxSize } = this.#deps.config;
    const member = group.members.get(memberId);
    if (group.isIn('PreparingRebalance'))
      return member?.isAwaitingJoin === true || group.awaitingJoinCount < maxSize;
    return member !== undefined || group.members.size < maxSize;
  }

  #joinNew(group: ClassicGroup, request: JoinRequest, answer: AnswerJoin): void {
    const memberId = `${request.groupInstanceId ?? request.clientId}-${randomUuid(this.#deps.random)}`;
    if (request.groupInstanceId === null) {
      if (!request.requiresKnownMemberId) {
        this.#addAndRebalance(group, memberId, request, answer);
        return;
      }
      group.pendingMembers.add(memberId);
      this.#deps.rebalance.scheduleExpiry(group, memberId, request.sessionTimeoutMs);
      answer(joinRefusal('MEMBER_ID_REQUIRED', memberId));
      return;
    }
    const oldId = group.staticMembers.get(request.groupInstanceId);
    const old = oldId === undefined ? undefined : group.members.get(oldId);
    if (old === undefined) this.#addAndRebalance(group, memberId, request, answer);
    else this.#replaceStatic(group, old, memberId, request, answer);
  }

  #addAndRebalance(group: ClassicGroup, memberId: string, request: JoinRequest, answer: AnswerJoin): void {
    const member = new ClassicMember({ ...request, memberId });
    member.isNew = true;
    member.joinWaiter = answer;
    if (group.isIn('PreparingRebalance') && group.previousState === 'Empty') group.hasNewMember = true;
    group.add(member, request.protocolType);
    this.#deps.rebalance.scheduleExpiry(group, memberId, this.#deps.config.newMemberJoinTimeoutMs);
    this.#deps.rebalance.prepareOrContinue(group, `member ${memberId} joined`);
  }

  #replaceStatic(
    group: ClassicGroup,
    old: ClassicMember,
    memberId: string,
    request: JoinRequest,
    answer: AnswerJoin,
  ): void {
    const { rebalance } = this.#deps;
    const leader = group.leaderId;
    const { groupInstanceId, clientId, clientHost } = old;
    const member = new ClassicMember({ ...request, memberId, groupInstanceId, clientId, clientHost });
    old.answerJoin(joinRefusal('FENCED_INSTANCE_ID', old.memberId));
    old.answerSync(syncRefusal('FENCED_INSTANCE_ID'));
    rebalance.forgetMemberTimer(group, old.memberId);
    group.replaceStatic(old, member);
    rebalance.scheduleExpiry(group, memberId, old.sessionTimeoutMs);
    if (!group.isIn('Stable') || group.selectProtocol() !== group.protocolName) {
      member.joinWaiter = answer;
      rebalance.prepareOrContinue(group, `static member ${memberId} replaced ${old.memberId}`);
      return;
    }
    const error = this.#deps.store(group);
    if (error !== 'NONE') {
      group.replaceStatic(member, old);
      rebalance.forgetMemberTimer(group, memberId);
      rebalance.refreshSession(group, old);
      answer({ ...group.joinAnswerFor('', false), error, leader: leader ?? '' });
      return;
    }
    const isLeader = group.leaderId === memberId;
    answer(
      request.supportsSkippingAssignment
        ? { ...group.joinAnswerFor(memberId, isLeader), skipAssignment: isLeader }
        : // Older leaders would assign anew if they knew that they lead: they are told the id that is gone.
          { ...group.joinAnswerFor(memberId, false), leader: leader ?? '' },
    );
  }

  #joinKnown(group: ClassicGroup, request: JoinRequest, answer: AnswerJoin): void {
    const { memberId } = request;
    if (group.pendingMembers.has(memberId)) {
      // Static members are never told to come back with an id.
      if (request.groupInstanceId !== null) answer(joinRefusal('UNKNOWN_SERVER_ERROR', ''));
      else this.#addAndRebalance(group, memberId, request, answer);
      return;
    }
    const error = group.checkMember(request);
    const member = group.members.get(memberId);
    if (error !== 'NONE' || member === undefined) {
      answer(joinRefusal(error, memberId));
      return;
    }
    const isLeader = memberId === group.leaderId;
    const isUnchanged = member.matches(request.protocols);
    if (group.isIn('CompletingRebalance') && isUnchanged) {
      answer(group.joinAnswerFor(memberId, isLeader));
    } else if (group.isIn('Stable') && !isLeader && isUnchanged) {
      answer(group.joinAnswerFor(memberId, false));
    } else if (group.isIn('Empty', 'Dead')) {
      answer(joinRefusal('UNKNOWN_MEMBER_ID', memberId));
    } else {
      this.#rejoin(group, member, request, answer);
    }
  }

  #rejoin(group: ClassicGroup, member: ClassicMember, request: JoinRequest, answer: AnswerJoin): void {
    member.protocols = request.protocols;
    member.rebalanceTimeoutMs = request.rebalanceTimeoutMs;
    member.sessionTimeoutMs = request.sessionTimeoutMs;
    member.joinWaiter = answer;
    this.#deps.rebalance.prepareOrContinue(group, `member ${member.memberId} rejoined`);
  }

  /** Syncs; `answer` is called once, now or when the leader has assigned. */
  sync(group: ClassicGroup, request: SyncRequest, answer: (answer: SyncAnswer) => void): void {
    const error = this.#syncError(group, request);
    const member = group.members.get(request.memberId);
    if (error !== 'NONE' || member === undefined) {
      answer(syncRefusal(error));
      return;
    }
    group.pendingSyncMembers.delete(member.memberId);
    if (group.isIn('Stable')) {
      answer(syncAnswerOf(group, member));
      return;
    }
    member.syncWaiter = answer;
    if (member.memberId !== group.leaderId) return;
    const assignments = new Map(
      request.assignments.map(({ memberId, assignment }) => [memberId, assignment]),
    );
    this.#deps.rebalance.completeSync(group, assignments);
  }

  #syncError(group: ClassicGroup, request: SyncRequest): ErrorName {
    if (group.isIn('Dead')) return 'COORDINATOR_NOT_AVAILABLE';
    const memberError = group.checkMember(request);
    if (memberError !== 'NONE') return memberError;
    if (request.generationId !== group.generationId) return 'ILLEGAL_GENERATION';
    const isOtherType = request.protocolType !== null && request.protocolType !== group.protocolType;
    const isOtherName = request.protocolName !== null && request.protocolName !== group.protocolName;
    if (isOtherType || isOtherName) return 'INCONSISTENT_GROUP_PROTOCOL';
    if (group.isIn('Empty')) return 'UNKNOWN_MEMBER_ID';
    return group.isIn('PreparingRebalance') ? 'REBALANCE_IN_PROGRESS' : 'NONE';
  }

  heartbeat(group: ClassicGroup, identity: MemberIdentity): ErrorName {
    if (group.isIn('Dead')) return 'COORDINATOR_NOT_AVAILABLE';
    const memberError = group.checkMember(identity);
    if (memberError !== 'NONE') return memberError;
    if (identity.generationId !== group.generationId) return 'ILLEGAL_GENERATION';
    const member = group.members.get(identity.memberId);
    if (group.isIn('Empty') || member === undefined) return 'UNKNOWN_MEMBER_ID';
    this.#deps.rebalance.refreshSession(group, member);
    return group.isIn('PreparingRebalance') ? 'REBALANCE_IN_PROGRESS' : 'NONE';
  }

  /** All that may leave do; one rebalance follows. */
  leave(group: ClassicGroup, members: readonly MemberToLeave[]): LeaveAnswer {
    if (group.isIn('Dead')) return { error: 'COORDINATOR_NOT_AVAILABLE', members: [] };
    const results = members.map((member) => ({ ...member, error: this.#leaveOne(group, member) }));
    const haveLeft = results.some(({ error }) => error === 'NONE');
    if (haveLeft && !group.isIn('Empty')) this.#deps.rebalance.prepareOrContinue(group, 'members left');
    return { error: 'NONE', members: results };
  }

  #leaveOne(group: ClassicGroup, { memberId, groupInstanceId }: MemberToLeave): ErrorName {
    const { rebalance } = this.#deps;
    if (memberId === '') {
      const owner = group.members.get(group.staticMembers.get(groupInstanceId ?? '') ?? '');
      if (owner === undefined) return 'UNKNOWN_MEMBER_ID';
      rebalance.takeOut(group, owner);
      return 'NONE';
    }
    if (group.pendingMembers.has(memberId)) {
      rebalance.forgetMemberTimer(group, memberId);
      group.remove(memberId);
      return 'NONE';
    }
    const error = group.checkMember({ memberId, groupInstanceId });
    const member = group.members.get(memberId);
    if (error !== 'NONE' || member === undefined) return error;
    rebalance.takeOut(group, member);
    return 'NONE';
  }
}

/** A random UUID, version 4, in its usual text form. */
function randomUuid(random: Random): string {
  const bytes = random.nextBytes(16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
