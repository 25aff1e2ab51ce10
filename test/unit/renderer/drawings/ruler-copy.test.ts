import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { annotateBatch } from '#core/inspect/annotate/annotate-batch.ts';
import { varintBits } from '#core/lab-api/varint-bits.ts';
import type { ByteField, ByteView } from '#core/lab-api/views.ts';
import { batchesIn } from '#core/protocol/records/batch-scanner.ts';
import { bitsText, copyText, hexDigits } from '../../../../renderer/drawings/ruler/ruler-copy.ts';

const LOG = fileURLToPath(
  new URL('../../../fixtures/log-dirs/plain/data/plain-0/00000000000000000000.log', import.meta.url),
);
/** The batch with five headers of Kafka's golden file, which begins at byte 106. */
const BATCH =
  [...batchesIn(fs.readFileSync(LOG))].find(({ start }) => start === 106)?.whole ?? Buffer.alloc(0);
const BYTES: ByteView = {
  file: 'x.log',
  position: 106,
  fileSize: 247,
  wholeSize: BATCH.length,
  hex: BATCH.toString('hex'),
  ...annotateBatch(BATCH),
};
const say = ({ name }: ByteField): string => `says ${name}`;

function field(name: string): ByteField {
  return BYTES.fields.find((one) => one.name === name) as ByteField;
}

describe('what is copied', () => {
  it('as hex is the bytes, sixteen a line', () => {
    const length = field('records[0].length');
    expect(copyText({ bytes: BYTES, field: length, say }, 'hex')).toBe('9c 01');
    const lines = copyText({ bytes: BYTES, field: null, say }, 'hex').split('\n');
    expect(lines[0]).toBe('00 00 00 00 00 00 00 04 00 00 00 81 00 00 00 00');
    expect(lines.join(' ').split(' ')).toHaveLength(141);
  });

  it('as JSON has value, type and the position in the file', () => {
    const json = copyText({ bytes: BYTES, field: field('producerEpoch'), say }, 'json');
    expect(JSON.parse(json)).toEqual({
      name: 'producerEpoch',
      type: 'int16',
      value: '0',
      position: 157,
      size: 2,
      hex: '00 00',
      says: 'says producerEpoch',
    });
    const all = JSON.parse(copyText({ bytes: BYTES, field: null, say }, 'json')) as { fields: unknown[] };
    expect(all).toMatchObject({ file: 'x.log', position: 106, size: 141 });
    expect(all.fields).toHaveLength(BYTES.fields.length);
  });

  it('as text has a line a field, in order', () => {
    const lines = copyText({ bytes: BYTES, field: null, say }, 'text').split('\n');
    expect(lines).toHaveLength(BYTES.fields.length);
    expect(lines[0]).toBe('     106  baseOffset:int64 = 4  [00 00 00 00 00 00 00 04]  says baseOffset');
    expect(lines).toContain('     167    records[0].length:varint = 78  [9c 01]  says records[0].length');
  });

  it('the bits of a varint say which byte is followed by another', () => {
    const { type, at, size } = field('records[0].length');
    const bits = varintBits(type, hexDigits(BYTES, { at, size }));
    expect(bitsText(bits ?? { groups: [], raw: '', isZigZag: true })).toBe('1·0011100 0·0000001');
  });
});
