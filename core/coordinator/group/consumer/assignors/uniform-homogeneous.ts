/**
 * The assignor `uniform` for groups in which all read the same topics: members keep what they have up to an equal share, what is over
 * goes to those that have less. (source: UniformHomogeneousAssignmentBuilder)
 */
import { copiedCapacity, inHashOrder, javaUuidHash } from '#core/base/java-hash.ts';
import type { Assignment } from '../assignment.ts';
import type { AssignorInput } from './assignor.ts';
import type { MutableAssignment } from './mutable-assignment.ts';
import { assign, copyOf, hashSetOrder, inRecordOrder, topicsInOrder } from './mutable-assignment.ts';

interface FreePartition {
  readonly topicId: string;
  readonly partition: number;
}

export function assignUniformlyToAlike(input: AssignorInput): ReadonlyMap<string, Assignment> {
  const subscribed = input.members[0]?.subscribedTopicIds ?? [];
  return subscribed.length === 0 ? new Map() : new Sharing(input, subscribed).run();
}

class Sharing {
  readonly #input: AssignorInput;
  readonly #topicIds: readonly string[];
  readonly #targets = new Map<string, MutableAssignment>();
  readonly #free: FreePartition[] = [];
  /** Members that may take more, with how many. */
  readonly #unfilled: { readonly memberId: string; readonly room: number }[] = [];
  readonly #quota: number;
  /** Members that still get one more than the quota. */
  #extra: number;

  constructor(input: AssignorInput, subscribed: readonly string[]) {
    this.#input = input;
    this.#topicIds = inHashOrder(subscribed, javaUuidHash, copiedCapacity(subscribed.length));
    let total = 0;
    for (const topicId of this.#topicIds) {
      const count = input.partitionCount(topicId);
      total += count;
      for (let partition = 0; partition < count; partition++) {
        if (!input.isAssigned(topicId, partition)) this.#free.push({ topicId, partition });
      }
    }
    this.#quota = Math.floor(total / input.members.length);
    this.#extra = total % input.members.length;
  }

  run(): ReadonlyMap<string, Assignment> {
    this.#keepShares();
    let next = 0;
    for (const { memberId, room } of this.#unfilled) {
      const target = this.#targets.get(memberId) as MutableAssignment;
      for (const { topicId, partition } of this.#free.slice(next, next + room))
        assign(target, topicId, partition);
      next += room;
    }
    return new Map([...this.#targets].map(([memberId, target]) => [memberId, inRecordOrder(target)]));
  }

  /** Each member keeps its share; the extra partition goes to those that have it already, as long as there are some. */
  #keepShares(): void {
    this.#input.members.forEach(({ memberId, target }, index) => {
      let getsExtra = this.#extra > 0;
      let room = this.#keep(memberId, target, this.#quota + (getsExtra ? 1 : 0));
      const isExtraForLater = this.#input.members.length - index > this.#extra;
      if (room > 0 && getsExtra && isExtraForLater) {
        room--;
        getsExtra = false;
      }
      if (room > 0) this.#unfilled.push({ memberId, room });
      if (getsExtra) this.#extra--;
    });
  }

  /** Lets the member keep up to `quota` partitions and frees the others; answers how many it may still get. */
  #keep(memberId: string, target: Assignment, quota: number): number {
    const kept = copyOf(target);
    let room = quota;
    for (const topicId of topicsInOrder(target)) {
      if (!this.#topicIds.includes(topicId)) {
        kept.delete(topicId);
        continue;
      }
      for (const partition of hashSetOrder(target.get(topicId) ?? new Set())) {
        if (room > 0) {
          room--;
          continue;
        }
        kept.get(topicId)?.delete(partition);
        this.#free.push({ topicId, partition });
      }
      if (kept.get(topicId)?.size === 0) kept.delete(topicId);
    }
    this.#targets.set(memberId, kept);
    return room;
  }
}
