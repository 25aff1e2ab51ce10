/**
 * The filter of the record table: terms separated by spaces, all of which must hold.
 *
 *   pid:1000   epoch:>1   verdict:aborted   key:o-2*   offset:5..9   txn:order-service-1
 */
import type { RecordView, Verdict } from '#core/lab-api/views.ts';

/** What a term can be asked about. */
export interface FilterSubject {
  readonly offset: number;
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly verdict: Verdict;
  /** The key, and what stands in it when it is a record of an internal topic. */
  readonly keys: readonly (string | null)[];
  readonly transactionalId: string | null;
}

export type RecordFilter = (subject: FilterSubject) => boolean;

/** Either a filter or the first term that is none. */
export type ParsedFilter =
  | { readonly filter: RecordFilter; readonly badTerm: null }
  | { readonly filter: null; readonly badTerm: string };

const VERDICTS: { readonly [word: string]: readonly Verdict[] } = {
  plain: ['plain'],
  open: ['open'],
  committed: ['committed'],
  aborted: ['aborted'],
  commit: ['marker-commit'],
  abort: ['marker-abort'],
  marker: ['marker-commit', 'marker-abort'],
  duplicate: ['duplicate'],
  hole: ['hole'],
};

/** Words that `verdict:` takes. */
export const VERDICT_WORDS: readonly string[] = Object.keys(VERDICTS);

/** What a record is found by: of an internal topic also the ids, groups and topics that its key names. */
export function keysOf({ key, stored }: RecordView): readonly (string | null)[] {
  if (stored === undefined) return [key];
  const { params } = stored.key;
  const named = Object.values(params).map(String);
  const { topic, partition } = params;
  return [key, ...named, ...(topic === undefined ? [] : [`${topic}-${partition}`])];
}

/** `7`, `>7`, `>=7`, `<7`, `<=7`, `5..9`. */
function numberTest(text: string): ((value: number) => boolean) | undefined {
  const range = /^(-?\d+)\.\.(-?\d+)$/.exec(text);
  if (range) return (value) => value >= Number(range[1]) && value <= Number(range[2]);
  const compared = /^(>=|<=|>|<)?(-?\d+)$/.exec(text);
  if (!compared) return undefined;
  const limit = Number(compared[2]);
  switch (compared[1]) {
    case '>':
      return (value) => value > limit;
    case '>=':
      return (value) => value >= limit;
    case '<':
      return (value) => value < limit;
    case '<=':
      return (value) => value <= limit;
    default:
      return (value) => value === limit;
  }
}

/** Text where `*` stands for anything. */
function textTest(pattern: string): (value: string | null) => boolean {
  const escaped = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const test = new RegExp(`^${escaped.join('.*')}$`, 'i');
  return (value) => value !== null && test.test(value);
}

function numberTerm(value: string, read: (subject: FilterSubject) => number): RecordFilter | undefined {
  const test = numberTest(value);
  return test && ((subject) => test(read(subject)));
}

function termFilter(term: string): RecordFilter | undefined {
  const colon = term.indexOf(':');
  const name = term.slice(0, Math.max(colon, 0));
  const value = term.slice(colon + 1);
  if (value === '') return undefined;
  switch (name) {
    case 'pid':
      return numberTerm(value, (subject) => subject.producerId);
    case 'epoch':
      return numberTerm(value, (subject) => subject.producerEpoch);
    case 'offset':
      return numberTerm(value, (subject) => subject.offset);
    case 'verdict': {
      const verdicts = VERDICTS[value.toLowerCase()];
      return verdicts && ((subject) => verdicts.includes(subject.verdict));
    }
    case 'key': {
      const test = textTest(value);
      return (subject) => subject.keys.some(test);
    }
    case 'txn': {
      const test = textTest(value);
      return (subject) => test(subject.transactionalId);
    }
    default:
      return undefined;
  }
}

/** Reads a filter; an empty text holds for everything. */
export function parseRecordFilter(text: string): ParsedFilter {
  const filters: RecordFilter[] = [];
  for (const term of text.split(/\s+/)) {
    if (term === '') continue;
    const filter = termFilter(term);
    if (filter === undefined) return { filter: null, badTerm: term };
    filters.push(filter);
  }
  return { filter: (subject) => filters.every((filter) => filter(subject)), badTerm: null };
}
