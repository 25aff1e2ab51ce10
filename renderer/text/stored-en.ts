import type { StoredSayKey } from '#core/lab-api/stored-says.ts';

/** Records of the internal topics in words, in English: one line of a table each. */
export const storedEn = {
  'stored.key.transaction': 'transactional.id {id}',
  'stored.key.offset': 'group {group}, {topic}-{partition}',
  'stored.key.group': 'group {group}',
  'stored.key.groupRecord': 'group {group}, {record}',
  'stored.key.memberRecord': 'group {group}, member {member}, {record}',
  'stored.key.pattern': 'group {group}, pattern {pattern}',
  'stored.key.unknownType': 'record type {type}, which is not known here',
  'stored.key.unreadable': 'a key that cannot be read',
  'stored.value.transaction':
    '{state}, producer {pid} epoch {epoch}, {partitions, plural, one {one partition} other {# partitions}}',
  'stored.value.offset': 'offset {offset}',
  'stored.value.offsetMetadata': 'offset {offset}, metadata “{metadata}”',
  'stored.value.group':
    'generation {generation}, {members, plural, one {one member} other {# members}}, {protocol}',
  'stored.value.emptyGroup': 'generation {generation}, no member',
  'stored.value.fields': '{fields}',
  'stored.value.tombstone': 'null: deleted',
  'stored.value.unknownVersion': 'version {version}, which is not known here',
  'stored.value.unreadable': 'a value that cannot be read',
} as const satisfies { readonly [K in StoredSayKey]: string };
