import { subscribedTopics } from '../consumer/subscriptions.ts';
import type { Group } from '../group-table.ts';

/** Which topics do members of the group read? Their offsets are kept. */
export function readTest(group: Group): (topic: string) => boolean {
  if (group.type === 'classic') return (topic) => group.isSubscribedTo(topic);
  const topics = subscribedTopics(group.members.values(), group.resolvedRegexes);
  return (topic) => topics.has(topic);
}
