import type { EvidenceCheckKey } from '#core/lab-api/evidence-views.ts';

/** What is said of a pack before it is written and when it is opened, in Korean. */
export const evidenceChecksKo: { readonly [K in EvidenceCheckKey]: string } = {
  'evidence.check.oneTurn':
    '로그 {partitions, number}개의 끝을 한 번에 적었습니다. 모든 로그에 같은 시점입니다.',
  'evidence.check.closedInOrder': '정상으로 닫힌 디렉터리입니다. 모든 파일이 그대로 들어갑니다.',
  'evidence.check.notClosedInOrder':
    '정상으로 닫히지 않은 디렉터리입니다. 로그는 마지막 온전한 배치까지 들어가고, 나머지는 브로커가 다시 만듭니다.',
  'evidence.check.openTransactions':
    '이 시점에 트랜잭션 {count, number}개가 열려 있으며, 증거 파일에서도 열린 채로 남습니다.',
  'evidence.check.decidedTransactions':
    '트랜잭션 {count, number}개는 결과가 정해졌지만 마커가 아직 다 쓰이지 않았습니다({ids}). 이 로그로 시작하는 브로커가 마커를 씁니다. 그래서 파일이 늘어나고, read_committed 리더는 커밋된 레코드를 받고 중단된 레코드는 건너뜁니다.',
  'evidence.check.unknownTransactionalId': 'transactional id {transactionalId}에 대해 알려진 것이 없습니다.',
  'evidence.check.unknownTopic': '토픽 {topic:이/가} 없습니다.',
  'evidence.check.damagedFile': '{file:이/가} 손상되었고 그대로 들어갑니다: {reason}.',
  'evidence.check.damage': '손상된 그대로 남은 파일: {file}: {reason}. {starts}',
  'evidence.check.damageNotListed': '{partition}: 손상된 곳이 {count, number}곳 더 있습니다.',
  'evidence.check.topicIdMade':
    '{topic}에 토픽 ID가 없습니다. 지금의 브로커에는 꼭 필요하므로 이름으로 하나 만듭니다.',
  'evidence.check.cutTail': '{file}: 마지막 온전한 배치 뒤의 {bytes, number}바이트는 빠집니다: {reason}.',
  'evidence.check.segmentsLeftOut':
    '{partition}: 손상된 세그먼트 뒤의 세그먼트 {segments, number}개는 빠집니다. Kafka의 복구도 지웁니다.',
  'evidence.check.recordsEnd':
    '레코드는 로그가 손상된 곳인 {file}의 {position}번 바이트에서 끝납니다: {reason}.',
  'evidence.check.leftOut': '{file:은/는} 빠집니다: {reason}.',
  'evidence.check.framesForgotten': '프레임 {count, number}개의 바이트는 더는 보관되어 있지 않습니다.',
  'evidence.check.timelineForgotten': '저널이 랩의 시작까지 거슬러 올라가지 못합니다.',
  'evidence.check.onlyLogs': '타임라인과 프레임이 없습니다. 로그는 디렉터리에서 왔습니다.',
  'evidence.check.roomEnough':
    '공간이 충분합니다. 로그와 프레임은 압축 전에 {neededBytes, number}바이트이고 {freeBytes, number}바이트가 비어 있습니다.',
  'evidence.check.roomMissing':
    '디스크에 {freeBytes, number}바이트가 남아 있는데 로그와 프레임은 압축 전에 {neededBytes, number}바이트입니다.',
  'evidence.check.checksumsAgree': '쓴 뒤 다시 읽었습니다. 파일 {files, number}개의 체크섬이 맞습니다.',
};
