/**
 * Words and signs of a JAAS configuration, as java.io.StreamTokenizer makes them with the settings of Kafka's JaasConfig: words of
 * letters, digits, `.`, `-`, `_` and `$`; texts in quotes; numbers; comments after `//`, and between the signs of C. Every other
 * character stands for itself.
 */

/** `word` is a text in quotes, too. */
export type JaasToken = 'end' | 'word' | 'number' | (string & {});

const ESCAPES: { readonly [letter: string]: string } = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
/** Letters, of any script, and what JaasConfig adds. */
const LETTER = /[a-zA-Z\u00a0-\uffff\-_$]/;
const DIGIT = /[0-9.-]/;
const LINE_END = /[\n\r]/;

export class JaasTokens {
  /** Of the last token: a word, or a text without its quotes; null for anything else. */
  word: string | null = null;
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  next(): JaasToken {
    this.word = null;
    this.#skip();
    const letter = this.#text[this.#at];
    if (letter === undefined) return 'end';
    if (DIGIT.test(letter)) return this.#number();
    if (LETTER.test(letter)) return this.#word();
    this.#at++;
    return letter === '"' || letter === "'" ? this.#quoted(letter) : letter;
  }

  /** Blanks and comments. A single slash begins a comment as well: no other sign was made of it. */
  #skip(): void {
    for (;;) {
      const letter = this.#text[this.#at];
      if (letter === undefined) return;
      if (letter === '/') this.#skipComment();
      else if (letter <= ' ') this.#at++;
      else return;
    }
  }

  #skipComment(): void {
    if (this.#text[this.#at + 1] === '*') {
      const end = this.#text.indexOf('*/', this.#at + 2);
      this.#at = end < 0 ? this.#text.length : end + 2;
      return;
    }
    while (this.#at < this.#text.length && !LINE_END.test(this.#text[this.#at] as string)) this.#at++;
  }

  /** A minus that nothing of a number follows stands for itself. */
  #number(): JaasToken {
    const first = this.#text[this.#at] as string;
    this.#at++;
    if (first === '-' && !/[0-9.]/.test(this.#text[this.#at] ?? '')) return '-';
    let dots = first === '.' ? 1 : 0;
    for (; ; this.#at++) {
      const letter = this.#text[this.#at] ?? '';
      if (letter === '.' && dots === 0) dots++;
      else if (!/[0-9]/.test(letter)) return 'number';
    }
  }

  #word(): JaasToken {
    const start = this.#at;
    const goesOn = (letter: string): boolean => LETTER.test(letter) || DIGIT.test(letter);
    while (goesOn(this.#text[this.#at] ?? ' ')) this.#at++;
    this.word = this.#text.slice(start, this.#at);
    return 'word';
  }

  /** To the closing quote, or the end of the line. */
  #quoted(quote: string): JaasToken {
    let text = '';
    for (;;) {
      const letter = this.#text[this.#at];
      if (letter === undefined || LINE_END.test(letter)) break;
      this.#at++;
      if (letter === quote) break;
      text += letter === '\\' ? this.#escaped() : letter;
    }
    this.word = text;
    return 'word';
  }

  /** Up to three octal digits are a character. */
  #escaped(): string {
    const octal = /^(?:[0-3][0-7]{0,2}|[4-7][0-7]?)/.exec(this.#text.slice(this.#at, this.#at + 3))?.[0];
    if (octal !== undefined) {
      this.#at += octal.length;
      return String.fromCharCode(Number.parseInt(octal, 8));
    }
    const letter = this.#text[this.#at] ?? '';
    this.#at++;
    return ESCAPES[letter] ?? letter;
  }
}
