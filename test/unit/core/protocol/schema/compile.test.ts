import { describe, expect, test } from 'vitest';
import { ByteReader, DecodeError } from '#core/protocol/reader.ts';
import { defineApi, defineStored } from '#core/protocol/schema/api.ts';
import {
  decodeStored,
  encodeStored,
  isFlexible,
  requestCodec,
  responseCodec,
} from '#core/protocol/schema/codec.ts';
import {
  array,
  bytes,
  int8,
  int16,
  int32,
  int64,
  records,
  string,
  struct,
  uuid,
} from '#core/protocol/schema/field.ts';
import { ByteWriter } from '#core/protocol/writer.ts';

const Example = defineApi({
  key: 1000,
  name: 'Example',
  versions: [0, 3],
  flexibleSince: 2,
  request: struct({
    name: string({ nullable: 1 }),
    numbers: array(int16()),
    added: int32({ since: 1, default: -1 }),
    dropped: int8({ until: 1, ignorable: true }),
    data: bytes({ nullable: true }),
    hint: string({ since: 2, tag: 1, nullable: true, default: null }),
    epoch: int64({ since: 3, tag: 0, default: -1 }),
  }),
  response: struct({
    place: struct({ id: uuid(), node: int32({ default: 7 }) }, { since: 1, nullable: 1, default: null }),
    leader: struct(
      { leaderId: int32({ default: -1 }), leaderEpoch: int32({ default: -1 }) },
      { since: 2, tag: 0 },
    ),
    batches: records(),
  }),
});

type Request = Parameters<
  ReturnType<typeof requestCodec<typeof Example.request, typeof Example.response>>['write']
>[1];

function written(version: number, value: Request): string {
  const writer = new ByteWriter();
  requestCodec(Example, version).write(writer, value);
  return writer.toBuffer().toString('hex');
}

function read(version: number, hex: string) {
  return requestCodec(Example, version).read(new ByteReader(Buffer.from(hex, 'hex')));
}

const basic = { name: 'ab', numbers: [1, -1], data: null };

describe('a version without tags', () => {
  test('has int16 string lengths, int32 array and byte lengths, −1 for null', () => {
    expect(written(0, basic)).toBe('00026162' + '00000002' + '0001ffff' + '00' + 'ffffffff');
    expect(written(1, { ...basic, name: null, data: Buffer.from('0102', 'hex') })).toBe(
      'ffff' + '00000002' + '0001ffff' + 'ffffffff' + '00' + '00000002' + '0102',
    );
  });

  test('reads back with defaults for what it does not have', () => {
    expect(read(0, '0002616200000002' + '0001ffff' + '05' + 'ffffffff')).toEqual({
      name: 'ab',
      numbers: [1, -1],
      added: -1,
      dropped: 5,
      data: null,
      hint: null,
      epoch: -1,
    });
  });
});

describe('a version with tags', () => {
  test('has lengths plus one as varints, 0 for null, and a tag section at the end', () => {
    expect(written(2, basic)).toBe('03' + '6162' + '03' + '0001ffff' + 'ffffffff' + '00' + '00');
    expect(written(2, { ...basic, name: null })).toBe('00' + '03' + '0001ffff' + 'ffffffff' + '00' + '00');
  });

  test('writes tagged fields that differ from their default, in the order of their tags', () => {
    expect(written(3, { ...basic, hint: 'x', epoch: 5 }).slice(-30)).toBe(
      '02' + '0008' + '0000000000000005' + '0102' + '0278',
    );
    expect(written(3, { ...basic, hint: null, epoch: -1 }).slice(-2)).toBe('00');
  });

  test('passes over tags that it does not know', () => {
    const hex = '0361620100000000' + '0002' + '0503aabbcc' + '01020278';
    expect(read(2, hex).hint).toBe('x');
  });

  test('refuses tags that are cut or do not end where they say', () => {
    const start = '03616201000000000' + '0';
    expect(() => read(2, `${start}01010502`)).toThrow('tagged field 1 claims 5 bytes');
    expect(() => read(2, `${start}0101030278ff`)).toThrow('tagged field 1 is not 3 bytes');
    expect(() => read(2, `${start}ffffffff0f`)).toThrow(DecodeError);
  });
});

describe('structs that may be null', () => {
  function response(
    version: number,
    value: Parameters<
      ReturnType<typeof responseCodec<typeof Example.request, typeof Example.response>>['write']
    >[1],
  ): string {
    const writer = new ByteWriter();
    responseCodec(Example, version).write(writer, value);
    return writer.toBuffer().toString('hex');
  }
  const id = 'AAAAAAAAAAAAAAAAAAAAAQ';

  test('have a byte in front that says so', () => {
    expect(response(1, { place: null, batches: Buffer.alloc(0) })).toBe('ff' + '00000000');
    expect(response(1, { place: { id }, batches: Buffer.alloc(0) })).toBe(
      `01${'00'.repeat(15)}010000000700000000`,
    );
  });

  test('tagged ones have a varint in front, as Kafka writes them', () => {
    const Tagged = defineStored({
      name: 'Tagged',
      versions: [0, 0],
      flexibleSince: 0,
      shape: struct({
        metadata: struct({ timeoutMs: int32(), protocols: array(string()) }, { nullable: true, tag: 0 }),
      }),
    });
    const isNull = Buffer.from('0000' + '01000100', 'hex');
    expect(encodeStored(Tagged, 0, { metadata: null })).toEqual(isNull);
    expect(decodeStored(Tagged, isNull).value).toEqual({ metadata: null });
    const isThere = Buffer.from('0000' + '01000701' + '0000afc8' + '0100', 'hex');
    const metadata = { timeoutMs: 45000, protocols: [] };
    expect(encodeStored(Tagged, 0, { metadata })).toEqual(isThere);
    expect(decodeStored(Tagged, isThere).value).toEqual({ metadata });
  });

  test('tagged ones are left out while they hold their defaults', () => {
    const batches = Buffer.from('aa', 'hex');
    expect(response(2, { leader: { leaderId: -1 }, batches })).toBe('ff' + '02aa' + '00');
    expect(response(2, { leader: { leaderId: 3 }, batches })).toBe(
      'ff' + '02aa' + '01' + '0009' + '00000003ffffffff00',
    );
  });
});

describe('decoding', () => {
  test.each([
    [0, 'ffff', 'name must not be null'],
    [0, 'fffe', 'name must not be null'],
    [0, '0000ffffffff', 'numbers must not be null'],
    [0, '000000000010', 'numbers claims 16 elements, 0 bytes remain'],
    [2, '0100', 'numbers must not be null'],
    [2, '01ffffffff0f', 'elements'],
    [2, '0461', 'needs 3 bytes'],
  ])('version %s refuses %s', (version, hex, message) => {
    expect(() => read(version, hex)).toThrow(DecodeError);
    expect(() => read(version, hex)).toThrow(message);
  });
});

describe('encoding', () => {
  test('refuses what the version cannot carry, but drops what may be dropped', () => {
    expect(() => written(0, { ...basic, added: 5 })).toThrow('version 0 cannot carry added');
    expect(() => written(1, { ...basic, hint: 'x' })).toThrow('version 1 cannot carry hint');
    expect(written(0, { ...basic, added: -1, hint: null })).toBe(written(0, basic));
    expect(written(2, { ...basic, dropped: 5 })).toBe(written(2, basic));
  });

  test('refuses null where null is not legal, and strings that do not fit', () => {
    expect(() => written(0, { ...basic, name: null })).toThrow('name must not be null');
    expect(() => written(0, { ...basic, name: 'é'.repeat(16384) })).toThrow('name is 32768 bytes');
  });
});

describe('stored records', () => {
  const Kept = defineStored({
    name: 'Kept',
    versions: [1, 2],
    flexibleSince: 2,
    shape: struct({ offset: int32() }),
  });

  test('have their version in front', () => {
    expect(encodeStored(Kept, 1, { offset: 5 }).toString('hex')).toBe('0001' + '00000005');
    expect(encodeStored(Kept, 2, { offset: 5 }).toString('hex')).toBe('0002' + '00000005' + '00');
    expect(decodeStored(Kept, Buffer.from('00020000000500', 'hex'))).toEqual({
      version: 2,
      value: { offset: 5 },
    });
  });

  test('of a version that is not known are refused', () => {
    for (const hex of ['000000000005', '0003', 'ffff', '']) {
      expect(() => decodeStored(Kept, Buffer.from(hex, 'hex'))).toThrow(DecodeError);
    }
  });
});

test('flexible versions begin where the table says, or never', () => {
  expect([1, 2, 3].map((version) => isFlexible(Example, version))).toEqual([false, true, true]);
  expect(isFlexible({ flexibleSince: undefined }, 99)).toBe(false);
});
