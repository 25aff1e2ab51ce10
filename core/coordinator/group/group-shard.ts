/**
 * Groups and offsets of one partition of __consumer_offsets.
 *
 * Offsets and consumer groups change by replayed records alone. A classic group is loaded from its record; while it lives, the
 * members of a rebalance under way exist only in memory, as in Kafka: its record is written when a generation is assigned or the
 * group becomes empty.
 */
import type { Clock } from '#core/base/clock.ts';
import type { Random } from '#core/base/random.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import type { Outcome } from '../runtime/coordinator-runtime.ts';
import type { RecordPlace, Shard, TransactionEnd, Turn } from '../runtime/shard.ts';
import type { CoordinatorTimer } from '../runtime/timer.ts';
import { ClassicGroup } from './classic/classic-group.ts';
import { ClassicMember } from './classic/classic-member.ts';
import { ClassicMembership } from './classic/classic-membership.ts';
import type { ClassicGroupConfig } from './classic/classic-rebalance.ts';
import { ClassicRebalance } from './classic/classic-rebalance.ts';
import type { ConsumerContext, ConsumerGroupConfig } from './consumer/consumer-context.ts';
import { fenceByTimer } from './consumer/consumer-departure.ts';
import type { ConsumerGroup } from './consumer/consumer-group.ts';
import type { FenceMember } from './consumer/consumer-timers.ts';
import { ConsumerTimers } from './consumer/consumer-timers.ts';
import { MetadataHashes } from './consumer/metadata-hash.ts';
import { RegexRefresh } from './consumer/regex-refresh.ts';
import type { TopicImage } from './consumer/topic-image.ts';
import type { TopicVersions } from './consumer/topic-versions.ts';
import type { GroupMetadata, GroupRecord } from './group-records.ts';
import { assignmentsOf, decodeGroupRecord, encodeGroupRecord, groupRecordOf } from './group-records.ts';
import { GroupTable } from './group-table.ts';
import type { GroupTurn } from './group-turn.ts';
import { decideExpiry } from './offsets/offset-expiry.ts';
import { OffsetStore } from './offsets/offset-store.ts';

/** A write by a timer that the log refused is tried again after this time. */
const RETRY_MS = 500;

export interface GroupShardConfig extends ClassicGroupConfig {
  readonly consumer: ConsumerGroupConfig;
  readonly offsetsRetentionMs: number;
  readonly offsetsRetentionCheckIntervalMs: number;
}

export interface GroupShardDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly bus: EventBus;
  readonly config: GroupShardConfig;
  readonly timer: CoordinatorTimer;
  readonly topics: TopicImage;
  readonly versions: TopicVersions;
  /** A write turn on this partition. */
  readonly write: <A>(decide: () => Turn<GroupRecord, A>) => Outcome<A>;
}

export class GroupShard implements Shard<GroupRecord> {
  readonly offsets = new OffsetStore();
  readonly groups = new GroupTable();
  readonly membership: ClassicMembership;
  readonly consumer: ConsumerContext;
  readonly #deps: GroupShardDeps;
  readonly #rebalance: ClassicRebalance;
  #isLoaded = false;

  constructor(deps: GroupShardDeps) {
    const { clock, random, config, timer, topics, versions } = deps;
    const { groups } = this;
    this.#deps = deps;
    this.#rebalance = new ClassicRebalance({
      ...deps,
      store: (group, assignments) => this.#storeClassic(group, assignments),
    });
    this.membership = new ClassicMembership({
      random,
      config,
      rebalance: this.#rebalance,
      store: (group) => this.#storeClassic(group, assignmentsOf(group)),
    });
    const hashes = new MetadataHashes(topics);
    const write = (groupId: string, decide: () => GroupTurn<null>): void => {
      this.#byTimer(`write ${groupId}`, () => this.run(groupId, 'its topics are known', decide).error);
    };
    this.consumer = {
      clock,
      random,
      config: config.consumer,
      classicMaxSize: config.maxSize,
      topics,
      hashes,
      groups,
      timers: new ConsumerTimers(timer, (fence) => this.#fence(fence)),
      regexes: new RegexRefresh({ clock, timer, topics, versions, hashes, groups, write }),
      rebalance: this.#rebalance,
    };
  }

  #storeClassic(group: ClassicGroup, assignments: ReadonlyMap<string, Buffer>) {
    return this.#deps.write(() => ({ records: [groupRecordOf(group, assignments)], answer: null })).error;
  }

  /** Decides about one group and writes what was decided. */
  run<A>(groupId: string, reason: string, decide: () => GroupTurn<A>): Outcome<A> {
    const before = stateOf(this.groups.consumer(groupId));
    const outcome = this.#deps.write(() => {
      const turn = decide();
      return { records: turn.records, answer: turn };
    });
    if (outcome.error !== 'NONE') return outcome;
    const { answer, afterwards } = outcome.answer;
    this.#announce(groupId, before, reason);
    for (const effect of afterwards) effect();
    return { error: 'NONE', answer, baseOffset: outcome.baseOffset };
  }

  #announce(groupId: string, from: string, reason: string): void {
    const group = this.groups.consumer(groupId);
    const to = stateOf(group);
    if (from === to) return;
    const generation = group?.groupEpoch ?? -1;
    const members = group?.members.size ?? 0;
    this.#deps.bus.publish('group.stateChanged', { groupId, from, to, generation, members, reason });
  }

  #fence(fence: Parameters<FenceMember>[0]): void {
    const { groupId, memberId, reason } = fence;
    this.#byTimer(
      `fence ${groupId} ${memberId}`,
      () =>
        this.run(groupId, `member ${memberId} was fenced: ${reason}`, () =>
          fenceByTimer(this.consumer, fence),
        ).error,
    );
  }

  /** Writes, and again later as long as the log refuses. */
  #byTimer(name: string, write: () => Outcome<unknown>['error']): void {
    if (write() !== 'NONE') this.#deps.timer.schedule(name, RETRY_MS, () => this.#byTimer(name, write));
  }

  /** A member has shown that it lives by other means than a heartbeat. */
  refreshSession(group: ClassicGroup, memberId: string): void {
    const member = group.members.get(memberId);
    if (member !== undefined && group.isIn('Stable', 'PreparingRebalance'))
      this.#rebalance.refreshSession(group, member);
  }

  /** The group is deleted: nobody waits for it any more. */
  forgetTimers(group: ClassicGroup): void {
    this.#rebalance.bury(group, 'COORDINATOR_NOT_AVAILABLE');
  }

  /** A topic was made, changed or deleted: the groups that read it look at their topics again. */
  onTopicChanged(topic: string): void {
    for (const group of this.groups.all()) {
      if (group.type === 'consumer' && isReadBy(group, topic)) group.isMetadataStale = true;
    }
  }

  encode(record: GroupRecord) {
    return encodeGroupRecord(record);
  }

  decode(key: Buffer, value: Buffer | null): GroupRecord | undefined {
    return decodeGroupRecord(key, value);
  }

  replay(record: GroupRecord, place: RecordPlace): void {
    if (record.kind === 'offset') this.#replayOffset(record, place);
    else if (record.kind === 'group') this.#replayClassic(record.group, record.value);
    else this.groups.replay(record);
  }

  /** What lives in memory knows more than its record. */
  #replayClassic(groupId: string, value: GroupMetadata | null): void {
    if (value === null) this.groups.remove(groupId);
    else if (!this.#isLoaded || this.groups.classic(groupId) === undefined)
      this.groups.put(classicGroupOf(groupId, value));
  }

  #replayOffset(record: GroupRecord & { readonly kind: 'offset' }, place: RecordPlace): void {
    const { group, value } = record;
    if (value === null) {
      this.offsets.delete(group, record);
      return;
    }
    this.groups.getOrNew(group, this.#deps.clock.nowMs());
    if (place.producerId >= 0)
      this.offsets.commitPending(place.producerId, group, record, value, place.offset);
    else this.offsets.commit(group, record, value, place.offset);
  }

  replayTransactionEnd(end: TransactionEnd): void {
    this.offsets.endTransaction(end.producerId, end.commit);
  }

  /** Members get fresh sessions; a classic group that has become too large gets a chance to shrink. */
  onLoaded(): void {
    this.#isLoaded = true;
    for (const group of [...this.groups.all()]) {
      if (group.type === 'consumer') this.#resumeConsumer(group);
      else this.#resumeClassic(group);
    }
    this.#scheduleExpiry();
  }

  #resumeConsumer({ groupId, members }: ConsumerGroup): void {
    const { timers, config } = this.consumer;
    for (const { memberId, memberEpoch, state, rebalanceTimeoutMs } of members.values()) {
      const place = { groupId, memberId };
      timers.startSession(place, config.timesOf(groupId).sessionTimeoutMs);
      if (state === 'UnrevokedPartitions') timers.startRebalance(place, memberEpoch, rebalanceTimeoutMs);
    }
  }

  #resumeClassic(group: ClassicGroup): void {
    for (const member of group.members.values()) this.#rebalance.refreshSession(group, member);
    if (group.members.size > this.#deps.config.maxSize)
      this.#rebalance.prepareOrContinue(group, 'the group is larger than is allowed');
  }

  #scheduleExpiry(): void {
    const { timer, config } = this.#deps;
    timer.schedule('expire offsets', config.offsetsRetentionCheckIntervalMs, () => {
      this.#expireOffsets();
      this.#scheduleExpiry();
    });
  }

  #expireOffsets(): void {
    const { clock, config } = this.#deps;
    const expired = decideExpiry(this, clock.nowMs(), config.offsetsRetentionMs);
    if (expired.records.length === 0) return;
    const { error } = this.#deps.write(() => ({ records: expired.records, answer: null }));
    if (error === 'NONE')
      for (const group of expired.groups) this.#rebalance.bury(group, 'COORDINATOR_NOT_AVAILABLE');
  }

  /** Whoever waits here is sent to the new coordinator. */
  onUnloaded(): void {
    for (const group of this.groups.all()) {
      if (group.type === 'classic') this.#rebalance.bury(group, 'NOT_COORDINATOR');
    }
    this.groups.clear();
  }
}

function stateOf(group: ConsumerGroup | undefined): string {
  return group?.state ?? 'Dead';
}

function isReadBy(group: ConsumerGroup, topic: string): boolean {
  for (const member of group.members.values()) if (member.subscribedTopicNames.has(topic)) return true;
  for (const { topics } of group.resolvedRegexes.values()) if (topics.has(topic)) return true;
  return false;
}

function classicGroupOf(groupId: string, value: GroupMetadata): ClassicGroup {
  const group = new ClassicGroup(groupId, value.currentStateTimestamp);
  const { protocol } = value;
  for (const stored of value.members) {
    const member = new ClassicMember({
      ...stored,
      rebalanceTimeoutMs: stored.rebalanceTimeout < 0 ? stored.sessionTimeout : stored.rebalanceTimeout,
      sessionTimeoutMs: stored.sessionTimeout,
      protocols: protocol === null ? [] : [{ name: protocol, metadata: Buffer.from(stored.subscription) }],
    });
    member.assignment = Buffer.from(stored.assignment);
    group.add(member, value.protocolType);
  }
  group.protocolType = value.protocolType === '' ? null : value.protocolType;
  group.generationId = value.generation;
  group.protocolName = protocol;
  group.leaderId = value.leader;
  group.state = value.members.length === 0 ? 'Empty' : 'Stable';
  group.subscribedTopics = group.readSubscribedTopics();
  return group;
}
