import type { StoredField } from '#core/lab-api/stored-fields.ts';

/** What the byte ruler says of the fields in the internal topics, in Korean: this value in this record. */
export const storedFieldsKo = {
  'bytes.stored.is.transactionalId':
    'transactional.id {value}입니다. 같은 프로듀서의 모든 인스턴스가 함께 씁니다.',
  'bytes.stored.is.producerId': '이 transactional.id의 프로듀서 ID는 {value}입니다.',
  'bytes.stored.is.previousProducerId':
    '마지막 트랜잭션이 끝날 때의 프로듀서 ID는 {value}였습니다. 다시 보낸 EndTxn에는 이 값이 남아 있을 수 있습니다.',
  'bytes.stored.is.nextProducerId':
    '지금 ID의 에포크를 다 써서 다음 프로듀서 ID는 {value}입니다. −1이면 아직 없습니다.',
  'bytes.stored.is.producerEpoch': '에포크 {value}만 쓸 수 있습니다. 이보다 낮은 프로듀서는 차단됩니다.',
  'bytes.stored.is.nextProducerEpoch':
    '마커를 다 쓰고 나면 에포크 {value}만 쓸 수 있습니다. −1이면 정해지지 않았습니다.',
  'bytes.stored.is.transactionTimeoutMs':
    '트랜잭션이 {value}ms보다 오래 열려 있으면 코디네이터가 중단합니다.',
  'bytes.stored.is.transactionPartitions':
    '트랜잭션에 파티션이 들어 있는 토픽 수는 {value}입니다. 그 파티션마다 마커를 하나씩 씁니다. null이면 없습니다.',
  'bytes.stored.is.topic': '토픽은 {value}입니다.',
  'bytes.stored.is.partitionIds': '트랜잭션에 들어 있는 이 토픽의 파티션 수는 {value}입니다.',
  'bytes.stored.is.transactionLastUpdateTimestampMs':
    '상태가 마지막으로 바뀐 시각은 {value}입니다(1970년부터의 ms).',
  'bytes.stored.is.transactionStartTimestampMs':
    '트랜잭션이 시작된 시각은 {value}입니다(1970년부터의 ms). −1이면 열린 것이 없습니다. 타임아웃은 여기서부터 셉니다.',
  'bytes.stored.is.clientTransactionVersion':
    '클라이언트의 트랜잭션 버전은 {value}입니다. 2부터는 트랜잭션마다 에포크가 따로 있습니다.',
  'bytes.stored.is.group': '그룹은 {value}입니다.',
  'bytes.stored.is.partition': '파티션 번호는 {value}입니다.',
  'bytes.stored.is.offset': '그룹은 오프셋 {value}부터 이어서 읽습니다. 그 아래는 모두 처리된 것으로 봅니다.',
  'bytes.stored.is.leaderEpoch':
    '바로 앞 레코드는 리더 에포크 {value}에서 쓰였습니다. −1이면 알려 주지 않은 것입니다.',
  'bytes.stored.is.metadata': '멤버가 함께 남긴 메모는 {value}입니다.',
  'bytes.stored.is.commitTimestamp':
    '커밋한 시각은 {value}입니다(1970년부터의 ms). 그룹이 비면 offsets.retention.minutes를 이때나 빈 때부터 셉니다.',
  'bytes.stored.is.expireTimestamp':
    '오프셋을 잊어도 되는 시각은 {value}입니다. −1이면 브로커의 offsets.retention.minutes를 따릅니다.',
  'bytes.stored.is.topicId': '토픽 ID는 {value}입니다. 같은 이름으로 다시 만든 토픽은 ID가 다릅니다.',
  'bytes.stored.is.protocolType': '멤버의 종류는 {value}입니다. 컨슈머는 “consumer”라고 씁니다.',
  'bytes.stored.is.generation':
    '세대 {value}입니다. 리밸런스마다 새 세대가 되며, 옛 세대로 말하면 22로 거절됩니다.',
  'bytes.stored.is.protocol': '멤버들이 합의한 할당기는 {value}입니다. null이면 아직 없습니다.',
  'bytes.stored.is.leader': '할당을 계산하는 멤버는 {value}입니다. null이면 없습니다.',
  'bytes.stored.is.currentStateTimestamp':
    '그룹이 이 상태가 된 시각은 {value}입니다(1970년부터의 ms). −1이면 알려 주지 않은 것입니다.',
  'bytes.stored.is.members': '이 세대의 멤버 수는 {value}입니다.',
  'bytes.stored.is.memberId': '멤버는 {value}입니다.',
  'bytes.stored.is.groupInstanceId':
    'group.instance.id는 {value}입니다. 다시 시작해도 파티션을 지킵니다. null이면 동적 멤버입니다.',
  'bytes.stored.is.clientId': '멤버의 client.id는 {value}입니다.',
  'bytes.stored.is.clientHost': '멤버가 연결한 곳은 {value}입니다.',
  'bytes.stored.is.rebalanceTimeout': '리밸런스에서 이 멤버를 {value}ms까지 기다립니다.',
  'bytes.stored.is.sessionTimeout': '하트비트가 {value}ms 동안 없으면 멤버가 죽은 것으로 봅니다.',
  'bytes.stored.is.subscription': '멤버가 리더에게 알린 내용입니다. {value}, 할당기 고유의 형식입니다.',
  'bytes.stored.is.assignment': '리더가 멤버에게 할당한 내용입니다. {value}, 할당기 고유의 형식입니다.',
  'bytes.stored.is.length': '{value}바이트가 뒤따릅니다.',
  'bytes.stored.is.version': '버전 {value}입니다.',
  'bytes.stored.is.topics': '뒤따르는 토픽 수는 {value}입니다.',
  'bytes.stored.is.userData': '할당기가 자기 몫으로 덧붙인 것은 {value}입니다.',
  'bytes.stored.is.ownedPartitions': '참가할 때 멤버가 파티션을 가지고 있던 토픽 수는 {value}입니다.',
  'bytes.stored.is.generationId':
    '그 파티션을 가진 것은 세대 {value}에서였습니다. −1이면 알려 주지 않은 것입니다.',
  'bytes.stored.is.rackId': '멤버가 있는 랙은 {value}입니다. null이면 알려 주지 않은 것입니다.',
  'bytes.stored.is.assignedPartitions': '멤버에게 파티션이 할당된 토픽 수는 {value}입니다.',
  'bytes.stored.is.partitions': '이 토픽의 파티션 수는 {value}입니다.',
  'bytes.stored.is.groupId': '그룹은 {value}입니다.',
  'bytes.stored.is.epoch': '그룹의 에포크는 {value}입니다. 멤버나 토픽이 바뀔 때마다 올라갑니다.',
  'bytes.stored.is.metadataHash':
    '읽는 토픽들의 해시입니다. 값이 달라지면 토픽이 바뀐 것입니다. 0이면 계산하지 않았습니다.',
  'bytes.stored.is.instanceId': 'group.instance.id {value}, 정적 멤버입니다. null이면 동적 멤버입니다.',
  'bytes.stored.is.subscribedTopicNames': '멤버가 이름으로 구독한 토픽 수는 {value}입니다.',
  'bytes.stored.is.subscribedTopicRegex': '멤버가 구독한 패턴은 {value}입니다. null이면 없습니다.',
  'bytes.stored.is.rebalanceTimeoutMs': '멤버는 더 이상 갖지 않을 파티션을 {value}ms 안에 내놓아야 합니다.',
  'bytes.stored.is.serverAssignor': '멤버가 원하는 할당기는 {value}입니다. null이면 아무것이나 좋습니다.',
  'bytes.stored.is.classicMemberMetadata': '클래식 프로토콜을 쓰는 멤버에 대해 아는 것입니다. {value}.',
  'bytes.stored.is.sessionTimeoutMs': '하트비트가 {value}ms 동안 없으면 멤버가 죽은 것으로 봅니다.',
  'bytes.stored.is.supportedProtocols': '멤버가 아는 할당기 수는 {value}입니다.',
  'bytes.stored.is.name': '이름은 {value}입니다.',
  'bytes.stored.is.assignmentEpoch': '할당은 그룹 에포크 {value}에 맞춰 계산되었습니다.',
  'bytes.stored.is.assignmentTimestamp': '할당을 계산한 시각은 {value}입니다(1970년부터의 ms).',
  'bytes.stored.is.topicPartitions': '멤버가 파티션을 가져야 할 토픽 수는 {value}입니다.',
  'bytes.stored.is.memberEpoch':
    '멤버의 에포크는 {value}입니다. 그룹의 에포크에 이르면 가져야 할 것을 다 가진 것입니다.',
  'bytes.stored.is.previousMemberEpoch':
    '멤버의 앞선 에포크는 {value}였습니다. 그 값을 되풀이한 하트비트도 아직 받습니다.',
  'bytes.stored.is.partitionsPendingRevocation':
    '멤버가 아직 내놓아야 할 파티션이 있는 토픽 수는 {value}입니다.',
  'bytes.stored.is.assignmentEpochs': '파티션마다 멤버가 그것을 받은 에포크입니다. 개수는 {value}입니다.',
  'bytes.stored.is.regularExpression': '패턴은 {value}입니다.',
  'bytes.stored.is.timestamp': '패턴을 푼 시각은 {value}입니다(1970년부터의 ms).',
  'bytes.stored.is.topicName': '토픽은 {value}입니다.',
  'bytes.stored.is.numPartitions': '토픽의 파티션 수는 {value}였습니다.',
  'bytes.stored.is.partitionMetadata': '랙이 뒤따르는 파티션 수는 {value}입니다.',
  'bytes.stored.is.racks': '복제본이 있는 랙 수는 {value}입니다.',
  'bytes.stored.is.tags': '{value, plural, =0 {태그된 필드가 없습니다.} other {태그된 필드가 #개 있습니다.}}',
} as const satisfies { readonly [K in `bytes.stored.is.${StoredField}`]: string };
