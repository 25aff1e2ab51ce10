import type { XraySayKey } from '#core/lab-api/xray-says.ts';

/** What the X-ray says of a fact, in Korean. */
export const xrayKo: { readonly [K in XraySayKey]: string } = {
  'xray.process.started': '프로세스 {process:이/가} 시작합니다. pid {osPid}.',
  'xray.process.said': '{process}의 출력: {text}',
  'xray.process.frozen': '{process:이/가} 얼었습니다.',
  'xray.process.thawed': '{process:이/가} 실행 중입니다.',
  'xray.process.fenced': '{process:이/가} 차단(fencing)되었습니다.',
  'xray.process.ended': '{process:이/가} 끝났습니다.',
  'xray.process.killed': '{process:이/가} {signal:으로/로} 끝났습니다.',
  'xray.wire.exchange':
    '{api} v{version}, correlation id {correlationId}{epoch, plural, =-1 {} other {, 에포크 {epoch}}}: {tookMs} ms 뒤에 응답했습니다.',
  'xray.wire.refused':
    '{api} v{version}, correlation id {correlationId}{epoch, plural, =-1 {} other {, 에포크 {epoch}}}: 응답은 {code} {error}입니다.',
  'xray.wire.unanswered':
    '{api} v{version}, correlation id {correlationId}{epoch, plural, =-1 {} other {, 에포크 {epoch}}}: 응답이 없었습니다.',
  'xray.coordinator.recorded':
    '{state}: 프로듀서 ID {producerId}, 에포크 {epoch}, 파티션 {partitions, number}개. {place}의 오프셋 {offset}에 기록했습니다.',
  'xray.coordinator.refused':
    '에포크 {epoch}의 {api:을/를} 거부합니다. 상태는 {state}, 현재 에포크는 {currentEpoch}입니다: {code} {error}.',
  'xray.coordinator.offsets':
    '그룹 {group:이/가} {place}의 오프셋 {offset:을/를} 커밋합니다. {outcome, select, committed {마커가 있으므로 효력이 있습니다} aborted {ABORT 마커가 있으므로 효력이 생기지 않습니다} other {COMMIT 마커가 있어야 효력이 생깁니다}}.',
  'xray.partition.wrote':
    '{place}: 레코드 {records, number}개, {span, plural, =0 {오프셋 {firstOffset}} other {오프셋 {firstOffset}~{lastOffset}}}, 에포크 {epoch}.',
  'xray.partition.wrotePlain':
    '{place}: 레코드 {records, number}개, {span, plural, =0 {오프셋 {firstOffset}} other {오프셋 {firstOffset}~{lastOffset}}}, 트랜잭션 밖에서 썼습니다.',
  'xray.partition.commitMarker':
    '{place}: 오프셋 {offset}에 COMMIT 마커, 에포크 {epoch}, 코디네이터 에포크 {coordinatorEpoch}.',
  'xray.partition.abortMarker':
    '{place}: 오프셋 {offset}에 ABORT 마커, 에포크 {epoch}, 코디네이터 에포크 {coordinatorEpoch}.',
  'xray.partition.refused':
    '{place:이/가} 에포크가 {epoch}인 배치를 거부합니다: {code} {error}. 아무것도 쓰지 않습니다.',
  'xray.partition.duplicate':
    '{place}에는 에포크 {epoch}, 시퀀스 {sequence}인 배치가 이미 있습니다. 아무것도 쓰지 않습니다.',
  'xray.partition.abortedIndex':
    '{place}: 트랜잭션 인덱스에 오프셋 {firstOffset}~{lastOffset:이/가} 중단되었다고 적혀 있습니다. 이때 마지막 안정 오프셋은 {lastStableOffset}입니다.',
  'xray.partition.noAbortedIndex':
    '{place}: 트랜잭션 인덱스{why, select, gone {가 없습니다} cut {가 잘려서 항목이 없습니다} other {에 항목이 없습니다}}. 브로커는 이 항목만 보고 read_committed 컨슈머에게 중단을 알립니다.',
  'xray.partition.producerState':
    '{place}: 오프셋 {snapshot}의 스냅숏은 에포크 {epoch:과/와} 시퀀스 {lastSequence:을/를} 기억합니다{openSince, plural, =-1 {. 열린 트랜잭션은 없습니다} other {. 오프셋 {openSince}부터 열려 있습니다}}.',
  'xray.reader.committedGets':
    '{place}: read_committed는 {span, plural, =0 {오프셋 {firstOffset:을/를}} other {오프셋 {firstOffset}~{lastOffset:을/를}}} 전달합니다.',
  'xray.reader.committedSkips':
    '{place}: read_committed는 {span, plural, =0 {오프셋 {firstOffset:을/를}} other {오프셋 {firstOffset}~{lastOffset:을/를}}} 건너뜁니다.',
  'xray.reader.committedGetsAborted':
    '{place}: 브로커가 이 파일을 그대로 제공하면 read_committed도 {span, plural, =0 {오프셋 {firstOffset:을/를}} other {오프셋 {firstOffset}~{lastOffset:을/를}}} 받습니다. 비정상 종료 뒤에는 인덱스를 다시 만들어 건너뜁니다.',
  'xray.reader.committedWaits':
    '{place}: read_committed는 마지막 안정 오프셋 {lastStableOffset}에서 기다리며 아직 전달하지 않습니다.',
  'xray.reader.uncommittedGets':
    '{place}: read_uncommitted는 {span, plural, =0 {오프셋 {firstOffset:을/를}} other {오프셋 {firstOffset}~{lastOffset:을/를}}} 쓰이는 대로 전달합니다.',
  'xray.reader.plainGets': '{place}: 두 격리 수준 모두 오프셋 {offset:을/를} 전달합니다.',
  'xray.missing.notInSnapshot': '이 스냅숏에는 없습니다.',
  'xray.missing.noProcess': '이 랩의 프로세스가 쓴 것이 아닙니다.',
  'xray.missing.earlierProcess': '알 수 없음: 랩의 이전 세션에 있던 프로세스가 썼습니다.',
  'xray.missing.earlierWire': '남아 있지 않음: 랩의 이전 세션에 오간 프레임입니다.',
  'xray.missing.forgotten': '오래되어 랩이 이 이벤트를 더는 갖고 있지 않습니다.',
  'xray.missing.framesForgotten':
    '일부 프레임은 이름만 남았습니다. 랩은 가장 새로운 32 MB의 바이트만 보관합니다.',
  'xray.missing.noTransactionState': '이 스냅숏에는 __transaction_state가 없습니다.',
  'xray.missing.transactionStateCompacted':
    '이 트랜잭션에 대한 __transaction_state 레코드가 일부 또는 모두 컴팩션으로 사라졌습니다.',
  'xray.missing.startDeleted': '이 트랜잭션의 첫 레코드가 로그 시작 오프셋 아래에 있습니다.',
  'xray.missing.recordsGone':
    '마커가 끝낸 트랜잭션의 레코드가 여기에 하나도 남아 있지 않습니다. 삭제되었거나 압축되어 사라졌거나 기록된 적이 없습니다.',
  'xray.missing.damaged': '첫 레코드와 마커 사이의 일부 바이트가 손상되었습니다.',
  'xray.missing.beside': '{place}: {files:이/가} 없어서 이 트랜잭션에 대해 알 수 없습니다.',
  'xray.missing.partitions':
    '{place}{count, plural, =1 {} other { 외 파티션 {count}개 중 나머지}}: 코디네이터가 이름을 적었지만 이 트랜잭션의 것은 아무것도 없습니다.',
  'xray.missing.plain': '트랜잭션이 아니므로 코디네이터가 없습니다.',
  'xray.missing.noTransactionYet': '코디네이터의 이 레코드에 해당하는 트랜잭션이 없습니다.',
};
