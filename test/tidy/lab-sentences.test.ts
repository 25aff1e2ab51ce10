/** Every sentence that the lab throws is known to the window, in both languages. */
import { describe, expect, test } from 'vitest';
import { type SaidAbout, saidOf } from '#core/lab-api/said.ts';
import { KAFKA_ERROR_SENTENCES } from '#core/lab-api/sentences/kafka-error-sentences.ts';
import { KAFKA_ERROR_CODES } from '#core/lab-api/sentences/kafka-errors.ts';
import { LATER_KAFKA_ERROR_SENTENCES } from '#core/lab-api/sentences/later-kafka-error-sentences.ts';
import { ERRORS } from '#core/protocol/errors.ts';
import { ko } from '../../renderer/text/ko.ts';
import { trackedFiles } from './tracked-files.ts';

/** A text literal as it stands in a source; what is filled in becomes a number. */
const LITERAL = /'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/gs;
/** What only programmers see. */
const OF_PROGRAMMERS = /^(BAD_INPUT)$/;

interface Thrown {
  readonly where: string;
  readonly about: SaidAbout;
  readonly sentence: string;
}

/** The text of the call that begins at `open`, up to its closing parenthesis. */
function callAt(text: string, open: number): string {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return text.slice(open + 1, at);
  }
  return '';
}

function literals(call: string): readonly string[] {
  return [...call.matchAll(LITERAL)].map(([, plain, template]) =>
    (plain ?? template ?? '').replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/gs, '7').replaceAll("\\'", "'"),
  );
}

function calls(within: RegExp, name: string): readonly { readonly where: string; readonly call: string }[] {
  return trackedFiles()
    .filter(({ path }) => within.test(path) && path.endsWith('.ts'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(new RegExp(`(?<![\\w#])${name}\\(`, 'g'))].map((match) => ({
        where: path,
        call: callAt(text, match.index + match[0].length - 1),
      })),
    );
}

function thrown(within: RegExp, name: string, about: SaidAbout): readonly Thrown[] {
  return calls(within, name).flatMap(({ where, call }) =>
    literals(call)
      .slice(0, 1)
      .map((sentence) => ({ where, about, sentence })),
  );
}

const REFUSALS: readonly Thrown[] = calls(/^core\/(lab|lab-api)\//, 'labError').flatMap(({ where, call }) => {
  const [code = '', message, ...rest] = literals(call);
  // Why evidence failed stands behind what was not done: see below.
  if (OF_PROGRAMMERS.test(code) || message === undefined || message.startsWith('7: ')) return [];
  return [
    { where, about: 'failure' as const, sentence: message },
    ...rest
      .filter((text) => text.endsWith('.'))
      .map((sentence) => ({ where, about: 'hint' as const, sentence })),
  ];
});

/** `evidenceFailure(error, what)`: `what`, a colon, and a reason. */
const EVIDENCE: readonly Thrown[] = [
  ...calls(/^core\/lab\//, '(?<!function )evidenceFailure').flatMap(({ where, call }) =>
    literals(call).map((what) => ({
      where,
      about: 'failure' as const,
      sentence: `${what}: it was cancelled.`,
    })),
  ),
  ...calls(/evidence-failure\.ts$/, 'labError').flatMap(({ where, call }) => {
    const reason = literals(call)[1]?.replace(/^7: /, '').replace(/\.$/, '') ?? '';
    return /^7?$/.test(reason) ? [] : [{ where, about: 'pack' as const, sentence: reason }];
  }),
];

/** What is wrong with a name in a pack. */
const NAMES: readonly Thrown[] = trackedFiles()
  .filter(({ path }) => path === 'core/evidence/zip/entry-name.ts')
  .flatMap(({ path: where, text }) =>
    [...text.matchAll(/return ('[^']+'|`[^`]+`)/g)].map(([, literal = '']) => ({
      where,
      about: 'pack' as const,
      sentence: `a ${literals(literal)[0]}`,
    })),
  );

describe('a sentence that the lab throws has words in the window', () => {
  test.each([
    ['refusals of calls', REFUSALS, 60],
    ['evidence that failed', EVIDENCE, 8],
    [
      'refusals of packs',
      thrown(/^core\/evidence\//, 'new PackRefused', 'pack').filter(({ sentence }) => sentence !== '7 7'),
      30,
    ],
    ['names in packs', NAMES, 12],
    ['snapshots that changed', thrown(/^core\/evidence\//, 'new SnapshotChangedError', 'pack'), 4],
    ['paths without logs', thrown(/^core\/inspect\//, 'new NotALogError', 'failure'), 5],
    ['unreadable bytes', thrown(/^core\/protocol\/records\//, 'new DecodeError', 'damage'), 15],
    [
      'readers at their end',
      thrown(/^core\/protocol\/(records|varint|reader)/, '(?:this|reader)\\.#?fail', 'damage'),
      4,
    ],
  ] as const)('%s', (_, sentences, least) => {
    expect(sentences.length).toBeGreaterThanOrEqual(least);
    const unknown = sentences.filter(({ about, sentence }) => saidOf(sentence, about).key === 'lab.words');
    expect(unknown).toEqual([]);
  });
});

describe('every error code of Kafka has its meaning in the window', () => {
  const names = Object.keys(ERRORS) as readonly (keyof typeof ERRORS)[];

  test('by the same number and the same English sentences as in the protocol', () => {
    expect(KAFKA_ERROR_CODES).toEqual(Object.fromEntries(names.map((name) => [name, ERRORS[name].code])));
    expect({ ...KAFKA_ERROR_SENTENCES, ...LATER_KAFKA_ERROR_SENTENCES }).toEqual(
      Object.fromEntries(
        names.flatMap((name) => [
          [`lab.kafka.${name}`, ERRORS[name].says],
          [`lab.kafka.${name}.hint`, ERRORS[name].hint],
        ]),
      ),
    );
  });

  test('and in Korean', () => {
    const lacking = names
      .flatMap((name) => [`lab.kafka.${name}`, `lab.kafka.${name}.hint`] as const)
      .filter((key) => !/[가-힣]/.test(ko[key]));
    expect(lacking).toEqual([]);
  });
});
