import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GroupMember } from '#core/client/consumer/assignors/assignor.ts';
import { rangeAssignor } from '#core/client/consumer/assignors/range-assignor.ts';

function member(
  memberId: string,
  topics: readonly string[],
  groupInstanceId: string | null = null,
): GroupMember {
  return { memberId, topics, groupInstanceId, ownedPartitions: [], generationId: -1, userData: null };
}

function named(assignment: ReadonlyMap<string, readonly { topic: string; partition: number }[]>): {
  [memberId: string]: string;
} {
  return Object.fromEntries(
    [...assignment].map(([id, partitions]) => [
      id,
      partitions.map(({ topic, partition }) => `${topic}${partition}`).join(' '),
    ]),
  );
}

describe('the range assignor', () => {
  test('gives runs of each topic, the first members one more', () => {
    const members = [member('b', ['x', 'y']), member('a', ['x', 'y'])];
    expect(
      named(
        rangeAssignor.assign(
          members,
          new Map([
            ['x', 3],
            ['y', 3],
          ]),
        ),
      ),
    ).toEqual({ a: 'x0 x1 y0 y1', b: 'x2 y2' });
  });

  test('leaves out who is not subscribed, and topics that nobody knows', () => {
    const members = [member('a', ['x']), member('b', ['y', 'z'])];
    expect(
      named(
        rangeAssignor.assign(
          members,
          new Map([
            ['x', 2],
            ['y', 1],
          ]),
        ),
      ),
    ).toEqual({ a: 'x0 x1', b: 'y0' });
  });

  test('orders static members by their instance ids, before the others', () => {
    const members = [member('a', ['x']), member('zz', ['x'], 'i2'), member('yy', ['x'], 'i1')];
    expect(named(rangeAssignor.assign(members, new Map([['x', 3]])))).toEqual({
      yy: 'x0',
      zz: 'x1',
      a: 'x2',
    });
  });

  test('assigns every partition of every subscribed topic exactly once, as evenly as can be', () => {
    const topics = fc.uniqueArray(fc.constantFrom('p', 'q', 'r'), { minLength: 1 });
    const members = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        members,
        topics,
        fc.array(fc.nat({ max: 9 }), { minLength: 3, maxLength: 3 }),
        (ids, names, counts) => {
          const partitionCounts = new Map(names.map((name, i) => [name, counts[i] ?? 0]));
          const assignment = rangeAssignor.assign(
            ids.map((id) => member(id, names)),
            partitionCounts,
          );
          const all = [...assignment.values()].flat().map(({ topic, partition }) => `${topic}${partition}`);
          const total = [...partitionCounts.values()].reduce((sum, count) => sum + count, 0);
          expect(new Set(all).size).toBe(total);
          expect(all).toHaveLength(total);
          for (const name of names) {
            const shares = [...assignment.values()].map(
              (partitions) => partitions.filter(({ topic }) => topic === name).length,
            );
            expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
          }
        },
      ),
    );
  });
});
