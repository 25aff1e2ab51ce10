import { describe, expect, test } from 'vitest';
import { findRecord } from '#core/inspect/browse/one-record.ts';
import { tablePreview } from '#core/inspect/preview.ts';
import { recordContents } from '#core/inspect/record-contents.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { readable } from '../../../../renderer/views/inspector/record-text.ts';

const KEY = Buffer.from([0, 1, 0xff]);
const ODD = Buffer.from('a\u0007b\n한국어 🙂');
const LARGE = Buffer.alloc(999_999, '가');
const BATCH = buildBatch({
  records: [
    {
      timestamp: 1,
      key: KEY,
      value: ODD,
      headers: [
        { key: 'trace', value: null },
        { key: '', value: Buffer.alloc(0) },
      ],
    },
    { timestamp: 2, key: null, value: LARGE, headers: [] },
  ],
});

async function contents(offset: number, bytesMax: number) {
  const record = await findRecord(new RecordBatch(BATCH), offset, () => undefined);
  return record === null ? null : recordContents(record, { topic: 'plain', bytesMax, isControl: false });
}

describe('what is in a record', () => {
  test('a binary key is hex, a text is text with its control characters, null is null, empty is empty', async () => {
    expect(await contents(0, 100)).toEqual({
      offset: 0,
      key: { form: 'hex', text: '0001ff', sizeBytes: 3, shownBytes: 3 },
      value: { form: 'text', text: 'a\u0007b\n한국어 🙂', sizeBytes: ODD.length, shownBytes: ODD.length },
      headers: [
        { key: 'trace', value: null },
        { key: '', value: { form: 'text', text: '', sizeBytes: 0, shownBytes: 0 } },
      ],
    });
    expect(await contents(7, 100)).toBeNull();
  });

  test('a large value comes in part, and no character is cut', async () => {
    const value = (await contents(1, 2048))?.value;
    expect(value).toMatchObject({ form: 'text', sizeBytes: 999_999, shownBytes: 2046 });
    expect(value?.text).toBe('가'.repeat(682));
  });

  test('control characters are drawn, and a line ends where it ends', () => {
    expect(readable({ form: 'text', text: 'a\u0007b\nc\u007f\u0085' })).toBe('a␇b␊\nc␡\ufffd');
    expect(readable({ form: 'hex', text: '00'.repeat(17) })).toBe(`${'00 '.repeat(16).trimEnd()}\n00`);
  });
});

describe('a preview for the table', () => {
  test('draws tabs and line ends; other control characters are bytes', () => {
    expect(tablePreview(Buffer.from('{\n\t"eur": 12\n}'))).toBe('{␊␉"eur": 12␊}');
    expect(tablePreview(Buffer.from('a\u0007\n'))).toBe('0x61070a');
    expect(tablePreview(Buffer.from([0xff, 0x0a]))).toBe('0xff0a');
    expect(tablePreview(Buffer.from('plain'))).toBe('plain');
    expect(tablePreview(null)).toBeNull();
  });

  test('is cut by characters, however large the value', () => {
    const cut = tablePreview(Buffer.from('한🙂\n'.repeat(300_000)));
    expect([...(cut ?? '')]).toHaveLength(65);
    expect(cut?.endsWith('…')).toBe(true);
  });
});
