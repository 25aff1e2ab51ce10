/**
 * What the members of a consumer group read: by name, by pattern, or both. All of these are functions of the members as they are, or
 * as they would be if one of them changed. (source: ModernGroup, ConsumerGroup)
 */
import { copiedCapacity, inHashOrder, javaStringHash } from '#core/base/java-hash.ts';
import type { ConsumerGroup, ResolvedRegex } from './consumer-group.ts';
import type { ConsumerMember } from './consumer-member.ts';
import type { TopicImage } from './topic-image.ts';

/** How often a topic is subscribed to: by members that name it, and by patterns that it matches. */
interface SubscriptionCount {
  byName: number;
  byRegex: number;
}

type Regexes = ReadonlyMap<string, ResolvedRegex>;

/** The members, with `updated` in its place; `replaced` is the id a static member had before. */
export function membersWith(
  group: ConsumerGroup,
  updated: ConsumerMember,
  replaced?: string,
): readonly ConsumerMember[] {
  const members = new Map(group.members);
  if (replaced !== undefined) members.delete(replaced);
  members.set(updated.memberId, updated);
  return [...members.values()];
}

/** Every pattern with the number of members that use it. */
export function subscribedRegexes(members: Iterable<ConsumerMember>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { subscribedTopicRegex: regex } of members) {
    if (regex !== '') counts.set(regex, (counts.get(regex) ?? 0) + 1);
  }
  return counts;
}

/** Every topic that is subscribed to. Topics need not exist. */
export function subscribedTopics(
  members: Iterable<ConsumerMember>,
  regexes: Regexes,
): Map<string, SubscriptionCount> {
  const counts = new Map<string, SubscriptionCount>();
  const countOf = (topic: string): SubscriptionCount => {
    const count = counts.get(topic) ?? { byName: 0, byRegex: 0 };
    counts.set(topic, count);
    return count;
  };
  const used = new Set<string>();
  for (const { subscribedTopicNames, subscribedTopicRegex } of members) {
    for (const topic of subscribedTopicNames) countOf(topic).byName++;
    used.add(subscribedTopicRegex);
  }
  for (const [regex, { topics }] of regexes) {
    if (used.has(regex)) for (const topic of topics) countOf(topic).byRegex++;
  }
  return counts;
}

/** Does every member read the same? The assignors have a simpler way for such groups. (source: SubscriptionType) */
export function isHomogeneous(members: readonly ConsumerMember[], regexes: Regexes): boolean {
  const counts = [...subscribedTopics(members, regexes).values()];
  const [usersOfFirst] = subscribedRegexes(members).values();
  if (usersOfFirst === undefined) return counts.every(({ byName }) => byName === members.length);
  return (
    usersOfFirst === members.length && counts.every(({ byName, byRegex }) => byRegex === 1 && byName === 0)
  );
}

/** The topics one member reads. */
export function topicNamesOf(member: ConsumerMember, regexes: Regexes): ReadonlySet<string> {
  const { subscribedTopicNames, subscribedTopicRegex } = member;
  const matched = regexes.get(subscribedTopicRegex)?.topics;
  if (matched === undefined || matched.size === 0) return subscribedTopicNames;
  return subscribedTopicNames.size === 0 ? matched : new Set([...subscribedTopicNames, ...matched]);
}

/** Ids of those of the topics that exist, in the order in which Kafka comes upon them. */
export function topicIdsOf(names: ReadonlySet<string>, topics: TopicImage): string[] {
  return namesInOrder(names).flatMap((name) => topics.byName(name)?.id ?? []);
}

/** Names of topics in the order of a Java HashSet that was read from a request or a record. */
export function namesInOrder(names: ReadonlySet<string>): string[] {
  return inHashOrder([...names], javaStringHash, copiedCapacity(names.size));
}

/** The assignor that most members ask for; undefined when none does. */
export function preferredAssignor(members: Iterable<ConsumerMember>): string | undefined {
  const votes = new Map<string, number>();
  for (const { serverAssignor } of members) {
    if (serverAssignor !== null) votes.set(serverAssignor, (votes.get(serverAssignor) ?? 0) + 1);
  }
  let preferred: string | undefined;
  for (const name of inHashOrder([...votes.keys()], javaStringHash)) {
    if (preferred === undefined || (votes.get(name) as number) > (votes.get(preferred) as number))
      preferred = name;
  }
  return preferred;
}
