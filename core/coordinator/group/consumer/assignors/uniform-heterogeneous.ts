/**
 * The assignor `uniform` for groups whose members read different topics: members keep what they have, what nobody has goes to whoever
 * has least, then topics are balanced one by one until nothing moves. (source: UniformHeterogeneousAssignmentBuilder)
 */
import { present } from '#core/base/assert.ts';
import { uuidToBytes } from '#core/protocol/uuid.ts';
import type { Assignment } from '../assignment.ts';
import type { AssignorInput } from './assignor.ts';
import { LoadBalancer } from './load-balancer.ts';
import type { MutableAssignment } from './mutable-assignment.ts';
import { assign, copyOf, inRecordOrder, unassign } from './mutable-assignment.ts';

/** Rounds over all topics; what moves later than this stays where it is. */
const ROUNDS_MAX = 16;
const NOBODY = -1;

export function assignUniformlyToUnlike(input: AssignorInput): ReadonlyMap<string, Assignment> {
  return new Balancing(input).run();
}

class Balancing {
  readonly #input: AssignorInput;
  readonly #targets: MutableAssignment[] = [];
  /** Partitions of each member. */
  readonly #sizes: number[];
  /** Topic id → indexes of its readers. */
  readonly #readers = new Map<string, number[]>();
  /** Topic id → partition → index of the member that has it. */
  readonly #owners = new Map<string, number[]>();
  readonly #balancer: LoadBalancer;

  constructor(input: AssignorInput) {
    this.#input = input;
    this.#sizes = input.members.map(() => 0);
    this.#balancer = new LoadBalancer(this.#sizes);
    input.members.forEach(({ subscribedTopicIds }, member) => {
      for (const topicId of subscribedTopicIds) this.#addReader(topicId, member);
    });
  }

  #addReader(topicId: string, member: number): void {
    const readers = this.#readers.get(topicId);
    if (readers !== undefined) {
      readers.push(member);
      return;
    }
    this.#readers.set(topicId, [member]);
    this.#owners.set(topicId, new Array<number>(this.#input.partitionCount(topicId)).fill(NOBODY));
  }

  run(): ReadonlyMap<string, Assignment> {
    if (this.#readers.size === 0) return new Map();
    this.#keepWhatIsRead();
    this.#assignWhatIsFree();
    this.#balance();
    return new Map(
      this.#input.members.map(({ memberId }, member) => [memberId, inRecordOrder(this.#targetOf(member))]),
    );
  }

  #targetOf(member: number): MutableAssignment {
    return present(this.#targets[member], 'target of a member');
  }

  #readersOf(topicId: string): readonly number[] {
    return present(this.#readers.get(topicId), 'readers of a topic');
  }

  #ownersOf(topicId: string): number[] {
    return present(this.#owners.get(topicId), 'owners of a topic');
  }

  #keepWhatIsRead(): void {
    this.#input.members.forEach(({ subscribedTopicIds, target }, member) => {
      const kept = copyOf(target);
      for (const [topicId, partitions] of target) {
        if (!subscribedTopicIds.includes(topicId)) {
          kept.delete(topicId);
          continue;
        }
        this.#sizes[member] = (this.#sizes[member] ?? 0) + partitions.size;
        for (const partition of partitions) this.#ownersOf(topicId)[partition] = member;
      }
      this.#targets.push(kept);
    });
  }

  #assignWhatIsFree(): void {
    const topicIds = [...this.#owners.keys()].filter((topicId) => this.#ownersOf(topicId).includes(NOBODY));
    for (const topicId of this.#sorted(topicIds)) {
      this.#balancer.begin(this.#readersOf(topicId));
      this.#ownersOf(topicId).forEach((owner, partition) => {
        if (owner === NOBODY) this.#move(topicId, partition, this.#balancer.nextLeastLoaded());
      });
    }
  }

  /** Topics with many partitions for each reader first; then those with few readers. */
  #sorted(topicIds: readonly string[]): string[] {
    const share = (topicId: string): number =>
      this.#ownersOf(topicId).length / this.#readersOf(topicId).length;
    return [...topicIds].sort(
      (a, b) =>
        share(b) - share(a) || this.#readersOf(a).length - this.#readersOf(b).length || compareUuids(a, b),
    );
  }

  #balance(): void {
    const topicIds = this.#sorted([...this.#readers.keys()].filter((id) => this.#readersOf(id).length >= 2));
    let lastMoved: string | undefined;
    for (let round = 0; round < ROUNDS_MAX; round++) {
      for (const topicId of topicIds) {
        if (topicId === lastMoved) return;
        const hasMoved = this.#balanceTopic(topicId);
        if (hasMoved || lastMoved === undefined) lastMoved = topicId;
      }
    }
  }

  /** Moves partitions from readers that have most to those that have least; answers whether any moved. */
  #balanceTopic(topicId: string): boolean {
    if (this.#balancer.begin(this.#readersOf(topicId)) <= 1) return false;
    const owned = this.#partitionsByOwner(topicId);
    let hasMoved = false;
    while (!this.#balancer.isBalanced) {
      const partition = this.#nextToGive(owned);
      if (partition === undefined) break;
      const taker = this.#balancer.nextLeastLoaded();
      if (this.#balancer.isBalanced) break;
      this.#move(topicId, partition, taker);
      hasMoved = true;
    }
    return hasMoved;
  }

  #nextToGive(owned: ReadonlyMap<number, number[]>): number | undefined {
    for (;;) {
      const giver = this.#balancer.nextMostLoaded();
      if (giver === undefined) return undefined;
      const partition = owned.get(giver)?.pop();
      if (partition !== undefined) return partition;
      this.#balancer.excludeMostLoaded();
    }
  }

  /** What each member has of the topic when its turn begins, in ascending order. */
  #partitionsByOwner(topicId: string): Map<number, number[]> {
    const owned = new Map<number, number[]>();
    this.#ownersOf(topicId).forEach((owner, partition) => {
      const partitions = owned.get(owner);
      if (partitions === undefined) owned.set(owner, [partition]);
      else partitions.push(partition);
    });
    return owned;
  }

  #move(topicId: string, partition: number, to: number): void {
    const owners = this.#ownersOf(topicId);
    const from = owners[partition] ?? NOBODY;
    if (from !== NOBODY) {
      unassign(this.#targetOf(from), topicId, partition);
      this.#sizes[from] = (this.#sizes[from] ?? 0) - 1;
    }
    assign(this.#targetOf(to), topicId, partition);
    this.#sizes[to] = (this.#sizes[to] ?? 0) + 1;
    owners[partition] = to;
  }
}

/** As Kafka's Uuid.compareTo: as two signed longs. */
function compareUuids(a: string, b: string): number {
  const left = uuidToBytes(a);
  const right = uuidToBytes(b);
  for (const at of [0, 8]) {
    const order = left.readBigInt64BE(at) - right.readBigInt64BE(at);
    if (order !== 0n) return order < 0n ? -1 : 1;
  }
  return 0;
}
