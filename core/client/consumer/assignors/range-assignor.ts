/** Topic by topic, in runs. Brokers of different racks are not told apart. (source: RangeAssignor) */
import type { Assignment, Assignor } from './assignor.ts';
import { compareMembers, compareText } from './assignor.ts';

/**
 * Topic by topic: the partitions in order, in as equal runs as possible, to the members in order of their ids; the first members
 * get one more where it does not come out even. Members with an instance id stand before those without.
 */
export const rangeAssignor: Assignor = {
  name: 'range',
  protocols: ['eager'],
  userData: () => null,
  assign(members, partitionCounts) {
    const assignment: Assignment = new Map(members.map(({ memberId }) => [memberId, []]));
    for (const [topic, count] of [...partitionCounts].sort(([a], [b]) => compareText(a, b))) {
      const subscribers = members.filter(({ topics }) => topics.includes(topic)).sort(compareMembers);
      if (subscribers.length === 0) continue;
      const least = Math.floor(count / subscribers.length);
      const withOneMore = count % subscribers.length;
      let partition = 0;
      for (const [index, { memberId }] of subscribers.entries()) {
        const share = least + (index < withOneMore ? 1 : 0);
        const mine = assignment.get(memberId);
        for (let i = 0; i < share; i++) mine?.push({ topic, partition: partition++ });
      }
    }
    return assignment;
  },
};
