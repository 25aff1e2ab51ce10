import type { doctorEn } from './doctor-en.ts';

/** Words of the config doctor and the key tester, in Korean. */
export const doctorKo: { readonly [K in keyof typeof doctorEn]: string } = {
  'area.doctor': '진단',
  'doctor.title': '설정 진단',
  'doctor.subtitle': '프로듀서나 컨슈머의 설정을 붙여 넣으면 시작되는지, 어떻게 동작하는지 알려 줍니다',
  'doctor.client': '클라이언트',
  'doctor.client.producer': '프로듀서',
  'doctor.client.consumer': '컨슈머',
  'doctor.profile': '클라이언트 세대',
  'doctor.starts': 'kafka-clients {release}은 이 설정으로 시작합니다',
  'doctor.refused': 'kafka-clients {release}은 이 설정으로 시작하지 않습니다',
  'doctor.onLine': '{line}번째 줄에 관한 것입니다.',
  'doctor.idempotent': '멱등 프로듀서입니다.',
  'doctor.notIdempotent': '멱등 프로듀서가 아닙니다.',
  'doctor.idempotence.given': 'enable.idempotence를 지정했습니다.',
  'doctor.idempotence.default': '기본값입니다.',
  'doctor.idempotence.default-off': '켜지 않으면 꺼져 있습니다.',
  'doctor.idempotence.given-off': '끄도록 지정했습니다.',
  'doctor.idempotence.transactional-id': 'transactional.id가 켭니다.',
  'doctor.idempotence.disabled': '{because} 때문에 알림 없이 꺼졌습니다.',
  'doctor.elsewhere.refused': '시작하지 않음',
  'doctor.elsewhere.starts': '시작합니다.',
  'doctor.elsewhere.differs': '설정 {count}개가 다름',
  'doctor.findings': '진단 결과',
  'doctor.nothing': '지적할 것이 없습니다.',
  'doctor.inTheLog': '클라이언트 로그에만 남는 말:',
  'doctor.unknown.more': '클라이언트가 모르는 키가 {count, number}개 더 있습니다.',
  'doctor.nearest': '{key:을/를} 쓰려던 것입니까?',
  'doctor.unknown.later': '더 새로운 세대의 클라이언트에 있는 설정입니다. 이 세대는 경고하고 무시합니다.',
  'doctor.unknown.earlier': '이전 세대의 클라이언트에 있던 설정입니다. 이 세대는 경고하고 무시합니다.',
  'doctor.unknown.producer': '프로듀서의 설정입니다. 컨슈머는 경고하고 무시합니다.',
  'doctor.unknown.consumer': '컨슈머의 설정입니다. 프로듀서는 경고하고 무시합니다.',
  'doctor.unknown.admin': 'Admin 클라이언트의 설정입니다. 이 클라이언트는 경고하고 무시합니다.',
  'doctor.unknown.broker': '브로커의 설정입니다. 클라이언트는 경고하고 무시합니다.',
  'doctor.unknown.custom':
    'Kafka의 설정이 아니어서 클라이언트가 경고합니다. 직렬화기나 인터셉터가 읽을 수는 있습니다.',
  'doctor.finding.order-at-risk':
    '멱등성 없이 재시도하고 요청 {inFlight}개가 동시에 나가므로, 재시도가 앞지를 수 있습니다. 순서가 위험합니다.',
  'doctor.finding.duplicates-possible':
    '멱등성이 없으면 응답이 사라졌을 때 재시도가 같은 배치를 두 번 씁니다.',
  'doctor.finding.acks-none': '레코드가 기록되었는지 아무도 알려 주지 않습니다. 오프셋은 −1입니다.',
  'doctor.finding.acks-leader-only': '리더만 가진 레코드는 리더와 함께 사라집니다.',
  'doctor.finding.idempotence-lost-silently': '기본으로 켜져 있던 멱등성을 {because:이/가} 껐습니다.',
  'doctor.finding.retries-bounded-by-timeout':
    '보통은 재시도 {retries}번을 다 쓰기 전에 delivery.timeout.ms {deliveryTimeoutMs}이 전송을 끝냅니다.',
  'doctor.finding.security-unchecked':
    'TLS와 SASL 설정은 형식만 검사합니다. 키 저장소를 열거나 로그인해 보지는 않습니다.',
  'doctor.finding.batch-over-request-size':
    'batch.size {batchSize}가 max.request.size {maxRequestSize}보다 커서, 가득 찬 배치를 보낼 수 없습니다.',
  'doctor.finding.buffer-under-batch-size':
    'buffer.memory {bufferMemory}가 batch.size {batchSize}보다 작아서, 배치를 만들 수 없습니다.',
  'doctor.finding.batching-off': '레코드마다 배치를 하나씩 만듭니다.',
  'doctor.finding.transaction-timeout-over-broker-max':
    '브로커는 transaction.max.timeout.ms(기본 900000)보다 큰 값을 거절합니다. {timeoutMs:은/는} INVALID_TRANSACTION_TIMEOUT (50)을 받습니다.',
  'doctor.finding.transaction-timeout-unused': 'transactional.id가 없으면 아무 일도 하지 않습니다.',
  'doctor.finding.no-group': 'group.id가 없으면 직접 지정한 파티션만 읽고, 오프셋을 커밋하지 않습니다.',
  'doctor.finding.auto-commit':
    'poll()이 {intervalMs} ms마다 앞서 돌려준 레코드까지 커밋합니다. 처리가 끝났는지는 보지 않습니다. 죽었다가 다시 시작하면 마지막 커밋 뒤에 읽은 레코드가 다시 옵니다.',
  'doctor.finding.begins-at-end':
    '그룹이 커밋한 오프셋이 없는 파티션은 끝에서 시작합니다. 그전에 기록된 레코드는 읽지 않으며, 나중에 추가된 파티션도 마찬가지입니다.',
  'doctor.finding.coordinator-decides':
    '이 프로토콜에서는 세션 타임아웃, 하트비트 간격, 할당자가 브로커의 설정입니다. 4.0 이상의 브로커가 필요합니다(3.7부터는 시험용).',
  'doctor.finding.reads-uncommitted':
    '열려 있거나 중단된 트랜잭션의 레코드도 읽습니다. read_committed는 이를 제외합니다.',
  'doctor.finding.class-not-of-kafka':
    '{class:은/는} Kafka의 클래스가 아닙니다. 클래스 경로에 없으면 클라이언트가 이렇게 말합니다: {sentence}',
  'doctor.finding.serializer-not-given':
    '{key:을/를} 여기나 생성자에 지정해야 합니다. 그렇지 않으면: {sentence}',
  'doctor.finding.hosts-unchecked':
    '{hosts}의 주소를 찾을 수 있는지는 여기서 알 수 없습니다. 찾지 못한 이름마다 Java는 경고하고, 남은 주소가 없으면 시작하지 않습니다: ConfigException, "{sentence}".',
  'doctor.finding.jaas-elsewhere':
    '로그인 설정이 없습니다. 이때 Java는 시스템 속성 java.security.auth.login.config가 가리키는 파일을 읽습니다. 그 속성도 없으면 시작하지 않습니다: IllegalArgumentException, "{sentence}".',
  'doctor.finding.jaas-untried':
    'JAAS 설정의 형식은 맞습니다. {module} 클래스가 클래스 경로에 있는지, 그 옵션으로 로그인할 수 있는지는 여기서 알 수 없습니다.',
  'doctor.finding.byte-order-mark':
    '텍스트가 바이트 순서 표시(BOM)로 시작합니다. Java는 이것을 첫 키의 글자로 읽으므로 "{key}"와는 다른 키가 되어 무시합니다. BOM 없는 UTF-8로 저장하세요.',
  'doctor.finding.given-twice': '{lines}번째 줄에 있습니다. {line}번째 줄이 쓰입니다.',
  'doctor.finding.spaces-at-end': '줄 끝의 공백은 값에 속하지만 클라이언트가 잘라 냅니다.',
  'doctor.effective': '적용되는 설정',
  'doctor.showAll': '기본값도 보기',
  'doctor.key': '설정',
  'doctor.value': '값',
  'doctor.source': '출처',
  'doctor.source.default': '기본값',
  'doctor.source.given': '지정함',
  'doctor.source.changed': '바뀜',
  'doctor.source.changedFrom': '{given}에서 바뀜',
  'doctor.default': '{profile} 기본값',

  'keyTester.title': '키',
  'keyTester.subtitle': '클라이언트마다 키를 두는 파티션과, 파티션을 늘렸을 때 옮겨지는 키',
  'keyTester.keys': '키를 한 줄에 하나씩. 0x로 시작하면 바이트입니다',
  'keyTester.partitions': '파티션 수',
  'keyTester.after': '늘린 뒤',
  'keyTester.key': '키',
  'keyTester.hash': '해시',
  'keyTester.moved': '이동',
  'keyTester.likeJava': 'Java와 같음',
  'keyTester.client': '클라이언트',
  'keyTester.share': '파티션을 {partitions}개에서 {after}개로 바꾸면 모든 키의 {percent} %가 옮겨집니다.',
  'keyTester.random': '무작위',
  'keyTester.none': '키를 입력하면 어느 파티션으로 가는지 보여 줍니다.',
};
