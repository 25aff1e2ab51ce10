import { describe, expectTypeOf, test } from 'vitest';
import type { InitProducerId } from '#core/protocol/messages/22-init-producer-id.ts';
import type {
  RequestInit,
  RequestOf,
  ResponseInit,
  ResponseOf,
  StoredInit,
  StoredOf,
} from '#core/protocol/schema/api.ts';
import { defineApi, defineStored } from '#core/protocol/schema/api.ts';
import { requestCodec, responseCodec } from '#core/protocol/schema/codec.ts';
import { array, bool, bytes, int32, int64, string, struct, uuid } from '#core/protocol/schema/field.ts';

const Example = defineApi({
  key: 1000,
  name: 'Example',
  versions: [0, 2],
  flexibleSince: 2,
  request: struct({
    name: string(),
    comment: string({ nullable: true }),
    later: int32({ since: 1 }),
    withDefault: int64({ default: -1 }),
    topics: array(struct({ topicId: uuid(), partitions: array(int32(), { nullable: true }) })),
    tagged: bool({ since: 2, tag: 0 }),
  }),
  response: struct({
    data: bytes(),
    inner: struct(
      { a: int32(), b: string({ nullable: 1, default: null }) },
      { nullable: true, default: null },
    ),
  }),
});

const Kept = defineStored({ name: 'Kept', versions: [0, 0], shape: struct({ offset: int64() }) });

describe('what a table infers', () => {
  test('decoding answers every field', () => {
    expectTypeOf<RequestOf<typeof Example>>().toEqualTypeOf<{
      name: string;
      comment: string | null;
      later: number;
      withDefault: number;
      topics: { topicId: string; partitions: number[] | null }[];
      tagged: boolean;
    }>();
    expectTypeOf<ResponseOf<typeof Example>>().toEqualTypeOf<{
      data: Buffer;
      inner: { a: number; b: string | null } | null;
    }>();
    expectTypeOf<StoredOf<typeof Kept>>().toEqualTypeOf<{ offset: number }>();
  });

  test('encoding wants what has no default, no tag and no version range', () => {
    const required = { name: 'x', comment: null, topics: [] } as const;
    expectTypeOf(required).toExtend<RequestInit<typeof Example>>();
    expectTypeOf<Omit<typeof required, 'name'>>().not.toExtend<RequestInit<typeof Example>>();
    expectTypeOf<Omit<typeof required, 'comment'>>().not.toExtend<RequestInit<typeof Example>>();
    expectTypeOf<{ data: Buffer }>().toExtend<ResponseInit<typeof Example>>();
    expectTypeOf<{ offset: string }>().not.toExtend<StoredInit<typeof Kept>>();
  });

  test('null is only for what may be null', () => {
    expectTypeOf<RequestInit<typeof Example>['name']>().toEqualTypeOf<string>();
    expectTypeOf<RequestInit<typeof Example>['comment']>().toEqualTypeOf<string | null>();
    expectTypeOf<RequestInit<typeof Example>['later']>().toEqualTypeOf<number | undefined>();
  });

  test('codecs carry the types on', () => {
    expectTypeOf(requestCodec(Example, 0).read).returns.toEqualTypeOf<RequestOf<typeof Example>>();
    expectTypeOf(responseCodec(Example, 0).write).parameter(1).toEqualTypeOf<ResponseInit<typeof Example>>();
  });

  test('of real messages is what handlers need', () => {
    expectTypeOf<RequestOf<typeof InitProducerId>>()
      .toHaveProperty('transactionalId')
      .toEqualTypeOf<string | null>();
    expectTypeOf<RequestOf<typeof InitProducerId>>().toHaveProperty('producerEpoch').toEqualTypeOf<number>();
  });
});
