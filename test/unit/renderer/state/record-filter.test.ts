import { describe, expect, it } from 'vitest';
import { type FilterSubject, keysOf, parseRecordFilter } from '../../../../renderer/state/record-filter.ts';

const RECORD: FilterSubject = {
  offset: 17,
  producerId: 1000,
  producerEpoch: 3,
  verdict: 'aborted',
  keys: ['o-20'],
  transactionalId: 'order-service-1',
};

const holds = (text: string) => parseRecordFilter(text).filter?.(RECORD);

describe('the filter of the record table', () => {
  it('holds for everything when it is empty', () => {
    expect(holds('  ')).toBe(true);
  });

  it('asks for every term to hold', () => {
    expect(holds('pid:1000 verdict:aborted')).toBe(true);
    expect(holds('pid:1000 verdict:committed')).toBe(false);
  });

  it('compares numbers and takes ranges with both ends', () => {
    expect(['epoch:>2', 'epoch:>=3', 'epoch:<3', 'offset:17..17', 'offset:18..20'].map(holds)).toEqual([
      true,
      true,
      false,
      true,
      false,
    ]);
  });

  it('lets a star stand for anything, and nothing else be special', () => {
    expect(['key:o-*', 'key:o.20', 'txn:*-1', 'txn:order'].map(holds)).toEqual([true, false, true, false]);
  });

  it('finds a record of an internal topic by what its key names', () => {
    const stored = {
      key: { key: 'stored.key.offset', params: { group: 'g1', topic: 'orders', partition: '0' } },
      value: null,
    } as const;
    const keys = keysOf({
      offset: 17,
      timestampMs: 0,
      key: '0x0001',
      value: null,
      stored,
      keySize: 2,
      valueSize: -1,
      headers: [],
      sequence: -1,
    });
    const found = (text: string) => parseRecordFilter(text).filter?.({ ...RECORD, keys });
    expect(['key:g1', 'key:orders-0', 'key:orders', 'key:0x*', 'key:g2'].map(found)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it('finds markers by their verdicts', () => {
    const marker = { ...RECORD, verdict: 'marker-abort', keys: [] } as const;
    expect(parseRecordFilter('verdict:marker').filter?.(marker)).toBe(true);
    expect(parseRecordFilter('key:*').filter?.(marker)).toBe(false);
  });

  it('names the first term that is no filter', () => {
    expect(
      ['pid:x', 'colour:red', 'verdict:nice', 'orders', 'pid:'].map(
        (text) => parseRecordFilter(text).badTerm,
      ),
    ).toEqual(['pid:x', 'colour:red', 'verdict:nice', 'orders', 'pid:']);
  });
});
