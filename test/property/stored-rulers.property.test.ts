/** Keys and values of the coordinators' topics, field by field: every type of record, in every version that Kafka has of it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { annotateBatch } from '#core/inspect/annotate/annotate-batch.ts';
import { GROUP_RECORDS, TRANSACTION_RECORDS } from '#core/inspect/stored/stored-record.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';
import { encodeStored } from '#core/protocol/schema/codec.ts';
import type { CoordinatorRecord } from '#core/protocol/stored/coordinator-record.ts';
import { bytesEn } from '../../renderer/text/bytes-en.ts';
import { shapeValue } from '../support/schema-arbitrary.ts';

interface Stored {
  readonly topic: string;
  readonly record: CoordinatorRecord;
  readonly version: number;
}

function everyVersion(topic: string, records: readonly CoordinatorRecord[]): readonly Stored[] {
  return records.flatMap((record) => {
    const [first, last] = record.value.versions;
    return Array.from({ length: last - first + 1 }, (_, i) => ({ topic, record, version: first + i }));
  });
}

const STORED = [
  ...everyVersion('__transaction_state', TRANSACTION_RECORDS),
  ...everyVersion('__consumer_offsets', GROUP_RECORDS),
].map((one) => [`${one.record.value.name} ${one.record.type}, version ${one.version}`, one] as const);

function batchOf(key: Buffer, value: Buffer | null): Buffer {
  return buildBatch({ records: [{ timestamp: 1, key, value, headers: [] }] });
}

describe('a record of a coordinator', () => {
  test.each(STORED)('%s: every byte of key and value is a named field', (_, { topic, record, version }) => {
    const { type } = record;
    const values = fc.tuple(shapeValue(record.key.shape, type), shapeValue(record.value.shape, version));
    fc.assert(
      fc.property(values, ([keyRow, valueRow]) => {
        const key = encodeStored(record.key, type, keyRow as never);
        const batch = batchOf(key, encodeStored(record.value, version, valueRow as never));
        const { fields, stop } = annotateBatch(batch, undefined, topic);
        expect(stop).toBeNull();
        let at = 0;
        for (const field of fields) {
          expect({ name: field.name, at: field.at }).toEqual({ name: field.name, at });
          at += field.size;
        }
        expect(at).toBe(batch.length);
        const said = fields.map(({ say }) => say.key);
        expect(said).not.toContain('bytes.stored.rest');
        expect(said).not.toContain('bytes.record.value');
        expect(said.filter((one) => bytesEn[one] === undefined)).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });

  test.each(STORED)('%s: without a value it is a tombstone', (_, { topic, record }) => {
    fc.assert(
      fc.property(shapeValue(record.key.shape, record.type), (row) => {
        const batch = batchOf(encodeStored(record.key, record.type, row as never), null);
        const { fields, stop } = annotateBatch(batch, undefined, topic);
        expect(stop).toBeNull();
        expect(fields.find(({ name }) => name === 'records[0].valueLength')?.say).toMatchObject({
          key: 'bytes.stored.tombstone',
          params: { name: record.value.name.replace(/Value$/, '') },
        });
      }),
      { numRuns: 4 },
    );
  });
});
