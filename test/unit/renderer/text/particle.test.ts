import { describe, expect, it } from 'vitest';
import { particle } from '../../../../renderer/text/particle.ts';

describe('a Korean particle', () => {
  it('follows the final consonant of a syllable', () => {
    expect(['코디네이터', '파티션'].map((word) => particle(word, '이/가'))).toEqual(['가', '이']);
  });

  it('follows digits as they are read in Korean', () => {
    const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];
    expect(digits.map((digit) => particle(digit, '을/를')).join('')).toBe('을을를을를를을을을를');
  });

  it('takes 로 after ㄹ, read or written', () => {
    expect(['1', '7', '8', '브로커', '울', '3'].map((word) => particle(word, '으로/로'))).toEqual([
      '로',
      '로',
      '로',
      '로',
      '로',
      '으로',
    ]);
  });

  it('follows the names of Latin letters that end in a consonant', () => {
    expect(['A', 'B', 'L', 'N', 'EndTxn'].map((word) => particle(word, '은/는'))).toEqual([
      '는',
      '는',
      '은',
      '은',
      '은',
    ]);
  });

  it('looks past closing punctuation', () => {
    expect(particle('파티션)', '이/가')).toBe('이');
  });
});
