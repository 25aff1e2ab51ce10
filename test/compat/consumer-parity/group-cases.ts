/** Lives of groups by the hundred: the same ones for the same seed. */
import { chance } from '../producer-parity/setting-cases.ts';

const ASSIGNORS = ['range', 'roundrobin', 'sticky', 'cooperative-sticky'] as const;

/** A member as it joins in one round. */
interface CaseMember {
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly topics: readonly string[];
}

/** One rebalance: what exists, and who takes part. */
export interface CaseRound {
  readonly topics: { readonly [topic: string]: number };
  readonly members: readonly CaseMember[];
}

/** A group under one assignor, rebalance after rebalance. */
interface GroupCase {
  readonly assignor: (typeof ASSIGNORS)[number];
  readonly rounds: readonly CaseRound[];
}

const TOPICS = ['orders', 'payments', 'a', 'clicks', 'z9'];
const ROUNDS_MAX = 6;
const MEMBERS_MAX = 9;
const PARTITIONS_MAX = 13;

/** `count` lives, the assignors in turn. */
export function groupCases(seed: number, count: number): readonly GroupCase[] {
  const next = chance(seed);
  return Array.from({ length: count }, (_, index) =>
    oneCase(next, ASSIGNORS[index % ASSIGNORS.length] ?? 'range'),
  );
}

function oneCase(next: () => number, assignor: GroupCase['assignor']): GroupCase {
  const below = (limit: number): number => Math.floor(next() * limit);
  const isMixed = next() < 0.5;
  const topics = new Map(
    TOPICS.slice(0, 1 + below(TOPICS.length)).map((topic) => [topic, 1 + below(PARTITIONS_MAX)]),
  );
  const all = [...topics.keys()];
  const subscription = (): readonly string[] => {
    const chosen = isMixed ? all.filter(() => next() < 0.6) : all;
    return chosen.length === 0 ? all.slice(0, 1) : chosen;
  };
  const members = Array.from(
    { length: 1 + below(MEMBERS_MAX) },
    (_, i): CaseMember => ({
      memberId: `consumer-${below(36 ** 4).toString(36)}-${i}`,
      groupInstanceId: next() < 0.2 ? `i${below(100)}-${i}` : null,
      topics: subscription(),
    }),
  );
  const rounds = Array.from({ length: 1 + below(ROUNDS_MAX) }, (): CaseRound => {
    const present = members.filter(() => next() < 0.75);
    const growing = all[below(all.length)] as string;
    // A topic never loses partitions.
    if (next() < 0.2) topics.set(growing, (topics.get(growing) ?? 0) + 1 + below(4));
    const taking = present.length === 0 ? members.slice(0, 1) : present;
    return {
      topics: Object.fromEntries(topics),
      members: taking.map((member) =>
        isMixed && next() < 0.15 ? { ...member, topics: subscription() } : member,
      ),
    };
  });
  return { assignor, rounds };
}
