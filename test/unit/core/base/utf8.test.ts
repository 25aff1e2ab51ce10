import { describe, expect, test } from 'vitest';
import { asJavaEncodes, javaUtf8 } from '#core/base/utf8.ts';

/** Text and what String.getBytes(UTF_8) of a Java 17 makes of it. */
const OF_JAVA: readonly (readonly [text: string, hex: string])[] = [
  ['\ud800', '3f'],
  ['a\udc00b', '613f62'],
  ['\ud83d\ude00\ud83d', 'f09f98803f'],
  ['\ud83d\ud83d\ude00', '3ff09f9880'],
  ['\ufffd', 'efbfbd'],
];

describe('text as Java encodes it', () => {
  test.each(OF_JAVA)('%j is %s', (text, hex) => {
    expect(javaUtf8(text).toString('hex')).toBe(hex);
    expect(Buffer.from(asJavaEncodes(text)).toString('hex')).toBe(hex);
  });
});
