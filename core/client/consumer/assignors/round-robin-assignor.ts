/** All partitions of all topics, dealt out in turn. (source: RoundRobinAssignor) */
import type { Assignment, Assignor, GroupMember } from './assignor.ts';
import { compareMembers, compareText } from './assignor.ts';

/**
 * The partitions of all topics, in order of topic and number, to the members in order of their ids, one each; who is not subscribed
 * to the topic is passed over.
 */
export const roundRobinAssignor: Assignor = {
  name: 'roundrobin',
  protocols: ['eager'],
  userData: () => null,
  assign(members, partitionCounts) {
    const assignment: Assignment = new Map(members.map(({ memberId }) => [memberId, []]));
    const sorted = members.toSorted(compareMembers);
    let turn = 0;
    for (const [topic, count] of [...partitionCounts].sort(([a], [b]) => compareText(a, b))) {
      if (!members.some(({ topics }) => topics.includes(topic))) continue;
      for (let partition = 0; partition < count; partition++) {
        while (!memberAt(sorted, turn).topics.includes(topic)) turn++;
        assignment.get(memberAt(sorted, turn++).memberId)?.push({ topic, partition });
      }
    }
    return assignment;
  },
};

function memberAt(members: readonly GroupMember[], turn: number): GroupMember {
  return members[turn % members.length] as GroupMember;
}
