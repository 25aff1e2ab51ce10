import { describe, expect, it } from 'vitest';
import { parseJump } from '../../../../renderer/views/logs/jump-target.ts';

describe('where a person wants to jump', () => {
  it('digits are an offset', () => {
    expect(parseJump(' 1042 ')).toEqual({ kind: 'offset', offset: 1042 });
  });

  it('@ and digits are milliseconds since the epoch', () => {
    expect(parseJump('@1764499320900')).toEqual({ kind: 'time', timestampMs: 1764499320900 });
  });

  it('a date and a time are a moment, in the zone that they name or in this one', () => {
    expect(parseJump('2026-11-30T20:50:01Z')).toEqual({
      kind: 'time',
      timestampMs: Date.UTC(2026, 10, 30, 20, 50, 1),
    });
    expect(parseJump('2026-11-30 20:50')).toEqual({
      kind: 'time',
      timestampMs: new Date(2026, 10, 30, 20, 50).getTime(),
    });
    expect(parseJump('2026-11-30')).toEqual({
      kind: 'time',
      timestampMs: new Date(2026, 10, 30).getTime(),
    });
  });

  it.each(['', 'yesterday', '-1', '2026-13-45', '1.5', '@'])('%j is neither', (text) => {
    expect(parseJump(text)).toBeUndefined();
  });
});
