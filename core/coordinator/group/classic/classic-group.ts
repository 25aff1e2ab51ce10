/**
 * One group of the classic protocol: its members, generation and chosen protocol. Only state and the questions one can ask of it;
 * the two-phase rebalance is in classic-rebalance.ts. (source: ClassicGroup)
 */
import { assert, present } from '#core/base/assert.ts';
import { inHashOrder, javaStringHash } from '#core/base/java-hash.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { readSubscribedTopics } from '../embedded-protocol.ts';
import type { JoinAnswer, MemberIdentity, MemberProtocol } from '../group-requests.ts';
import type { ClassicMember } from './classic-member.ts';
import type { GroupState } from './group-state.ts';
import { GROUP_ENTERED_FROM } from './group-state.ts';

/** The type of the protocol that consumers speak among themselves. */
export const CONSUMER = 'consumer';

export class ClassicGroup {
  readonly type = 'classic';
  readonly groupId: string;
  readonly members = new Map<string, ClassicMember>();
  /** Group instance id → member id. */
  readonly staticMembers = new Map<string, string>();
  /** Ids that were handed out with MEMBER_ID_REQUIRED and have not come back. */
  readonly pendingMembers = new Set<string>();
  /** Members that have not sent SyncGroup in this generation. */
  readonly pendingSyncMembers = new Set<string>();
  state: GroupState = 'Empty';
  previousState: GroupState = 'Empty';
  /** When the state last changed, ms since the Unix epoch. */
  stateSinceMs: number;
  generationId = 0;
  protocolType: string | null = null;
  protocolName: string | null = null;
  leaderId: string | null = null;
  /** Topics that the members of this generation read; undefined when they do not say so in a way that can be read. */
  subscribedTopics: ReadonlySet<string> | undefined;
  /** A member joined since the initial delay was last extended. */
  hasNewMember = false;

  constructor(groupId: string, nowMs: number) {
    this.groupId = groupId;
    this.stateSinceMs = nowMs;
  }

  transitionTo(state: GroupState, nowMs: number): void {
    assert(
      GROUP_ENTERED_FROM[state].includes(this.state),
      `group ${this.groupId} cannot go from ${this.state} to ${state}`,
    );
    this.previousState = this.state;
    this.state = state;
    this.stateSinceMs = nowMs;
  }

  isIn(...states: readonly GroupState[]): boolean {
    return states.includes(this.state);
  }

  /** Nobody has ever joined: the group only has offsets. */
  get isSimple(): boolean {
    return this.protocolType === null && this.isIn('Empty') && this.pendingMembers.size === 0;
  }

  get isEmpty(): boolean {
    return this.isIn('Empty');
  }

  add(member: ClassicMember, protocolType: string): void {
    if (this.members.size === 0) this.protocolType = protocolType;
    this.leaderId ??= member.memberId;
    if (member.groupInstanceId !== null) this.staticMembers.set(member.groupInstanceId, member.memberId);
    this.members.set(member.memberId, member);
    this.pendingMembers.delete(member.memberId);
  }

  remove(memberId: string): void {
    const member = this.members.get(memberId);
    this.members.delete(memberId);
    this.pendingMembers.delete(memberId);
    this.pendingSyncMembers.delete(memberId);
    if (member?.groupInstanceId != null && this.staticMembers.get(member.groupInstanceId) === memberId) {
      this.staticMembers.delete(member.groupInstanceId);
    }
    if (this.leaderId === memberId) this.leaderId = this.inOrder()[0]?.memberId ?? null;
  }

  /** The members as Kafka's hash map walks them: so it lists them, and so it finds the next leader. */
  inOrder(): ClassicMember[] {
    return inHashOrder([...this.members.values()], ({ memberId }) => javaStringHash(memberId));
  }

  /** Puts `replacement` where the static member `old` stood. */
  replaceStatic(old: ClassicMember, replacement: ClassicMember): void {
    const instance = present(old.groupInstanceId, 'instance id of a static member');
    this.members.delete(old.memberId);
    replacement.assignment = old.assignment;
    this.members.set(replacement.memberId, replacement);
    this.staticMembers.set(instance, replacement.memberId);
    if (this.leaderId === old.memberId) this.leaderId = replacement.memberId;
    if (this.pendingSyncMembers.delete(old.memberId)) this.pendingSyncMembers.add(replacement.memberId);
  }

  /** Is this identity a member, and of the current generation? NONE, or why not. */
  checkMember({ memberId, groupInstanceId }: Omit<MemberIdentity, 'generationId'>): ErrorName {
    if (groupInstanceId !== null) {
      const owner = this.staticMembers.get(groupInstanceId);
      if (owner === undefined) return 'UNKNOWN_MEMBER_ID';
      if (owner !== memberId) return 'FENCED_INSTANCE_ID';
    }
    return this.members.has(memberId) ? 'NONE' : 'UNKNOWN_MEMBER_ID';
  }

  /** Could a member with these protocols join? */
  supportsProtocols(protocolType: string, protocols: readonly MemberProtocol[]): boolean {
    if (this.isIn('Empty')) return protocolType !== '' && protocols.length > 0;
    const members = [...this.members.values()];
    const isCommon = (name: string): boolean =>
      members.every((member) => member.protocols.some((own) => own.name === name));
    return protocolType === this.protocolType && protocols.some(({ name }) => isCommon(name));
  }

  /** Protocols that every member supports. */
  candidateProtocols(): Set<string> {
    const counts = new Map<string, number>();
    for (const member of this.members.values()) {
      // A member that names a protocol twice supports it once.
      const names = new Set(member.protocols.map(({ name }) => name));
      for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return new Set([...counts].filter(([, count]) => count === this.members.size).map(([name]) => name));
  }

  /** The protocol with the most votes; each member votes for the first of its own that all support. */
  selectProtocol(): string {
    const candidates = this.candidateProtocols();
    const votes = new Map<string, number>();
    for (const member of this.members.values()) {
      const vote = member.vote(candidates);
      if (vote !== undefined) votes.set(vote, (votes.get(vote) ?? 0) + 1);
    }
    const most = Math.max(...votes.values());
    const chosen = inHashOrder([...votes.keys()], javaStringHash).find((name) => votes.get(name) === most);
    return present(chosen, 'protocol that all members support');
  }

  get rebalanceTimeoutMs(): number {
    let longest = 0;
    for (const member of this.members.values()) longest = Math.max(longest, member.rebalanceTimeoutMs);
    return longest;
  }

  get haveAllMembersJoined(): boolean {
    if (this.pendingMembers.size > 0) return false;
    for (const member of this.members.values()) if (!member.isAwaitingJoin) return false;
    return true;
  }

  get awaitingJoinCount(): number {
    let count = 0;
    for (const member of this.members.values()) if (member.isAwaitingJoin) count++;
    return count;
  }

  /** Keeps the leader if it rejoined, else takes the first that did. False when nobody did. */
  electLeader(): boolean {
    const leader = this.leaderId === null ? undefined : this.members.get(this.leaderId);
    if (leader?.isAwaitingJoin === true) return true;
    const next = this.inOrder().find((member) => member.isAwaitingJoin);
    if (next === undefined) return false;
    this.leaderId = next.memberId;
    return true;
  }

  /** The next generation: with members it waits for their assignment, without it is empty. */
  beginGeneration(nowMs: number): void {
    this.generationId++;
    this.pendingSyncMembers.clear();
    this.protocolName = this.members.size === 0 ? null : this.selectProtocol();
    this.subscribedTopics = this.readSubscribedTopics();
    if (this.members.size === 0) {
      this.leaderId = null;
      this.transitionTo('Empty', nowMs);
      return;
    }
    for (const memberId of this.members.keys()) this.pendingSyncMembers.add(memberId);
    this.transitionTo('CompletingRebalance', nowMs);
  }

  /** Does a member read the topic? Consumers that cannot be understood might read any. */
  isSubscribedTo(topic: string): boolean {
    return this.subscribedTopics?.has(topic) ?? this.protocolType === CONSUMER;
  }

  /** The topics that the members read under the chosen protocol. */
  readSubscribedTopics(): ReadonlySet<string> | undefined {
    if (this.protocolType !== CONSUMER) return undefined;
    const topics = new Set<string>();
    for (const member of this.members.values()) {
      const read = readSubscribedTopics(member.metadataOf(this.protocolName));
      if (read === undefined) return undefined;
      for (const topic of read) topics.add(topic);
    }
    return topics;
  }

  /** Members with what they say under the chosen protocol: what a leader assigns from. */
  describeMembers(): JoinAnswer['members'] {
    return this.inOrder().map((member) => ({
      memberId: member.memberId,
      groupInstanceId: member.groupInstanceId,
      metadata: member.metadataOf(this.protocolName),
    }));
  }

  /** The answer of the current generation to one member. */
  joinAnswerFor(memberId: string, seesMembers: boolean): JoinAnswer {
    return {
      error: 'NONE',
      generationId: this.generationId,
      protocolType: this.protocolType,
      protocolName: this.protocolName,
      leader: this.leaderId ?? '',
      skipAssignment: false,
      memberId,
      members: seesMembers ? this.describeMembers() : [],
    };
  }
}

/** A refused JoinGroup. */
export function joinRefusal(error: ErrorName, memberId: string): JoinAnswer {
  return {
    error,
    generationId: -1,
    protocolType: null,
    protocolName: null,
    leader: '',
    skipAssignment: false,
    memberId,
    members: [],
  };
}
