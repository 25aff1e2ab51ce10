/** How Java reads .properties texts: written ones, and random ones of the signs that mean something there. */
import { runJava } from './java-clients.ts';
import { chance } from './setting-cases.ts';

const SEED = 8;
const RANDOM_COUNT = 150;
const SIGNS = [
  'a',
  'b',
  'k',
  '1',
  ' ',
  '\t',
  '\f',
  '=',
  ':',
  '#',
  '!',
  '\\',
  '\\u0041',
  '\n',
  '\r\n',
  '\r',
  'é',
];

const WRITTEN = [
  '',
  'acks=all\nretries = 5\nlinger.ms:10\nbatch.size 16384',
  '# a comment\n! another\n\n   \nacks=1',
  '  # an indented comment\n\tacks=0',
  '# not continued \\\nacks=all',
  'acks=\\\n   all',
  'key=a,\\\n    b,\\\n    c',
  'key=a\\\\\nnext=b',
  'key=a\\\\\\\nb',
  'a\\ b=c\\=d',
  'a\\:b:c\\:d',
  'path=C\\:\\\\kafka\\tdata',
  'empty=\nempty.too\nempty.three:',
  'same=1\nsame=2',
  'spaces = after   ',
  'unicode=\\u00e9\\u4E2D',
  'broken=\\u12',
  'broken=\\uzzzz',
  'equals==double',
  'colon:=both',
  'blank then = sign',
  'last=\\',
  '=no key',
  'mac=1\rmac.too=2\rmac.three=3',
  'win=1\r\nwin.too=\\\r\n  2\r\n',
  'sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required \\\n  username="a" \\\n  password="b";',
];

const encode = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
const decode = (text: string | undefined): string => Buffer.from(text ?? '', 'base64').toString('utf8');

function readingOf(line: string): { readonly [key: string]: string } | string {
  if (line.startsWith('!')) return decode(line.slice(1));
  const fields = line.split('\t').slice(0, -1).map(decode);
  const pairs: [string, string][] = [];
  for (let at = 0; at < fields.length; at += 2) pairs.push([fields[at] as string, fields[at + 1] as string]);
  return Object.fromEntries(pairs);
}

/** The text of the fixture: a text with its reading a line; the reading is a sentence where Java refuses. */
export function recordProperties(release: string): string {
  const next = chance(SEED);
  const sign = (): string => SIGNS[Math.floor(next() * SIGNS.length)] as string;
  const random = Array.from({ length: RANDOM_COUNT }, () =>
    Array.from({ length: 4 + Math.floor(next() * 24) }, sign).join(''),
  );
  const texts = [...WRITTEN, ...random];
  const answers = runJava(release, 'PropertiesText.java', [], `${texts.map(encode).join('\n')}\n`).split(
    '\n',
  );
  const rows = texts.map((text, index) =>
    JSON.stringify({ text, reading: readingOf(answers[index] as string) }),
  );
  return `[\n${rows.join(',\n')}\n]\n`;
}
