/** Brings answers and records of groups into a form that is the same for every run, so that they can be compared. */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const ORDERED: { readonly [list: string]: string } = {
  members: 'memberId',
  topicPartitions: 'topicId',
  topics: 'name',
  subscribedTopicNames: '',
  partitions: '',
};

/** Texts of errors by where they stand: `groups[0].errorMessage`. */
export function messagesIn(value: unknown, path = ''): { [path: string]: string } {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return {};
  const found: { [path: string]: string } = {};
  for (const [key, inner] of Object.entries(value)) {
    const where = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    if (key === 'errorMessage' && typeof inner === 'string') found[where] = inner;
    else Object.assign(found, messagesIn(inner, where));
  }
  return found;
}

/** Lists whose order is that of a hash map, in one order. */
export function ordered(value: Json, key = ''): Json {
  if (Array.isArray(value)) {
    const elements = value.map((element) => ordered(element as Json));
    const by = ORDERED[key];
    return by === undefined ? elements : elements.sort((a, b) => (sortKey(a, by) < sortKey(b, by) ? -1 : 1));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, ordered(inner, name)]));
}

function sortKey(value: Json, by: string): string {
  return by === '' || typeof value !== 'object'
    ? JSON.stringify(value)
    : JSON.stringify((value as { [key: string]: Json })[by]);
}

/** Of `value`, the fields that `model` has: a version's answer does not have all that a message can have. */
export function project(value: Json, model: Json): Json {
  if (Array.isArray(value)) {
    const models = model as readonly Json[];
    return value.map((element, i) => project(element as Json, models[i] ?? models[0] ?? null));
  }
  if (typeof value !== 'object' || value === null || typeof model !== 'object' || model === null)
    return value;
  const known = Object.keys(model);
  const entries = Object.entries(value).filter(([name]) => known.includes(name));
  return Object.fromEntries(
    entries.map(([name, inner]) => [name, project(inner, (model as { [key: string]: Json })[name] ?? null)]),
  );
}

/** `value` by the number of its first appearance. */
export function numbered(prefix: string, seen: string[], value: string): string {
  if (!seen.includes(value)) seen.push(value);
  return `${prefix}${seen.indexOf(value) + 1}`;
}

const MADE_UP = [
  ['topicId', /"topicId":"([\w-]{22})"/g],
  ['metadataHash', /"metadataHash":(-?\d{2,})/g],
  ['uuid', /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g],
  ['memberId', /"(?:memberId|leader)":"([\w-]{22})"/g],
] as const;

/** Lines of a dump without what differs from run to run. */
export function comparable(lines: readonly string[]): string[] {
  const seen = new Map<string, string[]>(MADE_UP.map(([kind]) => [kind, []]));
  return lines.map((line) => {
    const numberedLine = MADE_UP.reduce(
      (text, [kind, pattern]) =>
        text.replaceAll(pattern, (all, id: string) =>
          all.replace(id, numbered(`${kind}#`, seen.get(kind) ?? [], id)),
        ),
      line,
    );
    return numberedLine
      .replaceAll(
        /"(assignmentTimestamp|timestamp|currentStateTimestamp|commitTimestamp|version)":\d{3,}/g,
        '"$1":now',
      )
      .replaceAll(/"(metadata|subscription|assignment)":"[^"]*"/g, '"$1":"…"');
  });
}

/** Of each line, whose record it is and whether it deletes it; in one order. */
export function kindsOf(lines: readonly string[]): string[] {
  const kinds = lines.map((line) => `${/"type":"(\d+)"/.exec(line)?.[1]} ${line.endsWith('<DELETE>')}`);
  return kinds.sort();
}
