/** How Java's assignors divide partitions. */
import { runJava } from '../producer-parity/java-clients.ts';
import type { CaseRound } from './group-cases.ts';
import { groupCases } from './group-cases.ts';

const SEED = 20261201;
const COUNT = 240;

function textOf({ topics, members }: CaseRound): string {
  const counts = Object.entries(topics).map(([topic, count]) => `${topic}:${count}`);
  const joined = members.map(
    (member) => `${member.memberId}/${member.groupInstanceId ?? '-'}/${member.topics.join('+')}`,
  );
  return `${counts.join(',')};${joined.join(',')}`;
}

/** The fixture: a life is a line with the assignor and its rounds, and below it a line with Java's answer to each. */
export function recordAssignments(release: string): string {
  const cases = groupCases(SEED, COUNT);
  const input = cases.map(({ assignor, rounds }) => [assignor, ...rounds.map(textOf)].join('\t'));
  const answers = runJava(release, 'GroupAssignments.java', [], `${input.join('\n')}\n`)
    .trimEnd()
    .split('\n');
  if (answers.length !== cases.length) throw new Error(`${answers.length} answers to ${cases.length} groups`);
  return `${input.flatMap((line, index) => [line, answers[index]]).join('\n')}\n`;
}
