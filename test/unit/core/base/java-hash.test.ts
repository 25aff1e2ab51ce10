import { describe, expect, test } from 'vitest';
import {
  coordinatorPartition,
  copiedCapacity,
  inHashOrder,
  inTimelineOrder,
  javaStringHash,
  javaUuidHash,
} from '#core/base/java-hash.ts';

const memberIds = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `member-${(i * 7919) % 1000}`);
const numbers = (ids: readonly string[]): number[] => ids.map((id) => Number(id.slice('member-'.length)));

/** What Java 17 prints for the same. */
describe('like Java', () => {
  test('strings and uuids have the same hash', () => {
    expect(javaStringHash('orders')).toBe(-1008770331);
    expect(javaUuidHash('AAAAAAAAAAAAAAAAAAAAAQ')).toBe(1);
    expect(javaUuidHash('vbTZMLUlQrCTVbrFq0cW8g')).toBe(813905847);
    expect(javaUuidHash('Zm9vYmFyYmF6cXV4MTIzNA')).toBe(1281248079);
  });

  test('the smallest hash of all belongs to partition 0', () => {
    expect(javaStringHash('polygenelubricants')).toBe(-2147483648);
    expect(coordinatorPartition('polygenelubricants', 50)).toBe(0);
  });

  test.each([
    [3, [919, 838, 0]],
    [12, [352, 919, 595, 271, 838, 0, 514, 190, 757, 109, 433, 676]],
    [13, [352, 595, 271, 28, 190, 919, 838, 0, 514, 757, 109, 433, 676]],
  ])('a HashMap of %i strings is walked in the same order', (count, order) => {
    expect(numbers(inHashOrder(memberIds(count), javaStringHash))).toEqual(order);
  });

  test.each([
    [3, [919, 0, 838]],
    [6, [595, 919, 0, 676, 757, 838]],
    [13, [433, 919, 595, 0, 28, 514, 190, 676, 109, 271, 757, 352, 838]],
  ])("Kafka's TimelineHashMap of %i strings is walked in the same order", (count, order) => {
    expect(numbers(inTimelineOrder(memberIds(count), javaStringHash))).toEqual(order);
  });

  test('a copied HashSet has more buckets than one that grew', () => {
    const partitions = Array.from({ length: 12 }, (_, i) => (i * 37) % 97);
    const order = [0, 65, 37, 5, 74, 42, 14, 79, 51, 19, 88, 28];
    expect(inHashOrder(partitions, (partition) => partition, copiedCapacity(12))).toEqual(order);
    expect(copiedCapacity(24)).toBe(64);
  });
});
