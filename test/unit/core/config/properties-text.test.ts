import fs from 'node:fs';
import { expect, test } from 'vitest';
import { parseProperties } from '#core/config/properties-text.ts';

interface Recorded {
  readonly text: string;
  /** What Java read, or the sentence with which it refused. */
  readonly reading: { readonly [key: string]: string } | string;
}

const recorded = JSON.parse(
  fs.readFileSync('test/fixtures/producer-parity/properties.json', 'utf8'),
) as readonly Recorded[];

test('a .properties text is read as by java.util.Properties', () => {
  for (const { text, reading } of recorded) {
    const { entries, malformedLine } = parseProperties(text);
    const ours =
      malformedLine === null
        ? Object.fromEntries(entries.map(({ key, value }) => [key, value]))
        : 'Malformed \\uxxxx encoding.';
    expect(ours, JSON.stringify(text)).toEqual(reading);
  }
});

test('entries know the line on which they begin', () => {
  const { entries } = parseProperties('# first\n\nacks=\\\n  all\r\nretries=5\rlinger.ms=1');
  expect(entries.map(({ key, line }) => [key, line])).toEqual([
    ['acks', 3],
    ['retries', 5],
    ['linger.ms', 6],
  ]);
});
