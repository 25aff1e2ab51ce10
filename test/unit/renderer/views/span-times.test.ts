import { expect, it } from 'vitest';
import { isSpanUnclear, spanFault } from '../../../../renderer/views/evidence/span-times.ts';

it('a span wants times, and its end not before its start; an empty bound is none', () => {
  expect(spanFault({ from: '', to: '' })).toBeUndefined();
  expect(spanFault({ from: '@1000', to: '@1000' })).toBeUndefined();
  expect(spanFault({ from: '@1000', to: '' })).toBeUndefined();
  expect(spanFault({ from: 'yesterday', to: '' })).toBe('bad');
  expect(spanFault({ from: '', to: '1042' })).toBe('bad');
  expect(spanFault({ from: '@1001', to: '@1000' })).toBe('reversed');
});

it('what was typed counts only while times are asked for', () => {
  const spanTexts = { from: 'yesterday', to: '' };
  expect(isSpanUnclear({ span: { kind: 'all' }, spanTexts })).toBe(false);
  expect(isSpanUnclear({ span: { kind: 'between', fromMs: null, toMs: null }, spanTexts })).toBe(true);
});
