import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inHashOrder, javaStringHash } from '#core/base/java-hash.ts';
import type { Assignment } from '#core/coordinator/group/consumer/assignment.ts';
import type { AssignorMember } from '#core/coordinator/group/consumer/assignors/assignor.ts';
import { ASSIGNORS } from '#core/coordinator/group/consumer/assignors/built-in.ts';

/** Topics, by their place in `topics`, with partitions; in the order of Java's hash map. */
type RecordedAssignment = readonly (readonly [topic: number, partitions: readonly number[]])[];

interface RecordedMember {
  readonly id: string;
  readonly instance: string | null;
  readonly reads: readonly number[];
  readonly had: RecordedAssignment;
  readonly gets: RecordedAssignment;
}

/** A group, and what Kafka's assignor made of it. */
interface RecordedGroup {
  readonly assignor: 'uniform' | 'range';
  readonly homogeneous: boolean;
  readonly topics: { readonly [id: string]: number };
  readonly members: readonly RecordedMember[];
}

const FIXTURE = new URL('../../../../../../fixtures/groups/assignors.json', import.meta.url);
const GROUPS = JSON.parse(fs.readFileSync(FIXTURE, 'utf8')) as RecordedGroup[];

function play({ assignor, homogeneous, topics, members }: RecordedGroup): unknown {
  const topicIds = Object.keys(topics);
  const idOf = (topic: number): string => topicIds[topic] as string;
  const assigned = new Set<string>();
  const views = inHashOrder(members, ({ id }) => javaStringHash(id)).map((member): AssignorMember => {
    const target = new Map(member.had.map(([topic, had]) => [idOf(topic), new Set(had)]));
    for (const [topicId, partitions] of target)
      for (const partition of partitions) assigned.add(`${topicId} ${partition}`);
    const subscribedTopicIds = member.reads.map(idOf);
    return { memberId: member.id, instanceId: member.instance, subscribedTopicIds, target };
  });
  const targets = ASSIGNORS[assignor]?.({
    members: views,
    isHomogeneous: homogeneous,
    partitionCount: (topicId) => topics[topicId] as number,
    isAssigned: (topicId, partition) => assigned.has(`${topicId} ${partition}`),
  });
  return members.map(({ id }) => [id, named(targets?.get(id) ?? new Map(), topicIds)]);
}

/** In one order, whatever that of the maps. */
function sorted(assignment: RecordedAssignment): RecordedAssignment {
  return [...assignment]
    .map(([topic, partitions]) => [topic, [...partitions].sort((a, b) => a - b)] as const)
    .sort(([a], [b]) => a - b);
}

function named(assignment: Assignment, topicIds: readonly string[]): RecordedAssignment {
  return sorted([...assignment].map(([topicId, partitions]) => [topicIds.indexOf(topicId), [...partitions]]));
}

describe('the assignors of the broker', () => {
  test.each(GROUPS.map((group, index) => ({ name: `${index}: ${group.assignor}`, group })))(
    'decide as those of Kafka 4.3.1: group $name',
    ({ group }) => {
      expect(play(group)).toEqual(group.members.map(({ id, gets }) => [id, sorted(gets)]));
    },
  );
});
