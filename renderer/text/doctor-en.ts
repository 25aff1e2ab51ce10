/** Words of the config doctor and the key tester, in English. What Java says is shown as Java says it. */
export const doctorEn = {
  'area.doctor': 'Doctor',
  'doctor.title': 'Config doctor',
  'doctor.subtitle': 'Paste the properties of a producer or a consumer: would it start, and as what?',
  'doctor.client': 'Client',
  'doctor.client.producer': 'Producer',
  'doctor.client.consumer': 'Consumer',
  'doctor.profile': 'Generation of the client',
  'doctor.starts': 'kafka-clients {release} starts with this',
  'doctor.refused': 'kafka-clients {release} does not start with this',
  'doctor.onLine': 'It is about line {line}.',
  'doctor.idempotent': 'Idempotent.',
  'doctor.notIdempotent': 'Not idempotent.',
  'doctor.idempotence.given': 'enable.idempotence is given.',
  'doctor.idempotence.default': 'It is the default.',
  'doctor.idempotence.default-off': 'It is off unless asked for.',
  'doctor.idempotence.given-off': 'It was turned off.',
  'doctor.idempotence.transactional-id': 'transactional.id turns it on.',
  'doctor.idempotence.disabled': 'Turned off silently by {because}.',
  'doctor.elsewhere.refused': 'does not start',
  'doctor.elsewhere.starts': 'Starts.',
  'doctor.elsewhere.differs': '{count, plural, one {# setting differs} other {# settings differ}}',
  'doctor.findings': 'Findings',
  'doctor.nothing': 'Nothing to remark.',
  'doctor.inTheLog': "Only the client's log says:",
  'doctor.unknown.more': 'And {count, number} more keys that the client does not know.',
  'doctor.nearest': 'Did you mean {key}?',
  'doctor.unknown.later': 'A later generation of the client has it; this one warns and ignores it.',
  'doctor.unknown.earlier': 'An earlier generation of the client had it; this one warns and ignores it.',
  'doctor.unknown.producer': 'A setting of producers: the consumer warns and ignores it.',
  'doctor.unknown.consumer': 'A setting of consumers: the producer warns and ignores it.',
  'doctor.unknown.admin': 'A setting of the admin client: this one warns and ignores it.',
  'doctor.unknown.broker': 'A setting of brokers: the client warns and ignores it.',
  'doctor.unknown.custom':
    'No setting of Kafka: the client warns. A serializer or an interceptor may read it.',
  'doctor.finding.order-at-risk':
    'Without idempotence, with retries and {inFlight} requests in flight, a retry can overtake: order is at risk.',
  'doctor.finding.duplicates-possible':
    'Without idempotence a lost answer makes a retry write the batch twice.',
  'doctor.finding.acks-none': 'Nobody says whether a record was written; its offset is −1.',
  'doctor.finding.acks-leader-only': 'What only the leader has is lost with the leader.',
  'doctor.finding.idempotence-lost-silently': 'Idempotence was on by default, and {because} turned it off.',
  'doctor.finding.retries-bounded-by-timeout':
    'delivery.timeout.ms {deliveryTimeoutMs} usually ends a delivery before {retries} retries are used.',
  'doctor.finding.security-unchecked':
    'Settings of TLS and SASL are checked for their form only: key stores are not opened, and nobody logs in.',
  'doctor.finding.batch-over-request-size':
    'batch.size {batchSize} is more than max.request.size {maxRequestSize}: a full batch cannot be sent.',
  'doctor.finding.buffer-under-batch-size':
    'buffer.memory {bufferMemory} is less than batch.size {batchSize}: no batch can be made.',
  'doctor.finding.batching-off': 'Every record goes in a batch of its own.',
  'doctor.finding.transaction-timeout-over-broker-max':
    'Brokers refuse more than transaction.max.timeout.ms, 900000 unless changed: {timeoutMs} gets INVALID_TRANSACTION_TIMEOUT (50).',
  'doctor.finding.transaction-timeout-unused': 'Without transactional.id it does nothing.',
  'doctor.finding.no-group':
    'Without group.id it reads only partitions that it is given by hand, and commits nothing.',
  'doctor.finding.auto-commit':
    'Every {intervalMs} ms poll() commits what earlier polls returned, whether it is processed or not. After a crash, records read since the last commit come again.',
  'doctor.finding.begins-at-end':
    'Where the group has no committed offset it begins at the end: records written before are not read, those of a partition added later included.',
  'doctor.finding.coordinator-decides':
    'Session timeout, heartbeat interval and assignors are settings of the broker under this protocol, which needs brokers of 4.0 (3.7 and later on trial).',
  'doctor.finding.reads-uncommitted':
    'It also reads records of open and of aborted transactions; read_committed leaves them out.',
  'doctor.finding.class-not-of-kafka':
    '{class} is not a class of Kafka: without it on the class path the client says: {sentence}',
  'doctor.finding.serializer-not-given':
    '{key} must be given here or to the constructor; otherwise: {sentence}',
  'doctor.finding.hosts-unchecked':
    'Whether {hosts} can be resolved is not known here. Of names that cannot, Java warns; when no address is left it refuses: ConfigException, "{sentence}".',
  'doctor.finding.jaas-elsewhere':
    'No login is given: Java then reads the file named by the system property java.security.auth.login.config. Without that property it refuses: IllegalArgumentException, "{sentence}".',
  'doctor.finding.jaas-untried':
    'The JAAS configuration is well formed. Whether {module} is on the class path, and whether its options let it log in, is not known here.',
  'doctor.finding.byte-order-mark':
    'The text begins with a byte order mark. Java takes it for a letter of the first key: "{key}" is then another key, and ignored. Save the file as UTF-8 without a mark.',
  'doctor.finding.given-twice': 'Given on lines {lines}: line {line} counts.',
  'doctor.finding.spaces-at-end': 'Spaces at the end of the line belong to the value; the client trims them.',
  'doctor.effective': 'Settings in effect',
  'doctor.showAll': 'Also defaults',
  'doctor.key': 'setting',
  'doctor.value': 'value',
  'doctor.source': 'where from',
  'doctor.source.default': 'default',
  'doctor.source.given': 'given',
  'doctor.source.changed': 'changed',
  'doctor.source.changedFrom': 'changed, was {given}',
  'doctor.default': 'default {profile}',

  'keyTester.title': 'Keys',
  'keyTester.subtitle': 'Where each client puts a key, and what moves when partitions are added',
  'keyTester.keys': 'Keys, one a line; 0x begins bytes',
  'keyTester.partitions': 'Partitions',
  'keyTester.after': 'Afterwards',
  'keyTester.key': 'key',
  'keyTester.hash': 'hash',
  'keyTester.moved': 'moved',
  'keyTester.likeJava': 'as Java',
  'keyTester.client': 'client',
  'keyTester.share': 'Of all keys {percent} % move from {partitions} to {after} partitions.',
  'keyTester.random': 'any',
  'keyTester.none': 'Type a key to see where it goes.',
} as const;
