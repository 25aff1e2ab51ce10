import type { RecordMetadata } from '#core/client/producer/producer.ts';

/** Where acknowledged records lie: `orders-0 @5..6, orders-1 @3`. */
export function acknowledgedText(metadata: readonly RecordMetadata[]): string {
  const spans = new Map<string, { first: number; last: number }>();
  for (const { topic, partition, offset } of metadata) {
    const span = spans.get(`${topic}-${partition}`) ?? { first: offset, last: offset };
    span.first = Math.min(span.first, offset);
    span.last = Math.max(span.last, offset);
    spans.set(`${topic}-${partition}`, span);
  }
  return [...spans]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { first, last }]) => `${name} @${first === last ? first : `${first}..${last}`}`)
    .join(', ');
}
