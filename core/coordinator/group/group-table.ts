/**
 * The groups of one partition of __consumer_offsets, classic and consumer, by id. Consumer groups change by replayed records alone.
 * (source: the groups of GroupMetadataManager, and its replay methods)
 */
import { ClassicGroup } from './classic/classic-group.ts';
import { ConsumerGroup } from './consumer/consumer-group.ts';
import type { ConsumerGroupRecord } from './consumer/consumer-group-records.ts';
import { newMember } from './consumer/consumer-member.ts';

export type Group = ClassicGroup | ConsumerGroup;

/** The epoch of a target that was deleted. */
const NO_EPOCH = -1;

export class GroupTable {
  readonly #groups = new Map<string, Group>();

  get(groupId: string): Group | undefined {
    return this.#groups.get(groupId);
  }

  all(): Iterable<Group> {
    return this.#groups.values();
  }

  /** Undefined when there is no such group, or it is of the other kind. */
  classic(groupId: string): ClassicGroup | undefined {
    const group = this.#groups.get(groupId);
    return group?.type === 'classic' ? group : undefined;
  }

  /** Undefined when there is no such group, or it is of the other kind. */
  consumer(groupId: string): ConsumerGroup | undefined {
    const group = this.#groups.get(groupId);
    return group?.type === 'consumer' ? group : undefined;
  }

  /** The group, made classic and empty when there is none. */
  getOrNew(groupId: string, nowMs: number): Group {
    const found = this.#groups.get(groupId);
    if (found !== undefined) return found;
    const group = new ClassicGroup(groupId, nowMs);
    this.#groups.set(groupId, group);
    return group;
  }

  put(group: Group): void {
    this.#groups.set(group.groupId, group);
  }

  remove(groupId: string): void {
    this.#groups.delete(groupId);
  }

  clear(): void {
    this.#groups.clear();
  }

  /** @throws {RangeError} when the record belongs to a group of the other kind: the log makes no sense. */
  replay(record: ConsumerGroupRecord): void {
    const group = this.#consumerFor(record);
    if (group === undefined) return;
    switch (record.kind) {
      case 'groupEpoch':
        if (record.value === null) this.#groups.delete(record.group);
        else
          Object.assign(group, { groupEpoch: record.value.epoch, metadataHash: record.value.metadataHash });
        return;
      case 'partitionMetadata':
        group.hasPartitionMetadataRecord = record.value !== null;
        return;
      case 'targetEpoch':
        group.assignmentEpoch = record.value?.epoch ?? NO_EPOCH;
        group.assignmentTimestampMs = record.value?.timestampMs ?? 0;
        return;
      case 'regex':
        if (record.value === null) group.resolvedRegexes.delete(record.regex);
        else group.resolvedRegexes.set(record.regex, record.value);
        return;
      case 'member':
      case 'target':
      case 'currentAssignment':
        replayMember(group, record);
    }
  }

  /** The group that the record is about; made by its first record. A tombstone without a group is about nothing. */
  #consumerFor(record: ConsumerGroupRecord): ConsumerGroup | undefined {
    const found = this.#groups.get(record.group);
    if (found?.type === 'consumer') return found;
    if (found === undefined && record.value === null) return undefined;
    // Offsets may stand in the log before the group that committed them.
    if (found !== undefined && !found.isSimple) {
      throw new RangeError(
        `group ${record.group} is a classic group and cannot have a record of ${record.kind}`,
      );
    }
    const group = new ConsumerGroup(record.group);
    this.#groups.set(record.group, group);
    return group;
  }
}

type MemberRecord = Extract<ConsumerGroupRecord, { readonly memberId: string }>;

function replayMember(group: ConsumerGroup, record: MemberRecord): void {
  const { memberId } = record;
  switch (record.kind) {
    case 'member':
      if (record.value === null) group.removeMember(memberId);
      else group.putMember({ ...(group.members.get(memberId) ?? newMember(memberId)), ...record.value });
      return;
    case 'target':
      group.setTarget(memberId, record.value);
      return;
    case 'currentAssignment':
      if (record.value !== null)
        group.putMember({ ...(group.members.get(memberId) ?? newMember(memberId)), ...record.value });
      else if (group.members.has(memberId)) group.clearAssignment(memberId);
  }
}
