/**
 * Kafka's own message definitions, flattened for comparison: JSON files with comments, from a directory that the machine may or may
 * not have. It is either one folder of definitions (a checkout's clients/src/main/resources/common/message) or folders of several
 * releases, of which later ones overlay earlier ones.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** A field as Kafka writes it down. */
export interface KafkaField {
  readonly name: string;
  readonly type: string;
  /** Left out where it is the same as `taggedVersions`. */
  readonly versions?: string;
  readonly nullableVersions?: string;
  readonly taggedVersions?: string;
  readonly tag?: number;
  readonly default?: string | number | boolean;
  readonly ignorable?: boolean;
  readonly fields?: readonly KafkaField[];
}

/** A message as Kafka writes it down. */
export interface KafkaMessage {
  readonly name: string;
  readonly apiKey?: number;
  readonly type: string;
  readonly validVersions: string;
  readonly flexibleVersions: string;
  readonly fields: readonly KafkaField[];
  readonly commonStructs?: readonly { readonly name: string; readonly fields: readonly KafkaField[] }[];
}

/** Versions 0 to 32767; "none" is an empty range. */
export interface VersionRange {
  readonly min: number;
  readonly max: number;
}

export function rangeOf(text: string | undefined): VersionRange {
  if (text === undefined || text === 'none') return { min: 1, max: 0 };
  const [min = '', max] = text.includes('+') ? [text.replace('+', ''), '32767'] : text.split('-');
  return { min: Number(min), max: Number(max ?? min) };
}

export function includes({ min, max }: VersionRange, version: number): boolean {
  return version >= min && version <= max;
}

/** Folders in the order in which they overlay each other, and files that a later one has. */
const RELEASES = ['4.1.1', '4.1.1/coordinator-records', '4.2.0-changed'];
const FROM_TRUNK = [
  'trunk-2026-08-changed/DescribeLogDirsRequest.json',
  'trunk-2026-08-changed/DescribeLogDirsResponse.json',
];

/** Every message by name. */
export function readDefinitions(directory: string): Map<string, KafkaMessage> {
  const isLayered = existsSync(`${directory}/${RELEASES[0]}`);
  const folders = isLayered ? RELEASES.map((release) => `${directory}/${release}`) : [directory];
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => `${folder}/${name}`),
  );
  if (isLayered) files.push(...FROM_TRUNK.map((file) => `${directory}/${file}`));
  const messages = new Map<string, KafkaMessage>();
  for (const file of files) {
    const message = parse(readFileSync(file, 'utf8'));
    messages.set(message.name, message);
  }
  return messages;
}

/** Comments stand on lines of their own or behind a value; none of Kafka's strings holds two slashes. */
function parse(text: string): KafkaMessage {
  return JSON.parse(text.replaceAll(/\/\/.*$/gm, '')) as KafkaMessage;
}
