import type { ByteSayKey } from '#core/lab-api/byte-says.ts';

/** What the byte ruler says of a field, in Korean: this value in this file. */
export const bytesKo: { readonly [K in ByteSayKey]: string } = {
  'bytes.batch.baseOffset': '이 배치의 첫 레코드는 오프셋 {value}입니다. 리더가 기록하며 CRC 범위 밖입니다.',
  'bytes.batch.batchLength': '이 필드 뒤에 {value}바이트가 이어지므로 배치 전체는 {total}바이트입니다.',
  'bytes.batch.partitionLeaderEpoch': '이 배치를 추가한 리더의 에포크는 {value}입니다.',
  'bytes.batch.magic': '포맷 버전 {value}: Kafka 0.11부터 쓰는 레코드 배치입니다.',
  'bytes.batch.crc': 'attributes부터 배치 끝까지의 CRC-32C입니다. 일치합니다.',
  'bytes.batch.crcWrong':
    'attributes부터 배치 끝까지의 CRC-32C는 {computed:이어야/여야} 합니다. 배치가 손상되었습니다.',
  'bytes.batch.attributesPlain': '트랜잭션이 아닙니다. 압축 {codec}, 타임스탬프 {timestampType}.',
  'bytes.batch.attributesTransactional':
    '비트 4가 켜져 있어 트랜잭션의 레코드입니다. 압축 {codec}, 타임스탬프 {timestampType}.',
  'bytes.batch.attributesControl': '비트 4와 5가 켜져 있습니다: 트랜잭션, 컨트롤. 이 배치는 마커입니다.',
  'bytes.batch.lastOffsetDelta': '마지막 레코드는 {value}만큼 뒤인 오프셋 {lastOffset}입니다.',
  'bytes.batch.baseTimestamp': '첫 레코드의 타임스탬프이며 나머지는 여기서부터 셉니다.',
  'bytes.batch.deleteHorizon': '이 시각이 지나면 클리너가 이 배치를 지울 수 있습니다.',
  'bytes.batch.maxTimestamp': '이 배치에서 가장 큰 타임스탬프입니다.',
  'bytes.batch.producerId':
    '프로듀서 ID {value:이/가} 쓴 배치입니다. 같은 transactional.id라면 재시작해도 유지됩니다.',
  'bytes.batch.noProducerId': '−1: 멱등 프로듀서가 아닙니다.',
  'bytes.batch.producerEpoch':
    '에포크 {value}에서 썼습니다. 파티션이 더 높은 에포크를 알게 되면 {value}인 배치는 47로 거절됩니다.',
  'bytes.batch.markerEpoch':
    '마커의 에포크는 {value}입니다. 이제 파티션은 이 프로듀서 ID의 더 낮은 에포크를 거절합니다.',
  'bytes.batch.baseSequence':
    '첫 레코드의 시퀀스는 {value}, 마지막은 {last}입니다. 파티션은 그다음 번호를 기대합니다.',
  'bytes.batch.noSequence': '−1: 마커에는 시퀀스가 없습니다.',
  'bytes.batch.recordCount': '61번 바이트부터 레코드 {value, number}개가 이어집니다.',
  'bytes.batch.compressed': '레코드 {count, number}개를 {codec:으로/로} {size}바이트에 압축했습니다.',
  'bytes.record.length': '이 레코드의 {value}바이트가 이어집니다.',
  'bytes.record.attributes': '레코드 속성은 쓰이지 않으며 항상 0입니다.',
  'bytes.record.timestampDelta': '배치의 첫 타임스탬프보다 {value} ms 뒤: {timestamp}.',
  'bytes.record.offsetDelta': '기준 오프셋보다 {value} 뒤이므로 이 레코드의 오프셋은 {offset}입니다.',
  'bytes.record.keyLength': '키는 {value}바이트입니다.',
  'bytes.record.keyNull': '−1: 키가 없습니다. 파티셔너가 키 없이 파티션을 골랐습니다.',
  'bytes.record.key': '키입니다. 같은 키는 같은 파티션으로 갑니다.',
  'bytes.record.valueLength': '값은 {value}바이트입니다.',
  'bytes.record.valueNull': '−1: 값이 없습니다. 압축 토픽에서는 이 키를 지웁니다.',
  'bytes.record.value': '애플리케이션이 보낸 값 그대로입니다.',
  'bytes.record.headerCount': '{value, plural, =0 {헤더가 없습니다.} other {헤더 #개가 이어집니다.}}',
  'bytes.record.headerKeyLength': '헤더 이름은 {value}바이트입니다.',
  'bytes.record.headerKey': '헤더의 이름은 {value}입니다.',
  'bytes.record.headerValueLength': '헤더 값은 {value}바이트입니다. −1이면 null입니다.',
  'bytes.record.headerValue': '헤더의 값입니다.',
  'bytes.control.keyVersion': '컨트롤 레코드 키의 버전 {value}입니다.',
  'bytes.control.abort': '타입 0, ABORT: 이 파티션에서 이 프로듀서 ID의 열린 레코드가 모두 무효가 됩니다.',
  'bytes.control.commit':
    '타입 1, COMMIT: 이 파티션에서 이 프로듀서 ID의 열린 레코드를 모두 전달할 수 있게 됩니다.',
  'bytes.control.other': '타입 {value}, {name}: 트랜잭션의 끝이 아닙니다.',
  'bytes.control.valueVersion': '트랜잭션 종료 마커의 버전 {value}입니다.',
  'bytes.control.coordinatorEpoch':
    '이 마커를 쓴 코디네이터의 에포크는 {value}입니다. 더 낮은 마커는 거절됩니다.',
  'bytes.index.relativeOffset': '세그먼트의 기준 오프셋보다 {value} 뒤: 오프셋 {offset}.',
  'bytes.index.position': '그 오프셋의 배치는 .log의 {value}번 바이트에서 시작합니다.',
  'bytes.timeindex.timestamp': '옆의 오프셋까지 이보다 큰 타임스탬프를 가진 레코드가 없습니다.',
  'bytes.timeindex.relativeOffset': '그 타임스탬프의 레코드는 오프셋 {offset}입니다.',
  'bytes.txnindex.version': '엔트리 버전 {value}입니다.',
  'bytes.txnindex.producerId': '중단된 트랜잭션의 프로듀서 ID는 {value}입니다.',
  'bytes.txnindex.firstOffset': '중단된 트랜잭션은 이 파티션의 오프셋 {value}에서 시작합니다.',
  'bytes.txnindex.lastOffset': 'ABORT 마커는 오프셋 {value}에 있습니다.',
  'bytes.txnindex.lastStableOffset':
    '중단한 뒤의 LSO는 {value}입니다. 다른 열린 트랜잭션의 첫 오프셋이거나 마커 바로 다음입니다.',
  'bytes.snapshot.version': '프로듀서 스냅숏의 버전 {value}입니다.',
  'bytes.snapshot.crc': '파일 나머지의 CRC-32C입니다. 일치합니다.',
  'bytes.snapshot.crcWrong':
    '파일 나머지의 CRC-32C는 {computed:이어야/여야} 합니다. Kafka는 이 스냅숏을 무시합니다.',
  'bytes.snapshot.count': '이 파티션에 쓴 프로듀서 ID가 {value, number}개입니다.',
  'bytes.snapshot.producerId': '이어지는 내용은 프로듀서 ID {value}의 것입니다.',
  'bytes.snapshot.producerEpoch': '파티션이 아는 에포크는 {value}이며 더 낮으면 47로 거절됩니다.',
  'bytes.snapshot.lastSequence':
    '마지막으로 쓴 레코드의 시퀀스는 {value}입니다. −1이면 마지막 마커 뒤로 없습니다.',
  'bytes.snapshot.lastOffset': '마지막 레코드는 오프셋 {value}에 있습니다.',
  'bytes.snapshot.offsetDelta': '마지막 배치는 그보다 {value} 앞에서 시작했습니다.',
  'bytes.snapshot.timestamp': '마지막으로 쓴 시각입니다. 하루 동안 쓰지 않으면 잊습니다.',
  'bytes.snapshot.coordinatorEpoch':
    '마지막 마커를 쓴 코디네이터의 에포크는 {value}입니다. −1이면 아직 마커가 없습니다.',
  'bytes.snapshot.noTransaction': '−1: 여기에 열린 트랜잭션이 없습니다.',
  'bytes.snapshot.currentTxnFirstOffset':
    '열린 트랜잭션이 오프셋 {value}에서 시작합니다. LSO는 여기를 넘지 못합니다.',
  'bytes.epochs.version': '파일 버전 {value}입니다.',
  'bytes.epochs.count': '리더 에포크가 {value, number}개입니다.',
  'bytes.epochs.entry': '리더 에포크 {epoch:은/는} 오프셋 {startOffset}부터 썼습니다.',
  'bytes.metadata.version': '파일 버전 {value}입니다.',
  'bytes.metadata.topicId': '토픽의 ID입니다. 같은 이름으로 다시 만들면 다른 값을 받습니다.',
  'bytes.frame.apiKey': '요청의 종류: {api}.',
  'bytes.frame.apiVersion': '버전 {value}입니다. 뒤에 어떤 필드가 오는지 정합니다.',
  'bytes.frame.correlationId': '이 요청의 응답도 {value:을/를} 가집니다.',
  'bytes.frame.clientId': '클라이언트가 스스로 붙인 이름입니다.',
  'bytes.frame.tags': '{value, plural, =0 {태그 필드가 없습니다.} other {태그 필드가 #개입니다.}}',
  'bytes.frame.errorCode': '{value, plural, =0 {NONE: 오류가 없습니다.} other {오류 {value}, {name}.}}',
  'bytes.frame.field': '{name}의 값은 {value}입니다.',
};
