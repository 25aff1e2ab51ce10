import { describe, expect, it } from 'vitest';
import { formatId, formatMessage } from '../../../../renderer/text/format.ts';

describe('a message', () => {
  it('puts values in the place of their names', () => {
    expect(formatMessage('{partition} @{offset}', { partition: 'orders-0', offset: 17 })).toBe(
      'orders-0 @17',
    );
  });

  it('groups counts and leaves offsets alone', () => {
    expect(formatMessage('{count, number} from {offset}', { count: 12_345, offset: 12_345 })).toBe(
      '12,345 from 12345',
    );
  });

  it('says of a number beyond 2^53 that it is rounded', () => {
    expect(formatMessage('pid {pid}', { pid: 2 ** 63 })).toBe('pid ≈9223372036854775808');
    expect([formatId(2 ** 53 - 1), formatId(-1), formatId(-(2 ** 60))]).toEqual([
      '9007199254740991',
      '-1',
      '≈-1152921504606846976',
    ]);
  });

  it('chooses the form of a count, exact ones first', () => {
    const message = '{count, plural, =0 {none} one {# record} other {# records}}';
    expect([0, 1, 2000].map((count) => formatMessage(message, { count }))).toEqual([
      'none',
      '1 record',
      '2,000 records',
    ]);
  });

  it('chooses by a word, and fills what stands inside the choice', () => {
    const message = '{held, select, none {} other {; LSO holds back {held}}}';
    expect(formatMessage(message, { held: 'none' })).toBe('');
    expect(formatMessage(message, { held: '17..22' })).toBe('; LSO holds back 17..22');
  });

  it('shows the name of a value that is missing', () => {
    expect(formatMessage('epoch {epoch}')).toBe('epoch {epoch}');
  });

  it('adds the Korean particle that the last sound asks for', () => {
    expect(formatMessage('에포크를 {epoch:으로/로} 올립니다', { epoch: 3 })).toBe('에포크를 3으로 올립니다');
    expect(formatMessage('에포크를 {epoch:으로/로} 올립니다', { epoch: 4 })).toBe('에포크를 4로 올립니다');
  });
});
