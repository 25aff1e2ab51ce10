import { expect, test } from 'vitest';
import { uuidFromBytes, uuidToBytes, ZERO_UUID } from '#core/protocol/uuid.ts';

test('a uuid has the text form that Kafka prints', () => {
  const bytes = Buffer.from('fedcba98765432100123456789abcdef', 'hex');
  expect(uuidFromBytes(bytes)).toBe('_ty6mHZUMhABI0VniavN7w');
  expect(uuidToBytes('_ty6mHZUMhABI0VniavN7w')).toEqual(bytes);
  expect(uuidToBytes(ZERO_UUID)).toEqual(Buffer.alloc(16));
  expect(uuidFromBytes(Buffer.concat([Buffer.alloc(3), bytes]), 3)).toBe('_ty6mHZUMhABI0VniavN7w');
});

test('what is not 16 bytes is refused', () => {
  for (const text of ['', 'abc', `${ZERO_UUID}AA`]) expect(() => uuidToBytes(text)).toThrow(RangeError);
});
