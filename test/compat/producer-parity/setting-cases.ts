/** Configurations of producers and consumers by the hundred: the same ones for the same seed. */

export type Given = { readonly [key: string]: string | null };

/** Where nobody listens: a producer that starts need not connect. */
const ADDRESS = '127.0.0.1:9';
const STRING = 'org.apache.kafka.common.serialization.StringSerializer';
const BYTES = 'org.apache.kafka.common.serialization.ByteArraySerializer';
const DESERIALIZER = 'org.apache.kafka.common.serialization.StringDeserializer';
const PARTITIONERS = 'org.apache.kafka.clients.producer';
const REPORTER = 'org.apache.kafka.common.metrics.JmxReporter';
const NOBODY = 'com.example.Nowhere';

const BASE: Given = { 'bootstrap.servers': ADDRESS, 'key.serializer': STRING, 'value.serializer': BYTES };

/** Values that decide over idempotence: most cases are made of these. */
const DECIDING: { readonly [key: string]: readonly (string | null)[] } = {
  acks: ['all', '-1', '0', '1', '2', 'ALL', ' all ', '', null],
  retries: ['0', '1', '5', '2147483647', '2147483648', '-1', 'many', '', '1.5', '+3', ' 7 ', null],
  'max.in.flight.requests.per.connection': ['1', '5', '6', '10', '0', '-1', 'x', null],
  'enable.idempotence': ['true', 'true', 'false', 'TRUE', 'yes', ''],
  'transactional.id': ['orders', 'orders', '', '   ', null],
  'delivery.timeout.ms': ['0', '100', '30000', '30004', '30005', '120000', '-1', '2 min', null],
  'linger.ms': ['0', '5', '100', '200000', '9223372036854775807', '9223372036854775808', '-1', '007', null],
  'request.timeout.ms': ['0', '1000', '119996', '200000', '2147483647', '-5', null],
  'transaction.timeout.ms': ['0', '-1', '60000', '900001', 'long'],
};

const OTHERS: { readonly [key: string]: readonly (string | null)[] } = {
  'bootstrap.servers': [
    '',
    null,
    'localhost',
    'localhost:99999',
    'localhost:99999999999',
    '127.0.0.1:9,127.0.0.1:9',
    '127.0.0.1:9,',
    ',',
    'http://127.0.0.1:9',
    ' 127.0.0.1:9 , 127.0.0.1:10 ',
    '[::1]:9',
    'a b:9',
  ],
  'key.serializer': ['', null, NOBODY, DESERIALIZER, 'java.lang.String', ` ${STRING} `],
  'value.serializer': ['', null, NOBODY, DESERIALIZER, STRING],
  'partitioner.class': [
    `${PARTITIONERS}.RoundRobinPartitioner`,
    `${PARTITIONERS}.UniformStickyPartitioner`,
    `${PARTITIONERS}.internals.DefaultPartitioner`,
    'RoundRobinPartitioner',
    'java.lang.Integer',
    'java.lang.String',
    NOBODY,
    '',
    STRING,
    null,
  ],
  'interceptor.classes': ['', NOBODY, 'java.util.List', 'a,,b', 'java.lang.String,java.lang.String', null],
  'metric.reporters': ['', REPORTER, NOBODY, `${REPORTER},${REPORTER}`, `${REPORTER},`, null],
  'compression.type': ['none', 'gzip', 'snappy', 'lz4', 'zstd', 'GZIP', 'brotli', '', ' lz4 ', null],
  'compression.gzip.level': ['0', '-1', '1', '9', '10', null],
  'compression.lz4.level': ['0', '1', '17', '18', 'fast'],
  'compression.zstd.level': ['-131073', '-131072', '22', '23'],
  'batch.size': ['0', '-1', '16384', '16k', '１６३८४', null],
  'buffer.memory': ['0', '-1', '1', '9223372036854775807', '32MB', '-9223372036854775808'],
  'max.block.ms': ['0', '-1', '60000'],
  'max.request.size': ['-1', '0', '1048576'],
  'metadata.max.idle.ms': ['4999', '5000'],
  'metadata.max.age.ms': ['-1', '0'],
  'reconnect.backoff.ms': ['0', '-1', '5000', null],
  'reconnect.backoff.max.ms': ['0', '-1', '10'],
  'retry.backoff.ms': ['0', '2000', '-1'],
  'retry.backoff.max.ms': ['0', '100', '-1', null],
  'socket.connection.setup.timeout.ms': ['40000', '0', 'soon'],
  'connections.max.idle.ms': ['-1', '0', ''],
  'send.buffer.bytes': ['-1', '-2', '0'],
  'receive.buffer.bytes': ['-1', '-2'],
  'client.id': ['', 'billing', ' spaced '],
  'client.dns.lookup': ['default', 'use_all_dns_ips', 'dns'],
  'transaction.two.phase.commit.enable': ['true', 'false', 'maybe'],
  'security.protocol': ['PLAINTEXT', 'plaintext', 'TLS', '', 'SSL'],
  'sasl.mechanism': ['', 'PLAIN', null],
  'sasl.login.refresh.window.factor': ['0.4', '1.1', 'most', '1e0', '0.8f', '2147483648', '0.00001', '-0'],
  'sasl.login.refresh.window.jitter': ['0.3', '-0.1', '.25'],
  'sasl.login.refresh.buffer.seconds': ['3601', '40000', '-1', '3600'],
  'ssl.enabled.protocols': ['', 'TLSv1.2,TLSv1.2', 'TLSv1.2', ',', null],
  'ssl.engine.factory.class': [NOBODY],
  'metrics.num.samples': ['0', '1'],
  'metrics.recording.level': ['INFO', 'debug', 'TRACE'],
  'metrics.sample.window.ms': ['-1', '1000'],
  'enable.metrics.push': ['no', 'true'],
  'metadata.recovery.strategy': ['none', 'REBOOTSTRAP', 'wait'],
  'partitioner.ignore.keys': ['maybe', 'true'],
  'partitioner.availability.timeout.ms': ['-1', '100'],
  linger: ['5'],
  'acks.all': ['true'],
  'session.timeout.ms': ['abc'],
};

const CONSUMERS = 'org.apache.kafka.clients.consumer';
const CONSUMER_BASE: Given = {
  'bootstrap.servers': ADDRESS,
  'key.deserializer': DESERIALIZER,
  'value.deserializer': DESERIALIZER,
};

const GROUPS: { readonly [key: string]: readonly (string | null)[] } = {
  'group.id': ['orders', 'orders', 'orders', '', '  ', null],
  'group.instance.id': ['one', '', 'a b', '..', null],
  'enable.auto.commit': ['true', 'false', 'yes'],
  'session.timeout.ms': ['10000', '3000', '45000', '-1', 'x'],
  'heartbeat.interval.ms': ['3000', '45000', '10000', '0', ''],
  'max.poll.interval.ms': ['0', '1', '5000'],
  'max.poll.records': ['0', '1', '2147483648'],
  'auto.commit.interval.ms': ['-1', '0', '1000'],
};

const CONSUMER_OTHERS: { readonly [key: string]: readonly (string | null)[] } = {
  'bootstrap.servers': OTHERS['bootstrap.servers'] ?? [],
  'key.deserializer': ['', null, NOBODY, STRING, 'java.lang.String'],
  'value.deserializer': [NOBODY, BYTES, null],
  'partition.assignment.strategy': [
    `${CONSUMERS}.RoundRobinAssignor`,
    `${CONSUMERS}.RangeAssignor,${CONSUMERS}.RangeAssignor`,
    'range',
    'java.lang.String',
    'java.lang.Runnable',
    '',
    null,
  ],
  'auto.offset.reset': [
    'earliest',
    'latest',
    'none',
    'EARLIEST',
    'smallest',
    'by_duration:PT1H',
    'by_duration:-PT1H',
    '',
    null,
  ],
  'isolation.level': ['read_committed', 'READ_COMMITTED', 'serializable', null],
  'group.remote.assignor': ['uniform', ''],
  'fetch.min.bytes': ['-1', '0'],
  'fetch.max.wait.ms': ['-1', '0'],
  'max.partition.fetch.bytes': ['-1', '1048576'],
  'default.api.timeout.ms': ['-1', '0', 'never'],
  'request.timeout.ms': ['-1', '0'],
  'interceptor.classes': [NOBODY, '', 'java.lang.String'],
  'metric.reporters': ['', REPORTER, NOBODY],
  'security.protocol': ['ssl', 'none', ' '],
  'metadata.max.age.ms': ['१२', '1२'],
  'client.id': ['', 'reader'],
  'check.crcs': ['no', 'false'],
  'allow.auto.create.topics': ['maybe', 'false'],
  'reconnect.backoff.ms': ['-1', '100'],
  'share.acquire.mode': ['record_limit', 'all'],
  'share.acknowledgement.mode': ['explicit', 'EXPLICIT'],
  'client.dns.lookup': ['default', 'x'],
};

/** What a group's protocol decides over, and what decides over it. */
const PROTOCOLS: { readonly [key: string]: readonly (string | null)[] } = {
  'group.protocol': [
    'consumer',
    'consumer',
    'CONSUMER',
    'Consumer',
    'classic',
    'kraft',
    '',
    ' consumer ',
    null,
  ],
  'group.remote.assignor': ['uniform', 'range', 'nobody', '', ' ', null],
  'partition.assignment.strategy': [
    `${CONSUMERS}.RangeAssignor`,
    `${CONSUMERS}.StickyAssignor,${CONSUMERS}.CooperativeStickyAssignor`,
    `${CONSUMERS}.CooperativeStickyAssignor,${CONSUMERS}.RangeAssignor`,
    'cooperative-sticky',
    '',
    null,
  ],
  'group.id': GROUPS['group.id'] ?? [],
  'group.instance.id': ['one', 'a b', ''],
  'session.timeout.ms': ['45000', '10000', ''],
  'heartbeat.interval.ms': ['3000', '50000', ''],
  'enable.auto.commit': ['true', 'false'],
  'auto.offset.reset': ['none', 'by_duration:P1D', 'by_duration:P', 'sometimes'],
  'share.acknowledgement.mode': ['implicit', 'explicit'],
  'share.acquire.mode': ['batch_optimized'],
  'isolation.level': ['read_committed', 'committed'],
  'max.poll.interval.ms': ['0', '60000'],
};

/** A generator of numbers in [0, 1) (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Pool = { readonly [key: string]: readonly (string | null)[] };

/** Configurations that mostly differ in what is in `often`; the first has nothing but what every client must be given. */
function casesOf(
  base: Given,
  often: Pool,
  others: Pool,
  { seed, count }: { seed: number; count: number },
): readonly Given[] {
  const next = chance(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
  const cases: Given[] = [base];
  while (cases.length < count) {
    const given: { [key: string]: string | null } = { ...base };
    const changes = 1 + Math.floor(next() * 4);
    for (let change = 0; change < changes; change++) {
      const pool = next() < 0.7 ? often : others;
      const key = pick(Object.keys(pool));
      given[key] = pick(pool[key] as readonly (string | null)[]);
    }
    if (next() < 0.05) delete given[pick(Object.keys(base))];
    cases.push(given);
  }
  return cases;
}

/** `count` configurations of producers. */
export function producerCases(seed: number, count: number): readonly Given[] {
  return casesOf(BASE, DECIDING, OTHERS, { seed, count });
}

/** `count` configurations of consumers. */
export function consumerCases(seed: number, count: number): readonly Given[] {
  return casesOf(CONSUMER_BASE, GROUPS, CONSUMER_OTHERS, { seed, count });
}

/** `count` configurations of consumers that mostly speak the consumer protocol. */
export function protocolCases(seed: number, count: number): readonly Given[] {
  const base = { ...CONSUMER_BASE, 'group.id': 'orders', 'group.protocol': 'consumer' };
  return casesOf(base, PROTOCOLS, CONSUMER_OTHERS, { seed, count });
}
