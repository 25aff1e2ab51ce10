/**
 * Sentences of the lab that cross to the window: a key and what stands in it, so that the window says them in its own language.
 *
 * Whoever finds something wrong with a file, a pack or a call writes down what it is in English, for the command line; neither
 * `core/protocol` nor `core/evidence` knows of windows. As gettext does, the edge of the lab finds the English sentence in these tables.
 * A test reads the sources: no sentence that is thrown is missing here.
 */
import {
  DAMAGE_SENTENCES,
  DECODE_SENTENCES,
  SIDE_SENTENCES,
  UNREADABLE_SENTENCES,
} from './sentences/damage-sentences.ts';
import { FAILURE_SENTENCES, HINT_SENTENCES } from './sentences/failure-sentences.ts';
import { KAFKA_ERROR_SENTENCES } from './sentences/kafka-error-sentences.ts';
import { LATER_KAFKA_ERROR_SENTENCES } from './sentences/later-kafka-error-sentences.ts';
import { PACK_SENTENCES } from './sentences/pack-sentences.ts';

const TABLES = {
  damage: { ...DAMAGE_SENTENCES, ...DECODE_SENTENCES },
  side: SIDE_SENTENCES,
  bytes: { ...DAMAGE_SENTENCES, ...DECODE_SENTENCES, ...SIDE_SENTENCES },
  failure: FAILURE_SENTENCES,
  hint: HINT_SENTENCES,
  pack: { ...PACK_SENTENCES, ...FAILURE_SENTENCES, ...UNREADABLE_SENTENCES },
} as const;

/** Where a sentence is looked for. */
export type SaidAbout = keyof typeof TABLES;

/** Every sentence of the lab, in English. */
export const LAB_SENTENCES = {
  ...TABLES.damage,
  ...TABLES.side,
  ...TABLES.hint,
  ...TABLES.pack,
  ...KAFKA_ERROR_SENTENCES,
  ...LATER_KAFKA_ERROR_SENTENCES,
  /** An error of Kafka, by number and name, and what it means or what was said of it. */
  'lab.kafka': '{code} {name}: {reason}',
  /** Words of Kafka, of a disk or of a library, that are the same in every language. */
  'lab.words': '{words}',
} as const;

export type SaidKey = keyof typeof LAB_SENTENCES;

/** What stands in a sentence; a sentence within a sentence too. */
export type SaidParams = { readonly [name: string]: string | Said };

/** A sentence of the lab. */
export type Said = { readonly key: SaidKey; readonly params: SaidParams };

interface Shape {
  readonly key: SaidKey;
  readonly pattern: RegExp;
  readonly literals: number;
}

const shapes = new Map<SaidAbout, readonly Shape[]>();
/** Readers say at which byte; the window is told that beside the sentence. */
const AT_BYTE = / \(byte -?[0-9]+\)$/;
/** A parameter of this name is a sentence itself. */
const REASON = 'reason';

/** The most telling first: those with the most letters of their own. */
function shapesOf(about: SaidAbout): readonly Shape[] {
  const known = shapes.get(about);
  if (known !== undefined) return known;
  const made = Object.entries(TABLES[about])
    .map(([key, text]) => ({
      key: key as SaidKey,
      pattern: new RegExp(
        `^${text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{(\w+)\}/g, '(?<$1>.+?)')}$`,
        's',
      ),
      literals: text.replaceAll(/\{\w+\}/g, '').length,
    }))
    .sort((a, b) => b.literals - a.literals);
  shapes.set(about, made);
  return made;
}

/** The sentence that `english` is; its words as they are when no table has it. */
export function saidOf(english: string, about: SaidAbout): Said {
  const words = english.replace(AT_BYTE, '');
  for (const { key, pattern } of shapesOf(about)) {
    const groups = pattern.exec(words)?.groups;
    if (groups === undefined && !pattern.test(words)) continue;
    const { [REASON]: reason, ...params } = groups ?? {};
    return { key, params: reason === undefined ? params : { ...params, [REASON]: reasonOf(reason) } };
  }
  return { key: 'lab.words', params: { words } };
}

/** A reason may end with a dot that is not its own. */
function reasonOf(reason: string): Said {
  const said = saidOf(reason, 'pack');
  return said.key === 'lab.words' ? saidOf(reason.replace(/\.$/, ''), 'pack') : said;
}
