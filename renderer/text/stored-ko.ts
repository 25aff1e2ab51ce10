import type { StoredSayKey } from '#core/lab-api/stored-says.ts';

/** Records of the internal topics in words, in Korean. */
export const storedKo = {
  'stored.key.transaction': 'transactional.id {id}',
  'stored.key.offset': '그룹 {group}, {topic}-{partition}',
  'stored.key.group': '그룹 {group}',
  'stored.key.groupRecord': '그룹 {group}, {record}',
  'stored.key.memberRecord': '그룹 {group}, 멤버 {member}, {record}',
  'stored.key.pattern': '그룹 {group}, 패턴 {pattern}',
  'stored.key.unknownType': '알 수 없는 레코드 종류 {type}',
  'stored.key.unreadable': '읽을 수 없는 키',
  'stored.value.transaction': '{state}, 프로듀서 {pid} 에포크 {epoch}, 파티션 {partitions, number}개',
  'stored.value.offset': '오프셋 {offset}',
  'stored.value.offsetMetadata': '오프셋 {offset}, 메타데이터 “{metadata}”',
  'stored.value.group': '세대 {generation}, 멤버 {members, number}명, {protocol}',
  'stored.value.emptyGroup': '세대 {generation}, 멤버 없음',
  'stored.value.fields': '{fields}',
  'stored.value.tombstone': 'null: 삭제됨',
  'stored.value.unknownVersion': '알 수 없는 버전 {version}',
  'stored.value.unreadable': '읽을 수 없는 값',
} as const satisfies { readonly [K in StoredSayKey]: string };
