/** The text of a .properties file, as java.util.Properties reads it: comments, separators, continued lines, escapes. */

/** One key with its value, in the order of the text. */
export interface PropertyEntry {
  readonly key: string;
  readonly value: string;
  /** Where it begins, from 1. */
  readonly line: number;
}

export interface PropertiesText {
  /** Of a key that stands there twice, both: the last counts. */
  readonly entries: readonly PropertyEntry[];
  /** Line with a `\u` that is not followed by four hex digits: Java reads nothing of such a file. */
  readonly malformedLine: number | null;
}

const BLANK = /[ \t\f]/;
const ESCAPES: { readonly [letter: string]: string } = { t: '\t', n: '\n', r: '\r', f: '\f' };

/** Reads `text`. Nothing else than a broken `\u` is an error. */
export function parseProperties(text: string): PropertiesText {
  const entries: PropertyEntry[] = [];
  for (const { text: line, number } of logicalLines(text)) {
    const entry = parseLine(line, number);
    if (entry === undefined) return { entries, malformedLine: number };
    entries.push(entry);
  }
  return { entries, malformedLine: null };
}

interface LogicalLine {
  readonly text: string;
  readonly number: number;
}

/** Lines without comments and blank ones; a line that ends with an odd number of backslashes goes on in the next. */
function logicalLines(text: string): readonly LogicalLine[] {
  const natural = text.split(/\r\n|\r|\n/);
  const lines: LogicalLine[] = [];
  for (let at = 0; at < natural.length; at++) {
    let part = withoutIndent(natural[at] as string);
    if (part === '' || part.startsWith('#') || part.startsWith('!')) continue;
    const number = at + 1;
    const parts: string[] = [];
    while (isContinued(part)) {
      parts.push(part.slice(0, -1));
      at++;
      part = withoutIndent(natural[at] ?? '');
    }
    parts.push(part);
    lines.push({ text: parts.join(''), number });
  }
  return lines;
}

const withoutIndent = (line: string): string => line.replace(/^[ \t\f]+/, '');

function isContinued(line: string): boolean {
  let end = line.length;
  while (line[end - 1] === '\\') end--;
  return (line.length - end) % 2 === 1;
}

function parseLine(line: string, number: number): PropertyEntry | undefined {
  const keyEnd = endOfKey(line);
  let valueStart = keyEnd;
  while (BLANK.test(line[valueStart] ?? '')) valueStart++;
  if (line[valueStart] === '=' || line[valueStart] === ':') valueStart++;
  while (BLANK.test(line[valueStart] ?? '')) valueStart++;
  const key = unescaped(line.slice(0, keyEnd));
  const value = unescaped(line.slice(valueStart));
  return key === undefined || value === undefined ? undefined : { key, value, line: number };
}

function endOfKey(line: string): number {
  let at = 0;
  while (at < line.length) {
    const letter = line[at] as string;
    if (letter === '=' || letter === ':' || BLANK.test(letter)) return at;
    at += letter === '\\' ? 2 : 1;
  }
  return line.length;
}

/** Undefined: a broken `\u`. */
function unescaped(text: string): string | undefined {
  let plain = '';
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string;
    if (letter !== '\\') {
      plain += letter;
      continue;
    }
    at++;
    const escaped = text[at] ?? '';
    if (escaped !== 'u') {
      plain += ESCAPES[escaped] ?? escaped;
      continue;
    }
    const digits = text.slice(at + 1, at + 5);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) return undefined;
    plain += String.fromCharCode(Number.parseInt(digits, 16));
    at += 4;
  }
  return plain;
}
