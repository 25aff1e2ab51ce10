/**
 * Groups and offsets of one partition of __consumer_offsets.
 *
 * Offsets change by replayed records alone. A group is loaded from its record; while it lives, the members of a rebalance under
 * way exist only in memory, as in Kafka: its record is written when a generation is assigned or the group becomes empty.
 */
import type { Clock } from '#core/base/clock.ts';
import type { Random } from '#core/base/random.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import type { RecordPlace, Shard, TransactionEnd } from '../runtime/shard.ts';
import type { CoordinatorTimer } from '../runtime/timer.ts';
import { ClassicGroup } from './classic-group.ts';
import { ClassicMember } from './classic-member.ts';
import { ClassicMembership } from './classic-membership.ts';
import type { ClassicGroupConfig } from './classic-rebalance.ts';
import { ClassicRebalance } from './classic-rebalance.ts';
import type { GroupMetadata, GroupRecord } from './group-records.ts';
import { decodeGroupRecord, encodeGroupRecord } from './group-records.ts';
import { OffsetStore } from './offset-store.ts';

export interface GroupShardDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly bus: EventBus;
  readonly config: ClassicGroupConfig;
  readonly timer: CoordinatorTimer;
  /** Writes a group's record. */
  readonly store: (group: ClassicGroup, assignments: ReadonlyMap<string, Buffer>) => ErrorName;
}

export class GroupShard implements Shard<GroupRecord> {
  readonly offsets = new OffsetStore();
  readonly membership: ClassicMembership;
  readonly #deps: GroupShardDeps;
  readonly #rebalance: ClassicRebalance;
  readonly #groups = new Map<string, ClassicGroup>();
  #isLoaded = false;

  constructor(deps: GroupShardDeps) {
    this.#deps = deps;
    this.#rebalance = new ClassicRebalance(deps);
    this.membership = new ClassicMembership({
      random: deps.random,
      config: deps.config,
      rebalance: this.#rebalance,
      store: (group) => deps.store(group, assignmentsOf(group)),
    });
  }

  groups(): Iterable<ClassicGroup> {
    return this.#groups.values();
  }

  group(groupId: string): ClassicGroup | undefined {
    return this.#groups.get(groupId);
  }

  /** The group, made empty when it is not there. */
  groupOrNew(groupId: string): ClassicGroup {
    let group = this.#groups.get(groupId);
    if (group === undefined) {
      group = new ClassicGroup(groupId, this.#deps.clock.nowMs());
      this.#groups.set(groupId, group);
    }
    return group;
  }

  /** A member has shown that it lives by other means than a heartbeat. */
  refreshSession(group: ClassicGroup, memberId: string): void {
    const member = group.members.get(memberId);
    if (member !== undefined && group.isIn('Stable', 'PreparingRebalance'))
      this.#rebalance.refreshSession(group, member);
  }

  encode(record: GroupRecord) {
    return encodeGroupRecord(record);
  }

  decode(key: Buffer, value: Buffer | null): GroupRecord | undefined {
    return decodeGroupRecord(key, value);
  }

  replay(record: GroupRecord, place: RecordPlace): void {
    if (record.kind === 'offset') this.#replayOffset(record, place);
    else if (record.value === null) this.#groups.delete(record.group);
    else if (!this.#isLoaded) this.#groups.set(record.group, this.#groupOf(record.group, record.value));
  }

  #replayOffset(record: GroupRecord & { readonly kind: 'offset' }, place: RecordPlace): void {
    const { group, value } = record;
    if (value === null) this.offsets.delete(group, record);
    else if (place.producerId >= 0)
      this.offsets.commitPending(place.producerId, group, record, value, place.offset);
    else this.offsets.commit(group, record, value, place.offset);
  }

  replayTransactionEnd(end: TransactionEnd): void {
    this.offsets.endTransaction(end.producerId, end.commit);
  }

  #groupOf(groupId: string, value: GroupMetadata): ClassicGroup {
    const group = new ClassicGroup(groupId, value.currentStateTimestamp);
    for (const stored of value.members) {
      const member = new ClassicMember({
        ...stored,
        rebalanceTimeoutMs: stored.rebalanceTimeout < 0 ? stored.sessionTimeout : stored.rebalanceTimeout,
        sessionTimeoutMs: stored.sessionTimeout,
        protocols:
          value.protocol === null
            ? []
            : [{ name: value.protocol, metadata: Buffer.from(stored.subscription) }],
      });
      member.assignment = Buffer.from(stored.assignment);
      group.add(member, value.protocolType);
    }
    group.protocolType = value.protocolType === '' ? null : value.protocolType;
    group.generationId = value.generation;
    group.protocolName = value.protocol;
    group.leaderId = value.leader;
    group.state = value.members.length === 0 ? 'Empty' : 'Stable';
    return group;
  }

  /** Groups with members get fresh sessions; groups that only have offsets come to life empty. */
  onLoaded(): void {
    this.#isLoaded = true;
    for (const groupId of this.offsets.groups()) this.groupOrNew(groupId);
    for (const group of this.#groups.values()) {
      for (const member of group.members.values()) this.#rebalance.refreshSession(group, member);
    }
  }

  /** Whoever waits here is sent to the new coordinator. */
  onUnloaded(): void {
    for (const group of this.#groups.values()) this.#rebalance.bury(group, 'NOT_COORDINATOR');
    this.#groups.clear();
  }
}

function assignmentsOf(group: ClassicGroup): ReadonlyMap<string, Buffer> {
  return new Map([...group.members.values()].map((member) => [member.memberId, member.assignment]));
}
