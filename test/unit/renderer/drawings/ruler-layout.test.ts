import { describe, expect, it } from 'vitest';
import type { ByteField } from '#core/lab-api/views.ts';
import {
  byteForKey,
  byteText,
  fieldForKey,
  fieldOfRecord,
  fieldOwners,
  fieldPositions,
  fieldTints,
  hexBytes,
  hexOffset,
  offsetDigits,
  parsePosition,
  pathEnd,
  splitName,
} from '../../../../renderer/drawings/ruler/ruler-layout.ts';

function field(at: number, size: number, depth = 0): ByteField {
  return {
    at,
    size,
    depth,
    name: `f${at}`,
    type: 'int8',
    value: '0',
    isDeciding: false,
    say: { key: 'bytes.batch.magic', params: {} },
  };
}

describe('bytes', () => {
  it('are read from hex', () => {
    expect([...hexBytes('00ff7a')]).toEqual([0, 255, 122]);
    expect([...hexBytes('')]).toEqual([]);
  });

  it('have an offset column as wide as the widest offset', () => {
    expect(offsetDigits(0, 0)).toBe(6);
    expect(offsetDigits(0xffffff, 1)).toBe(6);
    expect(offsetDigits(0xffffff, 2)).toBe(7);
    expect(offsetDigits(0x3fffffff, 61)).toBe(8);
  });

  it('show as text where they are printable', () => {
    expect([0x41, 0x7e, 0x7f, 0x00, 0xe9].map(byteText).join('')).toBe('A~···');
  });

  it('are found by decimal or hex position', () => {
    expect(['68', '0x44', '1c0', ' 12 ', 'x', ''].map(parsePosition)).toEqual([
      68,
      0x44,
      0x1c0,
      12,
      undefined,
      undefined,
    ]);
  });

  it('have offsets of six hex digits', () => {
    expect(hexOffset(384)).toBe('000180');
  });
});

describe('fields', () => {
  it('own their bytes, the innermost wins', () => {
    expect([...fieldOwners(6, [field(0, 2), field(2, 4), field(3, 2, 1)])]).toEqual([0, 0, 1, 2, 2, 1]);
  });

  it('leave bytes that nobody covers without an owner, and ignore what lies outside', () => {
    expect([...fieldOwners(4, [field(1, 1), field(3, 10)])]).toEqual([-1, 0, -1, 1]);
  });

  it('differ in tint from their neighbours', () => {
    const owners = fieldOwners(
      10,
      [0, 2, 4, 6, 8].map((at) => field(at, 2)),
    );
    expect([...fieldTints(owners, 5)]).toEqual([1, 2, 3, 4, 1]);
  });

  it('have no tint when they cover no byte of their own', () => {
    const owners = fieldOwners(2, [field(0, 2), field(0, 1, 1), field(1, 1, 1)]);
    expect([...fieldTints(owners, 3)]).toEqual([0, 1, 2]);
  });

  it('have a path and a name of their own', () => {
    expect(splitName('records[0].key.type')).toEqual({ path: 'records[0].key.', leaf: 'type' });
    expect(['records[0].key.', 'records[12].', ''].map(pathEnd)).toEqual(['key.', 'records[12].', '']);
    expect(splitName('cluster.id')).toEqual({ path: '', leaf: 'cluster.id' });
    expect(splitName('baseOffset')).toEqual({ path: '', leaf: 'baseOffset' });
  });

  it('say their positions, in the picture or in the file', () => {
    expect(fieldPositions(field(68, 2), 0)).toBe('68–69');
    expect(fieldPositions(field(70, 1), 384)).toBe('454');
  });
});

describe('keys', () => {
  it.each([
    ['ArrowRight', 5, 6],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 5, 21],
    ['ArrowDown', 70, 70],
    ['ArrowUp', 21, 5],
    ['ArrowUp', 5, 5],
    ['Home', 40, 0],
    ['End', 40, 77],
    ['PageDown', 5, 77],
    ['Tab', 5, undefined],
  ] as const)('%s at byte %i leads to %s of 78 bytes', (key, from, to) => {
    expect(byteForKey(from, key, { size: 78, perLine: 16 })).toBe(to);
  });
});

describe('keys in the list of fields', () => {
  const named = (name: string, offset?: number): ByteField => ({
    ...field(0, 1),
    name,
    say:
      offset === undefined
        ? { key: 'bytes.batch.magic', params: {} }
        : { key: 'bytes.record.offsetDelta', params: { offset } },
  });
  const fields = [
    named('magic'),
    named('recordCount'),
    named('records[0].length'),
    named('records[0].offsetDelta', 40),
    named('records[1].length'),
    named('records[1].offsetDelta', 41),
    named('records[1].headers[0].key'),
  ];
  const from = (current: number) => (key: string) => fieldForKey(fields, key, { current, page: 3 });

  it('go up, down, by pages and to both ends, and stay inside', () => {
    expect(['ArrowUp', 'ArrowDown', 'PageDown', 'PageUp', 'Home', 'End', 'x'].map(from(1))).toEqual([
      0,
      2,
      4,
      0,
      0,
      6,
      undefined,
    ]);
    expect(['ArrowDown', 'PageDown'].map(from(6))).toEqual([6, 6]);
    expect(['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft'].map(from(-1))).toEqual([0, 0, 2, 0]);
  });

  it('go from record to record with right and left', () => {
    expect([0, 2, 3, 4, 6].map((at) => from(at)('ArrowRight'))).toEqual([2, 4, 4, 4, 6]);
    expect([6, 4, 3, 2, 1, 0].map((at) => from(at)('ArrowLeft'))).toEqual([4, 2, 2, 0, 0, 0]);
  });

  it('find the record at an offset', () => {
    expect([40, 41, 42].map((offset) => fieldOfRecord(fields, offset))).toEqual([2, 4, undefined]);
    const inner: ByteField = {
      ...named('messages[1].offset'),
      value: '10',
      say: { key: 'bytes.legacy.innerOffset', params: {} },
    };
    expect(fieldOfRecord([named('messages[0].size'), inner], 10)).toBe(1);
  });
});
