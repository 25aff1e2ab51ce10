import type { ByteSayKey } from '#core/lab-api/byte-says.ts';

/** What the byte ruler says of one value, in Korean. */
export const bytesKo: { readonly [K in ByteSayKey]: string } = {
  'bytes.batch.baseOffset':
    '이 배치의 첫 레코드는 오프셋 {value}입니다. 리더가 적은 값이며 프로듀서는 0을 보냈습니다.',
  'bytes.batch.batchLength': '이 필드 뒤로 {value}바이트가 이어지므로 배치는 모두 {total}바이트입니다.',
  'bytes.batch.partitionLeaderEpoch':
    '리더가 리더 에포크 {value}에서 이 배치를 저장했습니다. 체크섬은 이 필드를 포함하지 않습니다.',
  'bytes.batch.magic': '형식 버전 {value}: producer id, 에포크, 시퀀스가 있는 배치입니다.',
  'bytes.batch.crc': 'attributes부터 배치 끝까지의 CRC-32C입니다. 다시 계산한 값과 같습니다.',
  'bytes.batch.crcWrong':
    'attributes부터 배치 끝까지의 CRC-32C입니다. 다시 계산하면 {computed}이므로 이 바이트는 손상되었습니다.',
  'bytes.batch.attributesPlain': '코덱 {codec}, {timestampType}, 트랜잭션이 아닙니다.',
  'bytes.batch.attributesTransactional':
    '코덱 {codec}, {timestampType}, 트랜잭션 배치입니다. read_committed에 전달할지는 마커가 정합니다.',
  'bytes.batch.attributesControl':
    '컨트롤 배치, 곧 트랜잭션을 닫는 기둥입니다. 어떤 컨슈머도 전달하지 않습니다.',
  'bytes.batch.lastOffsetDelta':
    '마지막 레코드는 오프셋 {lastOffset}입니다. 클리너가 레코드를 지워도 이 값은 남습니다.',
  'bytes.batch.baseTimestamp': '레코드의 타임스탬프는 {value} ms를 기준으로 합니다.',
  'bytes.batch.deleteHorizon':
    '클리너는 {value} ms부터 이 배치를 버릴 수 있습니다. 기준 타임스탬프가 아니라 삭제 기한입니다.',
  'bytes.batch.maxTimestamp': '이 배치에서 가장 늦은 타임스탬프는 {value} ms입니다.',
  'bytes.batch.producerId': 'producer id {value:이/가} 썼습니다.',
  'bytes.batch.noProducerId': 'producer id가 없습니다. 멱등 프로듀서가 아닙니다.',
  'bytes.batch.producerEpoch':
    '쓴 쪽은 에포크 {value:을/를} 믿었습니다. 파티션이 아는 것보다 낮은 에포크는 47로 거절됩니다.',
  'bytes.batch.markerEpoch':
    '여기부터 파티션은 이 producer id의 에포크 {value:을/를} 압니다. 더 낮은 에포크의 쓰기는 47로 거절됩니다.',
  'bytes.batch.baseSequence':
    '시퀀스 {value}부터 {last}까지입니다. 같은 producer id와 에포크의 다음 배치는 바로 뒤에서 시작해야 합니다.',
  'bytes.batch.noSequence': '마커에는 시퀀스가 없습니다.',
  'bytes.batch.recordCount': '이 배치의 레코드는 {value}개입니다.',
  'bytes.batch.compressed': '레코드 {count}개를 {codec:으로/로} 압축해 {size, number}바이트가 되었습니다.',
  'bytes.record.length': '이 레코드의 {value}바이트가 이어집니다.',
  'bytes.record.attributes': '레코드의 attributes는 쓰이지 않으며 Kafka는 0을 적습니다.',
  'bytes.record.timestampDelta': '타임스탬프 {timestamp} ms: 기준에서 {value} 뒤입니다.',
  'bytes.record.offsetDelta': '오프셋 {offset}: 기준 오프셋에서 {value} 뒤입니다.',
  'bytes.record.keyLength': '키는 {value}바이트입니다.',
  'bytes.record.keyNull': '길이 −1: 키가 null입니다.',
  'bytes.record.key': '키: {value}',
  'bytes.record.valueLength': '값은 {value}바이트입니다.',
  'bytes.record.valueNull': '길이 −1: 값이 null입니다.',
  'bytes.record.value': '값: {value}',
  'bytes.record.headerCount': '{value, plural, =0 {헤더가 없습니다.} other {헤더는 #개입니다.}}',
  'bytes.record.headerKeyLength': '헤더 이름은 {value}바이트입니다.',
  'bytes.record.headerKey': '헤더 이름: {value}',
  'bytes.record.headerValueLength': '헤더 값은 {value}바이트입니다. −1이면 null입니다.',
  'bytes.record.headerValue': '헤더 값: {value}',
  'bytes.control.keyVersion': '컨트롤 레코드의 버전 {value}입니다.',
  'bytes.control.abort': '타입 0, ABORT: 이 producer id가 지난 마커 뒤로 쓴 것은 중단됩니다.',
  'bytes.control.commit': '타입 1, COMMIT: 이 producer id가 지난 마커 뒤로 쓴 것은 커밋됩니다.',
  'bytes.control.other': '타입 {value}, {name}: 트랜잭션 마커가 아닙니다.',
  'bytes.control.valueVersion': '마커의 버전 {value}입니다.',
  'bytes.control.coordinatorEpoch':
    '에포크 {value}의 트랜잭션 코디네이터가 보냈습니다. 더 오래된 코디네이터는 52로 거절됩니다.',
  'bytes.index.relativeOffset': '마지막 레코드가 오프셋 {offset}인 배치는',
  'bytes.index.position': '.log의 {value}번 바이트에서 시작합니다.',
  'bytes.timeindex.timestamp': '옆의 오프셋까지 {value} ms보다 늦은 레코드는 없습니다.',
  'bytes.timeindex.relativeOffset': '오프셋 {offset}: 그 타임스탬프가 있는 배치의 끝입니다.',
  'bytes.txnindex.version': '중단된 트랜잭션 항목의 버전 {value}입니다.',
  'bytes.txnindex.producerId': 'producer id {value}의 트랜잭션이 여기서 중단되었습니다.',
  'bytes.txnindex.firstOffset': '이 파티션에서 그 첫 레코드는 오프셋 {value}입니다.',
  'bytes.txnindex.lastOffset': '그 ABORT 마커는 오프셋 {value}입니다.',
  'bytes.txnindex.lastStableOffset': '마커를 적었을 때 last stable offset은 {value:이/가} 되었습니다.',
  'bytes.snapshot.version': '프로듀서 스냅숏의 버전 {value}입니다.',
  'bytes.snapshot.crc': '뒤에 오는 내용의 CRC-32C입니다. 다시 계산한 값과 같습니다.',
  'bytes.snapshot.crcWrong':
    '뒤에 오는 내용의 CRC-32C입니다. 다시 계산하면 {computed}입니다. Kafka는 이 파일을 지우고 더 오래된 것을 읽습니다.',
  'bytes.snapshot.count': '{value, plural, =0 {프로듀서가 없습니다.} other {프로듀서는 #개입니다.}}',
  'bytes.snapshot.producerId': '파티션이 producer id {value}에 대해 아는 것:',
  'bytes.snapshot.producerEpoch': '에포크 {value},',
  'bytes.snapshot.lastSequence': '마지막 시퀀스 {value},',
  'bytes.snapshot.lastOffset': '저장된 오프셋 {value},',
  'bytes.snapshot.offsetDelta': '그 배치에서 앞선 레코드 {value}개,',
  'bytes.snapshot.timestamp': '타임스탬프 {value} ms,',
  'bytes.snapshot.coordinatorEpoch': '마지막 마커의 코디네이터 에포크 {value},',
  'bytes.snapshot.noTransaction': '열린 트랜잭션은 없습니다.',
  'bytes.snapshot.currentTxnFirstOffset':
    '오프셋 {value}부터 열린 트랜잭션이 있습니다. last stable offset을 붙잡고 있습니다.',
  'bytes.epochs.version': '체크포인트의 버전 {value}입니다.',
  'bytes.epochs.count': '{value}줄이 이어집니다.',
  'bytes.epochs.entry': '리더 에포크 {epoch:은/는} 오프셋 {startOffset}에서 시작했습니다.',
  'bytes.metadata.version': '파일의 버전 {value}입니다.',
  'bytes.metadata.topicId': '토픽의 id입니다. 지우고 다시 만든 토픽은 id가 다릅니다.',
  'bytes.frame.apiKey': 'api key {value}: {api}',
  'bytes.frame.apiVersion': 'API의 버전 {value}입니다. 이어지는 필드를 정합니다.',
  'bytes.frame.correlationId': '응답도 같은 번호 {value:을/를} 싣습니다.',
  'bytes.frame.clientId': '클라이언트가 밝힌 이름: {value}',
  'bytes.frame.tags': '헤더의 태그 필드는 {value}개입니다.',
  'bytes.frame.errorCode': '오류 코드 {value}: {name}',
  'bytes.frame.field': '{name} = {value}',
};
