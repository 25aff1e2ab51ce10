/**
 * Korean particles that depend on the last sound of the word before them. Digits are read in Korean (3 is 삼), Latin letters by
 * their names where a word ends in one that has a final consonant of its own.
 */

/** How a word ends: without a final consonant, with ㄹ, or with another one. */
type Ending = 'open' | 'rieul' | 'closed';

const HANGUL_FIRST = 0xac00;
const HANGUL_LAST = 0xd7a3;
const FINALS = 28;
const RIEUL = 8;

/** 영 일 이 삼 사 오 육 칠 팔 구. */
const DIGITS: readonly Ending[] = [
  'closed',
  'rieul',
  'open',
  'closed',
  'open',
  'open',
  'closed',
  'rieul',
  'rieul',
  'open',
];

function endingOf(word: string): Ending {
  const last = word
    .replace(/[^\p{L}\p{N}]+$/u, '')
    .slice(-1)
    .toLowerCase();
  const code = last.charCodeAt(0);
  if (code >= HANGUL_FIRST && code <= HANGUL_LAST) {
    const final = (code - HANGUL_FIRST) % FINALS;
    if (final === 0) return 'open';
    return final === RIEUL ? 'rieul' : 'closed';
  }
  if (last >= '0' && last <= '9') return DIGITS[Number(last)] ?? 'open';
  if (last === 'l') return 'rieul';
  if (last === 'm' || last === 'n') return 'closed';
  return 'open';
}

/**
 * The fitting one of a pair written `은/는`, `이/가`, `을/를`, `과/와`, `으로/로`: the first after a final consonant, the second
 * after none. `으로/로` takes the second after ㄹ too.
 */
export function particle(word: string, pair: string): string {
  const [afterConsonant = '', afterVowel = ''] = pair.split('/');
  const ending = endingOf(word);
  if (ending === 'open') return afterVowel;
  return ending === 'rieul' && afterVowel === '로' ? afterVowel : afterConsonant;
}
