import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { comparePartitions } from '#core/base/topic-partition.ts';
import type { LastAssignment } from '#core/client/consumer/assignors/assignor.ts';
import { assignorsOf } from '#core/client/consumer/assignors/assignors.ts';

/** A group's life: its rounds as they were given to Java, and its answers. See test/compat/java/GroupAssignments.java. */
interface Recorded {
  readonly assignor: string;
  readonly rounds: readonly string[];
  readonly answers: readonly string[];
}

function readRecorded(): readonly Recorded[] {
  const lines = fs
    .readFileSync('test/fixtures/consumer-parity/assignments.tsv', 'utf8')
    .trimEnd()
    .split('\n');
  return Array.from({ length: lines.length / 2 }, (_, index) => {
    const [assignor = '', ...rounds] = (lines[index * 2] as string).split('\t');
    return { assignor, rounds, answers: (lines[index * 2 + 1] as string).split('\t') };
  });
}

/** What exists, and who takes part. */
function roundOf(text: string) {
  const [counts = '', joined = ''] = text.split(';');
  const topics = counts.split(',').map((each): [string, number] => {
    const [topic = '', count] = each.split(':');
    return [topic, Number(count)];
  });
  const members = joined.split(',').map((each) => {
    const [memberId = '', instance = '-', subscribed = ''] = each.split('/');
    return { memberId, groupInstanceId: instance === '-' ? null : instance, topics: subscribed.split('+') };
  });
  return { topics, members };
}

interface Answer {
  readonly partitions: readonly TopicPartition[];
  readonly userData: string;
}

/** What Java assigned in a round, in its order. */
function answersOf(text: string): ReadonlyMap<string, Answer> {
  return new Map(
    text.split(';').map((each) => {
      const [memberId = '', rest = ''] = each.split('=', 2) as [string, string];
      const slash = rest.indexOf('/');
      const partitions = rest
        .slice(0, slash)
        .split(',')
        .filter((name) => name !== '')
        .map((name) => {
          const [topic = '', partition] = name.split(':');
          return { topic, partition: Number(partition) };
        });
      // '=' ends base64, too.
      return [memberId, { partitions, userData: each.slice(memberId.length + 1 + slash + 1) }];
    }),
  );
}

const sorted = (partitions: readonly TopicPartition[]): string =>
  partitions
    .toSorted(comparePartitions)
    .map(({ topic, partition }) => `${topic}:${partition}`)
    .join(',');

/** Rounds that came out other than in Java. */
function differences({ assignor: name, rounds, answers }: Recorded): readonly object[] {
  const [assignor] = assignorsOf([name]);
  const last = new Map<string, LastAssignment>();
  return rounds.flatMap((round, index) => {
    const { topics, members } = roundOf(round);
    const java = answersOf(answers[index] as string);
    const joined = members.map((member) => {
      const before = last.get(member.memberId);
      return {
        ...member,
        ownedPartitions: name === 'cooperative-sticky' ? (before?.partitions ?? []) : [],
        generationId: before?.generationId ?? -1,
        userData: assignor?.userData(before) ?? null,
      };
    });
    const subscribed = new Set(members.flatMap((member) => member.topics));
    const counts = new Map(topics.filter(([topic]) => subscribed.has(topic)));
    const ours = assignor?.assign(joined, counts);
    const found = joined.flatMap(({ memberId, userData }) => {
      const expected = java.get(memberId);
      const mine = { is: sorted(ours?.get(memberId) ?? []), says: userData?.toString('base64') ?? '-' };
      const theirs = { is: sorted(expected?.partitions ?? []), says: expected?.userData };
      return JSON.stringify(mine) === JSON.stringify(theirs) ? [] : [{ index, memberId, mine, theirs }];
    });
    for (const [memberId, { partitions }] of java)
      last.set(memberId, { partitions, generationId: index + 1 });
    return found;
  });
}

describe.each(['range', 'roundrobin', 'sticky', 'cooperative-sticky'])('the %s assignor', (name) => {
  const cases = readRecorded().filter(({ assignor }) => assignor === name);

  test('divides as Java does, rebalance after rebalance, in 60 groups', () => {
    expect(cases).toHaveLength(60);
    expect(cases.flatMap(differences)).toEqual([]);
  });
});
