import { describe, expect, test } from 'vitest';
import { preview, tablePreview } from '#core/inspect/preview.ts';

describe('the preview of many MiB', () => {
  test('is told by their beginning, and no character is cut there', () => {
    for (const before of ['', 'a', 'ab', 'abc']) {
      const text = Buffer.from(before + '서울'.repeat(1_000_000));
      expect(preview(text)).toBe(`${[...(before + '서울'.repeat(32))].slice(0, 64).join('')}…`);
      expect(tablePreview(Buffer.concat([Buffer.from('\n'), text]))).toMatch(/^␊.{63}…$/u);
    }
  });

  test('is hexadecimal when they begin with bytes', () => {
    expect(preview(Buffer.alloc(1_000_000, 0xff))).toBe(`0x${'ff'.repeat(32)}…`);
    expect(tablePreview(Buffer.alloc(1_000_000, 0))).toBe(`0x${'00'.repeat(32)}…`);
  });
});
