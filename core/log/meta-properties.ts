/**
 * `meta.properties`: which cluster and node a data directory belongs to. A Java properties file; version 1 is KRaft's.
 * (source: MetaProperties, MetaPropertiesEnsemble)
 */
import type { Disk } from '#core/base/disk.ts';
import type { Random } from '#core/base/random.ts';
import { uuidFromBytes } from '#core/protocol/uuid.ts';

export const META_PROPERTIES_FILE = 'meta.properties';

export interface MetaProperties {
  readonly clusterId: string;
  readonly nodeId: number;
  readonly directoryId: string;
}

/** What the text says; a sentence on what is wrong with it otherwise. */
export function parseMetaProperties(text: string): MetaProperties | string {
  const values = parseProperties(text);
  const version = values.get('version');
  if (version === '0') return 'it was written by Kafka with ZooKeeper (version 0)';
  if (version !== '1') return `version ${version ?? 'is missing'}`;
  const clusterId = values.get('cluster.id');
  const nodeId = Number(values.get('node.id') ?? 'NaN');
  const directoryId = values.get('directory.id');
  if (clusterId === undefined) return 'cluster.id is missing';
  if (!Number.isInteger(nodeId) || nodeId < 0) return 'node.id is missing or not a number';
  if (directoryId === undefined) return 'directory.id is missing';
  return { clusterId, nodeId, directoryId };
}

export function writeMetaProperties(disk: Disk, directory: string, properties: MetaProperties): void {
  disk.replace(`${directory}/${META_PROPERTIES_FILE}`, metaPropertiesText(properties));
}

/** What the file contains. */
export function metaPropertiesText(properties: MetaProperties): string {
  const lines = [
    '#',
    `node.id=${properties.nodeId}`,
    `directory.id=${properties.directoryId}`,
    'version=1',
    `cluster.id=${properties.clusterId}`,
    '',
  ];
  return lines.join('\n');
}

/** Fresh ids for a new directory. Ids that begin with a dash are avoided, as Kafka does: they look like options. */
export function newMetaProperties(random: Random, nodeId: number): MetaProperties {
  return { clusterId: newUuid(random), nodeId, directoryId: newUuid(random) };
}

function newUuid(random: Random): string {
  for (;;) {
    const bytes = random.nextBytes(16);
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    const text = uuidFromBytes(bytes);
    if (!text.startsWith('-')) return text;
  }
}

/** The part of Java's properties format that Kafka writes here: comments, `key=value`, `\` before `:`, `=`, `#`, `!`. */
function parseProperties(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const trimmed = line.trim();
    const equals = trimmed.indexOf('=');
    if (trimmed === '' || trimmed.startsWith('#') || trimmed.startsWith('!') || equals < 0) continue;
    values.set(
      trimmed.slice(0, equals).trim(),
      trimmed
        .slice(equals + 1)
        .trim()
        .replaceAll(/\\([:=#!\\])/g, '$1'),
    );
  }
  return values;
}
