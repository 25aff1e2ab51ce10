/**
 * The text files of a log directory: checkpoints (a version line, a line with the number of lines that follow, then those) and
 * `partition.metadata`. Reading goes on behind a malformed line. (source: CheckpointFile, PartitionMetadataFile)
 */
import type { SideEntries, SideEntry } from './entry.ts';
import { exact } from './entry.ts';

const VERSION = '0';
const SHOWN_MAX = 80;

/** One line as an entry; undefined when it is malformed. */
type LineReader = (line: string) => SideEntry | undefined;

/** `topic partition offset`. */
export const offsetLine: LineReader = (line) => {
  const [, topic, partition, offset] = /^(\S+) ([0-9]{1,10}) (-?[0-9]{1,19})$/.exec(line) ?? [];
  if (topic === undefined || partition === undefined || offset === undefined) return undefined;
  return { topic, partition: Number(partition), offset: exact(BigInt(offset)) };
};

/** `epoch startOffset`. */
export const epochLine: LineReader = (line) => {
  const [, epoch, startOffset] = /^(-?[0-9]{1,10}) (-?[0-9]{1,19})$/.exec(line) ?? [];
  if (epoch === undefined || startOffset === undefined) return undefined;
  return { epoch: Number(epoch), startOffset: exact(BigInt(startOffset)) };
};

function quoted(text: string): string {
  return `"${text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text}"`;
}

/** A checkpoint; one of no bytes is legal and says nothing. */
export function* checkpointEntries(text: string, read: LineReader): SideEntries {
  if (text === '') return null;
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const [version = '', count = '', ...entries] = lines;
  let damage = version === VERSION ? null : `version ${quoted(version)}, ${VERSION} is the only known`;
  for (const [i, line] of entries.entries()) {
    const entry = read(line);
    if (entry === undefined) damage ??= `line ${i + 3} is malformed: ${quoted(line)}`;
    else yield entry;
  }
  if (!/^[0-9]+$/.test(count)) return damage ?? `line 2 is not the number of entries: ${quoted(count)}`;
  if (Number(count) !== entries.length) damage ??= `${entries.length} entries where the file says ${count}`;
  return damage;
}

/** `partition.metadata`: the topic's id. */
export function* metadataEntries(text: string): SideEntries {
  const [, version, topicId] = /^version: ([0-9]+)\ntopic_id: ([A-Za-z0-9_-]{22})\n?$/.exec(text) ?? [];
  if (version === undefined || topicId === undefined) {
    return 'it does not say "version: 0" and "topic_id: …" with an id of 22 characters';
  }
  yield { version: Number(version), topicId };
  return version === VERSION ? null : `version ${version}, ${VERSION} is the only known`;
}
