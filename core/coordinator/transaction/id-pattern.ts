/**
 * Patterns of ListTransactions, and of members that subscribe to topics by pattern. Kafka reads them with RE2, whose syntax this
 * translates for the JavaScript engine: what RE2 refuses (references back, looking around, repeating a repetition) is refused here,
 * and what only RE2 knows is rewritten.
 *
 * Flags are understood at the start of the pattern; those inside it depend on the engine. RE2 never backtracks, this engine does.
 * (source: TransactionStateManager, com.google.re2j)
 */

/** Greatest count in `{n,m}`. */
const REPEAT_MAX = 1000;

const POSIX_CLASSES: { readonly [name: string]: string } = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\x00-\\x7F',
  blank: '\\t ',
  cntrl: '\\x00-\\x1F\\x7F',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`\\{-~',
  space: '\\t\\n\\v\\f\\r ',
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
};

/** Escapes that mean the same in both, or are replaced by what they mean. */
const ESCAPES: { readonly [letter: string]: string } = {
  A: '(?<![\\s\\S])',
  z: '(?![\\s\\S])',
  b: '\\b',
  B: '\\B',
  d: '\\d',
  D: '\\D',
  w: '\\w',
  W: '\\W',
  s: '[\\t\\n\\f\\r ]',
  S: '[^\\t\\n\\f\\r ]',
  a: '\\x07',
  f: '\\f',
  n: '\\n',
  r: '\\r',
  t: '\\t',
  v: '\\v',
};
const ESCAPES_IN_CLASS: { readonly [letter: string]: string } = { ...ESCAPES, s: '\\t\\n\\f\\r ', S: '\\S' };
const NOT_IN_CLASS = ['A', 'z', 'b', 'B'];

/** A pattern is none; the message is RE2's. */
class PatternError extends Error {
  override readonly name = 'PatternError';
}

const DUPLICATE_NAME = 'duplicate capture group name';
const INVALID_ESCAPE = 'invalid escape sequence';
const INVALID_NAME = 'invalid named capture';
const INVALID_RANGE = 'invalid character class range';
const INVALID_SYNTAX = 'invalid or unsupported Perl syntax';

/** What is wrong with a pattern, in RE2's words; undefined when nothing is. */
export function patternProblem(pattern: string): string | undefined {
  try {
    new Translation(pattern).run();
    return undefined;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    // What is translated and still refused: doubled names, and ranges or properties that are none.
    if (error instanceof SyntaxError)
      return error.message.includes('capture group name') ? DUPLICATE_NAME : INVALID_RANGE;
    throw error;
  }
}

/** A test for whole ids; undefined when the pattern is not one. The empty pattern lets everything pass. */
export function compilePattern(pattern: string): ((id: string) => boolean) | undefined {
  if (pattern === '') return () => true;
  try {
    const expression = new Translation(pattern).run();
    return (id) => expression.test(id);
  } catch (error) {
    if (error instanceof PatternError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** One pass over the pattern, piece by piece. */
class Translation {
  #rest: string;
  #flags = 'u';
  #out = '';
  /** Something that a repetition can stand behind. */
  #isRepeatable = false;
  #isRepeated = false;
  /** Groups that have not ended. */
  #depth = 0;

  constructor(pattern: string) {
    this.#rest = pattern;
  }

  run(): RegExp {
    const leading = this.#take(/^\(\?([imsU]+)\)/);
    if (leading !== undefined)
      this.#flags += [...new Set(leading[1])].filter((flag) => flag !== 'U').join('');
    while (this.#rest !== '') this.#piece();
    if (this.#depth > 0) throw new PatternError('missing closing )');
    return new RegExp(`^(?:${this.#out})$`, this.#flags.replace('m', ''));
  }

  #take(shape: RegExp): RegExpExecArray | undefined {
    const match = shape.exec(this.#rest);
    if (match === null) return undefined;
    this.#rest = this.#rest.slice(match[0].length);
    return match;
  }

  #emit(text: string, isRepeatable = true): void {
    this.#out += text;
    this.#isRepeatable = isRepeatable;
    this.#isRepeated = false;
  }

  #piece(): void {
    if (this.#quoted() || this.#repetition() || this.#group() || this.#characterClass()) return;
    const [character = ''] = this.#rest;
    this.#rest = this.#rest.slice(character.length);
    if (character === '|') this.#emit('|', false);
    else this.#emit(this.#single(character));
  }

  #single(character: string): string {
    const isMultiline = this.#flags.includes('m');
    switch (character) {
      case '\\':
        return this.#escape(ESCAPES);
      case '.':
        return this.#flags.includes('s') ? '[\\s\\S]' : '[^\\n]';
      case ')':
        if (this.#depth-- === 0) throw new PatternError('regexp/syntax: internal error');
        return ')';
      case '^':
        return isMultiline ? '(?:(?<![\\s\\S])|(?<=\\n))' : '(?:(?<![\\s\\S]))';
      case '$':
        return isMultiline ? '(?:(?![\\s\\S])|(?=\\n))' : '(?:(?![\\s\\S]))';
      default:
        return literal(character);
    }
  }

  #quoted(): boolean {
    const quoted = this.#take(/^\\Q([\s\S]*?)(?:\\E|$)/);
    for (const character of quoted?.[1] ?? '') this.#emit(literal(character));
    return quoted !== undefined;
  }

  #repetition(): boolean {
    const match = this.#take(/^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/);
    if (match === undefined) return false;
    const [text, least, , most = ''] = match;
    if (this.#isRepeated) throw new PatternError('invalid nested repetition operator');
    if (!this.#isRepeatable) throw new PatternError('missing argument to repetition operator');
    const isBackwards = most !== '' && Number(least) > Number(most);
    if (Number(least ?? 0) > REPEAT_MAX || Number(most) > REPEAT_MAX || isBackwards)
      throw new PatternError('invalid repeat count');
    this.#emit(text, false);
    this.#isRepeated = true;
    return true;
  }

  #group(): boolean {
    const match = this.#take(/^\((?:\?P?<([A-Za-z_0-9]+)>|\?([imsU-]*):)?/);
    if (match === undefined) return false;
    if (this.#rest.startsWith('?'))
      throw new PatternError(/^\?P?</.test(this.#rest) ? INVALID_NAME : INVALID_SYNTAX);
    this.#depth++;
    const [, name, flags] = match;
    const kept = flags?.replaceAll('U', '').replace(/-$/, '');
    this.#emit(name !== undefined ? `(?<${name}>` : flags === undefined ? '(' : `(?${kept}:`, false);
    return true;
  }

  #characterClass(): boolean {
    const match = this.#take(/^\[(\^?)(\]?)/);
    if (match === undefined) return false;
    let text = `[${match[1]}${match[2] === ']' ? '\\]' : ''}`;
    while (!this.#rest.startsWith(']')) text += this.#classMember();
    this.#rest = this.#rest.slice(1);
    this.#emit(`${text}]`);
    return true;
  }

  #classMember(): string {
    const posix = this.#take(/^\[:([a-z]+):\]/);
    if (posix !== undefined) {
      const members = POSIX_CLASSES[posix[1] ?? ''];
      if (members === undefined) throw new PatternError(INVALID_RANGE);
      return members;
    }
    const [character] = this.#rest;
    if (character === undefined) throw new PatternError('missing closing ]');
    this.#rest = this.#rest.slice(character.length);
    if (character !== '\\') return character === '-' ? '-' : literal(character);
    if (NOT_IN_CLASS.some((letter) => this.#rest.startsWith(letter))) throw new PatternError(INVALID_ESCAPE);
    return this.#escape(ESCAPES_IN_CLASS);
  }

  /** What follows a backslash. */
  #escape(table: { readonly [letter: string]: string }): string {
    const code = this.#take(/^(?:x([0-9A-Fa-f]{2})|x\{([0-9A-Fa-f]+)\}|(0[0-7]{0,2}|[1-7][0-7]{1,2}))/);
    if (code !== undefined) {
      const value = Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', code[3] === undefined ? 16 : 8);
      return `\\u{${value.toString(16)}}`;
    }
    const property = this.#take(/^([pP])(?:([A-Z])|\{(\^?)([A-Za-z_]+)\})/);
    if (property !== undefined) return propertyClass(property);
    const [character] = this.#rest;
    if (character === undefined) throw new PatternError('trailing backslash at end of expression');
    this.#rest = this.#rest.slice(character.length);
    const meaning = table[character];
    if (meaning !== undefined) return meaning;
    if (/[0-9A-Za-z_]|[^\0-\x7f]/.test(character)) throw new PatternError(INVALID_ESCAPE);
    return literal(character);
  }
}

/** `\pL`, `\p{Greek}`, `\p{^Greek}`: a general category or a script. */
function propertyClass([, letter, short, caret, name]: RegExpExecArray): string {
  const property = short ?? name ?? '';
  const isNegated = (letter === 'P') !== (caret === '^');
  const isCategory = /^[A-Z][a-z]?$/.test(property);
  return `\\${isNegated ? 'P' : 'p'}{${isCategory ? property : `Script=${property}`}}`;
}

function literal(character: string): string {
  return /[\^$\\.*+?()[\]{}|/-]/.test(character)
    ? `\\u{${character.codePointAt(0)?.toString(16)}}`
    : character;
}
