import { errorName } from '#core/protocol/errors.ts';
import type { AnsweredError } from '../client-observer.ts';

/** Fields that hold an error code, in any response. */
const CODE_FIELDS = ['errorCode', 'partitionErrorCode'] as const;

interface Place {
  readonly topic?: string;
  readonly partition?: number;
}

/**
 * Every error code of a decoded response that is not NONE, with the topic and partition it stands at. `nameOf` turns a topic id
 * into a name where the response has only ids.
 */
export function answeredErrors(
  response: unknown,
  nameOf: (topicId: string) => string | undefined,
): readonly AnsweredError[] {
  const found: AnsweredError[] = [];
  collect(response, {}, nameOf, found);
  return found;
}

function collect(
  value: unknown,
  place: Place,
  nameOf: (topicId: string) => string | undefined,
  found: AnsweredError[],
): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, place, nameOf, found);
    return;
  }
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return;
  const row = value as { readonly [field: string]: unknown };
  const here = placeOf(row, place, nameOf);
  for (const field of CODE_FIELDS) {
    const code = row[field];
    if (typeof code === 'number' && code !== 0) found.push({ error: errorName(code), code, ...here });
  }
  for (const inner of Object.values(row)) {
    if (typeof inner === 'object') collect(inner, here, nameOf, found);
  }
}

function placeOf(
  row: { readonly [field: string]: unknown },
  outer: Place,
  nameOf: (topicId: string) => string | undefined,
): Place {
  const { topicId } = row;
  const named = row['name'] ?? row['topic'];
  const topic =
    typeof named === 'string' && named !== ''
      ? named
      : typeof topicId === 'string'
        ? nameOf(topicId)
        : undefined;
  const partition = row['partitionIndex'] ?? row['index'] ?? row['partition'];
  const place: { topic?: string; partition?: number } = { ...outer };
  if (topic !== undefined) place.topic = topic;
  if (typeof partition === 'number') place.partition = partition;
  return place;
}
