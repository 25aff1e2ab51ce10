/**
 * Messages with placeholders, a small part of ICU's:
 *
 *   {name}                                    the value as it is
 *   {count, number}                           grouped by thousands
 *   {count, plural, =0 {none} one {# record} other {# records}}
 *   {outcome, select, commit {…} other {…}}
 *   {name:이/가}                              the value and the Korean particle its last sound asks for
 *
 * Offsets and ids are never grouped; counts are.
 */
import { particle } from './particle.ts';
import type { MessageParams } from './use-text.svelte.ts';

const grouped = new Intl.NumberFormat('en-US');
const plurals = new Intl.PluralRules('en-US');

/** A count for people: 1,234. */
export function formatCount(count: number): string {
  return grouped.format(count);
}

/**
 * An offset, id or timestamp as it is. Files may hold numbers beyond 2^53, which no client gives out: what is left of them is rounded,
 * and says so.
 */
export function formatId(value: number): string {
  return Number.isSafeInteger(value) || !Number.isInteger(value) ? String(value) : `≈${BigInt(value)}`;
}

/** Index of the brace that closes the one at `open`; the end of the text when none does. */
function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return text.length;
}

/** `one {a} other {b}` as pairs. */
function branchesOf(text: string): Map<string, string> {
  const branches = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('{', at);
    if (open < 0) break;
    const close = closingBrace(text, open);
    branches.set(text.slice(at, open).trim(), text.slice(open + 1, close));
    at = close + 1;
  }
  return branches;
}

function choose(kind: string, value: string | number, branches: Map<string, string>): string {
  const other = branches.get('other') ?? '';
  if (kind === 'select') return branches.get(String(value)) ?? other;
  const count = Number(value);
  const branch = branches.get(`=${count}`) ?? branches.get(plurals.select(count)) ?? other;
  return branch.replaceAll('#', formatCount(count));
}

function placeholder(body: string, params: MessageParams): string {
  const comma = body.indexOf(',');
  if (comma < 0) {
    const [name = '', pair] = body.split(':');
    const param = params[name.trim()] ?? `{${name}}`;
    const value = typeof param === 'number' ? formatId(param) : String(param);
    return pair === undefined ? value : value + particle(value, pair);
  }
  const value = params[body.slice(0, comma).trim()] ?? '';
  const rest = body.slice(comma + 1);
  const second = rest.indexOf(',');
  const kind = (second < 0 ? rest : rest.slice(0, second)).trim();
  if (kind === 'number') return formatCount(Number(value));
  return formatMessage(choose(kind, value, branchesOf(rest.slice(second + 1))), params);
}

/** The message with its placeholders filled. A parameter that is missing stays visible as `{name}`. */
export function formatMessage(message: string, params: MessageParams = {}): string {
  let text = '';
  let at = 0;
  while (at < message.length) {
    const open = message.indexOf('{', at);
    if (open < 0) break;
    const close = closingBrace(message, open);
    text += message.slice(at, open) + placeholder(message.slice(open + 1, close), params);
    at = close + 1;
  }
  return text + message.slice(at);
}
