import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ConsumerGroupRecord } from '#core/coordinator/group/consumer/consumer-group-records.ts';
import type { MemberState } from '#core/coordinator/group/consumer/consumer-member.ts';
import { decodeGroupRecord, encodeGroupRecord } from '#core/coordinator/group/group-records.ts';
import { DecodeError } from '#core/protocol/reader.ts';

const text = fc.string({ maxLength: 8 });
const nullable = fc.option(text);
const int32 = fc.integer({ min: -2, max: 0x7fffffff });
const topicId = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => Buffer.from(bytes).toString('base64url'));
const partition = fc.nat(20);
const target = fc
  .dictionary(topicId, fc.uniqueArray(partition, { minLength: 1, maxLength: 4 }), { maxKeys: 3 })
  .map((topics) => new Map(Object.entries(topics).map(([id, partitions]) => [id, new Set(partitions)])));
const epochs = fc
  .dictionary(topicId, fc.dictionary(partition.map(String), int32, { minKeys: 1, maxKeys: 4 }), {
    maxKeys: 3,
  })
  .map(
    (topics) =>
      new Map(
        Object.entries(topics).map(([id, byPartition]) => [
          id,
          new Map(Object.entries(byPartition).map(([number, epoch]) => [Number(number), epoch])),
        ]),
      ),
  );
const states = fc.constantFrom<MemberState>('Stable', 'UnrevokedPartitions', 'UnreleasedPartitions');
const orDeleted = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 4 });
const ofMember = { group: text, memberId: text };

const records: readonly fc.Arbitrary<ConsumerGroupRecord>[] = [
  fc.record({
    kind: fc.constant('groupEpoch' as const),
    group: text,
    value: orDeleted(fc.record({ epoch: int32, metadataHash: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n) })),
  }),
  fc.record({
    kind: fc.constant('member' as const),
    ...ofMember,
    value: orDeleted(
      fc.record({
        instanceId: nullable,
        rackId: nullable,
        clientId: text,
        clientHost: text,
        subscribedTopicNames: fc.uniqueArray(text).map((names) => new Set(names.sort())),
        subscribedTopicRegex: text,
        rebalanceTimeoutMs: int32,
        serverAssignor: nullable,
        classic: fc.constant(null),
      }),
    ),
  }),
  fc.record({
    kind: fc.constant('targetEpoch' as const),
    group: text,
    value: orDeleted(fc.record({ epoch: int32, timestampMs: fc.nat() })),
  }),
  fc.record({ kind: fc.constant('target' as const), ...ofMember, value: orDeleted(target) }),
  fc.record({
    kind: fc.constant('currentAssignment' as const),
    ...ofMember,
    value: orDeleted(
      fc.record({
        memberEpoch: int32,
        previousMemberEpoch: int32,
        state: states,
        assigned: epochs,
        pendingRevocation: epochs,
      }),
    ),
  }),
  fc.record({
    kind: fc.constant('regex' as const),
    group: text,
    regex: text,
    value: orDeleted(
      fc.record({
        topics: fc.uniqueArray(text).map((names) => new Set(names.sort())),
        version: fc.nat(),
        timestampMs: fc.nat(),
      }),
    ),
  }),
];

describe('records of groups', () => {
  test('are read as they were written', () => {
    fc.assert(
      fc.property(fc.oneof(...records), (record) => {
        const { key, value } = encodeGroupRecord(record);
        expect(decodeGroupRecord(key, value)).toEqual(record);
      }),
    );
  });

  test('of types that are not known are passed over', () => {
    expect(decodeGroupRecord(Buffer.from('00ff0000', 'hex'), null)).toBeUndefined();
  });

  test('that break off are said to be unreadable', () => {
    expect(() => decodeGroupRecord(Buffer.from('000300', 'hex'), null)).toThrow(DecodeError);
  });
});
