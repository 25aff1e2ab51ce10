/** Items grouped by topic, in order of first appearance: how most requests list partitions. */
export function byTopic<T extends { readonly topic: string }>(
  items: readonly T[],
): readonly { readonly topic: string; readonly items: readonly T[] }[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(item.topic);
    if (group === undefined) groups.set(item.topic, [item]);
    else group.push(item);
  }
  return [...groups].map(([topic, grouped]) => ({ topic, items: grouped }));
}
